package till

import (
	"errors"
	"slices"
	"time"

	"sanduq/core"
)

// The pauses between two rounds of asking grow while the gateway is silent.
const (
	firstRound = 3 * time.Second
	lastRound  = 30 * time.Second
)

// reconcile asks the gateway about every open sale of a journal that was put
// back, until each was answered for.
func (t *Till) reconcile(open []*run) {
	r := t.Recovery()
	r.Open = len(open)
	var waiting []*run
	for _, one := range open {
		if one.sdkNow() != nil && one.view().Watchable() {
			waiting = append(waiting, one)
			r.Waiting = append(r.Waiting, one.id)
		} else if s := one.view().Status(); !s.Ended() {
			r.Unasked = append(r.Unasked, one.id)
		}
	}
	t.setRecovery(r)
	t.wg.Go(func() {
		for pause := firstRound; len(waiting) > 0; pause = min(2*pause, lastRound) {
			waiting = slices.DeleteFunc(waiting, func(one *run) bool {
				defer t.rest(watchPause)
				return t.ctx.Err() == nil && t.answered(one)
			})
			if len(waiting) > 0 && !t.rest(pause) {
				return
			}
		}
	})
}

// rest waits; false when the till closes.
func (t *Till) rest(d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-t.ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// answered asks about one sale and writes down that it needs no more asking.
func (t *Till) answered(one *run) bool {
	err := one.ask()
	refused := false
	switch api, decoded := errors.AsType[*core.PaymentAPIError](err); {
	case err == nil, errors.Is(err, core.ErrConflict):
	case errors.Is(err, core.ErrTokenExpired):
		refused = true
	case decoded && !errors.Is(err, core.ErrLegUnanswered) && api.HTTPStatus != 200 && decidedRefusal(api.HTTPStatus):
		refused = true
	case !one.view().Watchable():
	default:
		t.log.Warn("reconcile: no answer", "sale", one.id, "err", err)
		return false
	}
	r := t.Recovery()
	if r == nil {
		return true
	}
	r.Waiting = slices.DeleteFunc(slices.Clone(r.Waiting), func(id SaleID) bool { return id == one.id })
	if refused {
		r.Unasked = append(slices.Clone(r.Unasked), one.id)
	}
	t.setRecovery(r)
	return true
}
