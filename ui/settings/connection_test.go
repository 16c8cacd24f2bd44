package settings

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sanduq/core/probe"
	"sanduq/ui/words"
)

func TestTheConnectionIsTested(t *testing.T) {
	r := newHarness(t).reach(atEnvironment)
	r.says("Practice", "Secure connection", "Not tested yet", "Proven by your first payment")
	r.press("Test connection", 0)
	r.says("Name found", "127.0.0.1, 2 ms", "Not needed on this computer", "Clock agrees", "0.4 s behind the bank", "Test again")
	if strings.Join(r.probed, ",") != "sandbox http://127.0.0.1:47821" {
		t.Errorf("probed %v", r.probed)
	}
}

func TestEachWayToFailHasItsSentence(t *testing.T) {
	r := newHarness(t).reach(atEnvironment)
	seen := map[string]probe.Code{}
	for _, c := range []probe.Code{probe.Address, probe.Name, probe.Connect, probe.Untrusted, probe.WrongName,
		probe.Expired, probe.TLS, probe.Open, probe.Silent, probe.NoDate, probe.ClockOff} {
		for _, lang := range words.Languages() {
			if err := r.env.Words.Use(lang); err != nil {
				t.Fatal(err)
			}
			r.report = probe.Report{Name: probe.OK, Secure: probe.OK, Clock: c, Offset: -2 * time.Minute, Err: errors.New("cause")}
			r.show()
			r.press(r.env.Words.T("settings.test"), 0)
			if r.says(r.env.Words.T("settings.test.clock.not")); strings.Contains(r.text(), "⟨") {
				t.Errorf("%s in %s: %q", c, lang, r.text())
			}
			detail := r.after(r.env.Words.T("settings.test.clock.not"))
			if other, twice := seen[lang+detail]; twice {
				t.Errorf("%s and %s say the same", c, other)
			}
			seen[lang+detail] = c
		}
	}
	if err := r.env.Words.Use(words.English); err != nil {
		t.Fatal(err)
	}
	r.reach(atEnvironment)
	r.says("Clock does not agree", "120 s ahead of the bank Set this computer’s clock.")
	if len(r.failures) == 0 {
		t.Error("no cause reached the log")
	}
}

func TestATestAimsAtWhatThePageIsAbout(t *testing.T) {
	r := newHarness(t, keptLive)
	r.says("Live", "Secure connection", "No address yet")
	r.press("Test connection", 0)
	if len(r.probed) != 0 {
		t.Errorf("probed %v without an address", r.probed)
	}
	r.reach(atEnvironment)
	r.field("settings.env.address").SetText("https://bank.example")
	r.press("Test connection", 0)
	r.report.Secure = probe.Untrusted
	r.reach(atKeys)
	r.press("Test again", 0)
	if got := strings.Join(r.probed, ","); got != "live https://bank.example,live https://bank.example" {
		t.Errorf("probed %s", got)
	}
	r.says("No secure connection")
	r.choose("settings.keys", 0)
	r.says("Practice", "Secure connection", "Not tested yet")
	r.saysNot("No secure connection")
}

func TestAnAnswerAboutAnotherGatewayIsDropped(t *testing.T) {
	var later func()
	r := newHarness(t).reach(atEnvironment)
	r.goes = func(f func()) { later = f }
	r.press("Test connection", 0)
	r.says("Testing…")
	r.field("settings.env.address").SetText("https://bank.example")
	later()
	r.says("Live", "Secure connection", "Not tested yet")
	r.saysNot("Name found")
}

var sectionNames = [...]string{atKeys: "keys", atEnvironment: "environment", atShop: "shop", atSeller: "seller", atDay: "day", atPrinter: "printer", atUsers: "users-none", atLook: "look",
	atBackup: "backup", atRecovery: "recovery-none", atAbout: "about"}

// The card beside the keys is about the bank of these keys, also after the page of the
// environment, where it was about another one.
func TestTheConnectionComesBackToTheKeys(t *testing.T) {
	r := newHarness(t)
	r.says("Live", "Secure connection")
	r.reach(atEnvironment)
	r.says("Practice", "Secure connection")
	r.reach(atKeys)
	r.says("Live", "Secure connection")
}
