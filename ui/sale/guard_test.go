package sale

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// usually gives the shop a usual most.
func (r *fixture) usually(most string) {
	r.deps.Shop = func() journal.Settings {
		return journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Cashier: "Samira", Currency: "LYD", AskAbove: most}
	}
}

func draftOf(minor int64) *pay.Draft {
	d := pay.NewDraft("LYD")
	d.Amount = amount.EntryOf(harness.LYD(minor))
	return d
}

// Below the ceiling, and where none is set below seven digits, nothing stands between the amount
// and the ways to pay.
func TestTheGuardIsNeverInTheWayBelowTheCeiling(t *testing.T) {
	for _, c := range []struct {
		most  string
		minor int64
		went  string
	}{
		{"", 999_999_999, "routes"}, {"", 1_000_000_000, "guard"}, {"500", 500_000, "routes"}, {"500", 12_500, "routes"}, {"500", 500_001, "guard"}, {"500", 12_500_000, "guard"},
	} {
		r := newFixture(t)
		r.usually(c.most)
		s := New(r.Env, r.deps, draftOf(c.minor))
		r.Window(s)
		s.Press(harness.Name(fyne.KeyReturn))
		r.Went(c.went)
	}
}

func TestTheGuardReadsTheAmountInWords(t *testing.T) {
	for lang, want := range map[string][]string{
		words.English: {"Twelve thousand five hundred Libyan dinars and two hundred fifty dirhams", "More than this shop’s usual", "It is right: charge"},
		words.French:  {"Douze mille cinq cents dinars libyens et deux cent cinquante dirhams"},
	} {
		r := newFixture(t)
		r.Env.Words = words.MustLoad(lang)
		r.usually("5000")
		g := NewGuard(r.Env, r.deps, draftOf(12_500_250))
		r.Window(g)
		harness.Mentions(t, g, append(want, "12", "500", ".250")...)
	}
}

// A second Enter, fresh and not hurried; a double tap does nothing.
func TestTheSecondEnter(t *testing.T) {
	r := newFixture(t)
	r.usually("5000")
	g := NewGuard(r.Env, r.deps, draftOf(12_500_000))
	r.Window(g)
	for range 3 {
		g.Press(harness.Name(fyne.KeyReturn))
		g.primary.Tapped(nil)
	}
	r.Went()
	if !g.primary.Disabled() {
		t.Error("the primary is not grey at first")
	}
	g.Press(screen.KeyPress{Rune: '9'})
	r.Pass(701 * time.Millisecond)
	if g.primary.Disabled() {
		t.Error("the primary stays grey")
	}
	g.Press(harness.Name(fyne.KeyReturn))
	r.Went("routes")
	if g.draft.Amount.Amount().Minor != 12_500_000 || g.draft.AllowedBy != "" {
		t.Errorf("the draft is %+v", g.draft)
	}
}

func TestEscTypesTheAmountAnew(t *testing.T) {
	r := newFixture(t)
	r.usually("500")
	g := NewGuard(r.Env, r.deps, draftOf(1_250_000))
	r.Window(g)
	g.Press(harness.Name(fyne.KeyEscape))
	r.Went("amount")
	g.draft.Amount.Type('7')
	if got := g.draft.Amount.Text(); got != "7.000" {
		t.Errorf("the first digit leaves %s", got)
	}
}

// Far above the usual nobody goes on alone, and who allowed it goes with the
// sale.
func TestFarAboveAManagerAllowsIt(t *testing.T) {
	r := newFixture(t)
	r.usually("500")
	var allow func(string)
	r.deps.Ask = ask.New(r.Env, r.Shell.Decide, func(title, text string, then func(string)) { allow = then })
	draft := draftOf(5_000_000)
	g := NewGuard(r.Env, r.deps, draft)
	r.Window(g)
	harness.Mentions(t, g, "A manager allows it")
	r.Pass(time.Second)
	g.Press(harness.Name(fyne.KeyReturn))
	r.Went()
	if allow == nil {
		t.Fatal("no manager is asked")
	}
	allow("Huda")
	r.Went("routes")
	if draft.AllowedBy != "Huda" {
		t.Errorf("the draft says that %q allowed it", draft.AllowedBy)
	}
	s := New(r.Env, r.deps, draft) // another amount needs another word
	s.Press(harness.Name(fyne.KeyReturn))
	if draft.AllowedBy != "" {
		t.Error("a manager's word is good for any amount")
	}
}

func TestTheGuardFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 610), fyne.NewSize(928, 560)) {
			for _, text := range overflow.Some[float32](1, 1.5, 2) {
				for _, minor := range []int64{12_500_000, 7_000_000, 999_999_999_999} {
					r := newFixture(t)
					r.Env.Words = words.MustLoad(lang)
					r.Apply(theme.Look{Small: size.Width < 1000, RTL: lang == words.Arabic, TextScale: text})
					r.Size = size
					r.usually("5000")
					g := NewGuard(r.Env, r.deps, draftOf(minor))
					w := r.Window(g)
					w.Resize(fyne.NewSize(size.Width, max(size.Height, g.Height())))
					r.Pass(time.Second)
					for _, f := range overflow.Faults(w.Canvas()) {
						t.Errorf("%s %v %.1f %d: %s", lang, size, text, minor, f)
					}
				}
			}
		}
	}
}
