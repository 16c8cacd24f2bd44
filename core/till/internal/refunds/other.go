package refunds

import (
	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
)

// TellOther writes down, at the sale that was paid first, that money of its order
// is owed back, since the one that was paid after it knows. It works beside the
// caller: that other sale may wait for the disk, or for a step of its own. What a
// crash left untold is told after the restart.
func (l *Ledger) TellOther(s journal.Sale) {
	if s.PaidTwiceWith == "" || s.PaidTwiceWith == s.ID {
		return
	}
	l.cfg.Work.Go(func() {
		r, done, err := l.cfg.Sales.Acquire(l.cfg.Work.Context(), s.PaidTwiceWith)
		if err != nil {
			l.cfg.Logger.Error("other sale of the order not told", "sale", s.PaidTwiceWith, "err", err)
			return
		}
		defer done()
		if l.cfg.Writer.Wait() != nil || !r.ReadBack() { // its own settlement may be on the disk and not in hand
			return
		}
		untold := func(other journal.Sale) bool { return other.OwedWith() == "" }
		err = r.Update(commit.SaleUpdate{Allowed: untold, Insist: commit.UntilDurable, Mutate: func(other *journal.Sale) {
			now := l.cfg.Now()
			if other.AlsoPaid = s.ID; other.OwedSince.IsZero() { // else it has been owed back since it came after cash
				other.OwedSince = now
			}
			other.Record(now, journal.HistoryAlsoPaid, s.ID.Paper())
		}})
		if err == nil || journal.CodeOf(err) == journal.CodeStep { // it may be told late, of what is closed, or again
			err = l.followLedger(r)
		}
		if err != nil && l.cfg.Work.Context().Err() == nil {
			l.cfg.Logger.Error("other sale of the order not told", "sale", r.Sale().ID, "err", err)
		}
	})
}
