package till

import (
	"context"
	"fmt"

	"sanduq/core/journal"
)

// SetAside hides a payment that cannot be cancelled. The customer may still
// pay; the till keeps polling and watching. Where the commit is in doubt it waits
// until the disk was read back and then says what became of it, as every decision
// here does. Errors: CodeNoSale, CodeStep, CodeStore, by which nothing was recorded,
// CodeUnavailable.
//
// With AsidePaidCash somebody says that the customer paid in cash, which no record
// of the till's holds: bank money that comes for the order is owed back, and so is
// what came for it before.
func (t *Till) SetAside(_ context.Context, id journal.SaleID, reason string) error {
	by := t.Settings().Cashier
	r, err := t.run(id)
	if err != nil {
		return err
	}
	allowed := func(s journal.Sale) bool {
		return s.Status().Group() == journal.GroupOpen && s.SetAside == nil && s.Step != journal.StepIntent
	}
	aside := func(s *journal.Sale) {
		now := t.Now()
		s.SetAside = &journal.Decision{At: now, By: by, Reason: reason}
		s.Record(now, journal.HistorySetAside, reason)
	}
	row := journal.AuditRow{By: by, Action: journal.AuditSetAside, Detail: reason}
	return r.surely(func() error {
		if reason == journal.AsidePaidCash {
			return r.sayCash(allowed, aside, row)
		}
		return r.changeIf(allowed, aside, row)
	})
}

// surely takes a decision that a person would take again if it were called not saved,
// one at a time. A commit in doubt is waited out: after nil the decision is on the
// disk and the sale says so; after CodeStore nothing was written. CodeUnavailable: the
// till closed over the doubt, and the next start shows what is there. The caller holds
// no lock.
func (r *run) surely(decide func() error) error {
	r.decides()
	defer r.hasDecided()
	said := decide()
	if said == nil {
		return nil
	}
	if err := r.t.committer.undoubted(said); err != nil {
		return err
	}
	for n := 0; !r.tryBack(); n++ {
		if !r.t.pause(n) {
			return journal.Refuse(journal.CodeUnavailable, said)
		}
	}
	return nil
}

// surelySays is surely for a change that leaves no row in the book of decisions: the sale
// itself says whether the disk has it.
func (r *run) surelySays(decide func() error, says func(journal.Sale) bool) error {
	r.decides()
	defer r.hasDecided()
	said := decide()
	if said == nil || !doubtful(said) {
		return said
	}
	for n := 0; ; n++ {
		if err := r.t.committer.wait(); err != nil {
			return journal.Refuse(journal.CodeUnavailable, said)
		}
		if r.tryBack() {
			break
		}
		if !r.t.pause(n) {
			return journal.Refuse(journal.CodeUnavailable, said)
		}
	}
	if says(r.view().Sale) {
		return nil
	}
	return unwritten{said}
}

// decides waits until no other decision about the sale is under way: one that is in
// doubt ends when the till closes.
func (r *run) decides() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.deciding {
		r.decided.Wait()
	}
	r.deciding = true
}

func (r *run) hasDecided() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.deciding = false
	r.decided.Signal()
}

// ToManager hands a sale whose outcome is unknown to the manager.
func (t *Till) ToManager(_ context.Context, id journal.SaleID, reason string) error {
	by := t.Settings().Cashier
	return t.decide(id, journal.Decision{By: by, Reason: reason}, journal.AuditRow{By: by, Action: journal.AuditToManager, Detail: reason}, journal.HistoryToManager, func(s journal.Sale) bool {
		return s.Status().Group() == journal.GroupOpen && s.WithManager == nil
	}, func(s *journal.Sale, m *journal.Decision) { s.WithManager = m })
}

// ResolveOutside records somebody's word, in whose right it is, that a sale of
// unknown outcome was settled outside the till. It never makes the sale paid and writes no
// receipt; watching ends. While a code is on its way it is refused with
// CodeStep: the money would move after the last look. Errors: CodeManager, CodeNoSale, CodeStep, CodeStore.
func (t *Till) ResolveOutside(_ context.Context, id journal.SaleID, reason, by string) (err error) {
	g, err := t.claimNamed(actResolveOutside, by)
	if err != nil {
		return err
	}
	defer func() { g.end(err) }()
	r, err := t.run(id)
	if err != nil {
		return err
	}
	err = t.decide(id, journal.Decision{By: g.word(), Reason: reason}, g.row(journal.AuditResolvedOutside, reason), journal.HistoryResolved, func(s journal.Sale) bool {
		leaving := s.Step == journal.StepOTPIntent && r.sdkNow() != nil // one that cannot be restored stays there
		return reason != "" && s.Status().Group() == journal.GroupOpen && s.WithManager != nil && !leaving
	}, func(s *journal.Sale, m *journal.Decision) { s.ResolvedOutside = m })
	if err == nil && r.sdkNow() != nil {
		r.sdkNow().StopStatusPolling()
	}
	return err
}

func (t *Till) decide(id journal.SaleID, d journal.Decision, row journal.AuditRow, event string, allowed func(journal.Sale) bool, set func(*journal.Sale, *journal.Decision)) error {
	r, err := t.run(id)
	if err != nil {
		return err
	}
	d.At = t.Now()
	return r.surely(func() error {
		return r.changeIf(allowed, func(s *journal.Sale) {
			decided := d
			set(s, &decided)
			s.Record(d.At, event, d.Reason)
		}, row)
	})
}

// Acknowledge records that the cashier took note of a sale's end; the sale
// leaves the strip. A disk in doubt is waited out. Errors: CodeNoSale, CodeNotEnded,
// CodeStore, by which nothing was recorded, CodeUnavailable.
//
// A sale that has left the strip by then, since its alert was read on another
// screen, is taken from the store: what was taken note of before is well.
func (t *Till) Acknowledge(ctx context.Context, id journal.SaleID) error {
	r, done, err := t.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	switch s := r.view().Sale; {
	case !s.Status().Ended():
		return journal.Refuse(journal.CodeNotEnded, fmt.Errorf("sale is %s", s.Status()))
	case !s.AcknowledgedAt.IsZero():
		return nil
	case s.CashSeq != 0 && !t.joined(s.ID): // it leaves the sales that a start looks at
		return journal.Refuse(journal.CodeUnavailable, nil)
	}
	now := t.Now()
	return r.surelySays(func() error {
		return r.change(func(s *journal.Sale) {
			if s.AcknowledgedAt.IsZero() {
				s.AcknowledgedAt = now
			}
		})
	}, func(s journal.Sale) bool { return !s.AcknowledgedAt.IsZero() })
}

// ReadLateAlert records that someone took note of money that came late. What was
// read before is well, and where there is no such alert nothing is recorded: a
// tap must not silence one that is yet to come. Money that is owed back stays
// owed. Errors: CodeNoSale, CodeStore.
func (t *Till) ReadLateAlert(ctx context.Context, id journal.SaleID) error {
	r, done, err := t.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	now, by := t.Now(), t.Settings().Cashier
	err = r.surely(func() error {
		return r.changeIf(func(s journal.Sale) bool { return s.LateMoney() || s.PaidTwice() }, func(s *journal.Sale) {
			s.LateAlertRead = now
			if s.Owed() {
				s.Record(now, journal.HistoryOwedRead, by)
			}
		}, journal.AuditRow{By: by, Action: journal.AuditAlertRead})
	})
	if journal.CodeOf(err) == journal.CodeStep {
		return nil
	}
	return err
}

// Copy records that a copy of a sale's receipt, or cash receipt, is made, and returns its
// number: 1 for the first copy. The paper must carry it, with who and when.
// Errors: CodeRight where by is not who is at the till, CodeNoSale, CodeStep, CodeStore,
// by which none was recorded, CodeUnavailable.
func (t *Till) Copy(ctx context.Context, id journal.SaleID, by string) (int, error) {
	by, err := t.signed(by)
	if err != nil {
		return 0, err
	}
	r, done, err := t.acquire(ctx, id)
	if err != nil {
		return 0, err
	}
	defer done()
	if s := r.view().Sale; s.ReceiptSeq == 0 && s.CashSeq == 0 {
		return 0, journal.Refuse(journal.CodeStep, fmt.Errorf("sale is %s", s.Status()))
	}
	var number int
	err = r.surely(func() error {
		return r.change(func(s *journal.Sale) { s.Copies++; number = s.Copies }, journal.AuditRow{By: by, Action: journal.AuditCopy})
	})
	if err != nil {
		return 0, err
	}
	return number, nil
}
