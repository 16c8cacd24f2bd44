package reader

import (
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestAnHourOfAllDays is told for today too, in zones whose clocks were changed more often since 1970 than a question
// has room for, and for what a wrong clock has dated. Each moment is in one span at most.
func TestAnHourOfAllDays(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	for _, name := range []string{"Europe/Paris", "Asia/Beirut", "Africa/Cairo", "Africa/Tripoli", "UTC"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for q, want := range map[journal.SaleQuery]map[time.Time]bool{
			{}: {now: true, now.AddDate(0, -5, 0): true, now.AddDate(-8, -5, 0): true, time.Unix(86_400, 0): true, now.AddDate(30, 0, 0): true},
			{From: "20260301", To: "20260501", Booked: true}:               {now: false, now.AddDate(0, -7, 0): true, now.AddDate(0, -8, 0): true, now.AddDate(-1, 0, 0): false},
			{From: "20260301", To: "20260501"}:                             {now: true, now.AddDate(0, -8, 0): true, now.AddDate(-1, 0, 0): false},
			{From: "20260301", To: "20261231", Status: journal.StatusPaid}: {now: true, now.AddDate(0, 2, 0): false},
		} {
			q.Hour = journal.ClockHour{Zone: zone, Hour: 10}
			h := hourOf(q, now)
			if len(h.Clock) == 0 || len(h.Clock) > office.MaxSpans {
				t.Errorf("%s: %d spans", name, len(h.Clock))
			}
			for at, is := range want {
				n := 0
				for _, s := range h.Clock {
					if _, ahead := at.In(zone).Zone(); s.From <= at.Unix() && at.Unix() < s.To {
						if n++; ahead != s.Ahead && at.Before(now.AddDate(1, 0, 0)) && at.After(now.AddDate(-20, 0, 0)) {
							t.Errorf("%s, %v: %s is told with %d, the clock is ahead by %d", name, q, at, s.Ahead, ahead)
						}
					}
				}
				if n > 1 || (n == 1) != is {
					t.Errorf("%s, from %q to %q: %s is in %d spans", name, q.From, q.To, at.Format(time.DateOnly), n)
				}
			}
		}
	}
}
