package payment

import (
	"context"
	"time"

	"sanduq/core/journal"
)

// probeEvery is how often a silent gateway is probed.
const probeEvery = 10 * time.Second

// probe looks, while nothing is heard of the gateway, whether it answers again,
// without a call that has money behind it. Once it does, one watched sale is
// asked about: its answer brings the connection back, and the rest are asked as
// the pace allows. Where no sale waits, that it answers at all is the news.
func (w *watcher) probe(probe func(context.Context) bool) {
	for w.t.cfg.Work.Context().Err() == nil {
		timer := time.NewTimer(probeEvery)
		select {
		case <-w.t.cfg.Work.Context().Done():
		case <-timer.C:
			if w.Link().Down && probe(w.t.cfg.Work.Context()) {
				w.answers()
			}
		}
		timer.Stop()
	}
}

// answers takes note that the gateway was reached.
func (w *watcher) answers() {
	w.t.mu.Lock()
	runs := w.t.list()
	w.t.mu.Unlock()
	for _, r := range runs {
		if !r.due().IsZero() || r.sdkNow() != nil && r.view().Watchable() {
			r.askSoon()
			return
		}
	}
	w.t.mu.Lock()
	now, was := w.t.cfg.Now(), w.t.link.Down
	if was {
		w.t.link.LastAnswer, w.t.link.Down, w.t.link.Since = now, false, now
	}
	link := w.t.link
	w.t.mu.Unlock()
	if was {
		w.t.cfg.Publish(journal.Notice{Kind: journal.NoticeLink, Link: link})
	}
}
