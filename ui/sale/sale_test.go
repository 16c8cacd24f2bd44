package sale

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/words"
)

func TestTypingAnAmountAndCharging(t *testing.T) {
	r := newFixture(t)
	d := pay.NewDraft("LYD")
	s := New(r.Env, r.deps, d)
	r.Window(s)
	s.Press(harness.Name(fyne.KeyReturn))
	r.Went()
	harness.Keys(s, "١٢٫٥")
	if got := uitest.Words(s.Object()); !strings.Contains(got, "12 .5 00 LYD") || !strings.Contains(got, "Charge 12 .500 LYD") {
		t.Errorf("the screen reads %q", got)
	}
	s.Press(harness.Name(fyne.KeyEscape))
	s.Press(harness.Name(fyne.KeyReturn))
	r.Went("routes")
	if d.Amount.Amount() != harness.LYD(12500) {
		t.Errorf("the draft holds %v", d.Amount.Amount())
	}
	r.Asked()
}

func TestChargeButtonAlwaysSaysTheAmountTyped(t *testing.T) {
	r := newFixture(t)
	s := New(r.Env, r.deps, pay.NewDraft("LYD"))
	r.Window(s)
	for _, c := range []struct{ key, want string }{{"1", "1.000"}, {"2", "12.000"}, {".", "12.000"}, {"5", "12.500"}, {"7", "12.570"}} {
		harness.Keys(s, c.key)
		if got := uitest.Words(s.charge); !strings.Contains(got, strings.Replace(c.want, ".", " .", 1)) {
			t.Errorf("after %q the button reads %q, want %s", c.key, got, c.want)
		}
	}
	s.Press(harness.Name(fyne.KeyBackspace))
	s.Press(harness.Name(fyne.KeyBackspace))
	if got := uitest.Words(s.charge); !strings.Contains(got, "12 .000") {
		t.Errorf("after Backspace the button reads %q", got)
	}
	s.Press(harness.Name(fyne.KeyDelete))
	if !s.charge.Disabled() || strings.Contains(uitest.Words(s.charge), "12") {
		t.Error("an empty amount can be charged")
	}
}

func TestKeypadTypesToo(t *testing.T) {
	r := newFixture(t)
	d := pay.NewDraft("LYD")
	s := New(r.Env, r.deps, d)
	for _, k := range []control.PadKey{"7", control.PadThousand, control.PadPoint, "2", "5", control.PadBackspace} {
		s.pad.OnKey(k)
	}
	if got := d.Amount.Text(); got != "7000.200" {
		t.Errorf("the pad typed %s", got)
	}
	s.pad.OnKey(control.PadClear)
	if !d.Amount.Empty() {
		t.Error("Clear left something")
	}
}

func TestAScanGoesToTheReferenceAndOutOfTheAmount(t *testing.T) {
	r := newFixture(t)
	d := pay.NewDraft("LYD")
	s := New(r.Env, r.deps, d)
	harness.Keys(s, "12")
	harness.Keys(s, "62A8100.71")
	s.Press(screen.KeyPress{Scan: "62A8100.71", Taken: 10})
	if d.Amount.Text() != "12.000" || d.Reference != "62A8100.71" {
		t.Errorf("amount %s, reference %q", d.Amount.Text(), d.Reference)
	}
	if s.reference.Text() != "62A8100.71" {
		t.Error("the field does not show the scan")
	}
}

func TestReferenceIsBoundedAndItsEnterChargesNothing(t *testing.T) {
	r := newFixture(t)
	d := pay.NewDraft("LYD")
	d.Amount = harness.Typed("LYD", "5")
	s := New(r.Env, r.deps, d)
	w := r.Window(s)
	s.reference.Focus()
	test.Type(s.reference.Focusable(), strings.Repeat("x", 60))
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.Canvas().Focused() != nil {
		t.Error("Enter does not leave the field")
	}
	r.Went()
	if len(d.Reference) != maxLetter {
		t.Errorf("the reference has %d letters", len(d.Reference))
	}
}

func TestAScanIntoTheReferenceReplacesIt(t *testing.T) {
	r := newFixture(t)
	d := pay.NewDraft("LYD")
	d.Amount, d.Reference = harness.Typed("LYD", "5"), "A-1"
	s := New(r.Env, r.deps, d)
	w := r.Window(s)
	s.reference.Focus()
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	test.Type(s.reference.Focusable(), "6281007032018")
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if d.Reference != "6281007032018" || w.Canvas().Focused() != nil {
		t.Errorf("the reference is %q, the focus with %v", d.Reference, w.Canvas().Focused())
	}
	r.Went()
}

func TestFirstPracticeSaleSaysWhatToDo(t *testing.T) {
	r := newFixture(t)
	for _, c := range []struct {
		id       string
		practice bool
		want     bool
	}{{"20261120-000001", true, true}, {"20261120-000002", true, false}, {"20261120-000001", false, false}} {
		r.Till.Next = "20261120-000001"
		if c.id != "20261120-000001" {
			r.Till.Next = "20261120-000002"
		}
		r.Env.Practice = c.practice
		got := strings.Contains(uitest.Words(New(r.Env, r.deps, pay.NewDraft("LYD")).Object()), "12.5, press Charge")
		if got != c.want {
			t.Errorf("%s practice %v: hint shown %v", c.id, c.practice, got)
		}
	}
}

// TestNewSaleSaysThatNoShiftIsOpen before an amount is typed for nothing, and leads to
// where one is opened.
func TestNewSaleSaysThatNoShiftIsOpen(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
	}{
		{"usual", words.English, theme.Look{}, fyne.NewSize(1134, 610)},
		{"small", words.French, theme.Look{Small: true}, fyne.NewSize(928, 500)},
		{"large", words.Arabic, theme.Look{RTL: true, TextScale: 2}, fyne.NewSize(1134, 1064)},
	} {
		r := newFixture(t)
		r.Env.Words, r.Size = words.MustLoad(c.lang), c.size
		r.Apply(c.look)
		missing := true
		r.deps.NoShift = func() bool { return missing }
		s := New(r.Env, r.deps, pay.NewDraft("LYD"))
		w := r.Window(s)
		harness.Keys(s, "1234.5")
		uitest.Picture(t, w, "sale-no-shift-"+c.name)
		if got := uitest.Words(s.Object()); !strings.Contains(got, r.Env.Words.T("sale.noShift")) {
			t.Errorf("%s: says %q", c.name, got)
		}
		if s.shift.Size().Width < s.shift.MinSize().Width && c.name == "usual" {
			t.Error("its words are cut")
		}
		s.shift.Tapped(nil)
		r.Went("day")
		if s.Press(harness.Name(fyne.KeyF8)) {
			t.Error("F8 is the shell's")
		}
		missing = false
		if s := New(r.Env, r.deps, pay.NewDraft("LYD")); s.shift != nil {
			t.Error("a shift is open, and the line stays")
		}
	}
}
