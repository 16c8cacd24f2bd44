package sandbox

import (
	"strconv"
	"time"
)

// keepClock sets the service's own clock to where it stood when the ledger was last open, and writes down each move
// from now on before what it makes due happens. Without it a restart would turn time back: codes would live twice, and
// a payment would change before it was made.
func (s *Server) keepClock() error {
	var offset time.Duration
	if err := s.ledger.view(func(tx *ledgerTx) error {
		text := tx.Bucket(bucketMeta).Get(keyClock)
		if text == nil {
			return nil
		}
		n, err := strconv.ParseInt(string(text), 10, 64)
		offset = time.Duration(n)
		return err
	}); err != nil {
		return err
	}
	s.clock.keep(offset, func(offset time.Duration) {
		if err := s.ledger.update(func(tx *ledgerTx) error {
			return tx.Bucket(bucketMeta).Put(keyClock, strconv.AppendInt(nil, int64(offset), 10))
		}); err != nil {
			s.opts.Logger.Error("the clock's move could not be written down", "error", err)
		}
	})
	return nil
}
