package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// customers gives the till a customer's view, on monitors that the test moves.
func customers(w *fakeWindows, mode preferences.CustomerMode) func(*harness, *Options) {
	return func(r *harness, o *Options) {
		o.Customer = w
		r.env.Preferences.Override(func(v *preferences.Values) { v.Customer = mode })
		o.Receipts = func(screen.Env, ReceiptsShell) Receipts { return blank{still{}} }
		o.Offer.Routes = append(o.Offer.Routes, core.RouteAccount)
	}
}

// still is a screen with nothing on it.
type still struct{ screen.Screen }

func (still) Object() fyne.CanvasObject  { return canvas.NewRectangle(nil) }
func (still) Press(screen.KeyPress) bool { return false }
func (still) Shown()                     {}
func (still) Hidden()                    {}

// customerReads is every word in the customer's window.
func (f *fakeWindows) customerReads() string {
	return uitest.Words(f.shown)
}

func (f *fakeWindows) says(t *testing.T, want ...string) {
	t.Helper()
	got := f.customerReads()
	for _, w := range want {
		if !strings.Contains(got, w) {
			t.Errorf("the customer does not read %q but: %q", w, got)
		}
	}
}

func TestTheCustomerFollowsASaleOnTheSecondMonitor(t *testing.T) {
	w := &fakeWindows{second: true}
	r := newHarness(t, shopFloor, customers(w, preferences.CustomerSecond))
	w.says(t, "Al Noor Market", "Welcome")
	r.charge()
	w.says(t, "12", ".500", "Please wait", "#12")
	r.notice(sale(12, version(2)))
	w.says(t, "Scan with your banking app", "امسح")

	r.keys(fyne.KeyF4) // the receipts
	w.says(t, "Scan", "#12")
	r.keys(fyne.KeyF2) // a new sale
	w.says(t, "Scan", "#12")
	r.pass(time.Second)    // the tiles stand still
	test.Tap(r.tiles()[2]) // #11
	r.says("#11", "48 .000")
	w.says(t, "Scan", "#12")
	r.keys(fyne.KeyF6)
	w.says(t, "#11", "48")
	r.saysNot("Show to customer")
	test.Tap(r.tiles()[1]) // #12 again
	w.says(t, "#11")
	ways{r.shell}.ShowCustomer()
	w.says(t, "#12", "Scan")

	r.notice(sale(12, version(3), state(core.StateWaitingPayment)))
	w.says(t, "Checking with the bank")
	r.notice(sale(12, version(4), paid))
	w.says(t, "Practice", "No money moved", "تدريب")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	r.notice(sale(12, version(6), paid, func(v *journal.View) { v.Version, v.AcknowledgedAt = 6, noon }))
	w.says(t, "Welcome")
	if strings.Contains(w.customerReads(), "#") {
		t.Errorf("the customer still reads %q", w.customerReads())
	}
}

func TestTheCustomerSeesDotsForTheCode(t *testing.T) {
	w := &fakeWindows{second: true}
	r := newHarness(t, customers(w, preferences.CustomerSecond), func(r *harness, _ *Options) {
		r.till.sales = []journal.View{sale(11, func(v *journal.View) {
			v.Session.State, v.Session.Route, v.Route = core.StateOTPRequired, core.RouteAccount, core.RouteAccount
		})}
	})
	ways{r.shell}.OpenNth(0)
	r.keys(fyne.KeyF6)
	w.says(t, "Tell the cashier your code", "A code was sent to your phone")
	r.runes("7391")
	if n := w.dots(); n != 4 {
		t.Errorf("%d dots for four digits", n)
	}
	if strings.ContainsAny(strings.ReplaceAll(w.customerReads(), "11", ""), "739") {
		t.Errorf("the customer reads %q", w.customerReads())
	}
	r.keys(fyne.KeyBackspace)
	if n := w.dots(); n != 3 {
		t.Errorf("%d dots after one was taken back", n)
	}
	r.keys(fyne.KeyF2)
	if n := w.dots(); n != 0 {
		t.Errorf("%d dots for a code that was forgotten", n)
	}
}

// dots is how many dots of a code are filled in the customer's window.
func (f *fakeWindows) dots() (n int) {
	for _, dot := range uitest.All[*canvas.Circle](f.shown) {
		if dot.FillColor == dot.StrokeColor {
			n++
		}
	}
	return n
}

func TestF6TurnsTheOnlyMonitor(t *testing.T) {
	w := &fakeWindows{}
	r := newHarness(t, shopFloor, customers(w, preferences.CustomerSecond))
	r.charge()
	r.notice(sale(12, version(2)))
	r.shell.phone.Fold() // there is room for words then
	r.says("Set aside", "Show to customer", "F6")
	r.keys(fyne.KeyF6)
	r.says("Scan with your banking app", "#12", "Practice. No money moves.")
	r.saysNot("Set aside", "New sale", "#11", "Samira")
	asked := len(r.till.asked)

	r.keys(fyne.KeyReturn, fyne.KeyF7, fyne.KeyF2, fyne.KeyF4, fyne.KeyF5, fyne.KeyF1, fyne.KeyBackspace)
	r.runes("123")
	for _, c := range "4006381333931" { // a scanner
		r.now = r.now.Add(5 * time.Millisecond)
		r.win.Canvas().OnTypedRune()(c)
	}
	r.keys(fyne.KeyReturn)
	ways{r.shell}.OpenNth(2)
	for y := float32(0); y < 690; y += 30 { // fingers all over it
		for x := float32(0); x < 1366; x += 60 {
			test.TapCanvas(r.win.Canvas(), fyne.NewPos(x, y))
		}
	}
	r.says("Scan with your banking app", "#12")
	r.saysNot("Set aside")
	if len(r.till.asked) != asked || len(r.win.Canvas().Overlays().List()) != 0 {
		t.Errorf("the till was asked %v", r.till.asked[asked:])
	}

	r.keys(fyne.KeyEscape)
	if r.shell.nav.At != (navigation.Place{Location: navigation.Sale, Sale: "20261120-000012"}) {
		t.Errorf("the cashier comes back to %v", r.shell.nav.At)
	}
	r.says("#12", "Set aside", "Waiting for the customer to pay")
	r.saysNot("Scan with your banking app")
}

func TestNothingIsTypedWhileTurned(t *testing.T) {
	r := newHarness(t, customers(&fakeWindows{}, preferences.CustomerSecond))
	r.runes("7")
	r.keys(fyne.KeyF6)
	r.runes("999")
	r.keys(fyne.KeyBackspace, fyne.KeyReturn, fyne.KeyEscape)
	r.says("7 .000 LYD")
	r.saysNot("999")
}

func TestWhileTurnedTheSaleGoesOn(t *testing.T) {
	w := &fakeWindows{}
	r := newHarness(t, customers(w, preferences.CustomerSecond))
	r.charge()
	r.notice(sale(12, version(2)))
	r.keys(fyne.KeyF6)
	r.notice(sale(12, version(3), state(core.StateWaitingPayment)))
	r.says("Checking with the bank")
	r.notice(sale(12, version(4), paid))
	r.says("No money moved")
	r.saysNot("Do not hand over goods", "T-0412")
	r.speak(words.French)
	r.says("Entraînement", "تدريب")
	r.keys(fyne.KeyEscape)
	r.says("T-0412")
}

// The Esc that brings the cashier back is still held: it repeats, and must not
// lead on from the screen that it brought back.
func TestAHeldEscGoesOneStepOnly(t *testing.T) {
	w := &fakeWindows{}
	r := newHarness(t, customers(w, preferences.CustomerKey))
	r.runes("12.5")
	r.keys(fyne.KeyReturn)
	r.says("How does the customer pay?")
	r.keys(fyne.KeyF6)
	r.saysNot("How does the customer pay?")
	r.shell.input.KeyDown(&fyne.KeyEvent{Name: fyne.KeyEscape})
	for range 5 {
		r.key(fyne.KeyEscape)
	}
	r.says("How does the customer pay?")
	r.keys(fyne.KeyEscape)
	r.saysNot("How does the customer pay?")
}

// F6 leads back too, each press once: one that is held turns the window once only.
func TestF6TurnsTheWindowBack(t *testing.T) {
	r := newHarness(t, customers(&fakeWindows{}, preferences.CustomerKey))
	r.runes("12.5")
	r.keys(fyne.KeyReturn)
	for range 2 {
		for _, turned := range []bool{true, false} {
			r.shell.input.KeyDown(&fyne.KeyEvent{Name: fyne.KeyF6})
			for range 5 {
				r.key(fyne.KeyF6)
				if r.shell.input.Turned() != turned {
					t.Fatalf("turned: %v, want %v", r.shell.input.Turned(), turned)
				}
			}
		}
		r.says("How does the customer pay?")
	}
	test.Tap(r.place("nav.customer")) // by hand, and back by the key
	r.says("Welcome")
	r.keys(fyne.KeyF6)
	r.says("How does the customer pay?")
}

func TestTheTillGoesOnWhenTheSecondMonitorGoes(t *testing.T) {
	w := &fakeWindows{second: true}
	r := newHarness(t, customers(w, preferences.CustomerSecond))
	r.charge()
	r.notice(sale(12, version(2)))
	r.says("Set aside")
	if !r.shell.customer.Shows("20261120-000012") {
		t.Error("the customer does not see it")
	}
	w.second = false
	r.pass(time.Second)
	if w.shown != nil {
		t.Error("the window stays without its monitor")
	}
	r.notice(sale(12, version(3), state(core.StateWaitingPayment)))
	r.says("The bank is processing.")
	w.second = true
	r.pass(time.Second)
	w.says(t, "Checking with the bank", "#12")
}

func TestWithoutAFingerOnAKeyboard(t *testing.T) {
	w := &fakeWindows{}
	r := newHarness(t, customers(w, preferences.CustomerSecond))
	test.Tap(r.place("nav.customer"))
	r.says("Welcome")
	r.later = nil
	down := r.win.Canvas().Content().(*fyne.Container).Objects[0].(*fyne.Container).Objects[2].(desktop.Mouseable)
	down.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(5, 5)}})
	r.pass(3 * time.Second)
	r.says("Sale #12")
}

func TestAnotherPlaceForTheCustomersView(t *testing.T) {
	w := &fakeWindows{second: true}
	r := newHarness(t, customers(w, preferences.CustomerSecond))
	r.prefer(func(v *preferences.Values) { v.Customer = preferences.CustomerPlain })
	if w.shown == nil || w.full {
		t.Error("no plain window")
	}
	w.gone() // somebody closes it
	r.pass(time.Second)
	r.shell.settingsWindow().ShowCustomer()
	if w.shown == nil {
		t.Error("the plain window does not come again")
	}
	r.prefer(func(v *preferences.Values) { v.Customer = preferences.CustomerKey })
	if w.shown != nil {
		t.Error("the window stays")
	}
}

// TestTheReceiptInTheCustomersHand: it comes by itself after paid, the cashier
// goes on meanwhile, and reads where it is.
func TestTheReceiptInTheCustomersHand(t *testing.T) {
	w := &fakeWindows{second: true}
	r := newHarness(t, shopFloor, customers(w, preferences.CustomerSecond))
	r.charge()
	done := sale(12, version(4), paid)
	r.till.sales = append(r.till.sales, done)
	r.notice(done)
	w.says(t, "No money moved")
	r.says("Receipt", "T-0412")
	for range 4 {
		r.pass(time.Second)
	}
	w.says(t, "Scan to keep your receipt", "TEST", "T-0412", "8F2K-71QD-0446", "•••• 7120", "Closes by itself")
	r.says("Receipt, customer sees it")
	r.keys(fyne.KeyReturn)
	r.notice(sale(12, version(6), paid, func(v *journal.View) { v.Version, v.AcknowledgedAt = 6, noon }))
	w.says(t, "Scan to keep your receipt")
	for range 20 {
		r.pass(time.Second)
	}
	w.says(t, "Welcome")
}
