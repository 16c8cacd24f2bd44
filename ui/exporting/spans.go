package exporting

import (
	"time"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/toolkit/control"
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

func (c *Card) newSpans() (all []*control.Chip) {
	for _, s := range spans {
		all = append(all, control.NewChip(c.env.Words.T(s.key), "", false, func() { c.choose(s) }))
	}
	return all
}

// choose asks for other days.
func (c *Card) choose(s span) {
	p := s.days(c.deps.Shop().Today)
	c.request.Query.From, c.request.Query.To = p.From, p.To
	c.asked.SetText(c.request.said(c.env))
	c.count()
	c.paint()
}

func (c *Card) paintSpans(busy bool) {
	for i, chip := range c.spans {
		p := spans[i].days(c.deps.Shop().Today)
		chip.SetSelected(p.From == c.request.Query.From && p.To == c.request.Query.To)
		able(chip, !busy)
	}
}
