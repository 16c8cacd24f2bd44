package sandbox

import (
	"time"

	"sanduq/core/practice/sandbox/ledger"
)

// keepClock sets the service's own clock to where it stood when the ledger was last open, and writes down each move
// from now on before what it makes due happens. Without it a restart would turn time back: codes would live twice, and
// a payment would change before it was made.
func (s *Server) keepClock() error {
	var lead time.Duration
	if err := s.ledger.View(func(tx *ledger.Tx) (err error) {
		lead, err = tx.ClockLead()
		return err
	}); err != nil {
		return err
	}
	s.clock.Restore(lead, func(lead time.Duration) {
		if err := s.ledger.Update(func(tx *ledger.Tx) error { return tx.NoteClockLead(lead) }); err != nil {
			s.opts.Logger.Error("the clock's move could not be written down", "error", err)
		}
	})
	return nil
}
