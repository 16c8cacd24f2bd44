package words

import (
	"fmt"
	"strings"
	"time"
)

// Time is the hour and minute, "14:31", the same in every language.
func Time(t time.Time) string { return t.Format("15:04") }

// TimeSeconds is Time with seconds, "14:31:08".
func TimeSeconds(t time.Time) string { return t.Format("15:04:05") }

// Date is a day in short: "20 Nov 2026". The day is the one of t's own location.
func (c *Catalogue) Date(t time.Time) string {
	return fmt.Sprintf("%d %s %d", t.Day(), find(c.Lang()).shortMonths[t.Month()-1], t.Year())
}

// DateTime is Date and the time with seconds: "20 Nov 2026, 14:31:20".
func (c *Catalogue) DateTime(t time.Time) string {
	return c.Date(t) + find(c.Lang()).comma + TimeSeconds(t)
}

// Moment is Date and the time: "20 Nov 2026, 14:31".
func (c *Catalogue) Moment(t time.Time) string { return c.Date(t) + find(c.Lang()).comma + Time(t) }

// Day is a heading over the rows of a day: "Friday 20 November".
func (c *Catalogue) Day(t time.Time) string {
	l := find(c.Lang())
	day := l.weekdays[t.Weekday()]
	if l.capital {
		day = strings.ToUpper(day[:1]) + day[1:]
	}
	return fmt.Sprintf("%s %d %s", day, t.Day(), l.months[t.Month()-1])
}

// Month is a month and its year: "November 2026".
func (c *Catalogue) Month(t time.Time) string {
	return fmt.Sprintf("%s %d", find(c.Lang()).months[t.Month()-1], t.Year())
}

// Weekday is the name of a day of the week, as a heading has it.
func (c *Catalogue) Weekday(d time.Weekday) string { return find(c.Lang()).weekdays[d] }
