package daily

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/ui/exporting"
)

// due is which days are to be written now, and the newest Z that is among them. A day at whose end a shift went on is
// written again with it.
func (w *Writer) due(ctx context.Context, k kept) (days []journal.Day, z uint64, err error) {
	now, today := w.o.Now(), w.today()
	from := today
	z = k.Z
	switch {
	case k.Config.When == AtTime:
		clock, err := time.Parse("15:04", k.Config.At)
		if err != nil {
			return nil, z, err
		}
		moment := time.Date(now.Year(), now.Month(), now.Day(), clock.Hour(), clock.Minute(), 0, 0, now.Location())
		if k.Code == "" && (now.Before(moment) && k.Day >= journal.DayOf(now.AddDate(0, 0, -1)) || !k.Last.Before(moment) && !k.Last.After(now)) {
			return nil, z, nil
		}
		from = min(today, cmp.Or(k.Day, today))
	default:
		zs, err := w.o.Zs(ctx, 0, 1)
		if err == nil && newest(zs) < z { // records were put back from a copy
			z = newest(zs)
			err = w.change(func(k *kept) { k.Z = z })
		}
		if err == nil {
			zs, err = queries.ZsAfter(ctx, w.o.Zs, z)
		}
		if err != nil || len(zs) == 0 && k.Code == "" {
			return nil, z, err
		}
		if k.Code != "" {
			from = min(today, cmp.Or(k.Day, today))
		}
		for _, one := range zs {
			z = max(z, one.Seq)
			from = min(from, journal.DayOf(one.Begun.In(now.Location())))
			if day := one.BookingDay(now.Location()); day > today { // the books are ahead of the clock
				days = append(days, day)
			}
		}
	}
	from = max(from, journal.DayOf(now.AddDate(0, 0, -mostDays+1)))
	for at := from.Time(time.UTC); !at.IsZero() && journal.DayOf(at) <= today; at = at.AddDate(0, 0, 1) {
		days = append(days, journal.DayOf(at))
	}
	slices.Sort(days)
	return slices.Compact(days), z, nil
}

// late are the last days of the statements that were signed since the accounting journals were written: each stands in
// the journal of its day.
func (w *Writer) late(ctx context.Context, k kept) (days []journal.Day, err error) {
	now := w.o.Now()
	since := cmp.Or(k.Signed, k.Last, now) // an older version kept the second alone
	if since.After(now) {                  // the clock was set back
		since = time.Time{}
	}
	all, err := w.o.Statements(ctx, exporting.MostStatements)
	first := journal.DayOf(now.AddDate(0, 0, -mostDays+1))
	for _, s := range all {
		if s.Signed != nil && !s.Signed.At.Before(since) && s.To >= first {
			days = append(days, s.To)
		}
	}
	return days, err
}
