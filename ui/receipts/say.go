package receipts

import (
	"strconv"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/present"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/widgets"
)

func (d Deps) zone() *time.Location {
	if d.Zone == nil {
		return time.Local
	}
	return d.Zone
}

// clock is "14:31", seconds "14:31:20", both in the shop's zone.
func (d Deps) clock(t time.Time) string { return present.Clock(t, d.Zone) }

func (d Deps) seconds(t time.Time) string { return present.Seconds(t, d.Zone) }

// day is a heading: "Friday 20 November", with its year when that is not the present one.
func (d Deps) day(day journal.Day) string {
	t := day.Time(time.UTC)
	if t.IsZero() {
		return string(day)
	}
	if t.Year() != d.History.Today().Time(time.UTC).Year() {
		return d.Words.Day(t) + " " + strconv.Itoa(t.Year())
	}
	return d.Words.Day(t)
}

// date is a day in short: "20 Nov 2026".
func (d Deps) date(day journal.Day) string {
	t := day.Time(time.UTC)
	if t.IsZero() {
		return string(day)
	}
	return d.Words.Date(t)
}

// span is "14 Nov 2026 to 20 Nov 2026".
func (d Deps) span(from, to journal.Day) string {
	return d.Words.T("report.span", "from", d.date(from), "to", d.date(to))
}

// days is "14 Nov 2026 to 20 Nov 2026", or one day.
func (d Deps) days(from, to journal.Day) string {
	if from == to {
		return d.date(from)
	}
	return d.span(from, to)
}

// behind says what a report narrowed by: "11 to 12, Samira, LYD".
func (d Deps) behind(b filter.Behind) string {
	var parts []string
	if b.Hour.Zone != nil {
		parts = append(parts, d.Words.T("report.hour", "from", b.Hour.Hour, "to", (b.Hour.Hour+1)%24))
	}
	if b.Back.Zone != nil {
		parts = append(parts, d.Words.T("receipts.backOn", "days", d.days(b.Back.From, b.Back.To)))
	}
	switch b.Cashier {
	case "":
	case journal.Nobody:
		parts = append(parts, d.Words.T("report.nobody"))
	default:
		parts = append(parts, b.Cashier)
	}
	if b.Amounts.Currency != "" {
		parts = append(parts, d.currency(b.Amounts.Currency))
	}
	return strings.Join(parts, " · ")
}

// said is the filter in words, for a file that tells what was asked.
func (f *filters) said() string {
	parts := []string{}
	for _, c := range append([]*widgets.Chip{f.status, f.route}, f.asked...) {
		if !c.Hidden {
			parts = append(parts, c.Label())
		}
	}
	if !f.behind.Hidden {
		parts = append(parts, f.behind.Label())
	}
	if q := f.question(); q.Rest != "" {
		parts = append(parts, q.Rest)
	}
	return strings.Join(parts, " · ")
}

func (d Deps) currency(code string) string { return present.Currency(d.Words, code) }

// onPaper is the language of receipts made now. It is fixed at the call: a file keeps its language when the screen's
// changes while it is drawn.
func (d Deps) onPaper() receipt.Words { return present.OnPaper(d.ForCustomers(), d.zone()) }
