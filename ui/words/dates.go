package words

import (
	"fmt"
	"time"
)

var months = map[string][12]string{
	English: {"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"},
	Arabic:  {"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"},
	French:  {"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"},
}

var shortMonths = map[string][12]string{
	English: {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"},
	Arabic:  months[Arabic],
	French:  {"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."},
}

var weekdays = map[string][7]string{
	English: {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"},
	Arabic:  {"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"},
	French:  {"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"},
}

// Time is the hour and minute, "14:31", the same in every language.
func Time(t time.Time) string { return t.Format("15:04") }

// TimeSeconds is Time with seconds, "14:31:08".
func TimeSeconds(t time.Time) string { return t.Format("15:04:05") }

// Date is a day in short: "20 Nov 2026". The day is the one of t's own location.
func (c *Catalogue) Date(t time.Time) string {
	return fmt.Sprintf("%d %s %d", t.Day(), shortMonths[c.Lang()][t.Month()-1], t.Year())
}

// DateTime is Date and the time with seconds: "20 Nov 2026, 14:31:20".
func (c *Catalogue) DateTime(t time.Time) string { return c.Date(t) + c.comma() + TimeSeconds(t) }

// Moment is Date and the time: "20 Nov 2026, 14:31".
func (c *Catalogue) Moment(t time.Time) string { return c.Date(t) + c.comma() + Time(t) }

func (c *Catalogue) comma() string {
	if c.RTL() {
		return "، "
	}
	return ", "
}

// Day is a heading over the rows of a day: "Friday 20 November".
func (c *Catalogue) Day(t time.Time) string {
	lang := c.Lang()
	day := weekdays[lang][t.Weekday()]
	if lang == French {
		day = string(day[0]-'a'+'A') + day[1:]
	}
	return fmt.Sprintf("%s %d %s", day, t.Day(), months[lang][t.Month()-1])
}

// Month is a month and its year: "November 2026".
func (c *Catalogue) Month(t time.Time) string {
	return fmt.Sprintf("%s %d", months[c.Lang()][t.Month()-1], t.Year())
}

// Weekday is the name of a day of the week, as a heading has it.
func (c *Catalogue) Weekday(d time.Weekday) string { return weekdays[c.Lang()][d] }
