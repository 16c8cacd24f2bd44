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
func (t *Teller) probe(probe func(context.Context) bool) {
	for t.cfg.Work.Context().Err() == nil {
		timer := time.NewTimer(probeEvery)
		select {
		case <-t.cfg.Work.Context().Done():
		case <-timer.C:
			if t.Link().Down && probe(t.cfg.Work.Context()) {
				t.answers()
			}
		}
		timer.Stop()
	}
}

// answers takes note that the gateway was reached.
func (t *Teller) answers() {
	t.mu.Lock()
	runs := t.list()
	t.mu.Unlock()
	for _, r := range runs {
		if !r.due().IsZero() || r.sdkNow() != nil && r.view().Watchable() {
			r.askSoon()
			return
		}
	}
	t.mu.Lock()
	now, was := t.cfg.Now(), t.link.Down
	if was {
		t.link.LastAnswer, t.link.Down, t.link.Since = now, false, now
	}
	link := t.link
	t.mu.Unlock()
	if was {
		t.cfg.Publish(journal.Notice{Kind: journal.NoticeLink, Link: link})
	}
}
