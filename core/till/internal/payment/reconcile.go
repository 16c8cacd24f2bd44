package payment

import (
	"errors"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// The pauses between two rounds of asking grow while the gateway is silent. A
// sale for which it stays silent longer than roundsLast is the manager's to ask
// the bank about: no silence may keep a till from charging.
const (
	firstRound = 3 * time.Second
	lastRound  = 30 * time.Second
	roundsLast = 10 * time.Minute
)

// reconcile asks the gateway about every open sale of a journal that was put
// back, until each was answered for.
func (t *Teller) reconcile(open []*run) {
	r := t.Recovery()
	var waiting []*run
	for _, one := range open {
		if one.view().Outstanding() {
			r.Open++
		}
		if one.sdkNow() != nil && one.view().Watchable() {
			waiting = append(waiting, one)
			r.Waiting = append(r.Waiting, one.id)
		} else if s := one.view().Status(); !s.Ended() {
			r.Unasked = append(r.Unasked, one.id)
		}
	}
	t.setRecovery(r)
	t.cfg.Work.Go(func() {
		began := time.Now()
		for pause := firstRound; len(waiting) > 0; pause = min(2*pause, lastRound) {
			waiting = slices.DeleteFunc(waiting, func(one *run) bool {
				return t.watcher.waitForSlot() && t.accounted(one, time.Since(began) > roundsLast)
			})
			if len(waiting) > 0 && !t.cfg.Work.Rest(pause) {
				return
			}
		}
	})
}

// accounted asks about one sale and writes down that it needs no more asking.
// A sale that the gateway does not know, or does not answer for, is listed as
// not asked; late says that its silence has lasted long enough.
func (t *Teller) accounted(one *run, late bool) bool {
	err := one.ask()
	told := err == nil || errors.Is(err, core.ErrConflict) || !one.view().Watchable()
	if t.cfg.Work.Context().Err() != nil || !told && !journal.Answered(err) && !late {
		t.cfg.Logger.Warn("reconcile: no answer", "sale", one.id, "err", err)
		return false
	}
	r := t.Recovery()
	if r == nil {
		return true
	}
	r.Waiting = slices.DeleteFunc(slices.Clone(r.Waiting), func(id journal.SaleID) bool { return id == one.id })
	if !told {
		r.Unasked = append(slices.Clone(r.Unasked), one.id)
	}
	t.setRecovery(r)
	return true
}
