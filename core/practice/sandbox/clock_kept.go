package sandbox

import "time"

// keepClock sets the service's own clock to where it stood when the ledger was last open, and writes down each move
// from now on before what it makes due happens. Without it a restart would turn time back: codes would live twice, and
// a payment would change before it was made.
func (s *Server) keepClock() error {
	var lead time.Duration
	if err := s.ledger.view(func(tx *ledgerTx) (err error) {
		lead, err = tx.clockLead()
		return err
	}); err != nil {
		return err
	}
	s.clock.keep(lead, func(lead time.Duration) {
		if err := s.ledger.update(func(tx *ledgerTx) error { return tx.noteClockLead(lead) }); err != nil {
			s.opts.Logger.Error("the clock's move could not be written down", "error", err)
		}
	})
	return nil
}
