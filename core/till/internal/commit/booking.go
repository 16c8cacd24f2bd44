package commit

import (
	"context"
	"errors"
	"time"

	"sanduq/core/journal"
)

// day is the business day of a commit: that of the clock, or where the clock was set
// back behind it, the first on which anything may be booked. The caller holds mu.
func (w *Writer) day(ctx context.Context) (journal.Day, error) {
	now := w.cfg.Now()
	if w.first.Load() == nil {
		first, err := firstDay(ctx, w.cfg.Store, now.Location())
		if err != nil {
			return "", err
		}
		w.first.Store(&first)
	}
	return w.DayOf(now), nil
}

// Day is the business day that a commit has now. It is read once. Errors: the store's.
func (w *Writer) Day(ctx context.Context) (journal.Day, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.day(ctx)
}

// DayOf is the business day of a moment, as far as it is known without the disk: never
// one that the books have left.
func (w *Writer) DayOf(now time.Time) journal.Day {
	day := journal.DayOf(now)
	if first := w.first.Load(); first != nil {
		day = max(day, *first)
	}
	return day
}

// FirstDay is the first day on which anything may be booked, as the disk has it; blank
// for any. Errors: the store's.
func (w *Writer) FirstDay(ctx context.Context) (journal.Day, error) {
	return firstDay(ctx, w.cfg.Store, w.cfg.Now().Location())
}

func firstDay(ctx context.Context, store journal.Store, zone *time.Location) (journal.Day, error) {
	zs, err := store.Zs(ctx, 0, 1)
	if err != nil {
		return "", err
	}
	var last *journal.Z
	if len(zs) > 0 {
		last = &zs[0]
	}
	shift, err := store.Shift(ctx, 0)
	if err != nil && !errors.Is(err, journal.ErrNotFound) {
		return "", err
	}
	return journal.FirstBookingDay(last, shift.Shift, zone), nil
}

func date(day journal.Day) string { return day.Time(time.UTC).Format(time.DateOnly) }

// StaleClock is what a record says where the clock shows a day that the books have left:
// that day and the one that counts; blank where it does not.
func (w *Writer) StaleClock(day journal.Day) string {
	if clock := journal.DayOf(w.cfg.Now()); clock < day {
		return date(clock) + " / " + date(day)
	}
	return ""
}
