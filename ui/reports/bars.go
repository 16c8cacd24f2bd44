package reports

import (
	"strconv"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/words"
)

// bar is one pair of bars: a label below, and what is behind it.
type bar struct {
	label string
	name  string // the same where there is room, for sentences
	report.Pair
	back   report.Figure // what was returned meanwhile
	filter report.Filter
}

// hours are the bars of the hours from the first to the last with anything, of a report with cash.
func hours(r report.Report, q report.Query, w *words.Catalogue) (all []bar) {
	first, last, ok := r.OpenHours()
	for h := first; ok && h <= last; h++ {
		all = append(all, bar{strconv.Itoa(h), w.T("report.hour", "from", h, "to", (h+1)%24), r.Hours[h], r.Returned.Hours[h], r.Filter(q).OfHour(h).OfTaken(r.Hours[h].Now, r.Cash.Hours[h].Now)})
	}
	return all
}

// unit is how many days a bar of the days stands for.
type unit int

const (
	unitDay unit = iota
	unitWeek
	unitMonth
	unitYear
)

// most is how many bars a chart holds so that each can be told from the next.
const most = 31

func unitOf(p report.Period) unit {
	switch days := p.Days(); {
	case days <= most:
		return unitDay
	case days <= 7*most/2:
		return unitWeek
	case days <= 30*most:
		return unitMonth
	}
	return unitYear
}

// cut parts a period into stretches of a unit: weeks count from its first day,
// months and years are those of the calendar.
func (u unit) cut(p report.Period) (all []report.Period) {
	end := p.To.Time(time.UTC)
	for at := p.From.Time(time.UTC); !at.After(end); {
		var next time.Time
		switch u {
		case unitDay:
			next = at.AddDate(0, 0, 1)
		case unitWeek:
			next = at.AddDate(0, 0, 7)
		case unitMonth:
			next = time.Date(at.Year(), at.Month()+1, 1, 0, 0, 0, 0, time.UTC)
		default:
			next = time.Date(at.Year()+1, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		to := next.AddDate(0, 0, -1)
		if to.After(end) {
			to = end
		}
		all = append(all, report.Period{From: journal.DayOf(at), To: journal.DayOf(to)})
		at = next
	}
	return all
}

// sum adds the figures of the days of one stretch of a period up.
func sum(days []report.Figure, of, part report.Period) (f report.Figure) {
	if len(days) == 0 {
		return f
	}
	begin := int(part.From.Time(time.UTC).Sub(of.From.Time(time.UTC)) / (24 * time.Hour))
	for _, d := range days[begin : begin+part.Days()] {
		f.Number, f.Minor = f.Number+d.Number, f.Minor+d.Minor // Build has added all of them up already
	}
	return f
}

// days are the bars of the days, weeks, months or years of a period, each beside
// the one at its place in the period that it is compared with.
func days(r report.Report, out report.Result, w *words.Catalogue) (all []bar) {
	u := unitOf(out.Period)
	var before []report.Period
	if out.Compared != (report.Period{}) {
		before = u.cut(out.Compared)
	}
	for i, p := range u.cut(out.Period) {
		pair := report.Pair{Now: sum(r.Days, out.Period, p)}
		if i < len(before) {
			pair.Before = sum(r.DaysBefore, out.Compared, before[i])
		}
		f := r.Filter(out.Query).OfTaken(pair.Now, sum(r.Cash.Days, out.Period, p))
		f.Period = p
		all = append(all, bar{u.label(p, out.Period, w), u.name(p, w), pair, r.Returned.On(p), f})
	}
	return all
}

// label is short: it stands below a bar.
func (u unit) label(p, of report.Period, w *words.Catalogue) string {
	at := p.From.Time(time.UTC)
	switch {
	case u == unitDay && of.Days() <= 7:
		return w.T("weekday.short." + strconv.Itoa(int(at.Weekday())))
	case u == unitMonth:
		return strconv.Itoa(int(at.Month()))
	case u == unitYear:
		return strconv.Itoa(at.Year())
	}
	return strconv.Itoa(at.Day())
}

// name is what the stretch is called in a sentence.
func (u unit) name(p report.Period, w *words.Catalogue) string {
	at := p.From.Time(time.UTC)
	switch u {
	case unitDay:
		return w.Day(at)
	case unitMonth:
		return w.Month(at)
	case unitYear:
		return strconv.Itoa(at.Year())
	}
	return w.T("report.span", "from", w.Date(at), "to", w.Date(p.To.Time(time.UTC)))
}
