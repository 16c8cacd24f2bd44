package sandbox

import (
	"net/http"
	"time"
)

// change runs fn as one durable transaction, then tells the listeners and sets the alarm for what comes next.
func (s *payments) change(fn func(*ledgerTx) error) error {
	if err := s.ledger.update(fn); err != nil {
		return err
	}
	s.hub.tell()
	return s.setAlarm()
}

// touch notes that merchant or customer did something: the idle time starts anew.
func (s *payments) touch(tx *ledgerTx, p *record) error {
	now := s.clock.Now()
	p.ActiveAt, p.ChangedAt = now, now
	if err := tx.wake(now.Add(s.timing.Idle), p.Seq); err != nil {
		return err
	}
	return tx.savePayment(p)
}

// plan sets what a leg does by itself from now on.
func (s *payments) plan(tx *ledgerTx, p *record, l *leg, steps ...step) error {
	l.Plan = steps
	for _, next := range steps {
		if err := tx.wake(next.At, p.Seq); err != nil {
			return err
		}
	}
	return nil
}

// settlement plans the end of an approved leg: SUCCESS after the usual delay, with what the faults add to it.
func (s *payments) settlement(tx *ledgerTx, p *record, l *leg, after time.Duration) error {
	if s.faults.currentBehaviour() == Slow {
		after += 10 * s.timing.Settle
	}
	h := s.faults.pick(OpSettlement)
	if h.found && h.Kind == FaultSlowSettlement {
		after += h.Delay
	}
	at := s.clock.Now().Add(after)
	steps := []step{{At: at, Status: StatusSuccess}}
	if h.found && h.Kind == FaultDuplicateSettlement {
		steps = append(steps, step{At: at.Add(s.timing.Settle), Status: StatusSuccess})
	}
	l.Status, l.Reason = StatusProcessing, ""
	return s.plan(tx, p, l, steps...)
}

// open refuses what can no longer be done to a leg.
func openLeg(p *record, l *leg) *apiError {
	switch {
	case p.paid() != nil:
		return refuse(http.StatusConflict, codeAlreadyPaid, "the payment has been paid")
	case p.moving() != nil && p.moving() != l:
		return refuse(http.StatusConflict, codeInProgress, "the payment is being settled on another route")
	case l.Status == StatusFailed:
		return refuse(http.StatusConflict, codePaymentFailed, "the payment has failed")
	case l.Status == StatusExpired:
		return refuse(http.StatusConflict, codePaymentExpired, "the payment has expired")
	}
	return nil
}
