package setup

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/till"
	"sanduq/ui/words"
)

// TestOneKeyIsEnoughToPractise: the way to a first payment.
func TestOneKeyIsEnoughToPractise(t *testing.T) {
	r := newRig(t)
	r.says("Set up this till", "Start practising", "Esc")
	r.keys(fyne.KeyEscape)
	r.asked("save My shop, Till 1, LYD, Cashier by Cashier", "done")
}

// TestWhatWasTypedIsKeptBySkipping, and what was not is in the language of the
// moment.
func TestWhatWasTypedIsKeptBySkipping(t *testing.T) {
	r := newRig(t)
	r.deps.SetLanguage(words.Arabic)
	r.types("سوق النور")
	r.keys(fyne.KeyEscape)
	r.asked("save سوق النور, الصندوق 1, LYD, أمين الصندوق by أمين الصندوق", "done")
}

func TestAShopIsNamedByKeysAlone(t *testing.T) {
	r := newRig(t)
	r.keys(fyne.KeyReturn)
	r.wrong("Shop", "This is needed: it stands on receipts.")
	r.asked()
	r.types(" Al Noor Market ")
	if r.field("Shop").Problem() != "" {
		t.Error("the problem stays while it is mended")
	}
	r.keys(fyne.KeyTab, fyne.KeyTab, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp)
	r.says("TND")
	r.field("Till").SetText(" ")
	r.keys(fyne.KeyTab, fyne.KeyTab, fyne.KeyTab, fyne.KeyTab, fyne.KeyReturn) // over both tiles and the skip
	r.wrong("Till", "This is needed: it stands on receipts.")
	r.types("2")
	r.keys(fyne.KeyReturn)
	r.asked("save Al Noor Market, 2, TND, Cashier by Cashier")
	r.says("The manager’s name", "Not now")
	r.keys(fyne.KeyEscape)
	r.says("Make a recovery code", "Not now")
	r.keys(fyne.KeyEscape)
	r.asked("done")
}

// TestAHeldEnterTurnsOnePage: the repeats of a key that is held reach the next
// page within moments.
func TestAHeldEnterTurnsOnePage(t *testing.T) {
	r := newRig(t)
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

func TestAManagerIsMade(t *testing.T) {
	r := newRig(t)
	r.types("Al Noor Market")
	r.keys(fyne.KeyReturn, fyne.KeyReturn)
	r.said = nil
	r.wrong("The manager’s name", "This name is blank, too long, or there already. Choose another.")
	r.types("Huda")
	r.keys(fyne.KeyReturn) // on to the next that is blank
	r.types("258a")
	r.keys(fyne.KeyReturn)
	r.types("٢٥٩")
	r.keys(fyne.KeyReturn)
	r.wrong("The same code again", "The two codes differ. Type them again.")
	r.types("258")
	r.fail["add"] = &till.Error{Code: till.CodePINShape}
	r.keys(fyne.KeyReturn)
	r.wrong("Code, four to eight digits", "A code has four to eight digits.")
	delete(r.fail, "add")
	r.field("Code, four to eight digits").SetText("2580")
	r.field("The same code again").SetText("2580")
	r.keys(fyne.KeyReturn)
	r.asked("add Huda manager 4 digits")
	r.says("Make a recovery code")
}

func TestAManagerWhoCannotBeWrittenDownIsSaid(t *testing.T) {
	for code, c := range map[till.Code]struct{ label, sentence string }{
		till.CodeName:  {"The manager’s name", "This name is blank, too long, or there already. Choose another."},
		till.CodeStore: {"", "The till could not write this down. Nothing was changed."},
	} {
		r := newRig(t, func(r *rig) { r.memory = Memory{at: stepManager} })
		r.screen.turn(stepManager)
		for label, text := range map[string]string{"The manager’s name": "Huda", "Code, four to eight digits": "2580", "The same code again": "2580"} {
			r.field(label).SetText(text)
		}
		r.fail["add"] = &till.Error{Code: code, Err: errors.New("cause")}
		r.keys(fyne.KeyReturn)
		r.says(c.sentence)
		if c.label != "" {
			r.wrong(c.label, c.sentence)
		}
		if len(r.logged) != 1 {
			t.Errorf("%s: logged %v", code, r.logged)
		}
	}
}

func TestTheRecoveryCodeIsShownOnce(t *testing.T) {
	r := newRig(t)
	r.screen.turn(stepRecovery)
	r.fail["code"] = errors.New("disk")
	r.keys(fyne.KeyReturn)
	r.says("The recovery code could not be made")
	delete(r.fail, "code")
	r.keys(fyne.KeyReturn)
	r.says("AAAA - BBBB - CCCC - DDDD", "EEEE - FFFF - GGGG - HHHH", "I have it on paper")
	r.saysNot("Not now")
	r.deps.SetLanguage(words.French)
	r.says("AAAA - BBBB - CCCC - DDDD")
	r.deps.SetLanguage(words.English)
	r.press("Save to print")
	r.says("Saved as Downloads/recovery-code.pdf.")
	r.screen.Press(pressed(fyne.KeyEscape))
	r.says("AAAA - BBBB - CCCC - DDDD")
	r.asked("code by Cashier", "sheet")
	r.keys(fyne.KeyReturn)
	r.asked("save My shop, Till 1, LYD, Cashier by Cashier", "done")
	if !r.memory.sheet.Empty() {
		t.Error("the code is still in the memory")
	}
}

func TestADiskThatFailsIsSaidAndKeepsNobodyFromPractising(t *testing.T) {
	r := newRig(t)
	r.fail["save"] = &till.Error{Code: till.CodeStore}
	r.types("Al Noor Market")
	r.keys(fyne.KeyReturn)
	r.says("The till could not write this down. Nothing was changed.", "How will it be used?")
	r.asked()
	r.keys(fyne.KeyEscape)
	r.asked("done")
}

func TestEveryCurrencyIsOnOfferThreeDecimalsFirst(t *testing.T) {
	all := currencies()
	if got := strings.Join(all[:9], " "); got != "LYD TND KWD BHD OMR JOD IQD AED AFN" {
		t.Errorf("begins with %s", got)
	}
	seen := map[string]bool{}
	for _, code := range all {
		if seen[code] {
			t.Errorf("%s is there twice", code)
		}
		seen[code] = true
	}
	r := newRig(t)
	r.types("Al Noor Market")
	r.keys(fyne.KeyTab, fyne.KeyTab, fyne.KeyReturn)
	r.says("Currency", "ZWG", "Go back")
	r.saysNot("Continue", "Start practising")
	r.types("tn")
	r.says("Currency TN", "TND")
	r.saysNot("LYD")
	r.keys(fyne.KeyReturn)
	if r.memory.code != "TND" {
		t.Errorf("chosen %s", r.memory.code)
	}
	r.keys(fyne.KeyReturn)
	r.types("eur")
	r.keys(fyne.KeyEscape)
	r.says("TND", "Continue")
	r.asked()
}

func TestALanguageChangesEverythingAndLosesNothing(t *testing.T) {
	r := newRig(t)
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

func TestLiveIsNamedFromItsOwnStart(t *testing.T) {
	r := newRig(t, func(r *rig) { r.deps.Practice = false })
	r.says("Set up this till", "Running now: Live")
	r.saysNot("How will it be used?", "Start practising")
	r.keys(fyne.KeyEscape)
	r.asked()
	r.types("Al Noor Market")
	r.keys(fyne.KeyReturn)
	r.asked("save Al Noor Market, Till 1, LYD, Cashier by Cashier")
	r.says("The manager’s name")
}

// TestLiveGoesOnWhereItsKeysWereGiven: after the restart the names are there.
func TestLiveGoesOnWhereItsKeysWereGiven(t *testing.T) {
	r := newRig(t, func(r *rig) {
		r.deps.Practice, r.deps.Named = false, true
		r.set = till.Settings{Shop: "Al Noor Market", Till: "2", Currency: "TND", Cashier: "Caisse"}
	})
	r.says("The manager’s name", "The bank’s keys")
	r.keys(fyne.KeyEscape, fyne.KeyEscape)
	r.asked("save Al Noor Market, 2, TND, Caisse by Caisse", "done")
}

func TestAStartToldFromOutsideHasNoChoice(t *testing.T) {
	r := newRig(t, func(r *rig) { r.deps.Given.Environment = true })
	r.says("This start was told from outside how it is used.")
	r.press("Live")
	if r.memory.live {
		t.Error("live was chosen")
	}
}
