package account

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay/ask"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

// shortForm is a form at whose second bank numbers had ten digits so far.
func shortForm(t *testing.T) (*fixture, *Account) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	r.Env.Preferences.Override(func(v *preferences.Values) { v.Institutions.LengthsOf(core.RouteAccount).Learn("HAR", 10) })
	return r, newAccount(r)
}

// asks reports whether the form asks about a digit that went astray.
func (r *fixture) asks() bool {
	return r.Shell.Decision != nil && strings.Contains(uitest.Words(r.Shell.Decision.Content), "Was the 2 meant for the number?")
}

// TestANumberWithoutItsFirstDigitIsNotSent: its first digit chose a bank, and the
// number is one digit short there.
func TestANumberWithoutItsFirstDigitIsNotSent(t *testing.T) {
	r, a := shortForm(t)
	harness.Keys(a, "2345678901")
	harness.Mentions(t, a, "Harbour Bank", "3456 7890 1", "Send code")
	a.Press(harness.Name(fyne.KeyReturn))
	r.Asked()
	if !r.asks() {
		t.Fatal("nobody asks where the first digit is")
	}
	if got := uitest.Words(r.Shell.Decision.Content); !strings.Contains(got, "shorter than usual at Harbour Bank") {
		t.Errorf("the question says %q", got)
	}
	enter := r.Shell.Decision.First.(*control.Button)
	enter.Tapped(nil)
	r.Asked()
	if f := a.form; f.number != "2345678901" || f.institution.code != "" || !a.onList || r.Shell.Decision != nil {
		t.Fatalf("given back: %q at %q, at the banks %v", f.number, f.institution.text, a.onList)
	}
	harness.Mentions(t, a, "Which bank? Press its number")
	harness.Keys(a, "3")
	a.Press(harness.Name(fyne.KeyReturn))
	r.Asked("validate #12 account 2345678901 OLD at Old Town Bank")
}

// TestDigitsOfNoBankAreMissedToo: a number that begins with a 0, which no bank has, lacks it and the digit that chose
// a bank after it.
func TestDigitsOfNoBankAreMissedToo(t *testing.T) {
	r, a := shortForm(t)
	harness.Keys(a, "0234567890")
	harness.Mentions(t, a, "Harbour Bank", "3456 7890")
	a.Press(harness.Name(fyne.KeyReturn))
	r.Asked()
	if r.Shell.Decision == nil || !strings.Contains(uitest.Words(r.Shell.Decision.Content), "Was the 02 meant for the number?") {
		t.Fatal("nobody asks where the first two digits are")
	}
	r.Shell.Decision.First.(*control.Button).Tapped(nil)
	r.Asked()
	if f := a.form; f.number != "0234567890" || f.institution.code != "" || !a.onList {
		t.Errorf("given back: %q at %q", f.number, f.institution.text)
	}
}

// TestAShortNumberIsSentWhenSomebodySaysSo, by its key or its button; Esc sends nothing.
func TestAShortNumberIsSentWhenSomebodySaysSo(t *testing.T) {
	for name0, say := range map[string]func(*ask.Decision){
		"F10": func(d *ask.Decision) { d.Press(harness.Name(fyne.KeyF10)) },
		"button": func(d *ask.Decision) {
			harness.Tap(d.Content, func(b *control.Button) bool { return b.Spec().Label == "Send as it is" })
		},
	} {
		t.Run(name0, func(t *testing.T) {
			r, a := shortForm(t)
			harness.Keys(a, "2345678901")
			a.Press(harness.Name(fyne.KeyReturn))
			r.Shell.Decision.Safe()
			r.Asked()
			harness.Keys(a, "\b")
			a.Press(harness.Name(fyne.KeyReturn))
			if a.form.number != "345678901" || !r.asks() {
				t.Fatalf("after Esc %q, asked again %v", a.form.number, r.asks())
			}
			r.Shell.Decision.Press(screen.KeyPress{Rune: '2'})
			r.Asked()
			say(r.Shell.Decision)
			r.Asked("validate #12 account 345678901 HAR at Harbour Bank")
			if r.Shell.Decision != nil {
				t.Error("the question stays")
			}
		})
	}
}

// TestAChoiceThatWasMeantIsNotDoubted, nor a number of another length.
func TestAChoiceThatWasMeantIsNotDoubted(t *testing.T) {
	enter := func(a *Account) { a.Press(harness.Name(fyne.KeyReturn)) }
	for what, do := range map[string]func(*Account){
		"its full length":   func(a *Account) { harness.Keys(a, "20345678901") },
		"another length":    func(a *Account) { harness.Keys(a, "234567890") },
		"Enter in between":  func(a *Account) { harness.Keys(a, "2"); enter(a); harness.Keys(a, "345678901") },
		"chosen by a tap":   func(a *Account) { a.list.pick("HAR"); harness.Keys(a, "345678901") },
		"chosen by arrows":  func(a *Account) { a.step(1); a.step(1); harness.Keys(a, "345678901") },
		"found by its name": func(a *Account) { harness.Keys(a, "harb1345678901") },
		"pasted":            func(a *Account) { harness.Keys(a, "2"); a.Paste("345678901") },
		"scanned":           func(a *Account) { harness.Keys(a, "2345678901"); a.Press(screen.KeyPress{Scan: "345678901", Taken: 9}) },
		"another bank":      func(a *Account) { harness.Keys(a, "3345678901") },
		"chosen once more":  func(a *Account) { harness.Keys(a, "2345678901"); a.list.pick("HAR") },
	} {
		t.Run(what, func(t *testing.T) {
			r, a := shortForm(t)
			do(a)
			enter(a)
			if r.Shell.Decision != nil || len(r.Till.Asked) != 1 {
				t.Errorf("asked %v, and the till %q", r.Shell.Decision != nil, r.Till.Asked)
			}
		})
	}
}

// TestTheFieldSaysWhomTheDigitChose, in front of the number, until the choice was meant
// in another way too.
func TestTheFieldSaysWhomTheDigitChose(t *testing.T) {
	r := newFixture(t)
	r.Till.Banks = manyBanks()
	a, w := formIn(r)
	for _, typed := range []string{"2", "345678901", "23456789012345678901234567890"} {
		harness.Keys(a, typed)
		uitest.Picture(t, w, "number-whose-"+typed[:1])
		if got, want := a.number.whose.Visible(), len(a.form.number) < 20; got != want || a.number.whose.Text() != "Harbour Bank" {
			t.Errorf("%d digits: %q, seen %v", len(a.form.number), a.number.whose.Text(), got)
		}
		if end := a.number.whose.Position().X + a.number.whose.Size().Width; a.number.whose.Visible() && end > a.number.line.Position().X {
			t.Errorf("%d digits: the bank ends at %.0f, the number begins at %.0f", len(a.form.number), end, a.number.line.Position().X)
		}
	}
	a.list.pick("HAR")
	if a.number.whose.Visible() {
		t.Error("a bank that was tapped is said twice")
	}
}

// TestALengthIsLearntWhenItsSaleIsPaid, and of nothing else.
func TestALengthIsLearntWhenItsSaleIsPaid(t *testing.T) {
	at := func(route core.Route, code string, change ...func(*journal.View)) journal.View {
		return harness.Sale(append([]func(*journal.View){harness.Coded, func(v *journal.View) { v.Session.Route, v.Session.InstitutionCode = route, code }}, change...)...)
	}
	for _, c := range []struct {
		name, number string
		end          journal.View
		want         int
	}{
		{"paid", "345678901", at(core.RouteAccount, "HAR", harness.Paid), 9},
		{"paid by QR after all", "345678901", at(core.RouteQR, "HAR", harness.Paid), 0},
		{"not paid", "345678901", at(core.RouteAccount, "HAR", harness.State(core.StateFailed)), 0},
		{"letters", "LY45678901", at(core.RouteAccount, "HAR", harness.Paid), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newFixture(t)
			r.Till.Banks = manyBanks()
			a := newAccount(r)
			harness.Keys(a, "2")
			a.Paste(c.number)
			r.deps.Forms.Sent(r.Env.Preferences, at(core.RouteAccount, "HAR"))
			r.deps.Forms.Sent(r.Env.Preferences, at(core.RouteAccount, "HAR")) // looked at again
			r.deps.Forms.Forget(c.end.ID)                                      // as for every end
			r.deps.Forms.Ended(r.Env.Preferences, c.end)
			kept := r.Env.Preferences.Get().Institutions
			learnt := kept.LengthsOf(core.RouteAccount)
			if c.want == 0 && *learnt != "" || c.want > 0 && (len(learnt.Of("HAR")) != 1 || learnt.Of("HAR")[0] != c.want) {
				t.Errorf("learnt %q", *learnt)
			}
			if strings.Contains(string(*learnt), c.number[:4]) || len(r.deps.Forms.sent) != 0 {
				t.Errorf("kept %q and %v", *learnt, r.deps.Forms.sent)
			}
		})
	}
}
