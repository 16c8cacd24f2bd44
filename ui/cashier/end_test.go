package cashier

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
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
			[]string{"NOT PAID", "not paid", "TILL-261120-012", "Try again 12 .500 LYD"}, []string{"Hand over"}, "retry #12"},
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
			s := New(r.all(), KindOf(c.view, harness.Noon), c.view)
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
			s.(*End).primary.Tapped(nil)
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
	s := NewEnd(r.all(), harness.Sale(harness.State(core.StateFailed)))
	r.Now = r.Now.Add(time.Second)
	s.Press(harness.Name(fyne.KeyF2))
	r.Asked("acknowledge #12")
	r.Went("new")
}

func TestLeavingLateMoneyMeansHavingReadOfIt(t *testing.T) {
	for _, c := range []struct {
		name, asked, says string
		change            func(*journal.View)
	}{
		{"late", "read #12; acknowledge #12", "The money came late, at 14:31.", func(v *journal.View) { v.Session.Late = true }},
		{"aside", "read #12; acknowledge #12", "The money came late, at 14:31.", func(v *journal.View) { v.SetAside = &journal.Decision{} }},
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
			s := NewEnd(r.all(), harness.Sale(harness.Paid, c.change))
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
	s := NewEnd(r.all(), harness.Sale(harness.Paid, func(v *journal.View) { v.Session.TransactionID = "" }))
	r.Window(s)
	s.Update(harness.Sale(harness.Paid))
	harness.Mentions(t, s, "8F2K-71QD-0446")
}

// Whatever a sale looks like, only one whose status is paid may be shown as
// paid, and only in live may goods be handed over.
func TestOnlyPaidLooksPaid(t *testing.T) {
	r := newFixture(t)
	states := []core.State{core.StatePending, core.StateQRGenerated, core.StateOTPRequired, core.StateWaitingPayment,
		core.StateAuthorized, core.StateSuccess, core.StateFailed, core.StateExpired}
	steps := []journal.Step{journal.StepIntent, journal.StepNotSent, journal.StepRejected, journal.StepCreateUnknown, journal.StepCreated,
		journal.StepQRIntent, journal.StepValidateIntent, journal.StepOTPIntent, journal.StepSession}
	rapid.Check(t, func(t *rapid.T) {
		v := harness.Sale(harness.State(rapid.SampledFrom(states).Draw(t, "state")))
		v.Step = rapid.SampledFrom(steps).Draw(t, "step")
		v.ReceiptSeq = rapid.Uint64Range(0, 1).Draw(t, "receipt")
		v.Capped = rapid.Bool().Draw(t, "capped")
		v.Session.Late = rapid.Bool().Draw(t, "late")
		v.Live.LastWord = rapid.SampledFrom([]string{"SUCCESS", "FAILED", "", "PENDING", "X"}).Draw(t, "word")
		if rapid.Bool().Draw(t, "conflict") {
			v.Session.Conflict = "amount"
		}
		if rapid.Bool().Draw(t, "aside") {
			v.SetAside = &journal.Decision{Reason: journal.AsidePaidCash}
		}
		deps := r.all()
		deps.Practice = rapid.Bool().Draw(t, "practice")
		s := New(deps, KindOf(v, harness.Noon), v)
		text := uitest.Words(s.Object())
		isPaid := v.Status() == journal.StatusPaid
		if got := strings.Contains(text, "Hand over goods."); got != (isPaid && !deps.Practice) {
			t.Fatalf("%s: goods are handed over %v: %s", v.Status(), got, text)
		}
		if got := strings.Contains(text, "PRACTICE Paid"); got != (isPaid && deps.Practice) {
			t.Fatalf("%s: practice paid %v: %s", v.Status(), got, text)
		}
		if e, ok := s.(*End); ok && e.filled() != (isPaid && !deps.Practice) {
			t.Fatalf("%s: filled %v", v.Status(), e.filled())
		}
		if strings.Contains(text, "NOT PAID") != (v.Status() == journal.StatusFailed) {
			t.Fatalf("%s: not paid: %s", v.Status(), text)
		}
	})
}
