package checkout

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/core"
	"sanduq/core/watchplan"
)

// conflicts is how often a write is tried that others were faster than.
const conflicts = 32

// save stores the payment as it is now, and change with it. While a step's answer
// is awaited, the snapshot that says so is not replaced by one that knows less.
func (p *payment) save(change func(*record)) (err error) {
	onOtherStack(func() {
		p.saving.Lock()
		defer p.saving.Unlock()
		err = p.write(nil, change, nil)
	})
	p.notifyShop()
	return err
}

// write stores the payment, with what check says of the record that it is made from. Where another process has written
// meanwhile, that is taken in and the write made again. snapshot is the SDK's unless given. saving is held.
func (p *payment) write(check func(record) error, change func(*record), snapshot func(*core.WebSDK) (core.Snapshot, error)) error {
	for range conflicts {
		err := p.writeOnce(check, change, snapshot)
		if !errors.Is(err, ErrReplaced) {
			return err
		}
		stored, err := p.c.load(p.ref)
		if err == nil {
			err = p.reconcile(stored)
		}
		if err != nil {
			p.failed(err)
			return err
		}
	}
	return fmt.Errorf("%w: again and again", ErrReplaced)
}

func (p *payment) writeOnce(check func(record) error, change func(*record), snapshot func(*core.WebSDK) (core.Snapshot, error)) error {
	p.mu.Lock()
	sdk, next, dirty := p.sdk, p.record, p.unstored.any
	calling, coding, apart := p.form.calling, p.form.coding, p.apart
	p.mu.Unlock()
	if check != nil {
		if err := check(next); err != nil {
			return err
		}
	}
	if !calling && (apart || next.session.State == core.StateSuccess) {
		if s, _ := sdk.CurrentSession(); s.State != next.session.State {
			_ = sdk.RestoreSession(next.Snapshot) // refused where the SDK knows more
		}
		apart = false
	}
	if snapshot == nil {
		snapshot = (*core.WebSDK).Snapshot
	}
	taken, err := snapshot(sdk)
	if err != nil {
		return err
	}
	session, _, err := core.DecodeSnapshot(taken)
	if err != nil {
		return err
	}
	knowsLess := coding && session.State == core.StateOTPRequired && !session.OTPUnresolved
	if !(calling && apart || knowsLess) {
		next.Snapshot, next.session = taken, session
	}
	if change != nil {
		change(&next)
	}
	p.mark(&next, sdk)
	if !dirty && next.same(p.snapshot().record) {
		return nil
	}
	next.version, err = p.c.save(p.ref, next)
	if errors.Is(err, ErrReplaced) {
		return err
	}
	if err != nil {
		p.failed(err)
		return err
	}
	p.announce(func() { p.record, p.unstored.any, p.apart = next, false, apart })
	return nil
}

// failed notes that the Store lacks something, which is mended by itself.
func (p *payment) failed(err error) {
	if errors.Is(err, errClosed) {
		return // it was put away, and whoever is due next asks the gateway
	}
	p.c.log.Error("a payment could not be stored", "payment", p.snapshot().record.PaymentID, "err", err)
	p.announce(func() {
		p.unstored.any = true
		if !p.unstored.retrying {
			p.unstored.retrying = p.spawn(p.retry)
		}
	})
}

// retry stores what the Store did not take, once it does.
func (p *payment) retry() {
	for over := false; !over && p.pause(retryAfter); {
		p.mu.Lock()
		end, change := p.unstored.late, (func(*record))(nil)
		p.mu.Unlock()
		if end != nil {
			change = end.change
		}
		if p.save(change) != nil {
			continue
		}
		p.announce(func() {
			if over = p.unstored.late == end; !over {
				return // a step ended meanwhile
			}
			if p.unstored.retrying, p.unstored.late = false, nil; end != nil {
				p.form.id, p.form.finishing = "", false
			}
		})
	}
}

// endLater keeps the end of a step until the Store takes it. The form is this process's
// until then: what it changed is not lost, and no other is taken in between.
func (p *payment) endLater(change func(*record)) {
	p.announce(func() {
		p.unstored.late, p.unstored.any = &late{change}, true
		if !p.unstored.retrying {
			p.unstored.retrying = p.spawn(p.retry)
		}
	})
}

// reconcile takes in what another process has stored. The process whose step is under way goes on: only it knows what
// the gateway answered, and nobody else may take a form meanwhile. Any other gives up what it knows, which is the
// gateway's to say once more. saving is held.
func (p *payment) reconcile(stored record) error {
	p.mu.Lock()
	was, sdk := p.record, p.sdk
	ours := p.form.id != "" && stored.Step != nil && stored.Step.ID == p.form.id
	if ours {
		p.record, p.apart = stored, p.apart || stored.session != was.session
		p.announceLocked()
	} else {
		p.form.id = "" // another process's step came after ours had been given up
	}
	polled := sdk.Health().Polling
	p.mu.Unlock()
	if ours {
		return nil
	}
	learnt, _ := sdk.CurrentSession()
	if err := p.load(stored); err != nil {
		return err
	}
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	mayPoll := polled && (stored.Lease.Holder == p.c.id || !stored.held(now, p.c.spans))
	if mayPoll && waits(stored.session) {
		p.sdk.StartStatusPolling(stored.PaymentID, nil)
	}
	if sdk := p.sdk; learnt.State != was.session.State && learnt.State != stored.session.State && stored.open() {
		p.spawn(func() { _, _ = sdk.RefreshStatus(p.ctx, stored.PaymentID) })
	}
	return nil
}

// plan sets when a payment that nobody polls is asked about next.
func (r *record) plan(now time.Time, by watchplan.Plan, spans spans) {
	since := r.Polled.Since
	if since.IsZero() {
		since = r.OpenedAt
	}
	if since.After(now.Add(spans.lease)) { // the clock was set back: the plan begins again
		since = now
		r.Polled.Since, r.Polled.Until = now, now
	}
	r.Watch.Next = by.Next(since, now, r.Watch.Answered, r.Watch.Silent)
	r.Watch.Ended = r.Watch.Next.IsZero()
}

// mark puts down what this process is doing with the payment: the step, the lease
// and what follows when it is given up.
func (p *payment) mark(next *record, sdk *core.WebSDK) {
	now := time.Now().UTC()
	health := sdk.Health()
	p.mu.Lock()
	step, finishing, asking, released, was := p.form.id, p.form.finishing, p.asking, p.released, p.record.session
	if health.Polling {
		p.ended = ""
	}
	next.Capped, next.Denied = next.Capped || p.ended == core.EventPollingCapped, next.Denied || p.ended == core.EventPollingDenied
	p.mu.Unlock()
	if next.session.State == core.StateSuccess && next.SettledAt.IsZero() { // what is heard of another leg later changes the session too
		if next.SettledAt = next.session.UpdatedAt; was.State == core.StateSuccess {
			next.SettledAt = was.UpdatedAt
		}
	}
	if health.Polling {
		if since := health.PollingSince.UTC(); !since.Equal(next.Polled.Since) {
			next.Polled.Since, next.Polled.Until = since, health.PollingUntil.UTC()
			next.Watch = watch{}
		}
		next.Capped, next.Denied = false, false
	}
	switch {
	case step == "":
	case finishing:
		next.Step = nil
	case next.Step == nil || next.Step.ID != step || !p.c.spans.lasts(next.Step.Until, now, p.c.stepLease/2):
		next.Step = &underway{ID: step, Until: now.Add(p.c.stepLease)}
	}
	twice := next.session.State == core.StateSuccess && sdk.SupportsStatusPolling() && sdk.Ledger().PayableTwice()
	if twice != next.Twice { // it has just been settled
		next.Twice, next.Watch = twice, watch{}
	}
	if next.watched() && !health.Polling && !next.Watch.Ended && !next.planned(now, p.c.spans) {
		next.plan(now, p.c.cfg.Watch, p.c.spans)
	}
	telling := next.untold(&p.c.cfg)
	switch wants := !released && (step != "" && !finishing || health.Polling || asking || telling); {
	case wants && (next.Lease.Holder != p.c.id || !p.c.spans.lasts(next.Lease.Until, now, p.c.cfg.Lease/2)):
		next.Lease.Holder, next.Lease.Until = p.c.id, now.Add(p.c.cfg.Lease)
		if health.LastAnswer.After(next.Polled.HeardAt) {
			next.Polled.HeardAt, next.Polled.Heard = health.LastAnswer.UTC(), health.LastStatus
		}
	case !wants && (next.Lease.Holder == p.c.id || !next.held(now, p.c.spans)):
		next.Lease.Holder, next.Lease.Until = "", time.Time{}
	}
}

// renewal reports whether the lease, or that of the step, is to be said again.
func (p *payment) renewal(now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.sdk == nil || p.closed {
		return false
	}
	step := p.form.id != "" && p.record.Step != nil && p.record.Step.ID == p.form.id && !p.c.spans.lasts(p.record.Step.Until, now, p.c.stepLease/2)
	return step || p.record.Lease.Holder == p.c.id && !p.c.spans.lasts(p.record.Lease.Until, now, p.c.cfg.Lease/2)
}

// fetch reads a record as it is stored.
func (c *Checkout) fetch(ref string) (Record, error) {
	ctx, cancel := context.WithTimeout(context.Background(), storeLimit)
	defer cancel()
	return c.cfg.Store.Load(ctx, ref)
}

// load reads a payment.
func (c *Checkout) load(ref string) (record, error) {
	stored, err := c.fetch(ref)
	if err != nil {
		return record{}, err
	}
	return c.unseal(stored)
}

func (c *Checkout) unseal(stored Record) (r record, err error) {
	if err = c.vault.Open(stored.Ref, stored.Sealed, &r); err != nil {
		return record{}, err
	}
	r.version, r.dueThen = stored.Version, stored.Due
	r.session, _, err = core.DecodeSnapshot(r.Snapshot)
	return r, err
}

// save stores a payment, if nobody else has since it was read, and returns its new version.
func (c *Checkout) save(ref string, r record) (uint64, error) {
	sealed, err := c.vault.Seal(ref, r)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeLimit)
	defer cancel()
	return c.cfg.Store.Save(ctx, Record{Ref: ref, Version: r.version, Due: r.dueFor(time.Now(), c), Sealed: sealed})
}
