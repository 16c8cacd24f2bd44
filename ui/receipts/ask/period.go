package ask

import (
	"strconv"
	"strings"
	"time"

	"sanduq/core/journal"
)

// now is the day that the sentence is asked on; zero when it is no day.
func (r *reader) now() time.Time { return r.Today.Time(time.UTC) }

// span is a chip of days from first to last, of which none is after today. There
// is none of what lies in the future.
func (r *reader) span(first, last time.Time, said string) (Chip, bool) {
	now := r.now()
	if now.IsZero() || first.After(now) || last.Before(first) || first.Year() < 1 {
		return Chip{}, false
	}
	if last.After(now) {
		last = now
	}
	return Chip{Kind: Period, From: journal.DayOf(first), To: journal.DayOf(last), Said: said}, true
}

// named is a period that has a name.
func (r *reader) named(name string) (Chip, bool) {
	now := r.now()
	begin := now.AddDate(0, 0, -((int(now.Weekday()) - int(r.FirstDay) + 7) % 7))
	first := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	switch name {
	case today:
		return r.span(now, now, name)
	case yesterday:
		return r.span(now.AddDate(0, 0, -1), now.AddDate(0, 0, -1), name)
	case week:
		return r.span(begin, now, name)
	case lastWeek:
		return r.span(begin.AddDate(0, 0, -7), begin.AddDate(0, 0, -1), name)
	case month:
		return r.span(first, now, name)
	case lastMonth:
		return r.span(first.AddDate(0, -1, 0), first.AddDate(0, 0, -1), name)
	}
	return Chip{}, false
}

// weekday is the newest such day, today included.
func (r *reader) weekday(d time.Weekday) (Chip, bool) {
	day := r.now().AddDate(0, 0, -((int(r.now().Weekday()) - int(d) + 7) % 7))
	return r.span(day, day, "")
}

// mostDays is how far back a count of days goes.
const mostDays = 3660

// days reads a count of days, a date, or a month.
func (r *reader) days(i int) (Chip, int) {
	at := i
	if r.Words.last[r.words[at].key] && at+1 < len(r.words) {
		at++
	}
	n, counted := count(r.words[at].key)
	if at++; at < len(r.words) && r.Words.last[r.words[at].key] { // "7 derniers jours"
		at++
	}
	if counted && n > 0 && n <= mostDays && at < len(r.words) && r.Words.days[r.words[at].key] {
		c, ok := r.span(r.now().AddDate(0, 0, 1-n), r.now(), "")
		c.Days = n
		return c, chosen(ok, at+1-i)
	}
	if day, ok := r.written(r.words[i].key); ok {
		c, ok := r.span(day, day, "")
		return c, chosen(ok, 1)
	}
	return r.spelt(i)
}

func chosen(ok bool, n int) int {
	if ok {
		return n
	}
	return 0
}

// spelt reads "20 nov", "november 20", "20 november 2025", "november 2025" and
// "november". Without a year it is the newest that is not in the future.
func (r *reader) spelt(i int) (Chip, int) {
	at, day, year := i, 0, 0
	take := func(most int) (n int) {
		if at < len(r.words) {
			if n, ok := count(r.words[at].key); ok && n > 0 && n <= most {
				at++
				return n
			}
		}
		return 0
	}
	if at+1 < len(r.words) {
		day = take(31)
	}
	m := time.Month(0)
	if at < len(r.words) {
		m = r.Words.months[strings.TrimSuffix(r.words[at].key, ".")]
	}
	if m == 0 {
		return Chip{}, 0
	}
	at++
	if day == 0 {
		day = take(31)
	}
	if year = take(9999); year != 0 && year < 1000 {
		at, year = at-1, 0
	}
	c, ok := r.month(day, m, year)
	return c, chosen(ok, at-i)
}

// month is a day of a month or, with the day 0, all of it.
func (r *reader) month(day int, m time.Month, year int) (Chip, bool) {
	now := r.now()
	if year == 0 {
		year = now.Year()
		if time.Date(year, m, max(day, 1), 0, 0, 0, 0, time.UTC).After(now) {
			year--
		}
	}
	first := time.Date(year, m, max(day, 1), 0, 0, 0, 0, time.UTC)
	if first.Month() != m {
		return Chip{}, false // there is no such day
	}
	last := first
	if day == 0 {
		last = first.AddDate(0, 1, -1)
	}
	c, ok := r.span(first, last, "")
	c.Month = ok && day == 0
	return c, ok
}

// written reads "2026-11-20", "20/11/2026" and "20/11".
func (r *reader) written(s string) (time.Time, bool) {
	if day, err := time.Parse("2006-1-2", s); err == nil {
		return day, true
	}
	if day, err := time.Parse("2/1/2006", s); err == nil {
		return day, true
	}
	day, err := time.Parse("2/1", s)
	if err != nil {
		return time.Time{}, false
	}
	c, ok := r.month(day.Day(), day.Month(), 0)
	return c.From.Time(time.UTC), ok
}

// count is a whole number of few digits.
func count(s string) (int, bool) {
	if len(s) > 4 || s == "" {
		return 0, false
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && s[0] != '+'
}
