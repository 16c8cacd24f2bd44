package reader

import (
	"context"
	"iter"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/report"
)

// Figures implements report.Source for all shops that the person sees.
func (r *Reader) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	return r.FiguresOf("").Figures(ctx, from, to)
}

// FiguresOf is the Source of a place's figures, in the window's own hours; blank is
// all. Of days with many sales it tells neither hours nor cashiers.
func (r *Reader) FiguresOf(place string) report.Source { return source{r, place} }

type source struct {
	reader *Reader
	place  string
}

func (s source) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	return func(yield func(report.Bucket, error) bool) {
		got, err := s.ask(ctx, from, to)
		if err != nil {
			yield(report.Bucket{}, err)
			return
		}
		hours := map[journal.Quarter]int{}
		for _, f := range got.Figures {
			if f.Beyond {
				yield(report.Bucket{}, report.Refuse(report.CodeRange, journal.ErrSum))
				return
			}
			hour, cashier := report.HourUnknown, ""
			if got.Whole {
				known := false
				if hour, known = hours[f.Quarter]; !known {
					hour = f.Quarter.Hour(s.reader.cfg.Zone)
					hours[f.Quarter] = hour
				}
				cashier = f.Cashier
			}
			if !yield(report.Bucket{Key: report.Key{Day: f.Day, Hour: hour, Route: f.Route, Status: f.Status, Cashier: cashier, Currency: f.Currency},
				Figure: report.Figure{Number: f.Sales, Minor: f.Minor}}, nil) {
				return
			}
		}
	}
}

func (s source) ask(ctx context.Context, from, to journal.Day) (got office.Figures, err error) {
	values, err := s.reader.question(journal.SaleQuery{From: from, To: to, Place: s.place}, s.reader.Practice())
	if err == nil {
		err = s.reader.get(ctx, "/office/api/figures", values, &got)
	}
	return got, err
}

// around is by how much a sale's moment may lie outside of the days that it counts
// for: a shop's day ends when the shop says, in the shop's own zone.
const around = 3 * 24 * time.Hour

// hourOf tells an office the clock by which an hour is meant. Where it was changed more often than a question tells,
// the newest times count: those before and after are told with the nearest difference.
func hourOf(q journal.SaleQuery, now time.Time) *office.ClockHour {
	zone := q.Hour.Zone
	if zone == nil {
		return nil
	}
	first, end := time.Unix(0, 0), time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
	if q.From != "" {
		first = q.From.Time(time.UTC).Add(-around)
	}
	if q.To != "" {
		end = q.To.Time(time.UTC).Add(around)
		if !q.Booked && end.Before(now) { // the hour of money that came later is that of the money
			end = now.Add(around)
		}
	}
	last := end
	if q.To == "" && first.Before(now) { // the zone's rules for later years are no news
		last = now.Add(around)
	}
	var clock []office.Span
	for until := last; until.After(first) && len(clock) < office.MaxSpans; {
		at := until.Add(-time.Second).In(zone)
		from, _ := at.ZoneBounds()
		if from.IsZero() || from.Before(first) {
			from = first
		}
		_, ahead := at.Zone()
		clock = append(clock, office.Span{From: from.Unix(), To: until.Unix(), Ahead: ahead})
		until = from
	}
	if n := len(clock); n > 0 {
		clock[0].To, clock[n-1].From = end.Unix(), first.Unix()
	}
	return &office.ClockHour{Hour: q.Hour.Hour, Clock: clock}
}

var _ report.Source = (*Reader)(nil)
