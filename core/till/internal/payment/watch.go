package payment

import (
	"context"
	"errors"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
)

// watcher asks about the sales that no poller asks about: each at the moment of its
// plan, one question at a time, and all of them when the connection is back. It keeps
// the pace of questions over all sales.
type watcher struct {
	t      *Teller
	wake   chan struct{} // the plan has changed
	pace   pace
	opened time.Time // with its monotonic reading
}

// watchLook is how often the watcher compares its plan with the wall clock
// even when nothing woke it: timers stand still while the machine sleeps.
const watchLook = time.Minute

// watch asks about every sale that is no longer polled, each at its planned
// moment, one after the other. While nothing can be written down nothing is asked:
// neither an answer nor the next moment could be kept.
func (w *watcher) watch() {
	for w.t.cfg.Work.Context().Err() == nil {
		r, at := w.nextDue()
		wait := watchLook
		if r != nil {
			wait = min(wait, at.Sub(w.t.cfg.Now()))
		}
		switch {
		case r == nil || wait > 0:
		case w.t.cfg.Writer.Fault() != nil:
			wait = watchPause
		default:
			if w.waitForSlot() {
				r.watchOnce()
			}
			continue
		}
		timer := time.NewTimer(max(wait, watchPause/10))
		select {
		case <-w.t.cfg.Work.Context().Done():
		case <-timer.C:
		case <-w.wake:
		}
		timer.Stop()
	}
}

// nextDue returns the watched sale whose moment comes first. Of those whose
// moment has come a paid one waits for all others.
func (w *watcher) nextDue() (*run, time.Time) {
	w.t.mu.Lock()
	runs := w.t.list()
	w.t.mu.Unlock()
	var first *run
	var when time.Time
	now, waits := w.t.cfg.Now(), false
	for _, r := range runs {
		at, paid := r.due(), r.view().Session.State == core.StateSuccess
		sooner := at.Before(when)
		if paid != waits && !at.After(now) && !when.After(now) {
			sooner = waits
		}
		if !at.IsZero() && (first == nil || sooner) {
			first, when, waits = r, at, paid
		}
	}
	return first, when
}

// due returns the next planned moment of the run; zero when it has none.
func (r *run) due() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sdk == nil {
		return time.Time{}
	}
	now := r.t.cfg.Now()
	second := r.sale.SecondWatched()
	if len(r.chase) > 0 && (!second || r.chase[0].Before(r.sale.Watch.Next)) {
		return r.chase[0]
	}
	if !r.sale.Watchable() && !second {
		return time.Time{}
	}
	switch next := r.sale.Watch.Next; {
	case r.soon:
		return now
	case !r.live.PollingSince.IsZero():
		return time.Time{} // the poller asks more often
	case next.Sub(now) > journal.LongestWatch:
		return now // the clock was set back: no plan lies that far ahead
	default:
		return next
	}
}

// watchOnce asks once and writes down when it will be next.
func (r *run) watchOnce() {
	r.mu.Lock()
	second, repoll := r.sale.SecondWatched(), r.repoll
	chase := len(r.chase) > 0 && (!second || r.chase[0].Before(r.sale.Watch.Next))
	r.soon, r.repoll = false, false
	r.mu.Unlock()
	switch {
	case chase:
		r.chaseOnce()
		return
	case second:
		r.secondOnce()
		return
	}
	before, asked := r.view().Sale, r.t.cfg.Now()
	if repoll {
		r.sdkNow().StartStatusPolling(before.Session.PaymentID, nil)
	}
	err := r.ask()
	if r.t.cfg.Work.Context().Err() != nil {
		return
	}
	if before.Watch.Since.IsZero() && !before.Watch.Denied && !core.TokenRefused(err) {
		r.t.evict(r)
		return // it is polled, or its customer is at the till: there is no plan to go by
	}
	planned := before.PlannedFor(asked)
	if err := r.Update(commit.SaleUpdate{Mutate: func(s *journal.Sale) { s.PlanNext(r.t.cfg.Now(), planned, err) }}); err != nil {
		r.t.cfg.Logger.Error("watch not recorded", "sale", r.id, "err", err)
	}
	if v := r.view(); before.Watch.Denied && !v.Watch.Denied && !v.Capped && v.Polled() {
		r.sdkNow().StartStatusPolling(v.Session.PaymentID, nil)
	}
	r.t.evict(r)
}

// ask puts one status question and returns when its answer is on disk.
func (r *run) ask() error {
	id := r.view().Session.PaymentID
	if id == "" {
		return journal.Refuse(journal.CodeStep, errors.New("sale has no payment"))
	}
	return r.call("", func(ctx context.Context, sdk *core.WebSDK) error {
		_, err := sdk.RefreshStatus(ctx, id)
		return err
	})
}

func (r *run) sdkNow() *core.WebSDK {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sdk
}

// askSoon puts the sale at the head of the watcher's plan.
func (r *run) askSoon() {
	r.mu.Lock()
	r.soon = true
	r.mu.Unlock()
	r.t.watcher.wakeWatcher()
}

// WatchNow is till.Till.WatchNow.
func (w *watcher) WatchNow() {
	w.t.mu.Lock()
	runs := w.t.list()
	w.t.mu.Unlock()
	for _, r := range runs {
		if !r.due().IsZero() {
			r.askSoon()
		}
	}
}

func (w *watcher) wakeWatcher() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// Check is till.Till.Check.
func (t *Teller) Check(_ context.Context, id journal.SaleID) error {
	r, err := t.run(id)
	if err != nil {
		return err
	}
	if r.sdkNow() == nil {
		return journal.Refuse(journal.CodeStep, errors.New("sale has no payment"))
	}
	switch err := r.ask(); {
	case errors.Is(err, core.ErrUnauthorized):
		return journal.Refuse(journal.CodeDenied, err)
	case journal.Answered(err):
		if r.view().Watch.Denied { // it is answered again: go on watching
			r.askSoon()
		}
		return nil
	case journal.CodeOf(err) != "":
		return err
	default:
		return journal.Refuse(journal.CodeNoAnswer, err)
	}
}

// Link is till.Till.Link.
func (w *watcher) Link() journal.Link {
	w.t.mu.Lock()
	defer w.t.mu.Unlock()
	return w.t.link
}

// linkPatience is how old the newest answer must be before one call without an
// answer counts as a connection that is down.
const linkPatience = 4 * time.Second

// linkAway is how long the connection must have been gone for its return to be
// a reason to ask about everything: a gateway that answers for some sales and
// not for others comes and goes all the time. For the same reason more than one
// sale must have stayed without an answer meanwhile.
const linkAway = 30 * time.Second

// mergeHealth joins what one sale's SDK knows of the connection to what the others
// know.
func (w *watcher) mergeHealth(from journal.SaleID, h core.Health) {
	now := w.t.cfg.Now()
	w.t.mu.Lock()
	old := w.t.link
	for _, at := range []*time.Time{&w.t.link.LastAnswer, &h.LastAnswer} {
		if at.After(now) {
			*at = time.Time{} // the clock was set back: what it said then cannot be compared
		}
	}
	switch {
	case h.LastAnswer.After(w.t.link.LastAnswer):
		w.t.link.LastAnswer, w.t.link.Down = h.LastAnswer, false
	case h.Degraded && now.Sub(w.t.link.LastAnswer) > linkPatience:
		w.t.link.Down = true
	}
	if old.Down != w.t.link.Down {
		w.t.link.Since = now
	}
	if w.t.deaf == nil {
		w.t.deaf = make(map[journal.SaleID]bool)
	}
	wide := len(w.t.deaf) > 1 || len(w.t.deaf) == len(w.t.runs)
	if h.Degraded {
		w.t.deaf[from] = true
	} else if !w.t.link.Down {
		clear(w.t.deaf)
	}
	if h.LastAnswer.Equal(w.t.link.LastAnswer) {
		w.t.link.Offset = h.ClockOffset
	}
	link := w.t.link
	w.t.mu.Unlock()
	if old.ClockWrong() != link.ClockWrong() {
		w.t.cfg.Logger.Warn("clock compared with the gateway's", "wrong", link.ClockWrong(), "offset", link.Offset)
	}
	if old.Down != link.Down || old.ClockWrong() != link.ClockWrong() || old.LastAnswer.IsZero() != link.LastAnswer.IsZero() {
		w.t.cfg.Publish(journal.Notice{Kind: journal.NoticeLink, Link: link})
	}
	if old.Down && !link.Down && wide && now.Sub(old.Since) > linkAway && w.pace.sweep(time.Since(w.opened)) {
		w.WatchNow()
	}
}

// Quiet is till.Till.Quiet.
func (w *watcher) Quiet() bool {
	w.t.mu.Lock()
	runs := w.t.list()
	w.t.mu.Unlock()
	for _, r := range runs {
		if p := r.view().Live; p.Busy != "" || p.Checking || !p.PollingSince.IsZero() {
			return false
		}
	}
	return true
}
