package receipts

import (
	"strconv"
	"time"

	"sanduq/core/receipt"
	"sanduq/core/till"
	"sanduq/ui/present"
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
func (d Deps) day(day till.Day) string {
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
func (d Deps) date(day till.Day) string {
	t := day.Time(time.UTC)
	if t.IsZero() {
		return string(day)
	}
	return d.Words.Date(t)
}

func (d Deps) currency(code string) string { return present.Currency(d.Words, code) }

// onPaper is the language of receipts made now. It is fixed at the call: a file keeps its language when the screen's
// changes while it is drawn.
func (d Deps) onPaper() receipt.Words { return present.OnPaper(d.Words, d.zone()) }
