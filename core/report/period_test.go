package report_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/core/report"
)

func TestPeriodsOfADay(t *testing.T) {
	const today = journal.Day("20261120")
	for name, c := range map[string]struct{ got, want report.Period }{
		"today":      {report.OneDay(today), report.Period{From: today, To: today}},
		"yesterday":  {report.Yesterday("20270101"), report.Period{From: "20261231", To: "20261231"}},
		"seven days": {report.SevenDays(today), report.Period{From: "20261114", To: today}},
		"month":      {report.Month(today), report.Period{From: "20261101", To: today}},
		"its first":  {report.Month("20261101"), report.Period{From: "20261101", To: "20261101"}},
	} {
		if c.got != c.want || c.got.Check() != nil {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
}

func TestWhatAPeriodIsComparedWith(t *testing.T) {
	for _, c := range []struct {
		from, to         journal.Day
		how              report.Comparison
		wantFrom, wantTo journal.Day
	}{
		{"20261120", "20261120", report.CompareBefore, "20261119", "20261119"},
		{"20261120", "20261120", report.CompareWeekdays, "20261113", "20261113"},
		{"20261114", "20261120", report.CompareBefore, "20261107", "20261113"},
		{"20261114", "20261120", report.CompareWeekdays, "20261107", "20261113"},
		{"20261101", "20261120", report.CompareBefore, "20261001", "20261020"}, // a month so far
		{"20261101", "20261130", report.CompareBefore, "20261001", "20261031"}, // a whole month with a whole one
		{"20260301", "20260331", report.CompareBefore, "20260201", "20260228"},
		{"20260301", "20260330", report.CompareBefore, "20260201", "20260228"},
		{"20261102", "20261120", report.CompareBefore, "20261014", "20261101"},   // no month: as many days
		{"20261102", "20261120", report.CompareWeekdays, "20261012", "20261030"}, // 19 days: three weeks
		{"20280229", "20280229", report.CompareYear, "20270228", "20270228"},
		{"20260101", "20261231", report.CompareYear, "20250101", "20251231"},
		{"20261120", "20261120", report.CompareNone, "", ""},
	} {
		got, ok := report.Period{From: c.from, To: c.to}.Against(c.how)
		if got != (report.Period{From: c.wantFrom, To: c.wantTo}) || ok != (c.wantFrom != "") {
			t.Errorf("%s to %s, %q: %v, %v", c.from, c.to, c.how, got, ok)
		}
	}
}

func TestWhatIsNoPeriod(t *testing.T) {
	for _, p := range []report.Period{{}, {From: "20261120"}, {From: "20261121", To: "20261120"}, {From: "2026112", To: "20261120"},
		{From: "20261131", To: "20261231"}, {From: "18000101", To: "20261120"}, {From: "today", To: "today"}} {
		if report.CodeOf(p.Check()) != report.CodePeriod {
			t.Errorf("%v was taken: %v", p, p.Check())
		}
	}
	if err := (report.Period{From: "19861121", To: "20261120"}).Check(); err != nil {
		t.Errorf("forty years: %v", err)
	}
}

// The same weekdays are the same weekdays, and a period never overlaps with
// what it is compared with.
func TestComparisonsNeverOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, rapid.IntRange(0, 15000).Draw(t, "from"))
		p := report.Period{From: journal.DayOf(from), To: journal.DayOf(from.AddDate(0, 0, rapid.IntRange(0, 364).Draw(t, "days")))}
		for _, how := range []report.Comparison{report.CompareBefore, report.CompareWeekdays, report.CompareYear} {
			before, ok := p.Against(how)
			if !ok || before.Check() != nil || before.To >= p.From {
				t.Fatalf("%v against %v by %q", p, before, how)
			}
			weekday := func(d journal.Day) time.Weekday { return d.Time(time.UTC).Weekday() }
			if how == report.CompareWeekdays && (weekday(before.From) != weekday(p.From) || before.Days() != p.Days()) {
				t.Fatalf("%v against %v: other weekdays", p, before)
			}
		}
	})
}

// A day of the shop ends at an hour of its clock, also on the night in which
// that hour is skipped or comes twice.
func TestTodayAcrossClockChanges(t *testing.T) {
	for _, c := range []struct {
		now  time.Time
		zone *time.Location
		ends int
		want journal.Day
	}{
		{time.Date(2026, 11, 20, 21, 59, 0, 0, time.UTC), tripoli, 0, "20261120"},
		{time.Date(2026, 11, 20, 22, 0, 0, 0, time.UTC), tripoli, 0, "20261121"},
		{time.Date(2026, 11, 21, 0, 59, 0, 0, time.UTC), tripoli, 3, "20261120"},
		{time.Date(2026, 11, 21, 1, 0, 0, 0, time.UTC), tripoli, 3, "20261121"},
		// Cairo, 24 April 2026: the clock goes from 23:59:59 to 01:00.
		{time.Date(2026, 4, 23, 21, 59, 59, 0, time.UTC), cairo, 0, "20260423"},
		{time.Date(2026, 4, 23, 22, 0, 0, 0, time.UTC), cairo, 0, "20260424"},
		// Cairo, 29 October 2026: the hour from 23 to 24 comes twice.
		{time.Date(2026, 10, 29, 20, 30, 0, 0, time.UTC), cairo, 0, "20261029"},
		{time.Date(2026, 10, 29, 21, 30, 0, 0, time.UTC), cairo, 0, "20261029"},
		{time.Date(2026, 10, 29, 22, 0, 0, 0, time.UTC), cairo, 0, "20261030"},
	} {
		if got := report.Today(c.now, c.zone, c.ends); got != c.want {
			t.Errorf("%v in %v, day ends at %d: %s, want %s", c.now, c.zone, c.ends, got, c.want)
		}
	}
}
