package payment

import (
	"context"
	"errors"
	"fmt"

	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/staff"
)

// SetAside is till.Till.SetAside.
func (t *Teller) SetAside(_ context.Context, id journal.SaleID, reason string) error {
	by := t.cfg.Staff.Settings().Cashier
	r, err := t.run(id)
	if err != nil {
		return err
	}
	allowed := func(s journal.Sale) bool {
		return s.Status().Group() == journal.GroupOpen && s.SetAside == nil && s.Step != journal.StepIntent
	}
	aside := func(s *journal.Sale) {
		now := t.cfg.Now()
		s.SetAside = &journal.Decision{At: now, By: by, Reason: reason}
		s.Record(now, journal.HistorySetAside, reason)
	}
	row := journal.AuditRow{By: by, Action: journal.AuditSetAside, Detail: reason}
	if reason == journal.AsidePaidCash {
		return r.confirm(func() error { return r.sayCash(allowed, aside, row) }, nil)
	}
	return r.Update(commit.SaleUpdate{Allowed: allowed, Mutate: aside, Audit: []journal.AuditRow{row}, Insist: commit.Confirmed})
}

// ToManager is till.Till.ToManager.
func (t *Teller) ToManager(_ context.Context, id journal.SaleID, reason string) error {
	by := t.cfg.Staff.Settings().Cashier
	return t.decide(id, journal.Decision{By: by, Reason: reason}, journal.AuditRow{By: by, Action: journal.AuditToManager, Detail: reason}, journal.HistoryToManager, func(s journal.Sale) bool {
		return s.Status().Group() == journal.GroupOpen && s.WithManager == nil
	}, func(s *journal.Sale, m *journal.Decision) { s.WithManager = m })
}

// ResolveOutside is till.Till.ResolveOutside.
func (t *Teller) ResolveOutside(_ context.Context, id journal.SaleID, reason, by string) (err error) {
	g, err := t.cfg.Staff.ClaimNamed(staff.ActResolveOutside, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	r, err := t.run(id)
	if err != nil {
		return err
	}
	err = t.decide(id, journal.Decision{By: g.Word(), Reason: reason}, g.Row(journal.AuditResolvedOutside, reason), journal.HistoryResolved, func(s journal.Sale) bool {
		leaving := s.Step == journal.StepOTPIntent && r.sdkNow() != nil // one that cannot be restored stays there
		return reason != "" && s.Status().Group() == journal.GroupOpen && s.WithManager != nil && !leaving
	}, func(s *journal.Sale, m *journal.Decision) { s.ResolvedOutside = m })
	if err == nil && r.sdkNow() != nil {
		r.sdkNow().StopStatusPolling()
	}
	return err
}

func (t *Teller) decide(id journal.SaleID, d journal.Decision, row journal.AuditRow, event string, allowed func(journal.Sale) bool, set func(*journal.Sale, *journal.Decision)) error {
	r, err := t.run(id)
	if err != nil {
		return err
	}
	d.At = t.cfg.Now()
	return r.Update(commit.SaleUpdate{
		Allowed: allowed,
		Mutate: func(s *journal.Sale) {
			decided := d
			set(s, &decided)
			s.Record(d.At, event, d.Reason)
		},
		Audit:  []journal.AuditRow{row},
		Insist: commit.Confirmed,
	})
}

// Acknowledge is till.Till.Acknowledge.
func (t *Teller) Acknowledge(ctx context.Context, id journal.SaleID) error {
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
	case s.CashSeq != 0 && !t.orders.joined(s.ID): // it leaves the sales that a start looks at
		return journal.Refuse(journal.CodeUnavailable, nil)
	}
	now := t.cfg.Now()
	return r.Update(commit.SaleUpdate{
		Mutate: func(s *journal.Sale) {
			if s.AcknowledgedAt.IsZero() {
				s.AcknowledgedAt = now
			}
		},
		Insist: commit.Confirmed,
		Says:   func(s journal.Sale) bool { return !s.AcknowledgedAt.IsZero() },
	})
}

// ReadLateAlert is till.Till.ReadLateAlert.
func (t *Teller) ReadLateAlert(ctx context.Context, id journal.SaleID) error {
	by := t.cfg.Staff.Settings().Cashier
	return readAlert(ctx, t, id, by, journal.AuditRow{By: by, Action: journal.AuditAlertRead})
}

// ReadLate is till.Till.ReadLate.
func (t *Teller) ReadLate(ctx context.Context, id journal.SaleID, by string) (err error) {
	g, err := t.cfg.Staff.Authorize(staff.ActReadLate, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	row := g.Row(journal.AuditAlertRead, "")
	if row.By == "" {
		row.By = t.cfg.Staff.Settings().Cashier
	}
	return readAlert(ctx, t, id, row.By, row)
}

func readAlert(ctx context.Context, t *Teller, id journal.SaleID, by string, row journal.AuditRow) error {
	r, done, err := t.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer done()
	now := t.cfg.Now()
	err = r.Update(commit.SaleUpdate{
		Allowed: func(s journal.Sale) bool { return s.LateMoney() || s.PaidTwice() },
		Mutate: func(s *journal.Sale) {
			s.LateAlertRead = now
			if s.Owed() {
				s.Record(now, journal.HistoryOwedRead, by)
			}
		},
		Audit:  []journal.AuditRow{row},
		Insist: commit.Confirmed,
	})
	if journal.CodeOf(err) == journal.CodeStep {
		return nil
	}
	return err
}

// Copy is till.Till.Copy.
func (t *Teller) Copy(ctx context.Context, id journal.SaleID, by string) (int, error) {
	by, err := t.cfg.Staff.Signed(by)
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
	err = r.Update(commit.SaleUpdate{
		Mutate: func(s *journal.Sale) { s.Copies++; number = s.Copies },
		Audit:  []journal.AuditRow{{By: by, Action: journal.AuditCopy}},
		Insist: commit.Confirmed,
	})
	if err != nil {
		return 0, err
	}
	return number, nil
}

// TakeOver is till.Till.TakeOver.
func (t *Teller) TakeOver(context.Context) (int, error) {
	who, ok := t.cfg.Staff.Present()
	if !ok {
		return 0, journal.Refuse(journal.CodeNoUser, errors.New("nobody signed in"))
	}
	n := 0
	for _, v := range t.InFlight() {
		if v.Cashier == who.Name || v.Status().Group() != journal.GroupOpen {
			continue
		}
		r, err := t.run(v.ID)
		if err != nil {
			continue // it ended meanwhile
		}
		now := t.cfg.Now()
		if err := r.Update(commit.SaleUpdate{
			Mutate: func(s *journal.Sale) {
				s.Cashier = who.Name
				s.Record(now, journal.HistoryTakenOver, who.Name)
			},
			Audit: []journal.AuditRow{{By: who.Name, Action: journal.AuditTakenOver, Detail: v.Cashier}},
		}); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}
