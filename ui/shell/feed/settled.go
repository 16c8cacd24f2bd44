package feed

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
)

// settledBack is how many days back a sale may have been opened that was settled
// today before the program began; the till itself asks for three.
const settledBack = 14

// settled is what was settled of late. It lives on the UI goroutine.
type settled struct {
	sales map[journal.SaleID]journal.View
	read  journal.Day // on which the records were asked
}

// update takes the newest view of a sale.
func (s *settled) update(v journal.View) {
	if _, is := v.ResolvedAt(); !is {
		delete(s.sales, v.ID)
		return
	}
	if s.sales == nil {
		s.sales = map[journal.SaleID]journal.View{}
	}
	s.sales[v.ID] = v
}

// on is what was settled on a day, the newest first. Of days before nothing is
// kept.
func (s *settled) on(day journal.Day, zone *time.Location) []journal.View {
	moment := func(v journal.View) time.Time { at, _ := v.ResolvedAt(); return at }
	maps.DeleteFunc(s.sales, func(_ journal.SaleID, v journal.View) bool { return dayIn(moment(v), zone) < day })
	return slices.SortedFunc(maps.Values(s.sales), func(a, b journal.View) int {
		if c := moment(b).Compare(moment(a)); c != 0 {
			return c
		}
		return strings.Compare(string(b.ID), string(a.ID))
	})
}

func dayIn(t time.Time, zone *time.Location) journal.Day {
	if zone != nil {
		t = t.In(zone)
	}
	return journal.DayOf(t)
}

// SettledToday is what was settled today, the newest first.
func (f *Feed) SettledToday() []journal.View {
	return f.settled.on(dayIn(f.env.Now(), f.env.Zone), f.env.Zone)
}

// ReadSettled asks the records once a day for what was settled before the
// program began, and shows it when it is there.
func (f *Feed) ReadSettled() {
	today := dayIn(f.env.Now(), f.env.Zone)
	if f.settled.read == today {
		return
	}
	f.settled.read = today
	var found []journal.View
	var err error
	f.env.Go(func() {
		found, err = settledOn(f.env.Life, f.till, today, f.env.Zone)
		f.env.Post(func() {
			if err != nil { // the list goes on without; the next look asks again
				f.settled.read = ""
			}
			for _, v := range found {
				_, going := f.sales[v.ID]
				if now, is := f.settled.sales[v.ID]; !going && (!is || now.Version < v.Version) {
					f.settled.update(v)
				}
			}
			f.window.Read()
		})
	})
}

// settledOn reads which sales of the last days were settled on a day.
func settledOn(ctx context.Context, t Till, day journal.Day, zone *time.Location) (all []journal.View, err error) {
	from := journal.DayOf(day.Time(time.UTC).AddDate(0, 0, -settledBack))
	// Days that have not come are read too: the clock may have been put back.
	for q := (journal.SaleQuery{From: from, Limit: 200}); ; {
		page, err := t.Sales(ctx, q)
		if err != nil {
			return all, err
		}
		for _, sale := range page.Sales {
			if at, is := sale.ResolvedAt(); is && dayIn(at, zone) == day {
				all = append(all, journal.View{Sale: sale})
			}
		}
		if !page.More || len(page.Sales) == 0 {
			return all, nil
		}
		q.Before = page.Sales[len(page.Sales)-1].ID
	}
}
