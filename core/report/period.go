package report

import (
	"fmt"
	"time"

	"sanduq/core/journal"
)

// MaxDays is the longest period that is reported: a hundred years.
const MaxDays = 36600

// Period is a run of business days, both ends in it. All arithmetic is on the
// calendar: days have no hours here, so that a clock change lengthens none.
type Period struct {
	From, To journal.Day
}

// Comparison is what a period is held against.
type Comparison string

// The comparisons.
const (
	CompareNone     Comparison = ""
	CompareBefore   Comparison = "before"   // the period just before it
	CompareWeekdays Comparison = "weekdays" // as many whole weeks earlier as it takes: the same weekdays
	CompareYear     Comparison = "year"     // the same dates a year earlier
)

// Today returns the business day of a moment in the shop's time zone, for a
// shop whose day ends at an hour of its clock, 0 being midnight: with 3 the
// hours 0, 1 and 2 belong to the day before.
func Today(now time.Time, zone *time.Location, ends int) journal.Day {
	local := now.In(zone)
	day := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC)
	if local.Hour() < ends {
		day = day.AddDate(0, 0, -1)
	}
	return journal.DayOf(day)
}

// OneDay is the period of a single day.
func OneDay(day journal.Day) Period { return Period{day, day} }

// Yesterday is the day before today.
func Yesterday(today journal.Day) Period { return OneDay(shift(today, -1)) }

// SevenDays is the week that ends today.
func SevenDays(today journal.Day) Period { return Period{shift(today, -6), today} }

// Month is the calendar month of today, up to today.
func Month(today journal.Day) Period {
	t := date(today)
	return Period{journal.DayOf(time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)), today}
}

// Check returns CodePeriod unless both ends are days of the calendar, in
// order, and not more than MaxDays.
func (p Period) Check() error {
	for _, d := range []journal.Day{p.From, p.To} {
		if t, err := time.Parse("20060102", string(d)); err != nil || journal.DayOf(t) != d {
			return Refuse(CodePeriod, fmt.Errorf("%q is no day", d))
		}
	}
	if n := p.Days(); n < 1 || n > MaxDays {
		return Refuse(CodePeriod, fmt.Errorf("%d days", n))
	}
	return nil
}

// Days returns how many days the period has.
func (p Period) Days() int { return place(p.From, p.To) + 1 }

// Has reports whether a day is in the period.
func (p Period) Has(d journal.Day) bool { return p.From <= d && d <= p.To }

// Day returns the day at a place, 0 being the first.
func (p Period) Day(i int) journal.Day { return shift(p.From, i) }

// Against returns the period that p is compared with; ok is false for
// CompareNone and an unknown one. A month, whole or up to a day, is compared
// with the month before: whole, or up to the same day.
func (p Period) Against(c Comparison) (before Period, ok bool) {
	n := p.Days()
	switch c {
	case CompareBefore:
		if m, is := p.monthBefore(); is {
			return m, true
		}
		return Period{shift(p.From, -n), shift(p.From, -1)}, true
	case CompareWeekdays:
		weeks := (n + 6) / 7
		return Period{shift(p.From, -7*weeks), shift(p.To, -7*weeks)}, true
	case CompareYear:
		return Period{monthsEarlier(p.From, 12), monthsEarlier(p.To, 12)}, true
	}
	return Period{}, false
}

// monthBefore is what a period that begins with a month, and is longer than a
// week of it, is compared with.
func (p Period) monthBefore() (Period, bool) {
	from, to := date(p.From), date(p.To)
	if from.Day() != 1 || from.Month() != to.Month() || from.Year() != to.Year() || p.Days() < 8 {
		return Period{}, false
	}
	before := Period{monthsEarlier(p.From, 1), monthsEarlier(p.To, 1)}
	if to.AddDate(0, 0, 1).Month() != to.Month() {
		before.To = shift(p.From, -1)
	}
	return before, true
}

// monthsEarlier is the same day of an earlier month, or that month's last.
func monthsEarlier(d journal.Day, months int) journal.Day {
	t := date(d)
	first := time.Date(t.Year(), t.Month()-time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return journal.DayOf(first.AddDate(0, 0, min(t.Day(), last)-1))
}

// date is a day's place in the calendar of UTC, which has no clock changes.
func date(d journal.Day) time.Time { return d.Time(time.UTC) }

func shift(d journal.Day, days int) journal.Day { return journal.DayOf(date(d).AddDate(0, 0, days)) }

// place is how many days after from a day is.
func place(from, d journal.Day) int { return int(date(d).Sub(date(from)) / (24 * time.Hour)) }
