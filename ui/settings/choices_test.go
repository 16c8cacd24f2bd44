package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
)

// reach turns to a section and fills a field of it in.
func (r *harness) reach(section int) *harness {
	r.t.Helper()
	r.screen.goTo(section)
	return r
}

func TestLiveIsChosenByTypingItsName(t *testing.T) {
	r := newHarness(t, keptLive).reach(atEnvironment)
	r.says("Running now: Practice")
	r.choose("", 1)
	r.says("Type LIVE")
	r.noSave()
	r.typed("liV")
	r.noSave()
	r.key(fyne.KeyEscape)
	r.saysNot("Type LIVE")
	r.choose("", 1)
	r.typed("live")
	r.saysNot("Type LIVE")
	r.says("At the next start: Live")
	r.field("settings.env.address").SetText("https://bank.example/gateway")
	r.key(fyne.KeyReturn)
	if want := (gateway.Choice{Environment: core.Live, BaseURL: "https://bank.example/gateway"}); r.choice != want {
		t.Errorf("remembered %+v", r.choice)
	}
	r.says("At the next start: Live", "Saved.")
	r.choose("", 0)
	r.key(fyne.KeyReturn)
	if r.choice.Environment != core.Sandbox {
		t.Errorf("back to practice: %+v", r.choice)
	}
}

// TestAnotherGatewayIsInTheAuditFirst: who names another bank, or other keys, is
// written down before either is changed, without a key's value; where that
// fails, nothing is changed.
func TestAnotherGatewayIsInTheAuditFirst(t *testing.T) {
	r := newHarness(t, keptLive).reach(atEnvironment)
	before := r.choice
	r.auditErr = errors.New("the disk is full")
	choose := func() {
		r.choose("", 1)
		r.typed("live")
		r.field("settings.env.address").SetText("https://other.example")
		r.key(fyne.KeyReturn)
	}
	choose()
	if r.choice != before || len(r.audited) != 0 {
		t.Errorf("remembered %+v, audited %q, although the audit was refused", r.choice, r.audited)
	}
	r.auditErr = nil
	r.key(fyne.KeyReturn)
	if want := "Samira: live https://other.example"; len(r.audited) != 1 || r.audited[0] != want {
		t.Errorf("audited %q, want %q", r.audited, want)
	}
	r.screen.goTo(atKeys)
	r.press("Remove", 0)
	r.press("Replace", 0) // of the second
	r.typed("hush")
	r.screen.enter()
	if want := "Samira: live:apiKey live:secretKey"; len(r.audited) != 2 || r.audited[1] != want {
		t.Errorf("keys are audited as %q", r.audited)
	}
}

func TestLiveIsSpelledOnTiles(t *testing.T) {
	r := newHarness(t, keptLive).reach(atEnvironment)
	r.choose("", 1)
	for _, wrong := range []string{"E", "I", "L", "V"} {
		r.press(wrong, 0)
	}
	r.says("Type LIVE")
	r.noSave()
	for _, letter := range []string{"L", "I", "V", "E"} {
		r.press(letter, 0)
	}
	r.says("At the next start: Live", "Save")
}

func TestLiveIsRefusedUntilItCanStart(t *testing.T) {
	golive := func(change ...func(*harness)) *harness {
		r := newHarness(t, change...).reach(atEnvironment)
		r.choose("", 1)
		r.typed("LIVE")
		return r
	}
	r := golive(keptLive)
	r.key(fyne.KeyReturn)
	r.says("Live needs the address")
	for _, wrong := range []string{"http://bank.example", "bank.example", "https://bank.example?x=1"} {
		r.field("settings.env.address").SetText(wrong)
		r.key(fyne.KeyReturn)
		r.says("Type an address that begins with https://")
	}
	if r.choice != (gateway.Choice{}) {
		t.Errorf("remembered %+v", r.choice)
	}
	r = golive()
	r.field("settings.env.address").SetText("https://bank.example")
	r.key(fyne.KeyReturn)
	r.says("Live needs the bank’s API key and secret key first.")
	if r.choice != (gateway.Choice{}) {
		t.Errorf("remembered %+v", r.choice)
	}
	r = golive(keptLive, func(r *harness) { r.deps.Gateway.Given.BaseURLLive = "https://bank.example" })
	r.key(fyne.KeyReturn)
	if r.choice.Environment != core.Live {
		t.Errorf("an address was given from outside: %+v", r.choice)
	}
}

func TestAProfileIsCheckedBeforeItIsKept(t *testing.T) {
	for err, want := range map[error]string{
		fmt.Errorf("x: %w", wire.ErrProfile):  "no wire profile",
		fmt.Errorf("x: %w", fs.ErrNotExist):   "There is no file at this place.",
		fmt.Errorf("x: %w", fs.ErrPermission): "This file cannot be read.",
	} {
		r := newHarness(t).reach(atEnvironment)
		r.checkErr = err
		r.field("settings.profile.none").SetText(" /shop/profile.json ")
		r.key(fyne.KeyReturn)
		r.says(want)
		if r.choice != (gateway.Choice{}) || len(r.failures) == 0 {
			t.Errorf("%v: remembered %+v, failures %v", err, r.choice, r.failures)
		}
		r.checkErr = nil
		r.key(fyne.KeyReturn)
		if r.choice.Profile != "/shop/profile.json" || r.checked[len(r.checked)-1] != "/shop/profile.json" {
			t.Errorf("remembered %+v after %q", r.choice, r.checked)
		}
		r.saysNot(want)
	}
}

func TestChoicesThatCannotBeReadOrKeptAreSaid(t *testing.T) {
	r := newHarness(t, func(r *harness) { r.readErr = errors.New("cut") }).reach(atEnvironment)
	r.says("What was chosen before cannot be read.")
	r.readErr, r.writeErr = nil, errors.New("disk")
	r.field("settings.env.address").SetText("https://bank.example")
	r.key(fyne.KeyReturn)
	r.says("This could not be saved for the next start.")
	r = newHarness(t, func(r *harness) { r.deps.Gateway.Given.Environment = true }).reach(atEnvironment)
	r.says("The environment of this start was set from outside.")
}

func TestNamesAreSaved(t *testing.T) {
	r := newHarness(t).reach(atShop)
	r.says("On receipts", "Al Noor Market", "Till 2 · Samira", "Tripoli")
	r.field("settings.shop").SetText(" Al Noor Bakery ")
	r.field("settings.cashier").SetText("Huda")
	r.says("Al Noor Bakery", "Till 2 · Huda")
	r.pick("KWD")
	r.key(fyne.KeyReturn)
	want := journal.Settings{Shop: "Al Noor Bakery", Place: "Tripoli", Till: "Till 2", Currency: "KWD", Cashier: "Huda"}
	if r.set != want || r.saved != 1 || strings.Join(r.by, ",") != "Samira" {
		t.Errorf("saved %+v, told %d times, by %v", r.set, r.saved, r.by)
	}
	r.field("settings.tillName").SetText("  ")
	r.key(fyne.KeyReturn)
	r.says("This is needed")
	if r.set != want {
		t.Errorf("saved %+v", r.set)
	}
	r.field("settings.tillName").SetText("Till 3")
	r.saveErr = errors.New("disk")
	r.key(fyne.KeyReturn)
	r.says("The till could not save this.", "Save")
	if r.saved != 1 {
		t.Error("told that names are others")
	}
}

func TestEveryKnownCurrencyCanBePicked(t *testing.T) {
	r := newHarness(t).reach(atShop)
	r.otherCurrencies()
	r.says("AED", "USD")
	r.saysNot("LYD", "Shop")
	r.typedOver("us")
	r.says("Currency US", "USD", "USN")
	r.saysNot("AED")
	r.key(fyne.KeyEscape)
	r.says("Shop")
	r.otherCurrencies()
	r.typedOver("eur")
	r.key(fyne.KeyReturn)
	r.says("Shop", "EUR")
	r.key(fyne.KeyReturn)
	if r.set.Currency != "EUR" {
		t.Errorf("saved %+v", r.set)
	}
}

// TestTheSettingsOpenAtWhatThereIs: practice with a bank of its own has no keys to
// look after.
func TestTheSettingsOpenAtWhatThereIs(t *testing.T) {
	for _, c := range []struct {
		practice, own bool
		want          int
	}{{true, true, atShop}, {true, false, atKeys}, {false, false, atKeys}} {
		r := newHarness(t, func(r *harness) { r.memory.begun, r.env.Practice, r.deps.Gateway.OwnKeys = false, c.practice, c.own })
		if r.memory.at != c.want {
			t.Errorf("%+v: opened at %d", c, r.memory.at)
		}
		r.screen.goTo(atAbout)
		if r.show(); r.memory.at != atAbout {
			t.Errorf("%+v: built anew at %d", c, r.memory.at)
		}
	}
}

// typedOver types where nothing has the focus.
func (r *harness) typedOver(text string) {
	for _, c := range text {
		r.win.Canvas().OnTypedRune()(c)
	}
}

func TestLanguageAndLookChangeAtOnce(t *testing.T) {
	r := newHarness(t).reach(atLook)
	r.prefer("settings.language", 1)
	r.prefer("settings.theme", 1)
	r.prefer("settings.textSize", 2)
	r.prefer("settings.motion", 1)
	if strings.Join(r.langs, ",") != "ar" || len(r.looks) != 3 || r.looks[0].Variant != theme.Dark || r.looks[1].TextPercent != 150 || r.looks[2].Still {
		t.Errorf("%v, %+v", r.langs, r.looks)
	}
	if !r.screen.Unsaved() {
		t.Error("leaving would take them back without a question")
	}
	r.screen.enter()
	r.noSave()
}

func TestWhatWasTypedSurvivesAnotherLook(t *testing.T) {
	r := newHarness(t).reach(atShop)
	r.field("settings.shop").SetText("Al Noor Bakery")
	r.show()
	r.says("Al Noor Bakery", "Save")
	if r.screen.memory.at != atShop {
		t.Error("another section is shown")
	}
	r.screen.Hidden()
	r.show()
	r.says("Al Noor Market")
	r.noSave()
}

func TestUpAndDownTurnThePages(t *testing.T) {
	r := newHarness(t)
	for i := range atAbout + 1 {
		r.key(fyne.KeyDown)
		if want := min(i+1, atAbout); r.memory.at != want {
			t.Errorf("at %d, want %d", r.memory.at, want)
		}
	}
	r.key(fyne.KeyUp)
	if r.memory.at != atAbout-1 {
		t.Errorf("at %d", r.memory.at)
	}
}

func TestAFieldTakesAProblemBackWhenItIsTypedIn(t *testing.T) {
	r := newHarness(t).reach(atShop)
	var f *control.Field = r.field("settings.shop")
	f.SetText("")
	r.key(fyne.KeyReturn)
	if f.Problem() == "" {
		t.Fatal("no problem")
	}
	f.SetText("A")
	if f.Problem() != "" {
		t.Error("the problem stays")
	}
}
