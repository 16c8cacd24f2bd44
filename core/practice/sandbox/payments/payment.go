package payments

import (
	"net/http"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/practice/sandbox/ledger"
)

// Change runs fn as one durable transaction, then tells the listeners and sets the alarm for what comes next.
func (s *Payments) Change(fn func(*ledger.Tx) error) error {
	if err := s.Ledger.Update(fn); err != nil {
		return err
	}
	s.Hub.Notify()
	return s.SetAlarm()
}

// Touch notes that merchant or customer did something: the idle time starts again.
func (s *Payments) Touch(tx *ledger.Tx, p *ledger.Record) error {
	now := s.Clock.Now()
	p.ActiveAt, p.ChangedAt = now, now
	if err := tx.Wake(now.Add(s.timing.Idle), p.Seq); err != nil {
		return err
	}
	return tx.SavePayment(p)
}

// Plan sets what a leg does by itself from now on.
func (s *Payments) Plan(tx *ledger.Tx, p *ledger.Record, l *ledger.Leg, steps ...ledger.Step) error {
	l.Plan = steps
	for _, next := range steps {
		if err := tx.Wake(next.At, p.Seq); err != nil {
			return err
		}
	}
	return nil
}

// Settlement plans the end of an approved leg: SUCCESS after the usual delay, with what the faults add to it.
func (s *Payments) Settlement(tx *ledger.Tx, p *ledger.Record, l *ledger.Leg, after time.Duration) error {
	if s.Faults.Behaviour() == faults.Slow {
		after += 10 * s.timing.Settle
	}
	h := s.Faults.Pick(contract.OpSettlement)
	if h.Found && h.Kind == faults.SlowSettlement {
		after += h.Delay
	}
	at := s.Clock.Now().Add(after)
	steps := []ledger.Step{{At: at, Status: contract.StatusSuccess}}
	if h.Found && h.Kind == faults.DuplicateSettlement {
		steps = append(steps, ledger.Step{At: at.Add(s.timing.Settle), Status: contract.StatusSuccess})
	}
	l.Status, l.Reason = contract.StatusProcessing, ""
	return s.Plan(tx, p, l, steps...)
}

// Open refuses what can no longer be done to a leg.
func Open(p *ledger.Record, l *ledger.Leg) *contract.Refusal {
	switch {
	case p.Paid() != nil:
		return contract.Refuse(http.StatusConflict, contract.CodeAlreadyPaid, "the payment has been paid")
	case p.Moving() != nil && p.Moving() != l:
		return contract.Refuse(http.StatusConflict, contract.CodeInProgress, "the payment is being settled on another route")
	case l.Status == contract.StatusFailed:
		return contract.Refuse(http.StatusConflict, contract.CodePaymentFailed, "the payment has failed")
	case l.Status == contract.StatusExpired:
		return contract.Refuse(http.StatusConflict, contract.CodePaymentExpired, "the payment has expired")
	}
	return nil
}
