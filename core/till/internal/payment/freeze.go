package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/staff"
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

// LoadRecovery reads whether the journal was put back. If so, and if nobody has done
// it yet, it leaves the gap in the numbers and writes that down.
func (t *Teller) LoadRecovery(ctx context.Context) error {
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
		if err := t.cfg.Writer.Update(func(h *journal.Head, day journal.Day) (journal.Change, error) {
			now := t.cfg.Now()
			since := f.Since
			if begin := day.Time(t.cfg.Zone); since.Before(begin) && !since.IsZero() {
				since = begin
			}
			f.TakenUp, f.Day = now, day
			f.Number, f.Receipt = h.Number+missed(since, now), h.Receipt+uint64(missed(f.Since, now))
			leaveOut(&f, *h, now)
			h.Audit++
			left := leftOut(f, *h)
			f.LeftOut = append(slices.Clone(f.LeftOut), left)
			gap := gapText(left)
			t.cfg.Logger.Warn("numbers are left out after the journal was put back", "gap", gap)
			return journal.Change{Freeze: &f, Audit: []journal.AuditRow{{Seq: h.Audit, At: now, Action: journal.AuditAction(f.Cause), Detail: gap}}}, nil
		}); err != nil {
			return fmt.Errorf("take up freeze: %w", err)
		}
	}
	t.cfg.Logger.Warn("journal was put back: no new payments until a manager confirms", "cause", f.Cause, "since", f.Since)
	t.recovery = &journal.Recovery{Freeze: f}
	return nil
}

// markStale marks a sale of a journal that was put back: what became of it since
// is not in its record.
func (t *Teller) markStale(s *journal.Sale) error {
	if s.Stale {
		return nil
	}
	next := *s
	next.Stale = true
	next.Version++
	next.Record(t.cfg.Now(), journal.HistoryStale, "")
	if next.Watchable() { // what was done with it since, nobody here knows: a QR may be out
		next.RenewWatch()
		journal.StartWatch(&next, time.Time{}, t.cfg.Now())
	}
	if err := t.cfg.Writer.Update(func(*journal.Head, journal.Day) (journal.Change, error) {
		next.UpdatedAt = t.cfg.Now()
		return journal.Change{Sale: &next}, nil
	}); err != nil {
		return err
	}
	*s = next
	return nil
}

// Recovery is till.Till.Recovery.
func (t *Teller) Recovery() *journal.Recovery {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.recovery == nil {
		return nil
	}
	r := *t.recovery
	return &r
}

// Frozen refuses what could create or move money while the journal is in
// doubt, or the till has found an error of its own: CodeFrozen, CodeOwnError.
func (t *Teller) Frozen() error {
	if err := t.cfg.Writer.Refusal(); err != nil {
		return err
	}
	if r := t.Recovery(); r != nil {
		return journal.Refuse(journal.CodeFrozen, fmt.Errorf("journal was put back at %s", r.At.Format(time.RFC3339)))
	}
	return nil
}

// ConfirmRecovery is till.Till.ConfirmRecovery.
func (t *Teller) ConfirmRecovery(_ context.Context, by string) (err error) {
	r := t.Recovery()
	if r == nil {
		return journal.Refuse(journal.CodeStep, errors.New("nothing is frozen"))
	}
	g, err := t.cfg.Staff.ClaimNamed(staff.ActConfirmRecovery, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	if !r.Ready() {
		return journal.Refuse(journal.CodeFrozen, fmt.Errorf("%d sales are not answered for", len(r.Waiting)))
	}
	f := r.Freeze
	err = t.cfg.Writer.Update(func(h *journal.Head, _ journal.Day) (journal.Change, error) {
		now := t.cfg.Now()
		f.Confirmed = &journal.Decision{At: now, By: g.Word(), Reason: string(f.Cause)}
		return journal.Change{Freeze: &f, Audit: t.cfg.Writer.Rows(h, g.Row(journal.AuditReconciled,
			strconv.Itoa(r.Open)+" open, "+strconv.Itoa(len(r.Unasked))+" could not be asked about"))}, nil
	})
	if err != nil {
		return journal.Refuse(journal.CodeStore, err)
	}
	t.setRecovery(nil)
	return nil
}

func (t *Teller) setRecovery(r *journal.Recovery) {
	t.mu.Lock()
	t.recovery = r
	t.mu.Unlock()
	t.cfg.Publish(journal.Notice{Kind: journal.NoticeRecovery, Recovery: r})
}

// leaveOut takes the numbers of Zs and of cash receipts into a freeze that may
// have been given out since the journal was put back, whether or not what is left
// of it knows of any: the shop may have begun with both since. A Z takes minutes, so
// there can be one in ten at the most. The gap of cash receipts makes a count of
// before stale: what moved since, nobody here knows.
func leaveOut(f *journal.Freeze, h journal.Head, now time.Time) {
	f.Cash = max(f.Cash, h.Cash+uint64(missed(f.Since, now)))
	f.Z = max(f.Z, h.Z+uint64(missed(f.Since, now)/(10*fastestTill)+1))
}

// leftOut says which numbers a freeze leaves out, after the newest that the journal has.
func leftOut(f journal.Freeze, has journal.Head) journal.LeftOut {
	span := func(newest, end uint64) journal.SeqRange {
		if end <= newest {
			return journal.SeqRange{}
		}
		return journal.SeqRange{First: newest + 1, Last: end}
	}
	return journal.LeftOut{Cause: f.Cause, Since: f.Since, Shift: has.Shift, Day: f.Day, Sales: span(uint64(has.Number), uint64(f.Number)),
		Receipts: span(has.Receipt, f.Receipt), Cash: span(has.Cash, f.Cash), Zs: span(has.Z, f.Z)}
}

// gapText says it as the audit keeps it.
func gapText(l journal.LeftOut) string {
	since := "an unknown time"
	if !l.Since.IsZero() {
		since = l.Since.UTC().Format(time.RFC3339)
	}
	text := "missing since " + since
	for _, one := range []struct {
		what string
		run  journal.SeqRange
	}{{"sales of " + string(l.Day), l.Sales}, {"receipts", l.Receipts}, {"cash receipts", l.Cash}, {"Zs", l.Zs}} {
		if one.run.First != 0 {
			text += fmt.Sprintf("; %s %d to %d are left out", one.what, one.run.First, one.run.Last)
		}
	}
	return text
}
