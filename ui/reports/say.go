package reports

import (
	"time"

	"sanduq/core/report"
	"sanduq/ui/exporting"
	"sanduq/ui/screen"
)

// spoken is what the two periods are called.
type spoken struct{ now, before string }

// speak names the days that are shown, and those that they are held against.
func speak(env screen.Env, a Asked, out report.Result) spoken {
	w := env.Words
	s := spoken{now: span(env, out.Period)}
	switch a.Range {
	case Today:
		s.now = w.T("reports.now.today")
	case Yesterday:
		s.now = w.T("reports.now.yesterday")
	case SevenDays:
		s.now = w.T("reports.now.week")
	case Month:
		s.now = w.T("reports.now.month")
	case Year:
		s.now = w.T("reports.now.year")
	}
	switch {
	case a.Against == Weekdays:
		s.before = w.T("reports.before.weekdays")
	case a.Against == LastYear:
		s.before = w.T("reports.before.year")
	case a.Range == Picked:
		s.before = span(env, out.Compared)
	default:
		s.before = w.T(beforeKey(a.Range))
	}
	return s
}

// beforeKey is how the stretch of time before a choice of days is called.
func beforeKey(r Range) string {
	switch r {
	case Today, Yesterday:
		return "reports.before.day"
	case SevenDays:
		return "reports.before.week"
	case Month:
		return "reports.before.month"
	case Year:
		return "reports.before.year"
	}
	return "reports.before.picked"
}

// againstLabel is what the chip of the comparison says.
func againstLabel(env screen.Env, a Asked, choice Against) string {
	w := env.Words
	switch choice {
	case Nothing:
		return w.T("reports.with.nothing")
	case Weekdays:
		return w.T("reports.with", "before", w.T("reports.before.weekdays"))
	case LastYear:
		return w.T("reports.with", "before", w.T("reports.before.year"))
	}
	return w.T("reports.with", "before", w.T(beforeKey(a.Range)))
}

// span is "14 Nov 2026 to 20 Nov 2026".
func span(env screen.Env, p report.Period) string {
	if p.From == p.To {
		return env.Words.Date(p.From.Time(time.UTC))
	}
	return exporting.Spoken(env, p.From, p.To)
}
