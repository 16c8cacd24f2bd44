package sale

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/pay"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

// quickShop has six quick amounts and offers the last amount again.
func quickShop(currency, quick string, repeat bool) func() journal.Settings {
	return func() journal.Settings {
		return journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: currency, Quick: quick, Repeat: repeat}
	}
}

// TestAQuickAmountIsTypedAndChargesNothing: it replaces what stands there, a digit
// replaces it, Backspace edits it, and it is charged by Enter alone.
func TestAQuickAmountIsTypedAndChargesNothing(t *testing.T) {
	r := newFixture(t)
	r.deps.Shop = quickShop("LYD", "5 2.5 20", true)
	d := pay.NewDraft("LYD")
	d.Last = harness.LYD(12_345)
	s := New(r.Env, r.deps, d)
	r.Window(s)
	if got := uitest.Words(s.Object()); !strings.Contains(got, "5 2.500 20 Again 12.345") {
		t.Errorf("the screen reads %q", got)
	}
	at := func(what string, minor int64) {
		t.Helper()
		if got := d.Amount.Amount(); got != harness.LYD(minor) {
			t.Errorf("%s the draft holds %s", what, got.Major())
		}
		if minor > 0 && !strings.Contains(strings.ReplaceAll(uitest.Words(s.charge), " ", ""), harness.LYD(minor).Major()) {
			t.Errorf("%s the button reads %q", what, uitest.Words(s.charge))
		}
	}
	harness.Keys(s, "77")
	if !s.Quick(2) {
		t.Error("the second is not there")
	}
	at("by its key", 2500)
	r.Went()
	harness.Keys(s, "3")
	at("after a digit", 3000)
	s.quick.keys[2].Tapped(nil)
	at("by a finger", 20_000)
	s.Press(harness.Name(fyne.KeyBackspace))
	at("after Backspace", 2000)
	if !s.Quick(0) {
		t.Error("the last is not there")
	}
	at("again", 12_345)
	for _, none := range []int{-1, 4, 5, 6, 7} {
		if s.Quick(none) {
			t.Errorf("key %d is there", none)
		}
	}
	at("after keys that are not there", 12_345)
	r.Went()
	s.Press(harness.Name(fyne.KeyReturn))
	r.Went("routes")
}

// TestAQuickAmountPassesTheGuard, as a typed one does.
func TestAQuickAmountPassesTheGuard(t *testing.T) {
	for quick, want := range map[string]string{"500": "routes", "500.001": "guard", "5000": "guard"} {
		r := newFixture(t)
		r.deps.Shop = func() journal.Settings {
			return journal.Settings{Currency: "LYD", Quick: quick, AskAbove: "500", Repeat: true}
		}
		d := pay.NewDraft("LYD")
		d.Last, _ = money.Parse(quick, "LYD")
		for n := range 2 {
			s := New(r.Env, r.deps, d)
			r.Window(s)
			r.Shell.Went = nil
			if !s.Quick(n) {
				t.Errorf("%s: no key %d", quick, n)
			}
			s.Press(harness.Name(fyne.KeyReturn))
			r.Went(want)
		}
	}
}

// TestQuickKeysAreThoseOfTheCurrency, in its own decimals; what is of another is
// not offered.
func TestQuickKeysAreThoseOfTheCurrency(t *testing.T) {
	for _, c := range []struct {
		currency, quick, last, want string
		minor                       int64 // of the first key
	}{
		{"LYD", "2.5 10", "LYD", "2.500 10 Again 7.005", 2500},
		{"EUR", "2.5 10", "EUR", "2.50 10 Again 70.05", 250},
		{"JPY", "500 1000", "JPY", "500 1000 Again 7005", 500},
		{"EUR", "2.5", "LYD", "2.50", 250},
		{"JPY", "2.5", "LYD", "", 0},
	} {
		r := newFixture(t)
		r.deps.Shop = quickShop(c.currency, c.quick, true)
		d := pay.NewDraft(c.currency)
		d.Last = money.Amount{Minor: 7005, Currency: c.last}
		s := New(r.Env, r.deps, d)
		var labels []string
		for _, k := range s.quick.keys {
			labels = append(labels, k.Label())
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("%s: the keys read %q, want %q", c.currency, got, c.want)
		}
		if s.Quick(1) != (c.minor > 0) || c.minor > 0 && d.Amount.Amount() != (money.Amount{Minor: c.minor, Currency: c.currency}) {
			t.Errorf("%s: the first key types %+v", c.currency, d.Amount.Amount())
		}
	}
}

// TestAScanAfterAQuickAmountLeavesIt: a barcode takes back only what it typed
// itself.
func TestAScanAfterAQuickAmountLeavesIt(t *testing.T) {
	r := newFixture(t)
	r.deps.Shop = quickShop("LYD", "5", false)
	d := pay.NewDraft("LYD")
	s := New(r.Env, r.deps, d)
	r.Window(s)
	harness.Keys(s, "12")
	s.Quick(1)
	harness.Keys(s, "93")
	s.scanned("9301234", 2)
	if d.Amount.Amount() != harness.LYD(5000) || d.Reference != "9301234" {
		t.Errorf("after the scan %s and %q", d.Amount.Text(), d.Reference)
	}
}
