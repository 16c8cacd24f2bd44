//go:build linux && !race

package page

import (
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/report"
)

// changes are days on which clocks are changed: in Paris at night, in Cairo and Beirut at
// midnight, so that a day begins at one o'clock or has its last hour twice; and one on which
// they are not.
var changes = []struct {
	zone string
	day  journal.Day
	of   time.Duration
}{
	{"Europe/Paris", "20260329", 23 * time.Hour}, {"Europe/Paris", "20261025", 25 * time.Hour},
	{"Africa/Cairo", "20260424", 23 * time.Hour}, {"Africa/Cairo", "20261029", 25 * time.Hour},
	{"Asia/Beirut", "20260329", 23 * time.Hour}, {"Asia/Beirut", "20261024", 25 * time.Hour},
	{"Asia/Dubai", "20260329", 24 * time.Hour},
}

func zoned(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// begun is the first quarter of an hour of a moment's day by a zone's clock.
func begun(at time.Time, zone *time.Location) time.Time {
	first := at.Truncate(15 * time.Minute)
	for journal.DayOf(first.Add(-15*time.Minute).In(zone)) == journal.DayOf(at.In(zone)) {
		first = first.Add(-15 * time.Minute)
	}
	return first
}

// TestAShopsDayIsThatOfItsClock: at each quarter of an hour of three days, of which the middle
// one has 23 or 25 hours, the page says of a shop that it is on the day that its tills are on,
// and when that began.
func TestAShopsDayIsThatOfItsClock(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	for _, c := range changes {
		zone := zoned(t, c.zone)
		if _, err := p.AddTill(t.Context(), c.zone, "1", core.Live); err != nil {
			t.Fatal(err)
		}
		if _, err := p.cfg.DB.Exec(t.Context(), "UPDATE shops SET zone = name"); err != nil {
			t.Fatal(err)
		}
		quarters := map[journal.Day]int{}
		noon := c.day.Time(time.UTC).Add(12 * time.Hour)
		for at := noon.Add(-36 * time.Hour); at.Before(noon.Add(36 * time.Hour)); at = at.Add(15 * time.Minute) {
			var day, began time.Time
			if err := p.cfg.DB.QueryRow(t.Context(), "SELECT day, began FROM ("+shopDays+") s WHERE name = $6 AND ($1 OR id = ANY($2))", true, []int64{}, noon, at, noon, c.zone).Scan(&day, &began); err != nil {
				t.Fatal(err)
			}
			if got, want := journal.DayOf(day), journal.DayOf(at.In(zone)); got != want || !began.Equal(begun(at, zone)) {
				t.Errorf("%s, %v: it is %s since %v, want %s since %v", c.zone, at, got, began.UTC(), want, begun(at, zone))
			}
			quarters[journal.DayOf(day)]++
		}
		if got := time.Duration(quarters[c.day]) * 15 * time.Minute; got != c.of {
			t.Errorf("%s: %s has %v, want %v", c.zone, c.day, got, c.of)
		}
	}
}

// TestEachSaleIsOfOneDayAndOneHour: sales of each quarter of an hour of three days, of which
// the middle one has 23 or 25 hours. Each is listed on one day and in one hour, and days,
// hours, reports and totals come to the same.
func TestEachSaleIsOfOneDayAndOneHour(t *testing.T) {
	t.Parallel()
	for _, c := range changes {
		p := newPlace(t)
		zone := zoned(t, c.zone)
		var all []office.Sale
		numbers, middle := map[journal.Day]int{}, 0
		noon := c.day.Time(time.UTC).Add(12 * time.Hour)
		p.later(noon.Add(48 * time.Hour).Sub(p.clock()))
		days := []journal.Day{journal.DayOf(noon.AddDate(0, 0, -1)), c.day, journal.DayOf(noon.AddDate(0, 0, 1))}
		total := report.Figure{}
		for at := noon.Add(-40 * time.Hour); at.Before(noon.Add(40 * time.Hour)); at = at.Add(15 * time.Minute) {
			day := journal.DayOf(at.In(zone))
			if !slices.Contains(days, day) {
				continue
			}
			if day == c.day {
				middle++
			}
			numbers[day]++
			s := sale(day, numbers[day], int64(1000+len(all)), journal.StatusPaid)
			s.CreatedAt, s.SettledAt, s.UpdatedAt = at, at.Add(time.Minute), at.Add(time.Minute)
			all = append(all, s)
			total.Number, total.Minor = total.Number+1, total.Minor+s.Minor
		}
		p.till("Harbour", "1", core.Live)(all...)
		p.person("Owner")
		owner := p.windowIn("Owner", zone)
		if got := time.Duration(middle) * 15 * time.Minute; got != c.of {
			t.Errorf("%s: %s has %v, want %v", c.zone, c.day, got, c.of)
		}
		whole := report.Filter{Period: report.Period{From: days[0], To: days[2]}, Currency: "LYD"}
		parts := func(what string, filters []report.Filter, of func(i int, s journal.Sale) bool) {
			t.Helper()
			sum, seen := report.Figure{}, map[journal.SaleID]int{}
			for i, f := range filters {
				q, ok := f.SaleQuery(zone)
				if !ok {
					t.Fatalf("%s: no list of %+v", what, f)
				}
				for _, s := range walk(t, owner, q) {
					sum.Number, sum.Minor, seen[s.ID] = sum.Number+1, sum.Minor+s.Amount.Minor, seen[s.ID]+1
					if !of(i, s) {
						t.Errorf("%s: sale %s of %v is in number %d of the %s", c.zone, s.ID, s.CreatedAt.In(zone), i, what)
					}
				}
			}
			for id, times := range seen {
				if times != 1 {
					t.Errorf("%s, %s: sale %s is there %d times", c.zone, what, id, times)
				}
			}
			if sum != total {
				t.Errorf("%s, %s: %+v, want %+v", c.zone, what, sum, total)
			}
		}
		var each, hours []report.Filter
		for _, day := range days {
			f := whole
			f.Period = report.OneDay(day)
			each = append(each, f)
		}
		for hour := range 24 {
			hours = append(hours, whole.OfHour(hour))
		}
		parts("days", each, func(i int, s journal.Sale) bool { return journal.DayOf(s.CreatedAt.In(zone)) == days[i] })
		parts("hours", hours, func(i int, s journal.Sale) bool { return s.CreatedAt.In(zone).Hour() == i })
		built, err := report.Build(t.Context(), owner, report.Query{Filter: whole})
		if err != nil || len(built.Reports) != 1 {
			t.Fatalf("%s: %+v, %v", c.zone, built, err)
		}
		sum := report.Figure{}
		for _, pair := range built.Reports[0].Hours {
			sum.Number, sum.Minor = sum.Number+pair.Now.Number, sum.Minor+pair.Now.Minor
		}
		var kept report.Figure
		if err := p.cfg.DB.QueryRow(t.Context(), "SELECT sum(sales)::bigint, sum(minor)::bigint FROM totals").Scan(&kept.Number, &kept.Minor); err != nil {
			t.Fatal(err)
		}
		if built.Reports[0].Taken.Now != total || sum != total || kept != total {
			t.Errorf("%s: taken %+v, hours %+v, totals %+v, want %+v", c.zone, built.Reports[0].Taken.Now, sum, kept, total)
		}
	}
}
