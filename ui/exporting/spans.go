package exporting

import (
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/words"
)

// span is a run of days that a person chooses on the card.
type span struct {
	key  string // of its name
	days func(today journal.Day) report.Period
}

// spans are those that are offered, in the order of their chips.
var spans = []span{
	{"receipts.allDays", func(journal.Day) report.Period { return report.Period{} }},
	{"export.span.month", report.Month},
	{"export.span.before", monthBefore},
	{"export.span.year", func(today journal.Day) report.Period {
		t := today.Time(time.UTC)
		return report.Period{From: journal.DayOf(time.Date(t.Year(), 1, 1, 0, 0, 0, 0, time.UTC)), To: today}
	}},
}

// monthBefore is the whole calendar month before that of a day.
func monthBefore(today journal.Day) report.Period {
	t := today.Time(time.UTC)
	first := time.Date(t.Year(), t.Month(), 1, 0, 0, 0, 0, time.UTC)
	return report.Period{From: journal.DayOf(first.AddDate(0, -1, 0)), To: journal.DayOf(first.AddDate(0, 0, -1))}
}

// spanChips are the chips of the spans.
type spanChips struct {
	chips []*control.Chip
	today func() journal.Day
}

// newSpanChips has pick called with the span that a person chooses.
func newSpanChips(w *words.Catalogue, today func() journal.Day, pick func(report.Period)) *spanChips {
	d := &spanChips{today: today}
	for _, s := range spans {
		d.chips = append(d.chips, control.NewChip(w.T(s.key), "", false, func() { pick(s.days(today())) }))
	}
	return d
}

// paint shows which of them a period is.
func (d *spanChips) paint(of report.Period, busy bool) {
	for i, chip := range d.chips {
		chip.SetSelected(spans[i].days(d.today()) == of)
		able(chip, !busy)
	}
}
