package payment

import (
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

func (r *run) setBusy(op core.Operation) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.live.Busy = op
	r.beat()
}

// beat publishes the passing part. The caller holds mu.
func (r *run) beat() {
	r.t.cfg.Publish(journal.Notice{Kind: journal.NoticeLive, View: journal.View{Sale: r.sale, Live: r.live}})
}

// health takes over what the SDK knows of its connection and its poller.
func (r *run) health(h core.Health) {
	r.mu.Lock()
	p := r.live
	p.Checking, p.Unanswered, p.Asked = h.Checking, h.Degraded, h.Checks
	if !h.LastAnswer.IsZero() {
		p.LastAnswer, p.LastWord = h.LastAnswer, h.LastStatus
	}
	p.PollingSince, p.PollingUntil = time.Time{}, time.Time{}
	if h.Polling {
		p.PollingSince, p.PollingUntil = h.PollingSince, h.PollingUntil
		r.pollStart = h.PollingSince
	}
	asked := p.Asked - r.live.Asked
	if asked < 0 {
		asked = p.Asked // counted again, from the poller's start
	}
	ended := !r.live.PollingSince.IsZero() && p.PollingSince.IsZero()
	if p != r.live {
		r.live = p
		r.beat()
	}
	r.mu.Unlock()
	if ended {
		r.t.watcher.wakeWatcher() // whose plan the sale has joined
	}
	if asked > 0 {
		r.t.watcher.asking(asked)
	}
	r.t.watcher.mergeHealth(r.id, h)
}
