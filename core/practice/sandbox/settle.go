package sandbox

import (
	"errors"
	"time"
)

const dueBatch = 64

// catchUp does everything whose time has come. It runs before each answer, so that a reply never shows a past that a
// later reply contradicts, and on the clock's alarm, so that the bank page is live.
func (s *payments) catchUp() error {
	for worked := false; ; worked = true {
		var due bool
		now := s.clock.Now()
		if err := s.ledger.view(func(tx *ledgerTx) error {
			at, _, found := tx.nextWake()
			due = found && !at.After(now)
			return nil
		}); err != nil {
			return err
		}
		if !due {
			if worked {
				return s.setAlarm()
			}
			return nil // whoever changed what is due has set the alarm
		}
		if err := s.ledger.update(func(tx *ledgerTx) error {
			seqs, err := tx.takeDue(now, dueBatch)
			if err != nil {
				return err
			}
			for _, seq := range seqs {
				p, err := tx.payment(seq)
				if err != nil {
					return err
				}
				if err := s.advance(tx, p, now); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
		s.hub.tell()
	}
}

// setAlarm asks the clock to call when the next payment is due. The lock is held while the ledger is read: of two
// changes at once, the later reader sets the alarm for both.
func (s *payments) setAlarm() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var next time.Time
	var found bool
	if err := s.ledger.view(func(tx *ledgerTx) error {
		next, _, found = tx.nextWake()
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
		s.stopAlarm = s.clock.schedule(next, s.ring)
	}
	return nil
}

// ring is the alarm.
func (s *payments) ring() {
	s.mu.Lock()
	s.alarmAt = time.Time{}
	s.mu.Unlock()
	if err := errors.Join(s.catchUp(), s.setAlarm()); err != nil {
		s.logger.Error("what is due could not be settled", "error", err)
	}
}

// advance applies to one payment what is due by now.
func (s *payments) advance(tx *ledgerTx, p *record, now time.Time) error {
	changed := false
	for _, l := range p.legs() {
		for len(l.Plan) > 0 && !l.Plan[0].At.After(now) {
			next := l.Plan[0]
			l.Plan = l.Plan[1:]
			changed = true
			if err := s.take(tx, p, l, next); err != nil {
				return err
			}
		}
	}
	if p.paid() == nil && p.moving() == nil && now.Sub(p.ActiveAt) >= s.timing.Idle {
		for _, l := range p.legs() {
			if l.Status == StatusPending {
				l.Status, l.Reason, changed = StatusExpired, "IDLE", true
			}
		}
	}
	if !changed {
		return nil
	}
	p.ChangedAt = now
	return tx.savePayment(p)
}

// take lets a leg enter a status. SUCCESS moves the money, unless it has moved already: then the settlement changes
// nothing, on whichever leg it came. Nothing leads out of SUCCESS.
func (s *payments) take(tx *ledgerTx, p *record, l *leg, next step) error {
	if next.Status != StatusSuccess {
		if l.Status != StatusSuccess {
			l.Status, l.Reason = next.Status, next.Reason
		}
		return nil
	}
	paid := p.paid()
	done, err := tx.settle(p, l.holder(), next.At)
	switch {
	case errors.Is(err, errNoFunds):
		l.Status, l.Reason = StatusFailed, codeInsufficientFunds
		return nil
	case err != nil:
		return err
	case paid == l:
		return nil
	case paid != nil:
		l.Status, l.Reason = StatusFailed, codeAlreadyPaid
		return nil
	}
	l.Status, l.Reason, l.TransactionID, l.SettledAt = StatusSuccess, "", done.TransactionID, next.At
	return tx.addMessage(messageRecord{At: next.At, Kind: MessagePaid, Payment: p.Seq, Sender: l.bank(),
		Holder: l.maskedHolder()})
}

// planAmount lets a test amount act by itself once its QR is out.
func (s *payments) planAmount(tx *ledgerTx, p *record, l *leg) error {
	outcome := outcomeForAmount(p.Minor)
	if outcome == "" {
		return nil
	}
	return s.plan(tx, p, l, s.outcomeSteps(outcome, s.clock.Now().Add(s.timing.Auto))...)
}

// outcomeSteps is what an outcome means from the moment of approval (or of what stands for it) on.
func (s *payments) outcomeSteps(outcome string, at time.Time) []step {
	processing := step{At: at, Status: StatusProcessing}
	success := func(after time.Duration) step { return step{At: at.Add(after), Status: StatusSuccess} }
	switch outcome {
	case StatusFailed:
		return []step{{At: at, Status: StatusFailed, Reason: "DECLINED"}}
	case StatusExpired:
		return []step{{At: at, Status: StatusExpired, Reason: "TEST_NUMBER"}}
	case settlesNever:
		return []step{processing}
	case settlesLate:
		return []step{processing, success(s.timing.Late)}
	case paysAfterEnd:
		return []step{{At: at, Status: StatusExpired, Reason: "TEST_NUMBER"}, success(time.Minute)}
	case fastPath:
		return []step{success(0)}
	case settlesTwice:
		return []step{processing, success(s.timing.Settle), success(2 * s.timing.Settle)}
	}
	return []step{processing, success(s.timing.Settle)}
}
