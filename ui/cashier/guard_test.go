package cashier

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// usually gives the shop a usual most.
func (r *harness) usually(most string) {
	r.deps.Shop = func() journal.Settings {
		return journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Cashier: "Samira", Currency: "LYD", AskAbove: most}
	}
}

func draftOf(minor int64) *pay.Draft {
	d := pay.NewDraft("LYD")
	d.Amount = amount.EntryOf(lyd(minor))
	return d
}

// Below the ceiling, and where none is set, nothing stands between the amount
// and the ways to pay.
func TestTheGuardIsNeverInTheWayBelowTheCeiling(t *testing.T) {
	for _, c := range []struct {
		most  string
		minor int64
		went  string
	}{
		{"", 999_999_999_999, "routes"}, {"500", 500_000, "routes"}, {"500", 12_500, "routes"}, {"500", 500_001, "guard"}, {"500", 12_500_000, "guard"},
	} {
		r := newHarness(t)
		r.usually(c.most)
		s := NewSale(r.deps, draftOf(c.minor))
		r.window(s)
		s.Press(name(fyne.KeyReturn))
		r.went(c.went)
	}
}

func TestTheGuardReadsTheAmountInWords(t *testing.T) {
	for lang, want := range map[string][]string{
		words.English: {"Twelve thousand five hundred Libyan dinars and two hundred fifty dirhams", "More than this shop’s usual", "It is right: charge"},
		words.French:  {"Douze mille cinq cents dinars libyens et deux cent cinquante dirhams"},
	} {
		r := newHarness(t)
		r.deps.Words = words.MustLoad(lang)
		r.usually("5000")
		g := NewGuard(r.deps, draftOf(12_500_250))
		r.window(g)
		contains(t, g, append(want, "12", "500", ".250")...)
	}
}

// A second Enter, fresh and not hurried; a double tap does nothing.
func TestTheSecondEnter(t *testing.T) {
	r := newHarness(t)
	r.usually("5000")
	g := NewGuard(r.deps, draftOf(12_500_000))
	r.window(g)
	for range 3 {
		g.Press(name(fyne.KeyReturn))
		g.primary.Tapped(nil)
	}
	r.went()
	if !g.primary.Disabled() {
		t.Error("the primary is not grey at first")
	}
	g.Press(screen.KeyPress{Rune: '9'})
	r.pass(701 * time.Millisecond)
	if g.primary.Disabled() {
		t.Error("the primary stays grey")
	}
	g.Press(name(fyne.KeyReturn))
	r.went("routes")
	if g.draft.Amount.Amount().Minor != 12_500_000 || g.draft.AllowedBy != "" {
		t.Errorf("the draft is %+v", g.draft)
	}
}

func TestEscTypesTheAmountAnew(t *testing.T) {
	r := newHarness(t)
	r.usually("500")
	g := NewGuard(r.deps, draftOf(1_250_000))
	r.window(g)
	g.Press(name(fyne.KeyEscape))
	r.went("amount")
	g.draft.Amount.Type('7')
	if got := g.draft.Amount.Text(); got != "7.000" {
		t.Errorf("the first digit leaves %s", got)
	}
}

// Far above the usual nobody goes on alone, and who allowed it goes with the
// sale.
func TestFarAboveAManagerAllowsIt(t *testing.T) {
	r := newHarness(t)
	r.usually("500")
	var allow func(string)
	r.deps.Manager = func(title, text string, then func(string)) { allow = then }
	draft := draftOf(5_000_000)
	g := NewGuard(r.deps, draft)
	r.window(g)
	contains(t, g, "A manager allows it")
	r.pass(time.Second)
	g.Press(name(fyne.KeyReturn))
	r.went()
	if allow == nil {
		t.Fatal("no manager is asked")
	}
	allow("Huda")
	r.went("routes")
	NewRoute(r.deps, draft).open("QR")
	if r.desk.draft.AllowedBy != "Huda" {
		t.Errorf("the till is told %+v", r.desk.draft)
	}
	s := NewSale(r.deps, draft) // another amount needs another word
	s.Press(name(fyne.KeyReturn))
	if draft.AllowedBy != "" {
		t.Error("a manager's word is good for any amount")
	}
}

func TestTheGuardFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 610), fyne.NewSize(928, 560)) {
			for _, text := range overflow.Some[float32](1, 1.5, 2) {
				for _, minor := range []int64{12_500_000, 7_000_000, 999_999_999_999} {
					r := newHarness(t)
					r.deps.Words = words.MustLoad(lang)
					r.apply(theme.Look{Small: size.Width < 1000, RTL: lang == words.Arabic, TextScale: text})
					r.size = size
					r.usually("5000")
					g := NewGuard(r.deps, draftOf(minor))
					w := r.window(g)
					w.Resize(fyne.NewSize(size.Width, max(size.Height, g.Height())))
					r.pass(time.Second)
					for _, f := range overflow.Faults(w.Canvas()) {
						t.Errorf("%s %v %.1f %d: %s", lang, size, text, minor, f)
					}
				}
			}
		}
	}
}

func contains(t *testing.T, s screen.Screen, want ...string) {
	t.Helper()
	got := read(s.Object())
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the screen does not say %q but %q", w, got)
		}
	}
}
