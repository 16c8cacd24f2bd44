package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/uitest/overflow"
)

// shortNumber asks about a number whose first digit chose a bank.
func (r *harness) shortNumber() {
	r.t.Helper()
	r.shell.env.Preferences.Override(func(v *preferences.Values) { v.Institutions.LengthsOf(core.RouteAccount).Learn("FPB", 10) })
	r.at(func(v *journal.View) {
		v.Step, v.Session.State, v.Session.QRPayload, v.Route, v.Live = journal.StepCreated, core.StatePending, "", core.RouteAccount, journal.LiveStatus{}
	})
	r.runes("1234567890")
	r.keys(fyne.KeyReturn)
	if r.shell.decisions.Card() == nil {
		r.t.Fatal("nobody asks where the first digit is")
	}
}

// TestTheQuestionAboutADigitIsAnsweredByItsKeys: Enter and Esc send nothing, F10 does.
func TestTheQuestionAboutADigitIsAnsweredByItsKeys(t *testing.T) {
	for key, want := range map[fyne.KeyName]string{fyne.KeyReturn: "1234 5678 90", fyne.KeyEscape: "2345 6789 0", fyne.KeyF10: ""} {
		r := newHarness(t, shopFloor, allRoutes, everything)
		r.shortNumber()
		r.runesIn("7") // nothing that is typed decides
		r.keys(key)
		if r.shell.decisions.Card() != nil {
			t.Errorf("%s: the question stays", key)
		}
		if want != "" {
			r.asked()
			r.says(want)
			continue
		}
		if len(r.till.asked) != 1 {
			t.Errorf("%s: asked %q", key, r.till.asked)
		}
		r.pass(time.Second)
	}
}

// TestTheQuestionAboutADigitIsInView, its answers too.
func TestTheQuestionAboutADigitIsInView(t *testing.T) {
	inEveryDress(t, func(r *harness, name string) {
		r.shortNumber()
		r.picture("short-number-" + name)
		for _, f := range append(laws.InView(r.win.Canvas()), overflow.Faults(r.win.Canvas())...) {
			t.Errorf("%s: %s", name, f)
		}
		r.keys(fyne.KeyEscape)
		r.picture("number-after-digit-" + name)
		for _, f := range append(laws.Broken(r.win.Canvas()), overflow.Faults(r.win.Canvas())...) {
			t.Errorf("%s, after Esc: %s", name, f)
		}
	})
}
