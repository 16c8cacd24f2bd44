package headoffice

import (
	"context"
	"iter"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/wire"
	"sanduq/ui/keys"
	"sanduq/ui/places"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// figures are the office's, the same for each place.
type figures struct{ *office }

func (f figures) Of(place string) report.Source { return placed{f.office, place} }

func (f figures) Places() []places.Place {
	return []places.Place{{ID: "shop:1", Name: "Harbour", Shop: true}, {ID: "shop:2", Name: "Old Town", Shop: true}, {ID: "till:1", Name: "Harbour 1"}}
}

func (f figures) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	return f.Of("").Figures(ctx, from, to)
}

type placed struct {
	*office
	place string
}

func (p placed) Figures(_ context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	p.office.figured = append(p.office.figured, p.place)
	return func(yield func(report.Bucket, error) bool) {
		for day := range report.SevenDays("20261120").Days() {
			for hour := 8; hour < 21; hour++ {
				k := report.Key{Day: report.SevenDays("20261120").Day(day), Hour: hour, Route: wire.Routes()[hour%3], Status: journal.StatusPaid, Cashier: []string{"Samira", "Yusuf"}[hour%2], Currency: "LYD"}
				if hour == 20 {
					k.Status = journal.StatusFailed
				}
				if p.coarse {
					k.Hour, k.Cashier = report.HourUnknown, ""
				}
				if k.Day >= from && k.Day <= to && !yield(report.Bucket{Key: k, Figure: report.Figure{Number: int64(hour), Minor: int64(hour) * 48_250}}, nil) {
					return
				}
			}
		}
	}
}

// TestTheOwnerSeesReports: the same screen over all shops, narrowed by chips; a figure
// opens the sales behind it, and Esc leads back.
func TestTheOwnerSeesReports(t *testing.T) {
	h := newHarness(t, false)
	h.sell(12, journal.StatusPaid)
	h.signIn()
	test.Tap(h.window.side.sums)
	h.says(true, "Taken, 1134 sales, as far as received", "Any shop", "Any till", "By cashier", "Samira", "By hour", "Best: ", "All sales")
	h.says(false, "#12", "Export")
	if n := len(h.figured); n != 2 {
		t.Errorf("figures were asked %d times", n)
	}
	h.choose("Any shop", "Old Town")
	if got := h.figured[len(h.figured)-1]; got != "shop:2" {
		t.Errorf("asked of %q", got)
	}
	h.press(fyne.KeyEnd, fyne.KeyReturn)
	q := h.asked[len(h.asked)-1]
	if h.says(true, "#12"); q.Place != "shop:2" || q.Hour.Hour != 19 || q.From != "20261114" || q.To != "20261120" || q.Status != journal.StatusPaid {
		t.Errorf("behind the last hour: %+v", q)
	}
	h.press(fyne.KeyEscape)
	if h.says(true, "as far as received", "By cashier"); h.window.work != screen.Screen(h.window.sums) {
		t.Error("Esc does not lead back to the reports")
	}
	h.choose("Old Town", "Any shop")
	test.Tap(h.window.side.all)
	h.says(true, "#12")
	h.press(fyne.KeyEscape)
	if h.window.work != screen.Screen(h.window.list) {
		t.Error("Esc leads from all sales to the reports")
	}
}

// TestReportsSayWhatTheyDoNotTell: of too many sales the office tells neither hours nor
// cashiers, and the screen does not pretend.
func TestReportsSayWhatTheyDoNotTell(t *testing.T) {
	h := newHarness(t, false)
	h.coarse = true
	h.signIn()
	test.Tap(h.window.side.sums)
	h.says(true, "Taken, 1134 sales", "Choose fewer days, a shop or a till", "By day", "By route")
	h.says(false, "By hour", "Samira", "nobody")
	h.coarse = false
	h.pass() // nothing has changed: they stay
	h.says(true, "Choose fewer days")
	h.window.news(h.window.visit)
	h.pass()
	h.pass()
	h.says(true, "By hour", "Samira")
	h.says(false, "Choose fewer days")
	for _, lang := range []string{words.Arabic, words.French} {
		h.window.speak()
		if h.window.work != screen.Screen(h.window.sums) {
			t.Errorf("%s: another screen is shown", lang)
		}
		uitest.Picture(t, h.win, "office-reports-"+lang)
	}
	h.window.speak()
	uitest.Picture(t, h.win, "office-reports")
	h.coarse = true
	h.window.sums.Reload()
	uitest.Picture(t, h.win, "office-reports-coarse")
}

func (h *harness) press(names ...fyne.KeyName) {
	for _, n := range names {
		h.window.press(keys.Event{Kind: keys.Command, Name: n})
	}
}

// choose picks from the card of a chip.
func (h *harness) choose(chip, choice string) {
	h.Helper()
	for _, c := range uitest.All[*control.Chip](h.window.sums.Object()) {
		if c.Visible() && uitest.Words(c) == chip {
			test.Tap(c)
			for _, b := range uitest.All[*control.Button](h.window.sums.Object()) {
				if b.Visible() && uitest.Words(b) == choice {
					test.Tap(b)
					return
				}
			}
		}
	}
	h.Fatalf("nothing offers %q behind %q: %s", choice, chip, uitest.Words(h.window.sums.Object()))
}
