package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// tap presses a button by its label, wherever it stands in the window.
func (r *harness) tap(label string) {
	r.t.Helper()
	for _, b := range uitest.All[*control.Button](append(r.win.Canvas().Overlays().List(), r.win.Canvas().Content())...) {
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
func silent(v *journal.View) {
	v.Session.State, v.Session.OTPUnresolved, v.Capped, v.Version = core.StateOTPRequired, true, true, 4
	v.WithManager = &journal.Decision{At: noon, By: "Samira", Reason: "noAnswer"}
}

// TestAManagerSignsTheRepetitionOfACode goes the whole way in each language: a
// wrong PIN, the way back, and the right one.
func TestAManagerSignsTheRepetitionOfACode(t *testing.T) {
	for _, lang := range words.Languages() {
		t.Run(lang, func(t *testing.T) {
			r, staff := staffed(t)
			w := r.shell.env.Words
			r.speak(lang)
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
			staff.did(t, "lent Huda decide")
			r.asked("repeat 12 123456 by Huda")
			if r.shell.decisions.Card() != nil {
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
		r.speak(lang)
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
	r.shell.approvals.Again([]journal.Right{journal.RightRecover, journal.RightSettings}, func() { staff.said = append(staff.said, "went on") })
	r.says("A person with this right must allow it.", "Huda’s code")
	r.keys(fyne.KeyEscape)
	staff.did(t)
	r.shell.approvals.Again([]journal.Right{journal.RightRecover, journal.RightSettings}, func() { staff.said = append(staff.said, "went on") })
	r.runesIn("2584")
	staff.did(t, "lent Huda recover", "lent Huda settings", "went on")
}
