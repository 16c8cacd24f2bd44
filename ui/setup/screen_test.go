package setup

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/words"
)

// TestOneKeyIsEnoughToPractise: the way to a first payment.
func TestOneKeyIsEnoughToPractise(t *testing.T) {
	r := newHarness(t)
	r.says("Set up this till", "Start practising", "Esc")
	r.keys(fyne.KeyEscape)
	r.asked("save My shop, Till 1, LYD, Cashier by Cashier", "done")
}

// TestWhatWasTypedIsKeptBySkipping, and what was not is in the language of the
// moment.
func TestWhatWasTypedIsKeptBySkipping(t *testing.T) {
	r := newHarness(t)
	r.speak(words.Arabic)
	r.types("سوق النور")
	r.keys(fyne.KeyEscape)
	r.asked("save سوق النور, الصندوق 1, LYD, الصرّاف by الصرّاف", "done")
}

// TestAHeldEnterTurnsOnePage: the repeats of a key that is held reach the next
// page within moments.
func TestAHeldEnterTurnsOnePage(t *testing.T) {
	r := newHarness(t)
	r.types("Al Noor Market")
	r.keys(fyne.KeyReturn)
	r.says("The manager’s name")
	r.screen.Press(pressed(fyne.KeyEscape))
	r.now = r.now.Add(300 * time.Millisecond)
	r.screen.Press(pressed(fyne.KeyEscape))
	r.says("The manager’s name")
	r.now = r.now.Add(time.Second)
	r.screen.Press(pressed(fyne.KeyEscape))
	r.says("Make a recovery code")
}

// TestTheFirstRunHasBack: on each step but the first, and what was typed is there
// again. A manager who was made is not made twice.
func TestTheFirstRunHasBack(t *testing.T) {
	r := newHarness(t)
	r.saysNot("Back")
	r.types("Al Noor Market")
	r.keys(fyne.KeyReturn)
	r.says("The manager’s name")
	r.picture("back")
	r.press("Back")
	if got := r.field("Shop").Text(); got != "Al Noor Market" {
		t.Errorf("the shop is called %q now", got)
	}
	r.field("Shop").SetText("Al Noor Bakery")
	r.keys(fyne.KeyReturn)
	r.asked("save Al Noor Market, Till 1, LYD, Cashier by Cashier", "save Al Noor Bakery, Till 1, LYD, Cashier by Cashier")
	for label, text := range map[string]string{"The manager’s name": "Huda", "Code, four to eight digits": "2580", "The same code again": "2580"} {
		r.field(label).SetText(text)
	}
	r.keys(fyne.KeyReturn)
	r.says("Make a recovery code")
	r.press("Back")
	r.says("How will it be used?")
	r.keys(fyne.KeyReturn)
	r.says("Make a recovery code")
	r.asked("add Huda manager 4 digits")
	r.keys(fyne.KeyReturn)
	r.saysNot("Back")
	r.press("I have it on paper")
	r.says("Yes, it is on paper")
	r.saysNot("Back")
	r.asked("code by Cashier")
	r.keys(fyne.KeyReturn)
	r.asked("done")
}

func TestADiskThatFailsIsSaidAndKeepsNobodyFromPractising(t *testing.T) {
	r := newHarness(t)
	r.fail["save"] = &journal.Error{Code: journal.CodeStore}
	r.types("Al Noor Market")
	r.keys(fyne.KeyReturn)
	r.says("The till could not save this. Nothing was changed.", "How will it be used?")
	r.asked()
	r.keys(fyne.KeyEscape)
	r.asked("done")
}

func TestALanguageChangesEverythingAndLosesNothing(t *testing.T) {
	r := newHarness(t)
	r.types("سوق النور")
	r.press("العربية")
	r.says("تجهيز هذا الصندوق", "سوق النور", "الصندوق 1", "د.ل")
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject
	if shop, name := at(r.field("المتجر")), at(r.field("الصندوق")); shop.X <= name.X {
		t.Errorf("the shop stands at %v, the till at %v: not mirrored", shop, name)
	}
	r.field("الصندوق").SetText("صندوق البهو")
	r.press("Français")
	r.says("Configurer cette caisse", "سوق النور", "صندوق البهو", "LYD")
}

// TestLiveGoesOnWhereItsKeysWereGiven: after the restart the names are there.
func TestLiveGoesOnWhereItsKeysWereGiven(t *testing.T) {
	r := newHarness(t, func(r *harness) {
		r.env.Practice, r.deps.Named = false, true
		r.set = journal.Settings{Shop: "Al Noor Market", Till: "2", Currency: "TND", Cashier: "Caisse"}
	})
	r.says("The manager’s name", "The bank’s keys")
	r.keys(fyne.KeyEscape, fyne.KeyEscape)
	r.asked("save Al Noor Market, 2, TND, Caisse by Caisse", "done")
}
