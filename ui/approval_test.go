package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// tap presses a button by its label, wherever it stands in the window.
func (r *harness) tap(label string) {
	r.t.Helper()
	for _, b := range uitest.All[*widgets.Button](append(r.win.Canvas().Overlays().List(), r.win.Canvas().Content())...) {
		if b.Spec().Label == label {
			b.Tapped(nil)
			return
		}
	}
	r.t.Fatalf("there is no button %q in:\n%s", label, r.reads())
}

// tells is says for sentences that may be broken into lines or runs.
func (r *harness) tells(sentence string) bool {
	plain := func(s string) string { return words.Plain(strings.ReplaceAll(s, " ", "")) }
	return strings.Contains(plain(r.reads()), plain(sentence))
}

// silent is #12 after its code went out and nothing came back, with the manager.
func silent(v *till.View) {
	v.Session.State, v.Session.OTPUnresolved, v.Capped, v.Version = core.StateOTPRequired, true, true, 4
	v.WithManager = &till.Decision{At: noon, By: "Samira", Reason: "noAnswer"}
}

// TestAManagerSignsTheRepetitionOfACode goes the whole way in each language: a
// wrong PIN, the way back, and the right one.
func TestAManagerSignsTheRepetitionOfACode(t *testing.T) {
	for _, lang := range words.Languages() {
		t.Run(lang, func(t *testing.T) {
			r, staff := staffed(t)
			w := r.shell.env.Words
			r.shell.SetLanguage(lang)
			r.charge()
			r.till.asked = nil
			r.notice(sale(12, silent))
			again := func() {
				r.tap(w.T("repeat.button"))
				r.runesIn("123456")
				r.tap(w.T("repeat.do"))
			}
			again()
			r.saysNot(w.T("manager.name"), "Yusuf")
			r.says("Huda")
			r.picture("sign-" + lang)
			r.runesIn("0000")
			if !r.tells(w.T("lock.wrong")) {
				t.Errorf("a wrong PIN is not said:\n%s", r.reads())
			}
			r.runesIn("25")
			r.keys(fyne.KeyEscape)
			r.runes("84") // the rest of the PIN, to nobody
			r.asked()
			staff.did(t)

			again()
			r.runesIn("2584")
			staff.did(t, "allowed Huda")
			r.asked("repeat 12 123456 by Huda")
			if r.shell.decision.card != nil {
				t.Error("it goes on asking")
			}
		})
	}
}

// TestGuessingAManagersPINEndsInAPause: in the pause not even the right one is
// taken, and closing the question does not end it.
func TestGuessingAManagersPINEndsInAPause(t *testing.T) {
	for _, lang := range words.Languages() {
		r, staff := staffed(t)
		w := r.shell.env.Words
		r.shell.SetLanguage(lang)
		r.charge()
		r.till.asked = nil
		r.notice(sale(12, silent))
		resolve := func() {
			r.tap(w.T("manager.resolve"))
			r.runesIn("cash")
			r.tap(w.T("manager.resolve.do"))
		}
		resolve()
		r.runesIn("000000000000")
		paused := func() {
			t.Helper()
			if !r.tells("15:31:12") {
				t.Errorf("%s: the pause is not said:\n%s", lang, r.reads())
			}
		}
		paused()
		r.keys(fyne.KeyEscape)
		resolve()
		paused()
		r.asked()
		staff.did(t)
		r.pass(2 * time.Hour)
	}
}

// TestSettingsThatStayOpenAskAgain: what the settings get from the shell asks
// for a PIN, and goes on only with it.
func TestSettingsThatStayOpenAskAgain(t *testing.T) {
	r, staff := staffed(t)
	r.shell.askAgain(func() { staff.said = append(staff.said, "went on") })
	r.says("A manager must allow this.", "Huda’s code")
	r.keys(fyne.KeyEscape)
	staff.did(t)
	r.shell.askAgain(func() { staff.said = append(staff.said, "went on") })
	r.runesIn("2584")
	staff.did(t, "allowed Huda", "went on")
}

// TestASignatureFits lays the question out for one manager and for four, and
// in a pause, at every size and in every language.
func TestASignatureFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1366, 690), fyne.NewSize(1920, 1080), fyne.NewSize(1024, 640)) {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5, 2) {
				r, staff := staffed(t)
				r.win.Resize(size)
				r.pass(0)
				r.shell.SetLanguage(lang)
				look := theme.Now()
				look.TextScale = text
				r.shell.SetLook(look)
				w := r.shell.env.Words
				for _, managers := range []int{1, 4} {
					for i := range staff.users[:managers] {
						staff.users[len(staff.users)-1-i].Role = till.RoleManager
					}
					ask := func(what string) {
						for _, f := range overflow.Faults(r.win.Canvas()) {
							t.Errorf("%s, %.0f, %.0f%%, %d managers, %s: %s", lang, size.Width, text*100, managers, what, f)
						}
						r.picture(fmt.Sprintf("sign-%s-%.0f-%.0f-%d-%s", lang, size.Width, text*100, managers, what))
					}
					staff.wrong = 0
					r.shell.approve(w.T("manager.allow.title"), w.T("manager.allow.text", "number", "#12"), func(string) {})
					ask("asked")
					r.runesIn("000000000000")
					ask("pause")
					r.keys(fyne.KeyEscape)
					staff.wrong, staff.broken = 0, true
					r.pass(2 * time.Hour)
					r.shell.approve(w.T("manager.allow.title"), w.T("manager.allow.text", "number", "#12"), func(string) {})
					r.runesIn("0000")
					ask("disk")
					staff.broken = false
					r.shell.closeDecision()
				}
			}
		}
	}
}
