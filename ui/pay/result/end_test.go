package result

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

func TestEachEndSaysItsOwn(t *testing.T) {
	refused := func(code string, s journal.Step) func(*journal.View) {
		return func(v *journal.View) { v.Step, v.Refusal = s, &journal.Refusal{Operation: core.OpInitiate, Code: code} }
	}
	for _, c := range []struct {
		name     string
		live     bool
		view     journal.View
		want     []string
		not      []string
		after700 string
	}{
		{"live", true, harness.Sale(harness.Paid), []string{"PAID", "Hand over goods.", "T-0412", "8F2K-71QD-0446", "14:31:12"}, []string{"PRACTICE"}, "new"},
		{"practice", false, harness.Sale(harness.Paid), []string{"PRACTICE", "Paid", "No money moved.", "Do not hand over goods.", "T-0412"}, []string{"PAID", "Hand over"}, "new"},
		{"no transaction yet", true, harness.Sale(harness.Paid, func(v *journal.View) { v.Session.TransactionID = "" }), []string{"PAID", "—"}, nil, "new"},
		{"failed", true, harness.Sale(harness.State(core.StateFailed), func(v *journal.View) { v.Live.LastWord = "FAILED" }),
			[]string{"NOT PAID", "not paid", "#12", "Try again 12 .500 LYD"}, []string{"Hand over"}, "retry #12"},
		{"no funds", true, harness.Sale(harness.State(core.StateFailed), func(v *journal.View) { v.Refusal = &journal.Refusal{Code: "INSUFFICIENT_FUNDS"} }),
			[]string{"NOT PAID", "Not enough money in the account."}, nil, "retry #12"},
		{"expired", true, harness.Sale(harness.State(core.StateExpired)), []string{"EXPIRED", "Not paid in time."}, []string{"Hand over"}, "retry #12"},
		{"not sent", true, harness.Sale(refused(journal.RefusalNotSent, journal.StepNotSent)), []string{"NOT OPENED", "Nothing was sent. Safe to try again."}, nil, "retry #12"},
		{"not sent, since the one before it is paid", true, harness.Sale(refused(journal.RefusalPaid, journal.StepNotSent), func(v *journal.View) { v.Replaces = "20261120-000011" }),
			[]string{"NOT OPENED", "#11 is paid.", "do not charge again"}, []string{"Safe to try", "Try again"}, "new"},
		{"not sent, since the one before it may be paid", true, harness.Sale(refused(journal.RefusalManager, journal.StepNotSent), func(v *journal.View) { v.Replaces = "20261120-000011" }),
			[]string{"NOT OPENED", "#11 may be paid", "call the manager"}, []string{"Safe to try", "Try again"}, "new"},
		{"rejected", true, harness.Sale(refused("TERMINAL_CLOSED", journal.StepRejected)), []string{"NOT OPENED", "The bank refused: TERMINAL_CLOSED."}, nil, "retry #12"},
		{"nobody knows whether it opened", true, harness.Sale(refused(journal.RefusalNoAnswer, journal.StepCreateUnknown)),
			[]string{"NOT OPENED", "No QR was shown, so", "Start again"}, nil, "retry #12"},
		{"resolved", true, harness.Sale(harness.Capped, func(v *journal.View) {
			v.ResolvedOutside = &journal.Decision{At: harness.Noon, By: "Huda", Reason: "Paid by transfer"}
		}), []string{"RESOLVED OUTSIDE", "“Paid by transfer”", "Not a payment, no receipt.", "Huda"}, []string{"PAID", "Hand over"}, "new"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newFixture(t)
			r.Env.Practice = !c.live
			s := New(r.Env, r.deps, c.view)
			r.Window(s)
			harness.Mentions(t, s, append(c.want, "#12")...)
			for _, w := range c.not {
				if strings.Contains(uitest.Words(s.Object()), w) {
					t.Errorf("the screen says %q", w)
				}
			}
			for range 5 { // a held Enter
				s.Press(harness.Name(fyne.KeyReturn))
			}
			s.primary.Tapped(nil)
			r.Asked()
			r.Now = r.Now.Add(701 * time.Millisecond)
			s.Press(harness.Name(fyne.KeyReturn))
			s.Press(harness.Name(fyne.KeyReturn))
			r.Asked("acknowledge #12")
			r.Went(c.after700)
		})
	}
}

func TestF2LeavesAnEndWithoutTryingAgain(t *testing.T) {
	r := newFixture(t)
	s := New(r.Env, r.deps, harness.Sale(harness.State(core.StateFailed)))
	r.Now = r.Now.Add(time.Second)
	s.Press(harness.Name(fyne.KeyF2))
	r.Asked("acknowledge #12")
	r.Went("new")
}

func TestLeavingAnEndReadsNoAlarm(t *testing.T) {
	for _, c := range []struct {
		name, asked, says string
		change            func(*journal.View)
	}{
		{"late", "acknowledge #12", "The money came late, at 14:31.", func(v *journal.View) { v.Session.Late = true }},
		{"aside", "acknowledge #12", "The money came late, at 14:31.", func(v *journal.View) { v.SetAside = &journal.Decision{} }},
		{"read before", "acknowledge #12", "The money came late", func(v *journal.View) { v.Session.Late, v.LateAlertRead = true, harness.Noon }},
		{"twice", "acknowledge #12", "paid twice, with #13 too.", func(v *journal.View) { v.Session.Late, v.PaidTwiceWith = true, "20261120-000013" }},
		{"returned", "acknowledge #12", "Do not return it again.", func(v *journal.View) { v.PaidTwiceWith, v.OwedEnd = "20261120-000013", journal.DebtReturned }},
		{"returnedHere", "acknowledge #12", "Do not return it again.", func(v *journal.View) { v.PaidTwiceWith, v.OwedEnd = v.ID, journal.DebtReturned }},
		{"kept", "acknowledge #12", "Nothing is owed back.", func(v *journal.View) { v.OwedSince, v.OwedEnd = v.SettledAt, journal.DebtKept }},
		{"twiceHere", "acknowledge #12", "paid twice, in two ways.", func(v *journal.View) { v.PaidTwiceWith = v.ID }},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newFixture(t)
			r.Env.Practice = false
			s := New(r.Env, r.deps, harness.Sale(harness.Paid, c.change))
			harness.Mentions(t, s, c.says)
			r.Now = r.Now.Add(time.Second)
			s.Press(harness.Name(fyne.KeyReturn))
			if got := strings.Join(r.Till.Asked, "; "); got != c.asked {
				t.Errorf("the till was asked %q", got)
			}
		})
	}
}

func TestAnEndTakesTheTransactionThatComesLater(t *testing.T) {
	r := newFixture(t)
	s := New(r.Env, r.deps, harness.Sale(harness.Paid, func(v *journal.View) { v.Session.TransactionID = "" }))
	r.Window(s)
	s.Update(harness.Sale(harness.Paid))
	harness.Mentions(t, s, "8F2K-71QD-0446")
}

// TestAnEndIsOutdatedByAnotherVerdict, and by nothing that it shows in place.
func TestAnEndIsOutdatedByAnotherVerdict(t *testing.T) {
	twice := func(v *journal.View) { v.PaidTwiceWith = "20261120-000013" }
	for name, c := range map[string]struct {
		before, after journal.View
		outdated      bool
	}{
		"paid twice":         {harness.Sale(harness.Paid), harness.Sale(harness.Paid, twice), true},
		"paid in two ways":   {harness.Sale(harness.Paid), harness.Sale(harness.Paid, func(v *journal.View) { v.PaidTwiceWith = v.ID }), true},
		"returned":           {harness.Sale(harness.Paid, twice), harness.Sale(harness.Paid, twice, func(v *journal.View) { v.OwedEnd = journal.DebtReturned }), true},
		"kept":               {harness.Sale(harness.Paid, twice), harness.Sale(harness.Paid, twice, func(v *journal.View) { v.OwedEnd = journal.DebtKept }), true},
		"the same again":     {harness.Sale(harness.Paid), harness.Sale(harness.Paid), false},
		"a transaction":      {harness.Sale(harness.Paid, func(v *journal.View) { v.Session.TransactionID = "" }), harness.Sale(harness.Paid), false},
		"a slip comes out":   {harness.Sale(harness.Paid), harness.Sale(harness.Paid, func(v *journal.View) { v.Print = journal.PrintDone }), false},
		"a failed one moves": {harness.Sale(harness.State(core.StateFailed)), harness.Sale(harness.State(core.StateFailed), func(v *journal.View) { v.Version++ }), false},
	} {
		r := newFixture(t)
		r.Env.Practice = false
		if got := New(r.Env, r.deps, c.before).Outdated(c.after); got != c.outdated {
			t.Errorf("%s: outdated %v", name, got)
		}
	}
}

// TestTheEndOfACashSaleNeverSaysPaid, and looks like no other end.
func TestTheEndOfACashSaleNeverSaysPaid(t *testing.T) {
	for _, practice := range []bool{true, false} {
		r := newFixture(t)
		r.Env.Practice = practice
		v := harness.Sale(harness.Cashed)
		e := New(r.Env, r.deps, v)
		r.Picture("cash-end", e)
		if e.filled() || e.say.colour != theme.Text || strings.Contains(strings.ToLower(e.say.word+e.say.instruction+e.say.before), "paid") || e.say.again {
			t.Errorf("practice %v: %+v", practice, e.say)
		}
	}
}

// TestMoneyAfterCashIsSaidOnItsEnd, which nobody takes note of by leaving it.
func TestMoneyAfterCashIsSaidOnItsEnd(t *testing.T) {
	for _, practice := range []bool{true, false} {
		r := newFixture(t)
		r.Env.Practice = practice
		v := harness.Sale(harness.Paid, func(v *journal.View) {
			v.SetAside, v.OwedSince = &journal.Decision{At: harness.Noon, Reason: journal.AsidePaidCash}, harness.Noon
		})
		e := New(r.Env, r.deps, v)
		if !strings.Contains(e.say.instruction, "paid in cash too") || strings.Contains(e.say.instruction, "Hand over") {
			t.Errorf("practice %v: %s", practice, e.say.instruction)
		}
		r.Window(e)
		r.Now = r.Now.Add(time.Minute)
		e.newSale()
		r.Asked("acknowledge #12")
	}
}
