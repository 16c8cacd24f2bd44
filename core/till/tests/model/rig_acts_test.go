package model

import (
	"context"
	"fmt"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till"
	"sanduq/core/wire"
)

// charge opens a sale; the second is held before it reaches the old one.
func (r *harness) charge(i int, l label) error {
	d := journal.Draft{Amount: amount, Route: routes[l.arg&3], Cashier: "Samira"}
	if i == 0 {
		v, err := r.till.Charge(context.Background(), d)
		r.ids[0] = v.ID
		return err
	}
	d.Replaces, d.Reason = r.ids[0], journal.AsideCustomerLeft
	if l.arg&withManager != 0 {
		d.Manager = "Huda"
	}
	r.linking, r.hold = make(chan struct{}), true
	refusal := make(chan error, 1)
	go func(t *till.Till) {
		_, err := t.Charge(context.Background(), d)
		refusal <- err
	}(r.till)
	synctest.Wait()
	select {
	case err := <-refusal:
		r.linking, r.hold = nil, false
		return fmt.Errorf("charge: %w", err)
	default:
	}
	page, err := r.store.Sales(context.Background(), journal.SaleQuery{Limit: 1})
	if err == nil {
		r.ids[1] = page.Sales[0].ID
	}
	return err
}

// time lets the poller or the watcher come to its moment.
func (r *harness) time(l label, t *turn) error {
	i := int(l.sale)
	sale := func() journal.View { v, _ := r.view(i); return v }
	asked := func() bool { return r.gate.unasked(1) == "" }
	switch l.act {
	case actTick:
		if !pass(time.Second, tickEvery+time.Second, asked) {
			return fmt.Errorf("the poller did not ask")
		}
	case actCap:
		r.clocks[i].ahead.Add(int64(pollFor))
		if !pass(time.Second, 5*time.Second, func() bool { return sale().Live.PollingSince.IsZero() }) {
			return fmt.Errorf("the poller did not end")
		}
	case actWatch:
		if !pass(time.Second, time.Second, func() bool { return !sale().Watch.Next.IsZero() }) {
			return fmt.Errorf("nothing is planned")
		}
		if r.many {
			r.till.WatchNow() // to wait would end the other sale's polling
		}
		if !pass(time.Second, 3*time.Second, asked) && !r.many {
			time.Sleep(time.Until(sale().Watch.Next))
		}
		if !pass(time.Second, time.Minute+5*time.Second, asked) { // the plan is looked at every minute
			return fmt.Errorf("the watcher did not ask")
		}
	case actWatchEnd:
		for n := 0; !sale().Watch.Next.IsZero(); n++ {
			r.gate.lay(t, 1)
			time.Sleep(time.Until(sale().Watch.Next))
			pass(time.Second, time.Minute+5*time.Second, func() bool { return r.gate.unasked(1) == "" })
			if n > 800 {
				return fmt.Errorf("the watch does not end")
			}
		}
	}
	return nil
}

// restart ends the process as if by the plug: what the disk holds then is what
// the next one finds.
func (r *harness) restart(disk *storetest.Memory) error {
	old := r.till
	r.gate.mu.Lock()
	laid := r.gate.laid
	r.gate.laid = [2][legs][]said{}
	r.gate.mu.Unlock()
	r.shut(old)
	r.gate.mu.Lock()
	r.gate.laid, r.gate.calls = laid, [2]*underWay{}
	r.gate.mu.Unlock()
	r.store = disk
	if err := r.open(); err != nil {
		return err
	}
	time.Sleep(4 * time.Second)
	synctest.Wait()
	if r.till.Recovery() != nil && !pass(time.Second, longest, func() bool { return r.till.Recovery().Ready() }) {
		return fmt.Errorf("the freeze cannot be ended")
	}
	return nil
}

// putBack starts the till with the journal of the backup.
func (r *harness) putBack() error {
	disk := r.store.At(r.kept)
	freeze := journal.Freeze{Cause: journal.FreezeRestored, Since: time.Now(), At: time.Now()}
	if err := disk.Commit(context.Background(), journal.Change{Freeze: &freeze}); err != nil {
		return err
	}
	return r.restart(disk)
}

func replyFor(a act, t *turn) reply {
	api := func(status int, code string) reply {
		return reply{err: &core.PaymentAPIError{HTTPStatus: status, Code: code}}
	}
	switch a {
	case actRejected:
		return api(400, "LIMIT")
	case actNotSent:
		return reply{err: core.ErrNotSent}
	case actUnanswered, actLost:
		return reply{err: core.ErrOutcomeUnknown}
	case actRefused:
		return api(422, "INVALID_ACCOUNT")
	case actPaid:
		return reply{value: wire.OTPResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: fmt.Sprintf("TX-W%p", t)}}
	case actFailed:
		return reply{value: wire.OTPResult{State: core.StateFailed, RawStatus: "FAILED"}}
	case actDefinite:
		return api(422, "WRONG_OTP")
	case actUnlisted:
		return reply{err: fmt.Errorf("%w: %w", core.ErrOutcomeUnknown, &core.UnlistedRefusal{HTTPStatus: 422, Code: "E-17"})}
	case actAmbiguous:
		return reply{err: fmt.Errorf("%w: http 409", core.ErrOutcomeUnknown)}
	case actElsewhere:
		return reply{value: wire.OTPResult{State: core.StateSuccess, RawStatus: "SUCCESS", Conflict: `orderId is "OTHER"`}}
	}
	return reply{}
}
