package payments

import (
	"errors"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/tables"
)

const dueBatch = 64

// CatchUp does everything whose time has come. It runs before each answer, so that a reply never shows a past that a
// later reply contradicts, and on the clock's alarm, so that the bank page is live.
func (s *Payments) CatchUp() error {
	for worked := false; ; worked = true {
		var due bool
		now := s.Clock.Now()
		if err := s.Ledger.View(func(tx *ledger.Tx) error {
			at, _, found := tx.NextWake()
			due = found && !at.After(now)
			return nil
		}); err != nil {
			return err
		}
		if !due {
			if worked {
				return s.SetAlarm()
			}
			return nil // the caller that changed what is due has set the alarm
		}
		if err := s.Ledger.Update(func(tx *ledger.Tx) error {
			seqs, err := tx.TakeDue(now, dueBatch)
			if err != nil {
				return err
			}
			for _, seq := range seqs {
				p, err := tx.Payment(seq)
				if err != nil {
					return err
				}
				if err := s.Advance(tx, p, now); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
		s.Hub.Notify()
	}
}

// SetAlarm asks the clock to call when the next payment is due. The lock is held while the ledger is read: of two
// changes at once, the later reader sets the alarm for both.
func (s *Payments) SetAlarm() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var next time.Time
	var found bool
	if err := s.Ledger.View(func(tx *ledger.Tx) error {
		next, _, found = tx.NextWake()
		return nil
	}); err != nil {
		return err
	}
	if found && next.Equal(s.alarmAt) {
		return nil
	}
	if s.stopAlarm != nil {
		s.stopAlarm()
		s.stopAlarm = nil
	}
	s.alarmAt = time.Time{}
	if found && !s.closed {
		s.alarmAt = next
		s.stopAlarm = s.Clock.Schedule(next, s.ring)
	}
	return nil
}

// ring is the alarm.
func (s *Payments) ring() {
	s.mu.Lock()
	s.alarmAt = time.Time{}
	s.mu.Unlock()
	if err := errors.Join(s.CatchUp(), s.SetAlarm()); err != nil {
		s.Logger.Error("what is due could not be settled", "error", err)
	}
}

// Advance applies to one payment what is due by now.
func (s *Payments) Advance(tx *ledger.Tx, p *ledger.Record, now time.Time) error {
	changed := false
	for _, l := range p.Legs() {
		for len(l.Plan) > 0 && !l.Plan[0].At.After(now) {
			next := l.Plan[0]
			l.Plan = l.Plan[1:]
			changed = true
			if err := s.Enter(tx, p, l, next); err != nil {
				return err
			}
		}
	}
	if p.Paid() == nil && p.Moving() == nil && now.Sub(p.ActiveAt) >= s.timing.Idle {
		for _, l := range p.Legs() {
			if l.Status == contract.StatusPending {
				l.Status, l.Reason, changed = contract.StatusExpired, "IDLE", true
			}
		}
	}
	if !changed {
		return nil
	}
	p.ChangedAt = now
	return tx.SavePayment(p)
}

// Enter lets a leg enter a status. SUCCESS moves the money, unless it has moved already: then the settlement changes
// nothing, on whichever leg it came. Nothing leads out of SUCCESS.
func (s *Payments) Enter(tx *ledger.Tx, p *ledger.Record, l *ledger.Leg, next ledger.Step) error {
	if next.Status != contract.StatusSuccess {
		if l.Status != contract.StatusSuccess {
			l.Status, l.Reason = next.Status, next.Reason
		}
		return nil
	}
	paid := p.Paid()
	done, err := tx.Settle(p, l.Holder(), next.At)
	switch {
	case errors.Is(err, ledger.ErrNoFunds):
		l.Status, l.Reason = contract.StatusFailed, contract.CodeInsufficientFunds
		return nil
	case err != nil:
		return err
	case paid == l:
		return nil
	case paid != nil:
		l.Status, l.Reason = contract.StatusFailed, contract.CodeAlreadyPaid
		return nil
	}
	l.Status, l.Reason, l.TransactionID, l.SettledAt = contract.StatusSuccess, "", done.TransactionID, next.At
	return tx.AddMessage(ledger.Message{At: next.At, Kind: ledger.MessagePaid, Payment: p.Seq, Sender: l.Bank(),
		Holder: l.MaskedHolder()})
}

// PlanAmount lets a test amount act by itself once its QR is out.
func (s *Payments) PlanAmount(tx *ledger.Tx, p *ledger.Record, l *ledger.Leg) error {
	outcome := tables.OutcomeForAmount(p.Minor)
	if outcome == "" {
		return nil
	}
	return s.Plan(tx, p, l, s.Steps(outcome, s.Clock.Now().Add(s.timing.Auto))...)
}

// Steps is what an outcome means from the moment of approval (or of what stands for it) on.
func (s *Payments) Steps(outcome string, at time.Time) []ledger.Step {
	processing := ledger.Step{At: at, Status: contract.StatusProcessing}
	success := func(after time.Duration) ledger.Step {
		return ledger.Step{At: at.Add(after), Status: contract.StatusSuccess}
	}
	switch outcome {
	case contract.StatusFailed:
		return []ledger.Step{{At: at, Status: contract.StatusFailed, Reason: "DECLINED"}}
	case contract.StatusExpired:
		return []ledger.Step{{At: at, Status: contract.StatusExpired, Reason: "TEST_NUMBER"}}
	case tables.SettlesNever:
		return []ledger.Step{processing}
	case tables.SettlesLate:
		return []ledger.Step{processing, success(s.timing.Late)}
	case tables.PaysAfterEnd:
		return []ledger.Step{{At: at, Status: contract.StatusExpired, Reason: "TEST_NUMBER"}, success(time.Minute)}
	case tables.FastPath:
		return []ledger.Step{success(0)}
	case tables.SettlesTwice:
		return []ledger.Step{processing, success(s.timing.Settle), success(2 * s.timing.Settle)}
	}
	return []ledger.Step{processing, success(s.timing.Settle)}
}
