package payment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/refunds"
	"sanduq/core/till/internal/sched"
)

// run is one open sale: its record, its SDK, and the one goroutine that writes
// the SDK's events down before anyone sees them.
type run struct {
	t  *Teller
	id journal.SaleID

	op    sched.Mutex // one step of the cashier's at a time
	write sched.Mutex // one commit at a time; taken before mu, and held over the disk

	mu      sched.Mutex // guards the rest; never held over the disk, so a view never waits for it
	changed *sync.Cond  // applied or dead has changed
	// deciding: a person's decision is being written down, or its commit is in doubt.
	deciding bool
	decided  *sync.Cond // deciding has changed
	sale     journal.Sale
	live     journal.LiveStatus
	// pollStart is when the newest poller began. Unlike LiveStatus's it stays
	// when the poller has stopped, whichever is heard of first.
	pollStart time.Time
	sdk       *core.WebSDK // nil while the sale has no payment to speak of
	applied   uint64       // the newest event of sdk that is on disk
	barred    bool         // the event after it breaks an invariant: nobody waits for it
	dead      bool
	// undo is the step to go back to when an intent turns out, after the
	// store was reopened, to be on disk although its call was never sent. It is
	// guarded by write.
	undo journal.Step
	soon bool // ask at the next chance
	// repoll makes the next question of the watcher start the poller again.
	repoll bool
	chase  []time.Time // when a settled sale is asked for its transaction; see settled

	end func() // stops listening to sdk

}

func newRun(t *Teller, s journal.Sale) *run {
	r := &run{t: t, id: s.ID, sale: s}
	r.op.Name(string(s.ID), "op")
	r.write.Name(string(s.ID), "write")
	r.mu.Name(string(s.ID), "mu")
	r.changed, r.decided = sync.NewCond(&r.mu), sync.NewCond(&r.mu)
	return r
}

// attach gives the run its SDK and begins to listen. Events reach apply in
// their order, each committed before the next is looked at.
func (r *run) attach(sdk *core.WebSDK) {
	ctx, cancel := context.WithCancel(r.t.cfg.Work.Context())
	sdk.Ledger().VerifySettlements(r.verify)
	sub := sdk.SessionStream()
	unwatch := sdk.WatchHealth(r.health)
	r.mu.Lock()
	r.sdk = sdk
	r.applied = 0
	r.end = func() { cancel(); unwatch(); sub.Close(); sdk.Close() }
	dead := r.dead
	r.mu.Unlock()
	if dead { // the till closed meanwhile and has not seen this SDK
		r.end()
		return
	}
	r.t.cfg.Work.Go(func() {
		for {
			ev, err := sub.Next(ctx)
			if err != nil {
				return
			}
			if !r.applyEvent(ev) {
				return
			}
		}
	})
}

// applyEvent writes one event down and publishes it. When the store has a fault it
// waits, reads the record back, and applies the event to what it finds. One that breaks
// an invariant is tried again too: what everyone sees stays older, and none that follows
// is shown before it. False means that the till is closing.
func (r *run) applyEvent(ev core.PaymentEvent) bool {
	for n := 0; ; n++ {
		err := r.commitEvent(ev)
		if err == nil {
			return true
		}
		r.t.cfg.Logger.Error("event not recorded", "sale", r.id, "event", ev.Seq, "kind", ev.Kind, "err", err)
		if journal.CodeOf(err) == journal.CodeOwnError {
			r.bar()
		}
		if r.t.cfg.Writer.Wait() != nil || !r.ReadBack() || !r.t.cfg.Work.Pause(n) {
			return false
		}
		r.t.cfg.Refunds.TellOther(r.view().Sale) // it may have been on the disk after all
	}
}

func (r *run) commitEvent(ev core.PaymentEvent) error {
	r.write.Lock()
	defer r.write.Unlock()
	v := r.view()
	r.mu.Lock()
	since := r.pollStart
	r.mu.Unlock()
	next := journal.Apply(v.Sale, ev, since)
	if next.Session.InstitutionCode == "" {
		next.Institution = "" // the money comes by another way than the account that was validated last
	}
	settles := next.Session.State == core.StateSuccess && next.ReceiptSeq == 0
	if same(next, v.Sale) {
		if ev.Kind != core.EventRestored && ev.Transition() && ev.After.State == core.StateSuccess { // an indeterminate commit did reach the disk
			r.planFollowUp(v.Sale)
			r.t.watcher.wakeWatcher()
		}
		r.publish(v.Sale, &ev)
		return nil
	}
	if settles {
		next.Watch.Next = time.Time{}
		if r.sdkNow().Ledger().PayableTwice() {
			next.WatchSecond(ev.At)
		}
	}
	secrets, err := r.secrets(next)
	if err != nil {
		return err
	}
	if next.Step == journal.StepOTPIntent {
		secrets = nil // what the intent sealed must be believed until its outcome is known
	}
	set, owing := r.t.cfg.Staff.Settings(), refunds.Owing{}
	if settles {
		// One settlement at a time: of two linked sales, the second sees the first.
		r.t.settling.Lock()
		defer r.t.settling.Unlock()
		if owing, err = r.t.orders.owing(r.t.cfg.Work.Context(), next); err != nil {
			return err
		}
		if owing.Cause != journal.DebtLate { // which the ledger alone says
			next.RecordOwed(owing.With, owing.Cause, ev.At)
		}
	}
	saved, err := r.commit(func(h *journal.Head, day journal.Day) journal.Change {
		c := journal.Change{Secrets: secrets}
		if settles {
			h.Receipt++
			rec := journal.ReceiptOf(next, set, h.Receipt, ev.At)
			rec.Shift = h.Shift
			next.Route, next.Institution = rec.Route, rec.Institution // reports and lists tell what the receipt and the Z do
			next.ReceiptSeq, next.SettledAt, next.Print = rec.Seq, ev.At, r.t.cfg.Slips.Wanted()
			next.Book(max(day, next.ID.Day()))
			action := journal.AuditSettled
			if next.Session.Late || next.SetAside != nil {
				action = journal.AuditSettledLate
			}
			c.Receipt = &rec
			c.Audit = r.audit(h, next, "", action, rec.Amount.Major()+" "+rec.Amount.Currency)
			var told []journal.AuditRow
			c.Debts, told = r.opens(owing, h, next, ev.At)
			c.Audit = append(c.Audit, told...)
			if behind := r.t.cfg.Writer.StaleClock(next.BookingDay()); behind != "" {
				next.Record(ev.At, journal.HistoryClockBehind, behind)
				c.Audit = append(c.Audit, r.audit(h, next, "", journal.AuditClockBehind, behind)...)
			}
		} else if ev.Kind == core.EventConflict && v.Session.Conflict == "" {
			c.Audit = r.audit(h, next, "", journal.AuditConflict, next.Session.Conflict)
		}
		c.Sale = &next
		return c
	})
	if err != nil {
		return err
	}
	if settles {
		r.planFollowUp(saved)
		r.t.cfg.Refunds.TellOther(saved)
	}
	r.publish(saved, &ev)
	r.t.cfg.Slips.Queue(saved)
	r.t.watcher.wakeWatcher()
	return nil
}

// commit writes the change that build makes and returns its sale as it was
// written. The caller holds write, and publishes.
func (r *run) commit(build func(h *journal.Head, day journal.Day) journal.Change) (journal.Sale, error) {
	before := r.view().Version
	var c journal.Change
	err := r.t.cfg.Writer.Update(func(h *journal.Head, day journal.Day) (journal.Change, error) {
		c = build(h, day)
		c.Sale.Version = before + 1
		c.Sale.UpdatedAt = r.t.cfg.Now()
		return c, nil
	})
	if err != nil {
		return journal.Sale{}, err
	}
	return *c.Sale, nil
}

func (r *run) audit(h *journal.Head, s journal.Sale, by string, action journal.AuditAction, detail string) []journal.AuditRow {
	h.Audit++
	if by == "" {
		by = s.Cashier
	}
	return []journal.AuditRow{{Seq: h.Audit, At: r.t.cfg.Now(), By: by, Action: action, SaleID: r.id, Detail: detail}}
}

// publish makes a record that is on disk the one that everyone sees, and tells
// them. ev is the event that led to it, if any.
func (r *run) publish(s journal.Sale, ev *core.PaymentEvent) {
	r.t.cfg.Logger.Info("sale", logged(s)...) // before the lock: no view waits for the log's disk
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sale = s
	if ev != nil {
		r.applied = max(r.applied, ev.Seq)
		r.barred = false
	}
	r.changed.Broadcast()
	r.t.cfg.Publish(journal.Notice{Kind: journal.NoticeSale, View: journal.View{Sale: r.sale, Live: r.live}, Payment: ev})
}

// logged is what the log tells of a sale: where it stands, and nothing secret.
func logged(s journal.Sale) []any {
	return []any{"order", s.OrderID, "number", s.ID.Number(), "step", s.Step, "state", s.Session.State,
		"status", s.Status(), "receipt", s.ReceiptSeq, "print", s.Print}
}

// unasked reports whether the gateway is asked nothing more about a sale: it is settled,
// or a manager closed it, and its other leg is not watched, or no longer.
func unasked(s journal.Sale) bool {
	return (s.Session.State == core.StateSuccess || s.ResolvedOutside != nil) && !s.SecondWatched()
}

// secrets returns what the store is to seal: the SDK's whole snapshot while
// the gateway is asked, and nothing afterwards.
func (r *run) secrets(s journal.Sale) (*journal.Secrets, error) {
	if unasked(s) {
		return &journal.Secrets{}, nil
	}
	snap, err := r.sdkNow().Snapshot()
	if err != nil {
		return nil, fmt.Errorf("snapshot: %w", err)
	}
	sealed, err := sealSnapshot(snap)
	return &sealed, err
}

// bar lets go who waits for an event that cannot be written: the watcher has others to ask.
func (r *run) bar() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.barred = true
	r.changed.Broadcast()
}

// cutOff reports whether it stays open here what a call came to: the till closed over it, or
// its event must not be written. The announcement stays, and the next start asks.
func cutOff(r *run, err error) bool {
	return r.t.cfg.Work.Context().Err() != nil || journal.CodeOf(err) == journal.CodeOwnError
}

// call runs one of the SDK's calls and returns only after the events that it
// caused are on disk, so that what comes next never overtakes them; CodeOwnError where
// one of them must not be.
func (r *run) call(op core.Operation, f func(ctx context.Context, sdk *core.WebSDK) error) error {
	r.setBusy(op)
	defer r.setBusy("")
	r.mu.Lock()
	sdk := r.sdk
	r.mu.Unlock()
	if sdk == nil {
		return journal.Refuse(journal.CodeNoSale, errors.New("sale has no payment"))
	}
	mine := sdk.SessionStream()
	defer mine.Close()
	callErr := f(r.t.cfg.Work.Context(), sdk)
	var last uint64
	for {
		ev, ok := mine.TryNext()
		if !ok {
			break
		}
		last = ev.Seq
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.applied < last && !r.dead && !r.barred {
		r.changed.Wait()
	}
	if r.applied < last && r.barred && !r.dead {
		return journal.Refuse(journal.CodeOwnError, callErr)
	}
	if r.applied < last || r.t.cfg.Work.Context().Err() != nil && callErr == nil { // closed over the call: its events may not have reached anybody
		return journal.Refuse(journal.CodeUnavailable, callErr)
	}
	return callErr
}

func (r *run) view() journal.View {
	r.mu.Lock()
	defer r.mu.Unlock()
	return journal.View{Sale: r.sale, Live: r.live}
}

// close ends polling and listening and lets every waiter go.
func (r *run) close() {
	r.mu.Lock()
	r.dead = true
	end := r.end
	r.changed.Broadcast()
	r.mu.Unlock()
	if end != nil {
		end()
	}
}

// same reports whether two records say the same, commits aside.
func same(a, b journal.Sale) bool {
	a.Version, a.UpdatedAt = b.Version, b.UpdatedAt
	a.Session.UpdatedAt = b.Session.UpdatedAt
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && string(x) == string(y)
}
