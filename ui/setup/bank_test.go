package setup

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/settings/gateway"
)

func pressed(name fyne.KeyName) screen.KeyPress { return screen.KeyPress{Name: name} }

// toBank goes the way to the bank's keys.
func toBank(t *testing.T, change ...func(*harness)) *harness {
	t.Helper()
	r := newHarness(t, change...)
	r.types("Al Noor Market")
	r.press("Live")
	r.saysNot("Start practising")
	r.says("The bank’s keys")
	r.press("Continue")
	r.says("Address of the live gateway", "Start live", "Test connection")
	r.asked()
	return r
}

func TestLiveAsksForWhatItNeeds(t *testing.T) {
	r := toBank(t)
	for _, c := range []struct{ label, problem, text string }{
		{"Address of the live gateway", "Live needs the address that the bank gave you.", "http://bank.example"},
		{"Address of the live gateway", "Type an address that begins with https://, with nothing after the path.", "https://bank.example"},
		{"API key", "Live needs this. Your bank gave it to you.", "CANARY-api"},
		{"Secret key", "Live needs this. Your bank gave it to you.", "CANARY-secret"},
		{"Type LIVE to use real money", "Type the four letters LIVE.", "LIV"},
	} {
		r.press("Start live")
		r.wrong(c.label, c.problem)
		r.field(c.label).SetText(c.text)
	}
	r.field("Client ID, if any").SetText("alnoor")
	r.press("Start live")
	r.wrong("Signing secret", "Client ID and signing secret belong together: both or neither.")
	r.field("Client ID, if any").SetText("")
	r.field("Signing secret").SetText("CANARY-hmac")
	r.press("Start live")
	r.wrong("Client ID, if any", "Client ID and signing secret belong together: both or neither.")
	r.field("Client ID, if any").SetText("alnoor")
	r.press("Start live")
	r.asked()
	word := r.field("Type LIVE to use real money")
	word.SetText("")
	r.deps.Focus(word.Focusable())
	r.types("xlive")
	r.keys(fyne.KeyReturn)
	r.asked("audit live https://bank.example by Cashier", "keys live apiKey+secretKey+clientId+hmacSecret", "save Al Noor Market, Till 1, LYD, Cashier by Cashier",
		"live https://bank.example as Al Noor Market, Till 1, LYD", "restart")
	if r.values[gateway.KeySecret] != "CANARY-secret" || r.values[gateway.KeyHMAC] != "CANARY-hmac" {
		t.Errorf("kept %v", r.values)
	}
	if len(r.memory.keys) != 0 {
		t.Error("keys are left in the memory")
	}
	for _, text := range []string{fmt.Sprintf("%+v %#v", r.memory, r.memory), r.reads()} {
		if strings.Contains(text, "CANARY") {
			t.Errorf("a key can be read: %s", text)
		}
	}
}

// TestAllThatIsMissingIsSaidAtOnce, and the first has the caret.
func TestAllThatIsMissingIsSaidAtOnce(t *testing.T) {
	r := toBank(t)
	r.field("Signing secret").SetText("s")
	r.press("Start live")
	for _, label := range []string{"Address of the live gateway", "API key", "Secret key", "Client ID, if any", "Type LIVE to use real money"} {
		if r.field(label).Problem() == "" {
			t.Errorf("%s: nothing is said", label)
		}
	}
	r.wrong("Address of the live gateway", "Live needs the address that the bank gave you.")
	r.asked()
}

// TestWhateverFailsOnTheWayLeavesTheTillPractising, and says what.
func TestWhateverFailsOnTheWayLeavesTheTillPractising(t *testing.T) {
	for what, c := range map[string]struct {
		sentence string
		before   []string
	}{
		"keys":  {"The keyring did not accept the keys. Unlock it and save again.", []string{"audit live https://bank.example by Cashier"}},
		"audit": {"The till could not save this. Nothing was changed.", nil},
		"save":  {"This could not be saved. Other changes were saved before it.", []string{"audit live https://bank.example by Cashier", "keys live apiKey+secretKey"}},
		"live":  {"This could not be saved for the next start.", []string{"audit live https://bank.example by Cashier", "keys live apiKey+secretKey", "save Al Noor Market, Till 1, LYD, Cashier by Cashier"}},
	} {
		r := toBank(t)
		for label, text := range map[string]string{"Address of the live gateway": "https://bank.example", "API key": "a", "Secret key": "s",
			"Type LIVE to use real money": "LIVE"} {
			r.field(label).SetText(text)
		}
		r.fail[what] = errors.New("cause")
		r.press("Start live")
		r.says(c.sentence, "Start live")
		r.asked(c.before...)
		if len(r.logged) != 1 {
			t.Errorf("%s: logged %v", what, r.logged)
		}
		delete(r.fail, what)
		r.press("Start live")
		if n := len(r.said); n == 0 || r.said[n-1] != "restart" {
			t.Errorf("%s: trying again did %q", what, r.said)
		}
	}
}

func TestAComputerWithoutAKeyringIsToldBeforeAnythingIsTyped(t *testing.T) {
	r := newHarness(t, func(r *harness) { r.fail["kept"] = errors.New("no keyring") })
	r.types("Al Noor Market")
	r.press("Live")
	r.press("Continue")
	r.says("This computer has no keyring that can be used")
	r.saysNot("API key", "Start live")
	r.keys(fyne.KeyReturn)
	r.asked()
	r.keys(fyne.KeyEscape)
	r.says("How will it be used?")
	r.press("Practice")
	r.press("Continue")
	r.asked("save Al Noor Market, Till 1, LYD, Cashier by Cashier")
}

// TestAPassphraseTakesThePlaceOfAKeyring where a computer has none.
func TestAPassphraseTakesThePlaceOfAKeyring(t *testing.T) {
	const first, second = "New passphrase", "The same again"
	r := toBank(t, func(r *harness) { r.fail["kept"], r.deps.Phrase = errors.New("no keyring"), fakePhrase{r} })
	r.says("so a passphrase locks the till’s data", "Nobody can recover this passphrase")
	for label, text := range map[string]string{"Address of the live gateway": "https://bank.example", "API key": "a", "Secret key": "s",
		"Type LIVE to use real money": "LIVE"} {
		r.field(label).SetText(text)
	}
	for _, c := range []struct{ label, problem, text string }{
		{first, "Too short. 12 characters at least.", "short"}, {first, "Too short. 12 characters at least.", "CANARY of four words"},
		{second, "The two are not the same. Type the second again.", "CANARY of five words"},
		{second, "The two are not the same. Type the second again.", "CANARY of four words"},
	} {
		r.press("Start live")
		r.wrong(c.label, c.problem)
		r.field(c.label).SetText(c.text)
	}
	r.asked()
	r.fail["protect"] = errors.New("another")
	r.press("Start live")
	r.wrong(first, "That is not the passphrase. Try again.")
	delete(r.fail, "protect")
	r.said = nil
	r.picture("phrase")
	r.press("Start live")
	r.asked("audit live https://bank.example by Cashier", "protect 20 letters", "keys live apiKey+secretKey", "save Al Noor Market, Till 1, LYD, Cashier by Cashier",
		"live https://bank.example as Al Noor Market, Till 1, LYD", "restart")
	if text := fmt.Sprintf("%+v %#v", r.memory, r.memory) + r.reads(); strings.Contains(text, "CANARY") || !r.memory.phrase.Empty() {
		t.Error("the passphrase is left somewhere")
	}
}

func TestKeysThatAreKeptNeedNotBeTyped(t *testing.T) {
	r := toBank(t, func(r *harness) { r.kept = map[string]time.Time{gateway.KeyAPI: noon, gateway.KeySecret: noon} })
	r.says("Kept")
	r.field("Address of the live gateway").SetText("https://bank.example")
	r.field("Type LIVE to use real money").SetText("LIVE")
	r.keys(fyne.KeyReturn)
	r.asked("audit live https://bank.example by Cashier", "save Al Noor Market, Till 1, LYD, Cashier by Cashier", "live https://bank.example as Al Noor Market, Till 1, LYD", "restart")
}

func TestTheConnectionIsTestedBeforeLiveIsChosen(t *testing.T) {
	r := toBank(t)
	r.says("Live", "Secure connection", "No address yet")
	r.field("Address of the live gateway").SetText(" https://bank.example ")
	r.says("Not tested yet")
	r.press("Test connection")
	r.asked("probe live https://bank.example")
	r.says("Name found", "This computer does not trust its certificate.")
}

func TestTheAddressGivenFromOutsideStandsThere(t *testing.T) {
	r := toBank(t, func(r *harness) { r.deps.Given.BaseURLLive = "https://given.example" })
	if got := r.field("Address of the live gateway").Text(); got != "https://given.example" {
		t.Errorf("the address is %q", got)
	}
}
