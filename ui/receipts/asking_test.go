package receipts

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/receipts/filter"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// ask types a sentence and lets it rest.
func (r *harness) ask(sentence string) {
	for i, c := range sentence {
		if i == 0 {
			r.screen.Press(screen.KeyPress{Rune: c})
			continue
		}
		test.Type(r.window.Canvas().Focused(), string(c))
	}
	r.wait()
}

// chips are the words on the chips that are shown.
func (r *harness) chips() string {
	f := r.screen.index.filters
	var all []string
	for _, c := range append(append(f.usual(), f.dayNarrow), f.asked...) {
		if c.Visible() {
			all = append(all, words.Plain(c.Label()))
		}
	}
	return strings.Join(all, ", ")
}

func TestASentenceBecomesChips(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	usual := r.chips()
	r.ask("wallet this week paid")
	last := func() journal.SaleQuery { return h.asked[len(h.asked)-1] }
	if got := r.chips(); got != "Wallet, This week, Paid" {
		t.Errorf("chips: %s", got)
	}
	if q := last(); q.Route != core.RouteWallet || q.Status != journal.StatusPaid || q.From != "20261116" || q.To != friday || q.Search != "" {
		t.Errorf("asked for %+v", q)
	}
	if n, title := r.screen.index.source.List.Len(), r.screen.index.totals.groups[0].title.Text(); n != 2 || title != "Paid, 2 sales" {
		t.Errorf("%d sales, totals say %q", n, title)
	}
	r.screen.index.filters.asked[0].Tapped(nil)
	if got, text := r.chips(), r.screen.index.filters.search.Text(); got != "This week, Paid" || text != "this week paid" {
		t.Errorf("without the wallet: %s, %q", got, text)
	}
	if q := last(); q.Route != "" || q.Status != journal.StatusPaid {
		t.Errorf("asked for %+v", q)
	}
	r.screen.index.filters.search.Focus()
	r.key(fyne.KeyHome, fyne.KeyBackspace)
	if got, text := r.chips(), r.screen.index.filters.search.Text(); got != "This week" || text != "this week" {
		t.Errorf("Backspace at the start leaves %s, %q", got, text)
	}
	r.key(fyne.KeyEscape)
	if got := r.chips(); got != usual || r.memory.Filter.Search != "" {
		t.Errorf("Esc leaves %s, want %s", got, usual)
	}
	if q := last(); q.From != friday || q.To != friday {
		t.Errorf("afterwards asked for %+v", q)
	}
}

// TestChipsStayBesideAQuestion until they are taken off, and what they say is asked for.
// Words of a chip's own kind take its place while they stand there, and no longer.
func TestChipsStayBesideAQuestion(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	f := r.screen.index.filters
	last := func() journal.SaleQuery {
		q := h.asked[len(h.asked)-1]
		q.Limit = 0
		return q
	}
	said := func(chips string, want journal.SaleQuery) {
		t.Helper()
		if got := r.chips(); got != chips || last() != want {
			t.Errorf("chips %s, want %s; asked for %+v", got, chips, last())
		}
	}
	f.ranges[filter.Yesterday].OnTapped()
	r.memory.Filter.Status = journal.StatusFailed
	f.apply()
	r.ask("samira")
	uitest.Picture(t, r.window, "receipts-asked-beside")
	said("Yesterday, Pick a day, Not paid, Cashier Samira", journal.SaleQuery{From: "20261119", To: "20261119", Status: journal.StatusFailed, Cashier: "Samira"})
	f.status.OnTapped()
	r.key(fyne.KeyHome, fyne.KeyUp, fyne.KeyUp, fyne.KeyReturn) // taken off
	said("Yesterday, Pick a day, Cashier Samira", journal.SaleQuery{From: "20261119", To: "20261119", Cashier: "Samira"})
	r.key(fyne.KeyEscape)
	r.memory.Filter.Status, r.memory.Filter.Route = journal.StatusFailed, core.RouteWallet
	f.apply()
	r.ask("qr today paid 12.5")
	said("QR, Today, Paid, 12.500", journal.SaleQuery{From: friday, To: friday, Status: journal.StatusPaid, Route: core.RouteQR, Amounts: journal.Amounts{Currency: "LYD", Min: 12500, Max: 12500}})
	r.key(fyne.KeyEscape)
	if q := last(); q != (journal.SaleQuery{From: "20261119", To: "20261119", Status: journal.StatusFailed, Route: core.RouteWallet}) {
		t.Errorf("afterwards asked for %+v", q)
	}
}

// TestAQuestionBesideABarOfAReport: what the bar selected stays, but for what the words
// say again.
func TestAQuestionBesideABarOfAReport(t *testing.T) {
	h := friday20()
	r := newHarness(t, h).show()
	f := r.screen.index.filters
	r.memory.Filter.Figure = filter.Figure{Cashier: "Yusuf", Amounts: journal.Amounts{Currency: "LYD", Min: 5000}}
	f.apply()
	r.ask("samira")
	q := h.asked[len(h.asked)-1]
	if q.Cashier != "Samira" || q.Amounts != (journal.Amounts{Currency: "LYD", Min: 5000}) || strings.Contains(f.said(), "Yusuf") || !strings.Contains(f.said(), "Samira") {
		t.Errorf("asked for %+v, said %q", q, f.said())
	}
}

// The sentence of the manual: a cashier, a way to pay, days and a sum.
func TestAskedForACashiersSum(t *testing.T) {
	h := friday20()
	h.add(13, "14:31", journal.StatusPaid, core.RouteWallet, 12500)
	r := newHarness(t, h).show()
	r.ask("samira wallet this week 12.5")
	if got := r.chips(); got != "Cashier Samira, Wallet, This week, 12.500" {
		t.Errorf("chips: %s", got)
	}
	want := journal.SaleQuery{Cashier: "Samira", Route: core.RouteWallet, From: "20261116", To: friday, Amounts: journal.Amounts{Currency: "LYD", Min: 12500, Max: 12500}}
	q := h.asked[len(h.asked)-1]
	if want.Limit = q.Limit; q != want {
		t.Errorf("asked for %+v", q)
	}
	if title := r.screen.index.totals.groups[0].title.Text(); title != "Paid, 1 sale" || r.selected() != number(13) {
		t.Errorf("totals say %q, selected %s", title, r.selected())
	}
	r.key(fyne.KeyEscape)
	r.ask("over 100 4417")
	if q := h.asked[len(h.asked)-1]; q.Amounts.Min != 100001 || q.Amounts.Max != 0 || q.Search != "4417" {
		t.Errorf("asked for %+v", q)
	}
}

func TestAskedInEveryLanguage(t *testing.T) {
	for lang, c := range map[string][2]string{
		words.English: {"wallet yesterday", "Wallet, Yesterday"},
		words.Arabic:  {"محفظة أمس", "محفظة, أمس"},
		words.French:  {"portefeuille hier", "Portefeuille, Hier"},
	} {
		t.Cleanup(func() { theme.Use(theme.Look{}) })
		theme.Use(theme.Look{Still: true, RTL: lang == words.Arabic})
		h := friday20()
		r := build(t, h, lang).show()
		r.ask(c[0])
		if got := r.chips(); got != c[1] {
			t.Errorf("%s: %s", lang, got)
		}
		if q := h.asked[len(h.asked)-1]; q.Route != core.RouteWallet || q.From != "20261119" || q.To != "20261119" {
			t.Errorf("%s: asked for %+v", lang, q)
		}
	}
}

// Where nothing matches, one press takes the question away.
func TestAQuestionThatNothingAnswers(t *testing.T) {
	r := newHarness(t, friday20()).show()
	r.ask("wallet expired")
	x := r.screen.index
	if !x.empty.Root.Visible() {
		t.Fatal("something is found")
	}
	r.key(fyne.KeyReturn)                                     // gives the keys back to the list
	if got := r.chips(); got != "All days, Wallet, Expired" { // the days of the chip had none: all are looked at
		t.Errorf("Enter leaves %s", got)
	}
	r.key(fyne.KeyReturn)
	if x.empty.Root.Visible() || r.memory.Filter.Search != "" {
		t.Error("the question stays")
	}
}
