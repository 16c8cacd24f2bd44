package ui

import (
	"context"
	"strconv"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/practice/demo"
	"sanduq/core/report"
	"sanduq/core/till"
	"sanduq/ui/receipts"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
	"sanduq/ui/words"
)

// blocks is the memory store with blocks, as the filling writes them.
type blocks struct{ *storetest.Memory }

func (b blocks) CommitAll(ctx context.Context, all []journal.Change) error {
	for _, c := range all {
		if err := b.Commit(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// TestTheYearOfPracticeLooksRight leaves pictures of a year of invented sales,
// and of the receipts behind its best month; what is asserted is that the list
// holds what the bar says.
func TestTheYearOfPracticeLooksRight(t *testing.T) {
	shop, err := till.Open(t.Context(), till.Config{Store: blocks{storetest.NewMemory()}, Environment: core.Sandbox, BaseURL: "test", Zone: time.UTC,
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Huda"}, Now: func() time.Time { return noon },
		NewSDK: func() *core.WebSDK { panic("nothing here is asked about") }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(shop.Close)
	if err := demo.Fill(t.Context(), shop, 2000, 7, nil); err != nil {
		t.Fatal(err)
	}
	for _, lang := range []string{words.English, words.Arabic} {
		r := newHarness(t, shopFloor, everything, func(_ *harness, o *Options) {
			o.Receipts = func(env screen.Env, shell ReceiptsShell) Receipts {
				return receipts.New(env, receipts.Deps{History: shopHistory{shop, shop.Staff, shop.Refunds}, Drawer: receipts.NewDrawer(), Currency: "LYD", Shell: quietShell{shell}}, &receipts.Memory{})
			}
			memory := &reports.Memory{Asked: reports.Asked{Range: reports.Year, By: reports.ByDay}}
			o.Reports = func(env screen.Env, shell ReportsShell, _ ReportsStart) screen.Screen {
				return reports.New(env, reports.Deps{Figures: report.Kept(shop, time.UTC), Today: shop.Today, Currency: "LYD", DrillDown: shell.DrillDown}, memory)
			}
		})
		r.speak(lang)
		r.reports()
		r.picture("year-" + lang)
		r.keys(fyne.KeyHome)
		for range 5 {
			r.keys(map[bool]fyne.KeyName{false: fyne.KeyRight, true: fyne.KeyLeft}[lang == words.Arabic])
		}
		r.picture("year-marked-" + lang)
		r.keys(fyne.KeyReturn)
		r.picture("year-opened-" + lang)
		q := journal.SaleQuery{From: "20260601", To: "20260630", Status: journal.StatusPaid, Amounts: journal.Amounts{Currency: "LYD"}}
		totals, err := shop.Totals(t.Context(), q)
		if err != nil || len(totals) != 1 || totals[0].Count == 0 {
			t.Fatalf("June has %+v, %v", totals, err)
		}
		r.says(strconv.Itoa(totals[0].Count))
		r.saysNot("⟨")
	}
}

// shopHistory is a till as ui/app hands it to the receipts.
type shopHistory struct {
	*till.Till
	*till.Staff
	*till.Refunds
}

func (s shopHistory) Settings() journal.Settings { return s.Staff.Settings() }

// quietShell shows totals to everybody, and exports nothing.
type quietShell struct{ ReceiptsShell }

func (quietShell) Sums() bool    { return true }
func (quietShell) Exports() bool { return false }
