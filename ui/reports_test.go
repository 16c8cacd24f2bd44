package ui

import (
	"context"
	"iter"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
	"sanduq/ui/shell/navigation"
)

// reported puts the real screens of the reports and the history into the shell.
func reported(t *testing.T) *harness { return newHarness(t, shopFloor, everything, rooms) }

// TestManagersAloneSeeTheReports: a cashier is asked for a manager's PIN, and
// what it opened is gone when the till was locked.
func TestManagersAloneSeeTheReports(t *testing.T) {
	r := reported(t)
	r.keys(fyne.KeyF8)
	if r.shell.nav.At.Location == navigation.Reports || r.shell.decisions.Card() == nil {
		t.Fatal("the reports are open to everybody")
	}
	r.says("A person who may see totals must open the reports.")
	r.runesIn("2584")
	if r.shell.nav.At.Location != navigation.Reports {
		t.Fatal("a manager's PIN does not open them")
	}
	r.keys(fyne.KeyF12)
	r.runes("2582")
	r.keys(fyne.KeyEscape)
	if r.shell.nav.At.Location == navigation.Reports {
		t.Error("anyone who unlocks the till sees the reports that a manager had opened")
	}
}

// TestALockEndsWhatWasGrantedForOneLook, wherever somebody went on to from the reports: the
// list behind a figure, a sale of it, the settings.
func TestALockEndsWhatWasGrantedForOneLook(t *testing.T) {
	settings := func(r *harness) {
		r.shell.openSettings()
		r.runesIn("2584")
		if r.shell.nav.At.Location != navigation.Settings {
			r.t.Fatalf("at %s", r.shell.nav.At.Location)
		}
	}
	figure := func(r *harness) { r.keys(fyne.KeyRight, fyne.KeyReturn) }
	for name, c := range map[string]struct {
		on    func(*harness)
		leads navigation.Location // where the lock leads to
	}{
		"the reports":           {func(*harness) {}, navigation.Amount},
		"a figure":              {figure, navigation.Amount},
		"a sale of a figure":    {func(r *harness) { figure(r); r.shell.openListed(r.till.sales[0].ID) }, navigation.Sale},
		"the settings":          {settings, navigation.Amount},
		"a figure, settings":    {func(r *harness) { figure(r); settings(r) }, navigation.Amount},
		"the list of all sales": {func(r *harness) { r.keys(fyne.KeyF4) }, navigation.Receipts},
	} {
		t.Run(name, func(t *testing.T) {
			r := reported(t)
			r.keys(fyne.KeyF8)
			r.runesIn("2584") // a manager, for one look
			c.on(r)
			r.keys(fyne.KeyF12)
			r.runes("2581")
			if r.shell.session.Shut() || r.shell.nav.At.Location != c.leads {
				t.Fatalf("locked: %v, at %s", r.shell.session.Shut(), r.shell.nav.At.Location)
			}
			for range 4 { // the offer to take over, and all ways back
				r.keys(fyne.KeyEscape)
				if r.shell.nav.At.Location == navigation.Reports || r.shell.sums() {
					t.Fatalf("at %s, sums %v", r.shell.nav.At.Location, r.shell.sums())
				}
				r.saysNot("more than the week before")
			}
		})
	}
}

// TestF8LeadsToOnePlace, whatever was shown there last: the day where the shop has
// shifts, else the reports.
func TestF8LeadsToOnePlace(t *testing.T) {
	r := newHarness(t, shopFloor, everything, rooms, withDay)
	day := r.shell.env.Words.T("day.drawer")
	asked := func(what string, wanted bool) {
		t.Helper()
		if got := strings.Contains(r.reads(), day); got != wanted {
			t.Errorf("%s: the day is shown %v:\n%s", what, got, r.reads())
		}
	}
	r.reports()
	asked("at first", true)
	away := func() {
		t.Helper()
		r.pressed(r.shell.env.Words.T("day.reports"))
		if r.shell.decisions.Card() != nil {
			r.runesIn("2584")
		}
		asked("in the reports", false)
	}
	away()
	r.keys(fyne.KeyF8)
	asked("from the reports", true)
	r.says("The day", "Bank statement", "Owed back", "Who did what", "Earlier Zs") // a manager has granted the right: the tabs stay
	away()
	r.keys(fyne.KeyF2, fyne.KeyF8)
	asked("from a sale", true)
	r.keys(fyne.KeyF8)
	asked("once more", true)
}

// TestAFigureLeadsToItsReceiptsAndBack: the bar's filter is that of the list, Esc
// leads back to the report, and F4 to all of today.
func TestAFigureLeadsToItsReceiptsAndBack(t *testing.T) {
	r := reported(t)
	r.reports()
	r.keys(fyne.KeyRight, fyne.KeyReturn)
	if r.shell.nav.At.Location != navigation.Receipts {
		t.Fatal("a bar opens nothing")
	}
	r.says("13 to 14", "14 Nov 2026 to 20 Nov 2026", "Paid")
	r.keys(fyne.KeyEscape)
	if r.shell.nav.At.Location != navigation.Reports {
		t.Fatalf("Esc leads to %s", r.shell.nav.At.Location)
	}
	r.keys(fyne.KeyRight, fyne.KeyReturn, fyne.KeyF4)
	r.saysNot("13 to 14")
	r.keys(fyne.KeyEscape)
	if r.shell.nav.At.Location != navigation.Amount {
		t.Errorf("from today's receipts Esc leads to %s", r.shell.nav.At.Location)
	}
}

// TestAnExportGoesOnWhileSalesAreTaken: the card goes away, and comes back with
// what became of it.
func TestAnExportGoesOnWhileSalesAreTaken(t *testing.T) {
	r := reported(t)
	r.reports()
	r.pressed("Export")
	r.says("Export 9 sales", "Excel")
	r.keys(fyne.KeyReturn)
	r.says("Saved: ")
	r.keys(fyne.KeyEscape)
	if r.shell.decisions.Card() != nil {
		t.Error("the card stays")
	}
}

// countedFigures counts how often the figures are read.
type countedFigures struct {
	report.Source
	read int
}

func (c *countedFigures) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	c.read++
	return c.Source.Figures(ctx, from, to)
}

// TestTheReportsFollowASale that ends while they are shown.
func TestTheReportsFollowASale(t *testing.T) {
	figures := &countedFigures{Source: someHistory()}
	r := newHarness(t, shopFloor, everything, rooms, func(_ *harness, o *Options) {
		o.Reports = func(env screen.Env, shell ReportsShell, _ ReportsStart) screen.Screen {
			return reports.New(env, reports.Deps{Figures: figures, Today: someHistory().Today, Currency: "LYD"}, &reports.Memory{})
		}
	})
	r.notice(sale(11, of(48000), version(7)))
	r.reports()
	before := figures.read
	r.notice(sale(11, of(48000), version(8)))
	if r.pass(2 * time.Second); before == 0 || figures.read != before {
		t.Errorf("read %d times at first, and %d times when nothing of it had changed", before, figures.read-before)
	}
	r.notice(sale(11, of(48000), version(9), paid))
	if r.pass(2 * time.Second); figures.read == before {
		t.Error("a sale became paid, and the figures are those of before")
	}
}
