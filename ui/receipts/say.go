package receipts

import (
	"strconv"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/present"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/screen"
)

func zone(env screen.Env) *time.Location {
	if env.Zone == nil {
		return time.Local
	}
	return env.Zone
}

// clock is "14:31", seconds "14:31:20", both in the shop's zone.
func clock(env screen.Env, t time.Time) string { return present.Clock(t, env.Zone) }

func seconds(env screen.Env, t time.Time) string { return present.Seconds(t, env.Zone) }

// day is a heading: "Friday 20 November", with its year when that is not the present one.
func (d Deps) day(env screen.Env, day journal.Day) string {
	t := day.Time(time.UTC)
	if t.IsZero() {
		return string(day)
	}
	if t.Year() != d.History.Today().Time(time.UTC).Year() {
		return env.Words.Day(t) + " " + strconv.Itoa(t.Year())
	}
	return env.Words.Day(t)
}

// date is a day in short: "20 Nov 2026".
func date(env screen.Env, day journal.Day) string {
	t := day.Time(time.UTC)
	if t.IsZero() {
		return string(day)
	}
	return env.Words.Date(t)
}

// span is "14 Nov 2026 to 20 Nov 2026".
func span(env screen.Env, from, to journal.Day) string {
	return env.Words.T("report.span", "from", date(env, from), "to", date(env, to))
}

// spanOrDay is "14 Nov 2026 to 20 Nov 2026", or one day.
func spanOrDay(env screen.Env, from, to journal.Day) string {
	if from == to {
		return date(env, from)
	}
	return span(env, from, to)
}

// ofFigure says what a report narrowed by: "11 to 12, Samira, LYD".
func ofFigure(env screen.Env, b filter.Figure) string {
	var parts []string
	if b.Hour.Zone != nil {
		parts = append(parts, env.Words.T("report.hour", "from", b.Hour.Hour, "to", (b.Hour.Hour+1)%24))
	}
	if b.Back.Zone != nil {
		parts = append(parts, env.Words.T("receipts.backOn", "days", spanOrDay(env, b.Back.From, b.Back.To)))
	}
	switch b.Cashier {
	case "":
	case journal.Nobody:
		parts = append(parts, env.Words.T("report.nobody"))
	default:
		parts = append(parts, b.Cashier)
	}
	if b.Amounts.Currency != "" {
		parts = append(parts, env.CurrencyWord(b.Amounts.Currency))
	}
	return strings.Join(parts, " · ")
}

// onPaper is the language of receipts made now. It is fixed at the call: a file keeps its language when the screen's
// changes while it is drawn.
func onPaper(env screen.Env) receipt.Words { return present.OnPaper(env.ForCustomers(), zone(env)) }
