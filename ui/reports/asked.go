package reports

import (
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
)

// Range is a choice of days.
type Range int

// The choices. Picked needs Asked.Span.
const (
	SevenDays Range = iota
	Today
	Yesterday
	Month
	Year
	Picked
)

// Against is what the days are held against.
type Against int

// The choices. Before is the same stretch of time just before: the day, week,
// month or year before.
const (
	Before Against = iota
	Weekdays
	LastYear
	Nothing
)

// By is what a bar of the chart stands for.
type By int

// The choices.
const (
	ByHour By = iota
	ByDay
)

// Asked is what the chips say.
type Asked struct {
	Range    Range
	Span     report.Period // with Picked
	Against  Against
	By       By
	Currency string // blank is the one with most sales
	Place    string // of PlacedFigures; blank is all of them
}

// Period is the days that are meant on the business day today.
func (a Asked) Period(today journal.Day) report.Period {
	switch a.Range {
	case Today:
		return report.OneDay(today)
	case Yesterday:
		return report.Yesterday(today)
	case Month:
		return report.Month(today)
	case Year:
		return report.Period{From: journal.DayOf(time.Date(today.Time(time.UTC).Year(), 1, 1, 0, 0, 0, 0, time.UTC)), To: today}
	case Picked:
		return a.Span
	}
	return report.SevenDays(today)
}

// Query asks for what the chips mean on the business day today.
func (a Asked) Query(today journal.Day) report.Query {
	q := report.Query{Filter: report.Filter{Period: a.Period(today)}}
	switch a.Against {
	case Before:
		q.Compare = report.CompareBefore
		if a.Range == Year {
			q.Compare = report.CompareYear
		}
	case Weekdays:
		q.Compare = report.CompareWeekdays
	case LastYear:
		q.Compare = report.CompareYear
	}
	return q
}
