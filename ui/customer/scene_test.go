package customer

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

func TestWhatACustomerSeesOfEachState(t *testing.T) {
	code := func(v *journal.View) {
		v.Session.State, v.Session.Route, v.Route = core.StateOTPRequired, core.RouteAccount, core.RouteAccount
	}
	for _, c := range []struct {
		name string
		view journal.View
		want Scene
	}{
		{"no sale", journal.View{}, Blank},
		{"being opened", sale(12, step(journal.StepIntent), state("")), Wait},
		{"open, no way to pay yet", sale(12, step(journal.StepCreated), state(core.StatePending)), Wait},
		{"QR asked for", sale(12, step(journal.StepQRIntent), state(core.StatePending)), Wait},
		{"account being typed", sale(12, step(journal.StepValidateIntent), state(core.StatePending)), Wait},
		{"could not be sent", sale(12, step(journal.StepNotSent), state("")), Wait},
		{"nobody knows whether it was opened", sale(12, step(journal.StepCreateUnknown), state("")), Wait},
		{"QR", sale(12), QR},
		{"a QR without a payload", sale(12, func(v *journal.View) { v.Session.QRPayload = "" }), Checking},
		{"code awaited", sale(12, code), Code},
		{"code on its way", sale(12, code, step(journal.StepOTPIntent)), Checking},
		{"code on its way under a QR", sale(12, step(journal.StepOTPIntent)), Checking},
		{"nobody knows what became of the code", sale(12, code, func(v *journal.View) { v.Session.OTPUnresolved = true }), Checking},
		{"confirmed", sale(12, state(core.StateWaitingPayment)), Checking},
		{"authorised", sale(12, state(core.StateAuthorized)), Checking},
		{"paid", sale(12, paid), Paid},
		{"paid late", sale(12, aside, paid), Paid},
		{"success without a receipt", sale(12, state(core.StateSuccess)), Checking},
		{"failed", sale(12, state(core.StateFailed)), NotPaid},
		{"expired", sale(12, state(core.StateExpired)), NotPaid},
		{"polling ended", sale(12, capped), Unknown},
		{"another amount was reported", sale(12, func(v *journal.View) { v.Session.Conflict = "amount" }), Unknown},
		{"the gateway does not know us any more", sale(12, func(v *journal.View) { v.Watch.Denied = true }), Unknown},
		{"set aside", sale(12, aside), Blank},
		{"set aside, then failed", sale(12, aside, state(core.StateFailed)), Blank},
		{"closed by a manager", sale(12, capped, resolved), Blank},
		{"paid and taken note of", sale(12, paid, acknowledged), Blank},
		{"failed and taken note of", sale(12, state(core.StateFailed), acknowledged), Blank},
	} {
		if got := SceneOf(c.view); got != c.want {
			t.Errorf("%s (%s): %s, want %s", c.name, c.view.Status(), got, c.want)
		}
	}
}

// anyView is a record that may or may not make sense.
func anyView(t *rapid.T) journal.View {
	mark := func(name string) *journal.Decision {
		if seldom(t, name) {
			return &journal.Decision{At: noon}
		}
		return nil
	}
	v := sale(12)
	v.Step = rapid.SampledFrom([]journal.Step{journal.StepSession, journal.StepSession, journal.StepSession, journal.StepSession, journal.StepSession, journal.StepIntent, journal.StepNotSent,
		journal.StepRejected, journal.StepCreateUnknown, journal.StepCreated,
		journal.StepQRIntent, journal.StepValidateIntent, journal.StepOTPIntent, journal.StepSession}).Draw(t, "step")
	v.Session.State = rapid.SampledFrom([]core.State{"", core.StatePending, core.StateQRGenerated, core.StateOTPRequired, core.StateWaitingPayment,
		core.StateAuthorized, core.StateSuccess, core.StateFailed, core.StateExpired}).Draw(t, "state")
	v.Route = rapid.SampledFrom([]core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}).Draw(t, "route")
	v.ReceiptSeq = rapid.SampledFrom([]uint64{0, 412}).Draw(t, "receipt")
	v.Session.QRPayload = rapid.SampledFrom([]string{"", "00020101021226"}).Draw(t, "payload")
	v.Session.Conflict = rapid.SampledFrom([]string{"", "", "", "", "amount"}).Draw(t, "conflict")
	v.Session.RawStatus = rapid.SampledFrom([]string{"", "SUCCESS", "PAID"}).Draw(t, "word")
	v.Session.OTPUnresolved = seldom(t, "unresolved")
	v.Session.Late = rapid.Bool().Draw(t, "late")
	v.Capped = seldom(t, "capped")
	v.Watch.Denied = seldom(t, "denied")
	v.SetAside, v.WithManager, v.ResolvedOutside = mark("aside"), mark("manager"), mark("resolved")
	if seldom(t, "acknowledged") {
		v.AcknowledgedAt = noon
	}
	v.Live.LastWord = rapid.SampledFrom([]string{"", "SUCCESS"}).Draw(t, "pulse")
	return v
}

func seldom(t *rapid.T, name string) bool { return rapid.IntRange(0, 5).Draw(t, name) == 3 }

// Paid is said for a sale that is paid and on disk, and for no other; not paid
// only when the gateway said so.
func TestNeverPaidUnlessItIs(t *testing.T) {
	r := newHarness(t)
	w := r.draw(journal.View{}, 0, fyne.NewSize(960, 540))
	view := newView(r.env, r.deps.Shop, func() {}, func() {})
	w.SetContent(view.Object())
	w.Resize(fyne.NewSize(960, 540))
	scenes, receipts := map[Scene]int{}, 0
	check := func(t *rapid.T) {
		v := anyView(t)
		view.env.Practice = rapid.Bool().Draw(t, "practice")
		view.show(v, rapid.IntRange(0, codeDigits).Draw(t, "typed"), anyHandover(t))
		if view.Scene() == Receipt {
			receipts++
		}
		scenes[SceneOf(v)]++
		said := read(w)
		success := v.Session.State == core.StateSuccess && v.ReceiptSeq != 0
		green := filled(w, theme.Paid)
		thanks := strings.Contains(said, "Thank you") || strings.Contains(said, "شكر") || strings.Contains(said, "keep your receipt")
		if (green || thanks || framed(w)) && (v.Status() != journal.StatusPaid || !success) {
			t.Fatalf("%s of a sale that is %s: %q", SceneOf(v), v.Status(), said)
		}
		if green && view.env.Practice || view.env.Practice && strings.Contains(said, "Thank") {
			t.Fatalf("practice looks live: %q", said)
		}
		if s := v.Session.State; strings.Contains(said, "Not paid") && s != core.StateFailed && s != core.StateExpired {
			t.Fatalf("not paid, of a session that is %s", s)
		}
		view.drawn = drawn{} // practice is no part of what changes while a program runs
	}
	for n := 0; n < 5 || n < 25 && receipts == 0; n++ { // a receipt comes up seldom
		rapid.Check(t, check)
	}
	if len(scenes) < 8 { // the search looked at too little
		t.Errorf("only these scenes came up: %v", scenes)
	}
	if receipts == 0 {
		t.Error("no receipt came up")
	}
}

// Practice is marked whatever the customer sees, in both languages, and clear of the
// rest; live is never marked.
func TestPracticeIsMarkedInEveryScene(t *testing.T) {
	plain := func(s string) string { return words.Plain(strings.ReplaceAll(s, " ", "")) }
	for _, lang := range words.Languages() {
		for _, practice := range []bool{true, false} {
			r := newHarness(t, func(r *harness) { r.env.Practice, r.env.Words = practice, words.MustLoad(lang) })
			first, second := languages(r.env.Words)
			for name, v := range gallery() {
				r.hand = r.handing(name)
				w := r.draw(v, 3, fyne.NewSize(1366, 690))
				said := plain(read(w))
				for _, c := range []*words.Catalogue{first, second} {
					if want := c.T("ribbon.practice"); strings.Contains(said, plain(want)) != practice {
						t.Errorf("%s in %s, practice %v: %q in %q", name, lang, practice, want, read(w))
					}
				}
				if hatched(w) != practice {
					t.Errorf("%s in %s: hatched %v, practice %v", name, lang, hatched(w), practice)
				}
			}
		}
	}
}

func TestDotsInsteadOfDigits(t *testing.T) {
	r := newHarness(t)
	code := sale(12, state(core.StateOTPRequired))
	for typed := range codeDigits + 1 {
		w := r.draw(code, typed, fyne.NewSize(1920, 1080))
		if got := inked(w); got != typed {
			t.Errorf("%d digits typed, %d dots filled", typed, got)
		}
		if said := read(w); strings.ContainsAny(strings.ReplaceAll(strings.ReplaceAll(said, "#12", ""), "12 .500", ""), "0123456789") {
			t.Errorf("digits beside the amount: %q", said)
		}
	}
}

func TestANameInTwoScripts(t *testing.T) {
	for name, want := range map[string]string{"Al Noor Market سوق النور": "سوق النور", "سوق النور Al Noor": "Al Noor", "Al Noor": "", "سوق النور": "", "24 / 7": "", "": ""} {
		cut := otherScript(name)
		got := ""
		if cut > 0 {
			got = name[cut:]
		}
		if got != want {
			t.Errorf("%q is cut before %q, want %q", name, got, want)
		}
	}
}
