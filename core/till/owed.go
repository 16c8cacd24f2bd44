package till

import "sanduq/core/journal"

// tellTwin writes down, at the sale that was paid first, that money of its order
// is owed back, since the one that was paid after it knows. It works beside the
// caller: that other sale may wait for the disk, or for a step of its own. What a
// crash left untold is told after the restart.
func (t *Till) tellTwin(s journal.Sale) {
	if s.PaidTwiceWith == "" || s.PaidTwiceWith == s.ID {
		return
	}
	t.work.Go(func() {
		r, done, err := t.acquire(t.ctx, s.PaidTwiceWith)
		if err != nil {
			t.log.Error("twin not told", "sale", s.PaidTwiceWith, "err", err)
			return
		}
		defer done()
		if t.committer.wait() != nil || !r.readBack() { // its own settlement may be on the disk and not in hand
			return
		}
		untold := func(twin journal.Sale) bool { return twin.OwedWith() == "" }
		err = r.keepIf(untold, func(twin *journal.Sale) {
			now := t.Now()
			if twin.AlsoPaid = s.ID; twin.OwedSince.IsZero() { // else it has been owed back since it came after cash
				twin.OwedSince = now
			}
			twin.Record(now, journal.HistoryAlsoPaid, s.ID.Paper())
		})
		if err == nil || journal.CodeOf(err) == journal.CodeStep { // it may be told late, of what is closed, or anew
			err = r.followLedger()
		}
		if err != nil && t.ctx.Err() == nil {
			t.log.Error("twin not told", "sale", r.id, "err", err)
		}
	})
}
