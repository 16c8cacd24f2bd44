package cashier

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

func press(s screen.Screen, keys string) {
	for _, r := range keys {
		s.Press(screen.KeyPress{Rune: r})
	}
}

func TestTypingAnAmountAndCharging(t *testing.T) {
	r := newHarness(t)
	d := pay.NewDraft("LYD")
	s := NewSale(r.deps, d)
	r.window(s)
	s.Press(name(fyne.KeyReturn))
	r.went()
	press(s, "١٢٫٥")
	if got := read(s.Object()); !strings.Contains(got, "12 .5 00 LYD") || !strings.Contains(got, "Charge 12 .500 LYD") {
		t.Errorf("the screen reads %q", got)
	}
	s.Press(name(fyne.KeyEscape))
	s.Press(name(fyne.KeyReturn))
	r.went("routes")
	if d.Amount.Amount() != lyd(12500) {
		t.Errorf("the draft holds %v", d.Amount.Amount())
	}
	r.asked()
}

func TestChargeButtonAlwaysSaysTheAmountTyped(t *testing.T) {
	r := newHarness(t)
	s := NewSale(r.deps, pay.NewDraft("LYD"))
	r.window(s)
	for _, c := range []struct{ key, want string }{{"1", "1.000"}, {"2", "12.000"}, {".", "12.000"}, {"5", "12.500"}, {"7", "12.570"}} {
		press(s, c.key)
		if got := read(s.charge); !strings.Contains(got, strings.Replace(c.want, ".", " .", 1)) {
			t.Errorf("after %q the button reads %q, want %s", c.key, got, c.want)
		}
	}
	s.Press(name(fyne.KeyBackspace))
	s.Press(name(fyne.KeyBackspace))
	if got := read(s.charge); !strings.Contains(got, "12 .000") {
		t.Errorf("after Backspace the button reads %q", got)
	}
	s.Press(name(fyne.KeyDelete))
	if !s.charge.Disabled() || strings.Contains(read(s.charge), "12") {
		t.Error("an empty amount can be charged")
	}
}

func TestKeypadTypesToo(t *testing.T) {
	r := newHarness(t)
	d := pay.NewDraft("LYD")
	s := NewSale(r.deps, d)
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
	r := newHarness(t)
	d := pay.NewDraft("LYD")
	s := NewSale(r.deps, d)
	press(s, "12")
	press(s, "62A8100.71")
	s.Press(screen.KeyPress{Scan: "62A8100.71", Taken: 10})
	if d.Amount.Text() != "12.000" || d.Reference != "62A8100.71" {
		t.Errorf("amount %s, reference %q", d.Amount.Text(), d.Reference)
	}
	if s.reference.Text() != "62A8100.71" {
		t.Error("the field does not show the scan")
	}
}

func TestReferenceIsBoundedAndItsEnterChargesNothing(t *testing.T) {
	r := newHarness(t)
	d := pay.NewDraft("LYD")
	d.Amount = typed("LYD", "5")
	s := NewSale(r.deps, d)
	w := r.window(s)
	s.reference.Focus()
	test.Type(s.reference.Focusable(), strings.Repeat("x", 60))
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if w.Canvas().Focused() != nil {
		t.Error("Enter does not leave the field")
	}
	r.went()
	if len(d.Reference) != maxLetter {
		t.Errorf("the reference has %d letters", len(d.Reference))
	}
}

func TestAScanIntoTheReferenceReplacesIt(t *testing.T) {
	r := newHarness(t)
	d := pay.NewDraft("LYD")
	d.Amount, d.Reference = typed("LYD", "5"), "A-1"
	s := NewSale(r.deps, d)
	w := r.window(s)
	s.reference.Focus()
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	test.Type(s.reference.Focusable(), "6281007032018")
	w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if d.Reference != "6281007032018" || w.Canvas().Focused() != nil {
		t.Errorf("the reference is %q, the focus with %v", d.Reference, w.Canvas().Focused())
	}
	r.went()
}

func TestFirstPracticeSaleSaysWhatToDo(t *testing.T) {
	r := newHarness(t)
	for _, c := range []struct {
		id       string
		practice bool
		want     bool
	}{{"20261120-000001", true, true}, {"20261120-000002", true, false}, {"20261120-000001", false, false}} {
		r.desk.next = "20261120-000001"
		if c.id != "20261120-000001" {
			r.desk.next = "20261120-000002"
		}
		r.deps.Practice = c.practice
		got := strings.Contains(read(NewSale(r.deps, pay.NewDraft("LYD")).Object()), "12.5, press Charge")
		if got != c.want {
			t.Errorf("%s practice %v: hint shown %v", c.id, c.practice, got)
		}
	}
}

func routeOf(r *harness) (*pay.Draft, *Route) {
	d := pay.NewDraft("LYD")
	d.Amount, d.Reference = typed("LYD", "12.5"), "A1"
	s := NewRoute(r.deps, d)
	s.Shown()
	return d, s
}

func TestRouteSendsADraftOnce(t *testing.T) {
	r := newHarness(t)
	r.desk.view = sale()
	var parked []func()
	r.deps.Go = func(f func()) { parked = append(parked, f) }
	d, s := routeOf(r)
	s.Press(name(fyne.KeyReturn))
	s.Press(name(fyne.KeyReturn))
	s.Press(name(fyne.KeyEscape))
	press(s, "1")
	r.pass(time.Second)
	for _, f := range parked {
		f()
	}
	r.asked("charge 12.500 qr A1")
	r.went("opened #12")
	if r.desk.draft.Cashier != "Samira" || !d.Opening {
		t.Errorf("draft %+v", r.desk.draft)
	}
}

func TestRouteGoesBackAtNoCost(t *testing.T) {
	r := newHarness(t)
	_, s := routeOf(r)
	s.Press(name(fyne.KeyEscape))
	r.went("amount")
	r.asked()
}

func TestWaysThatTheTillDoesNotHaveCannotBePicked(t *testing.T) {
	r := newHarness(t)
	_, s := routeOf(r)
	press(s, "2")
	r.pass(time.Second)
	press(s, "3")
	r.pass(time.Second)
	r.asked()
	if tap(s.Object(), func(*liveTile) bool { return true }); len(r.desk.asked) != 1 {
		t.Error("the QR tile cannot be tapped")
	}
	if _, focusable := s.tiles[1].(fyne.Focusable); focusable {
		t.Error("a way that this till does not have can get the focus")
	}
}

func TestABarcodePicksNoWayToPay(t *testing.T) {
	r := newHarness(t)
	_, s := routeOf(r)
	press(s, "1234561")
	s.Press(screen.KeyPress{Scan: "1234561", Taken: 7})
	r.pass(time.Second)
	r.asked()
	press(s, "1") // a scanner that sends no Enter, and digits that were meant for another screen
	r.now = r.now.Add(40 * time.Millisecond)
	press(s, "2")
	r.pass(time.Second)
	r.asked()
	press(s, "1")
	r.pass(time.Second)
	r.asked("charge 12.500 qr A1")
}

func TestADigitPicksAWay(t *testing.T) {
	r := newHarness(t)
	r.deps.Routes = []core.Route{core.RouteQR, core.RouteAccount}
	_, s := routeOf(r)
	press(s, "2")
	r.asked()
	r.pass(100 * time.Millisecond)
	r.asked("charge 12.500 account A1")
}

func TestADraftThatWasNotRecordedCanBeSentAgain(t *testing.T) {
	r := newHarness(t)
	r.desk.err = errBroken
	d, s := routeOf(r)
	s.Press(name(fyne.KeyReturn))
	if !strings.Contains(read(s.Object()), "Nothing was sent") || d.Opening {
		t.Error("the screen does not say that nothing was sent")
	}
	r.desk.err, r.desk.view = nil, sale()
	s.Press(name(fyne.KeyReturn))
	r.went("failed broken", "opened #12")
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
		r := newHarness(t)
		r.deps.Words, r.size = words.MustLoad(c.lang), c.size
		r.apply(c.look)
		missing := true
		r.deps.NoShift = func() bool { return missing }
		s := NewSale(r.deps, pay.NewDraft("LYD"))
		w := r.window(s)
		keysIn(s, "1234.5")
		uitest.Picture(t, w, "sale-no-shift-"+c.name)
		if got := read(s.Object()); !strings.Contains(got, r.deps.Words.T("sale.noShift")) {
			t.Errorf("%s: says %q", c.name, got)
		}
		if s.shift.Size().Width < s.shift.MinSize().Width && c.name == "usual" {
			t.Error("its words are cut")
		}
		s.shift.Tapped(nil)
		r.went("day")
		if s.Press(name(fyne.KeyF8)) {
			t.Error("F8 is the shell's")
		}
		missing = false
		if s := NewSale(r.deps, pay.NewDraft("LYD")); s.shift != nil {
			t.Error("a shift is open, and the line stays")
		}
	}
}
