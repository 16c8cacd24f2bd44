package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/shell/sidebar"
	"sanduq/ui/theme"
)

// charge types an amount and picks the QR.
func (r *harness) charge() {
	r.runes("12.5")
	r.keys(fyne.KeyReturn, fyne.KeyReturn)
}

func TestAWholeSaleByKeyboard(t *testing.T) {
	r := newHarness(t)
	r.says("Sale #12", "Practice. No money moves.", "Bank answers", "Samira", "14:31")
	r.runes("12.5")
	r.keys(fyne.KeyReturn)
	r.says("How does the customer pay?")
	r.asked()
	r.keys(fyne.KeyEscape)
	r.says("Charge 12 .500")
	r.keys(fyne.KeyReturn, fyne.KeyReturn)
	r.says("Opening the payment…")
	r.asked("charge 12.500 qr")
	r.notice(sale(12, version(2)))
	r.says("Waiting for the customer to pay", "You pay Al Noor Market")
	r.notice(sale(12, version(3), state(core.StateWaitingPayment)))
	r.says("The bank is processing.")
	r.saysNot("You pay", "PRACTICE Paid")
	r.notice(sale(12, version(4), paid))
	r.says("PRACTICE", "No money moved.", "T-0412")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	r.says("Sale #13", "0 .000 LYD")
	r.asked("charge 12.500 qr", "acknowledge #12")
}

func TestAHeldEnterGoesOneStepOnly(t *testing.T) {
	r := newHarness(t)
	r.runes("12.5")
	r.keys(fyne.KeyReturn)
	for range 40 {
		r.pass(30 * time.Millisecond)
		r.key(fyne.KeyReturn)
	}
	r.says("How does the customer pay?")
	r.asked()
	r.keys(fyne.KeyReturn)
	r.notice(sale(12, version(4), paid))
	for range 40 {
		r.pass(30 * time.Millisecond)
		r.key(fyne.KeyReturn)
	}
	r.says("PRACTICE Paid")
	r.asked("charge 12.500 qr")
	r.keys(fyne.KeyReturn)
	r.asked("charge 12.500 qr", "acknowledge #12")
}

func TestTryingAgainReplacesTheSale(t *testing.T) {
	r := newHarness(t)
	r.charge()
	r.notice(sale(12, version(4), state(core.StateFailed)))
	r.says("NOT PAID")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	r.says("How does the customer pay?", "#13")
	r.keys(fyne.KeyReturn)
	r.asked("charge 12.500 qr", "acknowledge #12", "charge 12.500 qr")
	if got := r.till.sales[1].Replaces; got != "20261120-000012" {
		t.Errorf("the new sale replaces %q", got)
	}
}

func TestAnEndElsewhereStealsNothing(t *testing.T) {
	r := newHarness(t, shopFloor)
	r.runes("7")
	r.notice(sale(11, of(48000), version(2), paid))
	r.says("Sale #12", "7 .000", "#11: Paid")
	r.runes("5")
	r.says("75 .000")
	r.pass(sidebar.NewsTime)
	r.saysNot("#11: Paid")
	if got := r.standing(); got != "#9 #10 #11" {
		t.Errorf("an end that nobody took note of stands at %s", got)
	}
}

func TestTheStripOpensSalesAndKeepsTheDraft(t *testing.T) {
	r := newHarness(t, shopFloor)
	r.runes("7.25")
	test.Tap(r.tiles()[1])
	r.says("#11", "48 .000", "Waiting for the customer to pay")
	r.keys(fyne.KeyF2)
	r.says("Sale #12", "7 .25 0 LYD")
	ways{r.shell}.OpenNth(0)
	r.says("We do not know yet")
	ways{r.shell}.OpenNth(8)
	r.says("We do not know yet")
}

func TestAnOldViewNeverReplacesANewerOne(t *testing.T) {
	r := newHarness(t)
	r.charge()
	r.notice(sale(12, version(8), paid))
	r.notice(sale(12, version(3)))
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLive, View: sale(12, version(4))})
	r.says("PRACTICE Paid")
}

func TestNoticesBeforeChargeReturnsAreNotLost(t *testing.T) {
	r := newHarness(t)
	var parked []func()
	r.run = func(f func()) { parked = append(parked, f) }
	r.runes("12.5")
	r.keys(fyne.KeyReturn, fyne.KeyReturn)
	r.notice(sale(12, version(5)))
	for _, f := range parked {
		f()
	}
	r.says("Waiting for the customer to pay")
}

func TestWhoLeftTheRoutesIsNotDraggedToTheSale(t *testing.T) {
	r := newHarness(t, shopFloor)
	var parked []func()
	r.run = func(f func()) { parked = append(parked, f) }
	r.runes("12.5")
	r.keys(fyne.KeyReturn, fyne.KeyReturn, fyne.KeyF2)
	r.says("Sale #12", "0 .000 LYD")
	r.runes("3")
	for _, f := range parked {
		f()
	}
	r.says("3 .000 LYD")
	if len(r.shell.feed.InOrder()) != 4 {
		t.Errorf("%d sales on the sidebar", len(r.shell.feed.InOrder()))
	}
}

func TestADecisionFallsWithItsSale(t *testing.T) {
	r := newHarness(t)
	r.charge()
	r.notice(sale(12, version(2)))
	r.keys(fyne.KeyF7)
	r.says("This payment cannot be cancelled.")
	r.runes("1")
	r.keys(fyne.KeyF2)
	r.says("This payment cannot be cancelled.")
	r.notice(sale(12, version(3), func(v *journal.View) { v.Live.Asked++ }))
	r.says("This payment cannot be cancelled.")
	r.notice(sale(12, version(4), paid))
	r.saysNot("This payment cannot be cancelled.")
	r.says("PRACTICE Paid")
	if len(r.win.Canvas().Overlays().List()) != 0 {
		t.Error("something still covers the window")
	}
}

func TestEscInADecisionKeepsWaiting(t *testing.T) {
	r := newHarness(t)
	r.charge()
	r.notice(sale(12, version(2)))
	r.keys(fyne.KeyF7, fyne.KeyEscape)
	r.saysNot("This payment cannot be cancelled.")
	r.says("Waiting for the customer to pay")
	r.asked("charge 12.500 qr")
}

func TestScansGoToTheReference(t *testing.T) {
	r := newHarness(t)
	r.runes("7")
	r.now = r.now.Add(time.Second)
	for _, c := range "62810071" {
		r.now = r.now.Add(5 * time.Millisecond)
		r.win.Canvas().OnTypedRune()(c)
	}
	r.keys(fyne.KeyReturn)
	r.says("Sale #12", "7 .000")
	if r.shell.typed.draft.Reference != "62810071" {
		t.Errorf("the reference is %q", r.shell.typed.draft.Reference)
	}
}

func TestAScanWithoutEnterEndsByItself(t *testing.T) {
	r := newHarness(t)
	for _, c := range "62810071" {
		r.now = r.now.Add(5 * time.Millisecond)
		r.win.Canvas().OnTypedRune()(c)
	}
	r.pass(time.Second)
	if r.shell.typed.draft.Reference != "62810071" || !r.shell.typed.draft.Amount.Empty() {
		t.Errorf("reference %q, amount %s", r.shell.typed.draft.Reference, r.shell.typed.draft.Amount.Text())
	}
}

func TestASmallWindowGetsTheSmallClass(t *testing.T) {
	r := newHarness(t, shopFloor)
	r.win.Resize(fyne.NewSize(1024, 640))
	r.pass(0)
	if !theme.Now().Small {
		t.Fatal("the class is the usual one")
	}
	r.saysNot("Bank answers", "Samira")
	r.win.Resize(fyne.NewSize(1366, 690))
	r.pass(0)
	r.says("Bank answers", "Samira")
}

// TestAWindowThatIsNarrowForAMomentIsNotBuiltAnew is about starts: a window has
// its smallest size before it has its own.
func TestAWindowThatIsNarrowForAMomentIsNotBuiltAnew(t *testing.T) {
	r := newHarness(t, shopFloor)
	bar, looks := r.shell.bar, fyne.CurrentApp().Settings().Theme()
	r.win.Resize(fyne.NewSize(1024, 640))
	r.win.Resize(fyne.NewSize(1366, 690))
	r.pass(0)
	if r.shell.bar != bar || fyne.CurrentApp().Settings().Theme() != looks {
		t.Error("the window was built anew")
	}
	if theme.Now().Small {
		t.Error("the class is the small one")
	}
}

func TestFunctionsThatDoNotExistAreNotShown(t *testing.T) {
	r := newHarness(t, func(_ *harness, o *Options) { o.Offer.Phone = nil })
	r.saysNot("Receipts", "Customer view", "Practice phone")
	r.keys(fyne.KeyF4, fyne.KeyF6, fyne.KeyF11, fyne.KeyF12)
	r.says("Sale #12")
	r.keys(fyne.KeyF1)
	r.says("Keys")
	r.saysNot("Lock", "Full screen")
	r.keys(fyne.KeyEscape)
	r.saysNot("Delete a digit")
}

func TestF1ListsTheKeysThatWork(t *testing.T) {
	full := 0
	r := newHarness(t, everything, func(_ *harness, o *Options) { o.FullScreen = func() { full++ } })
	r.keys(fyne.KeyF1)
	r.says("Receipts", "Lock", "Full screen", "Delete a digit")
	r.keys(fyne.KeyReturn)
	r.saysNot("Delete a digit")
	r.keys(fyne.KeyF11)
	if full != 1 {
		t.Errorf("full screen was asked %d times", full)
	}
}

func TestThePhoneFoldsAway(t *testing.T) {
	r := newHarness(t)
	r.charge()
	r.notice(sale(12, version(2)))
	r.says("You pay")
	if r.phone.watched != 1 {
		t.Errorf("the bank is watched %d times", r.phone.watched)
	}
	test.Tap(r.place("nav.phone"))
	r.saysNot("You pay")
	if r.phone.watched != 0 {
		t.Error("a folded phone is still watching")
	}
	test.Tap(r.place("nav.phone"))
	r.says("You pay")
	r.keys(fyne.KeyF2)
	r.says("Nothing to pay.")
}

func TestLiveHasNoPhoneAndNoRibbon(t *testing.T) {
	r := newHarness(t, func(r *harness, _ *Options) { r.env.Practice = false })
	r.says("LIVE")
	r.saysNot("Practice")
	r.charge()
	r.notice(sale(12, version(4), paid))
	r.says("PAID", "Hand over goods.")
}

func TestStopEndsTheFeed(t *testing.T) {
	r := newHarness(t)
	r.shell.Stop()
	select {
	case <-r.feed.done:
	default:
		t.Error("the subscription is still open")
	}
}

func TestKeysOfTheShellWorkWithTheFocusAnywhere(t *testing.T) {
	r := newHarness(t, shopFloor)
	r.shell.open("20261120-000011")
	for _, o := range []fyne.Focusable{r.place("nav.sale"), r.tiles()[1]} {
		r.shell.open("20261120-000011")
		r.win.Canvas().Focus(o)
		r.keys(fyne.KeyF5)
	}
	r.asked("check #11", "check #11")
}
