package till

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"sanduq/core/journal"
)

// fastestTill is how many sales a till can open in a minute at the very most.
const fastestTill = 6

// missed is how many sales may have been opened between two moments, up to
// whole hundreds. Where the clock makes no sense of them it is a whole day's.
func missed(since, until time.Time) int {
	between := until.Sub(since)
	if since.IsZero() || between < 0 {
		between = 24 * time.Hour
	}
	n := int(between/time.Minute)*fastestTill + 1
	return (n + 99) / 100 * 100
}

// loadRecovery reads whether the journal was put back. If so, and if nobody has done
// it yet, it leaves the gap in the numbers and writes that down.
func (t *Till) loadRecovery(ctx context.Context) error {
	f, err := t.cfg.Store.Freeze(ctx)
	switch {
	case errors.Is(err, journal.ErrNotFound):
		return nil
	case err != nil:
		return fmt.Errorf("read freeze: %w", err)
	case f.Confirmed != nil:
		return nil
	}
	if f.TakenUp.IsZero() {
		if err := t.committer.commit(func(h *journal.Head) journal.Change {
			now := t.Now()
			since := f.Since
			if begin := t.committer.day.Time(t.cfg.Zone); since.Before(begin) && !since.IsZero() {
				since = begin
			}
			f.TakenUp, f.Day = now, t.committer.day
			f.Number, f.Receipt = h.Number+missed(since, now), h.Receipt+uint64(missed(f.Since, now))
			leaveOut(&f, *h, now)
			h.Audit++
			return journal.Change{Freeze: &f, Audit: []journal.AuditRow{{Seq: h.Audit, At: now, Action: journal.AuditAction(f.Cause), Detail: f.Gap()}}}
		}); err != nil {
			return fmt.Errorf("take up freeze: %w", err)
		}
	}
	t.log.Warn("journal was put back: no new payments until a manager confirms", "cause", f.Cause, "since", f.Since, "gap", f.Gap())
	t.recovery = &journal.Recovery{Freeze: f}
	return nil
}

// behind marks a sale of a journal that was put back: what became of it since
// is not in its record.
func (t *Till) behind(s *journal.Sale) error {
	if s.Behind {
		return nil
	}
	next := *s
	next.Behind = true
	next.Version++
	next.Record(t.Now(), journal.HistoryBehind, "")
	if next.Watchable() { // what was done with it since, nobody here knows: a QR may be out
		next.RenewWatch()
		journal.StartWatch(&next, time.Time{}, t.Now())
	}
	if err := t.committer.commit(func(*journal.Head) journal.Change { next.UpdatedAt = t.Now(); return journal.Change{Sale: &next} }); err != nil {
		return err
	}
	*s = next
	return nil
}

// Recovery returns how far the till has come with a journal that was put back;
// nil while it charges as usual.
func (t *Till) Recovery() *journal.Recovery {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.recovery == nil {
		return nil
	}
	r := *t.recovery
	return &r
}

// frozen refuses what could create or move money while the journal is in
// doubt.
func (t *Till) frozen() error {
	if r := t.Recovery(); r != nil {
		return journal.Refuse(journal.CodeFrozen, fmt.Errorf("journal was put back at %s", r.At.Format(time.RFC3339)))
	}
	return nil
}

// ConfirmRecovery ends the freeze after a journal was put back: by is who knows
// what may be missing, and may RightRecover. Errors: CodeStep when nothing is
// frozen, CodeManager without such a name, CodeFrozen while the gateway has not
// answered for every open sale, CodeStore.
func (t *Till) ConfirmRecovery(_ context.Context, by string) (err error) {
	r := t.Recovery()
	if r == nil {
		return journal.Refuse(journal.CodeStep, errors.New("nothing is frozen"))
	}
	g, err := t.claimNamed(actConfirmRecovery, by)
	if err != nil {
		return err
	}
	defer func() { g.end(err) }()
	if !r.Ready() {
		return journal.Refuse(journal.CodeFrozen, fmt.Errorf("%d sales are not answered for", len(r.Waiting)))
	}
	f := r.Freeze
	err = t.committer.commit(func(h *journal.Head) journal.Change {
		now := t.Now()
		f.Confirmed = &journal.Decision{At: now, By: g.word(), Reason: string(f.Cause)}
		return journal.Change{Freeze: &f, Audit: t.rows(h, []journal.AuditRow{g.row(journal.AuditReconciled,
			strconv.Itoa(r.Open)+" open, "+strconv.Itoa(len(r.Unasked))+" could not be asked about")})}
	})
	if err != nil {
		return journal.Refuse(journal.CodeStore, err)
	}
	t.setRecovery(nil)
	return nil
}

func (t *Till) setRecovery(r *journal.Recovery) {
	t.mu.Lock()
	t.recovery = r
	t.mu.Unlock()
	t.hub.Publish(journal.Notice{Kind: journal.NoticeRecovery, Recovery: r})
}
