package till_test

import (
	"errors"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestWhatARecordSaysOfMoney names, for each sign by which a sale is still open, needs a
// manager, or is an alarm, a record in which that sign stands alone.
func TestWhatARecordSaysOfMoney(t *testing.T) {
	at := time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC)
	paid := journal.Sale{ID: "20240501-000001", Step: journal.StepSession, ReceiptSeq: 1, AcknowledgedAt: at,
		Session: core.PaymentSession{PaymentID: "pay", State: core.StateSuccess}}
	if paid.Open() || paid.LateMoney() || paid.NeedsManager() || paid.Returned() {
		t.Fatalf("a sale that is over: %+v", paid)
	}
	with := func(change func(*journal.Sale)) journal.Sale { s := paid; change(&s); return s }
	for what, s := range map[string]journal.Sale{
		"a slip that is to come":    with(func(s *journal.Sale) { s.Print = journal.PrintPending }),
		"a slip that has begun":     with(func(s *journal.Sale) { s.Print = journal.PrintStarted }),
		"another leg that is asked": with(func(s *journal.Sale) { s.Watch.Next = at }),
	} {
		if !s.Open() {
			t.Errorf("%s: a restart does not bring the sale back", what)
		}
	}
	if s := with(func(s *journal.Sale) { s.ResolvedOutside = &journal.Decision{At: at, By: "Huda"} }); !s.LateMoney() {
		t.Error("money for a sale that a manager had closed is no alarm")
	}
	returned := with(func(s *journal.Sale) { s.OwedEnd, s.OwedSince = journal.DebtReturned, at })
	if beside := returned; beside.Returned() {
		beside.AlsoPaid = "20240501-000002"
		if beside.Returned() {
			t.Error("the sale that the order was paid by counts as returned, since the other one's money was")
		}
	} else {
		t.Error("a sale whose money was given back does not say so")
	}
	waits := func(state core.State, change func(*journal.Sale)) journal.Sale {
		return with(func(s *journal.Sale) { s.ReceiptSeq, s.Session.State = 0, state; change(s) })
	}
	for what, s := range map[string]journal.Sale{
		"a code whose refusal proved nothing": waits(core.StateOTPRequired, func(s *journal.Sale) { s.Session.OTPIndeterminate = true }),
		"what a journal put back cannot know": waits(core.StatePending, func(s *journal.Sale) { s.Stale = true }),
	} {
		if !s.NeedsManager() {
			t.Errorf("%s: another payment needs no manager", what)
		}
	}
	for _, state := range []core.State{core.StatePending, core.StateFailed, core.StateExpired, core.StateQRGenerated} {
		if s := waits(state, func(s *journal.Sale) { s.Session.Conflict = "another payment" }); s.Status() != journal.StatusUnknown {
			t.Errorf("an answer spoke of another payment, the state is %s: the sale is called %s", state, s.Status())
		}
	}
	read := with(func(s *journal.Sale) { s.PaidTwiceWith, s.OwedSince, s.LateAlertRead = "20240501-000002", at, at })
	if read.RecordSecondDebit(at.Add(time.Hour), "TX-3", false); !read.PaidTwice() {
		t.Error("a second debit after the alert about another sale was read is no alarm")
	}
	slip := with(func(s *journal.Sale) { s.Print, s.Stale = journal.PrintPending, true })
	if !slip.PrintAfterRestart() || slip.Print != journal.PrintDoubtful {
		t.Errorf("a slip that waits in a journal put back is %s: it may be on paper", slip.Print)
	}
}

// TestAReceiptOfAQRNamesNoPayer: an account that was entered before the customer scanned
// is nobody's who is known to have paid.
func TestAReceiptOfAQRNamesNoPayer(t *testing.T) {
	s := journal.Sale{Institution: "First Practice Bank", Session: core.PaymentSession{Route: core.RouteQR, MaskedAccount: "****7788"}}
	if r := journal.ReceiptOf(s, defaults, 1, time.Time{}); r.Payer != "" || r.Institution != "" {
		t.Errorf("paid by the QR, and from %q of %q", r.Payer, r.Institution)
	}
	s.Session.Route = core.RouteAccount
	if r := journal.ReceiptOf(s, defaults, 1, time.Time{}); r.Payer != "****7788" || r.Institution != "First Practice Bank" {
		t.Errorf("paid by account from %q of %q", r.Payer, r.Institution)
	}
}

// TestARowIsKnownByItsInstant: another till's row may bear the number that a commit in
// doubt had taken.
func TestARowIsKnownByItsInstant(t *testing.T) {
	row := journal.AuditRow{Seq: 7, At: time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC), Action: journal.AuditCashOut, SaleID: "20240501-000001"}
	other := row
	if !row.SameAs(other) {
		t.Error("a row is not itself")
	}
	if other.At = row.At.Add(time.Millisecond); row.SameAs(other) {
		t.Error("a row of another moment is taken for it")
	}
}

// TestAShiftsRecordGoesForwardByOneAndKeepsItsOpening.
func TestAShiftsRecordGoesForwardByOneAndKeepsItsOpening(t *testing.T) {
	s, figures, closing := aDay()
	next := s
	next.Version++
	if err := next.Follows(s); err != nil {
		t.Fatal(err)
	}
	skips, reopened, closed := next, next, next
	skips.Version++
	opening := *s.Opened
	opening.Float++
	reopened.Opened, closed.Opened = &opening, nil
	for what, s2 := range map[string]journal.Shift{"a version is left out": skips, "another float": reopened, "no opening any more": closed, "the same again": s} {
		if err := s2.Follows(s); !errors.Is(err, journal.ErrFigures) {
			t.Errorf("%s: %v", what, err)
		}
	}
	closing.Seq = 0
	z, err := journal.SumUp(s, figures, closing)
	if err != nil {
		t.Fatal(err)
	}
	if err := z.Check(s, figures); !errors.Is(err, journal.ErrFigures) {
		t.Errorf("a Z without a number: %v", err)
	}
}

// TestASettlementBeginsNoWatch, a code in doubt ends the cap, and what the disk has
// already is not opened twice.
func TestASettlementBeginsNoWatch(t *testing.T) {
	at := time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC)
	qr := core.PaymentSession{PaymentID: "pay", State: core.StateQRGenerated, QRPayload: "qr"}
	done := qr
	done.State = core.StateSuccess
	ev := core.PaymentEvent{Kind: core.EventState, Operation: core.OpFetchStatus, Before: qr, After: done, At: at}
	if s := journal.Apply(journal.Sale{Step: journal.StepSession, Session: qr}, ev, at); !s.Watch.Next.IsZero() || !s.Watch.Since.IsZero() {
		t.Errorf("a settled sale has the plan %+v", s.Watch)
	}
	code := core.PaymentSession{PaymentID: "pay", State: core.StateOTPRequired}
	doubt := code
	doubt.OTPUnresolved = true
	ev = core.PaymentEvent{Kind: core.EventCall, Operation: core.OpSubmitOTP, Before: code, After: doubt, At: at}
	if s := journal.Apply(journal.Sale{Step: journal.StepOTPIntent, Session: code, Capped: true}, ev, at); s.Capped {
		t.Error("a code in doubt is polled, and its sale is still called capped")
	}
	ev.After = code
	if s := journal.Apply(journal.Sale{Step: journal.StepOTPIntent, Session: code, Capped: true}, ev, at); !s.Capped {
		t.Error("a code of which there is no doubt took the cap away")
	}
	open := core.PaymentSession{PaymentID: "pay", State: core.StatePending}
	ev = core.PaymentEvent{Kind: core.EventCall, Operation: core.OpInitiate, After: open, At: at}
	once := journal.Apply(journal.Sale{Step: journal.StepIntent}, ev, at)
	once.Step = journal.StepQRIntent
	if again := journal.Apply(once, ev, at); again.Step != journal.StepQRIntent || len(again.History) != len(once.History) {
		t.Errorf("opened twice: %s, %d lines of history after %d", again.Step, len(again.History), len(once.History))
	}
	var ahead journal.Sale
	journal.StartWatch(&ahead, at.Add(time.Hour), at)
	if !ahead.Watch.Since.Equal(at) || !ahead.Watch.Next.After(at) || ahead.Watch.Next.Sub(at) > 10*time.Minute {
		t.Errorf("polled since a moment that has not come: %+v", ahead.Watch)
	}
}

// TestAPaidSalesOtherLegIsAskedSoonAndLong: after 30 seconds and five minutes, then by
// the plan of unpaid sales, of whose answers the first two are none.
func TestAPaidSalesOtherLegIsAskedSoonAndLong(t *testing.T) {
	at := time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC)
	var s journal.Sale
	s.WatchSecond(at)
	var asked []time.Duration
	for now := s.Watch.Next; !now.IsZero(); now = s.Watch.Next {
		asked = append(asked, now.Sub(at))
		s.PlanSecond(now, nil)
	}
	if len(asked) != 2+77 || asked[0] != 30*time.Second || asked[1] != 5*time.Minute || asked[2] != 6*time.Minute || asked[78] != 72*time.Hour {
		t.Errorf("asked %d times: %v", len(asked), asked)
	}
}

// TestTheSecondDebitLeavesTheOtherSaleSaid: where the order was paid by another sale too,
// that stays beside the debit of its own other leg.
func TestTheSecondDebitLeavesTheOtherSaleSaid(t *testing.T) {
	at := time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC)
	s := journal.Sale{ID: "20240501-000001", PaidTwiceWith: "20240501-000002", OwedSince: at}
	s.RecordSecondDebit(at.Add(time.Hour), "TX-2", true)
	if s.PaidTwiceWith != "20240501-000002" || !s.OwedSince.Equal(at) || s.OwedDoubt {
		t.Errorf("the other sale is forgotten: %+v", s)
	}
}

// TestWhatAnAnswerMakesOfThePlan: each kind of answer to a planned question.
func TestWhatAnAnswerMakesOfThePlan(t *testing.T) {
	at := time.Date(2024, 5, 1, 9, 0, 0, 0, time.UTC)
	words := &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 422, Code: "NOT_NOW"}
	for what, err := range map[string]error{
		"the till's key is refused": errors.Join(core.ErrUnauthorized, &core.PaymentAPIError{HTTPStatus: 401, Code: "BAD_SIGNATURE"}),
		"the leg before is unheard": errors.Join(core.ErrLegUnanswered, words),
		"the gateway is in trouble": &core.PaymentAPIError{HTTPStatus: 503},
		"nobody is there":           core.ErrNotSent,
	} {
		if journal.Answered(err) {
			t.Errorf("%s: taken for an answer about the payment", what)
		}
	}
	if !journal.Answered(words) {
		t.Error("a refusal in words is no answer")
	}
	unpaid := journal.Sale{ID: "20240501-000001", Step: journal.StepSession, Session: core.PaymentSession{PaymentID: "pay", State: core.StateQRGenerated}, Capped: true}
	unpaid.Watch = journal.Watch{Since: at.Add(-6 * time.Minute), Next: at}

	s := unpaid
	s.PlanNext(at, true, core.ErrNotSent)
	if s.Watch.Silent != 1 || s.Watch.Tries != 0 || s.Watch.Next.IsZero() {
		t.Errorf("after silence: %+v", s.Watch)
	}
	s = unpaid
	s.ResolvedOutside = &journal.Decision{At: at, By: "Huda"}
	s.PlanNext(at, true, nil)
	if !s.Watch.Next.IsZero() {
		t.Errorf("a sale that a manager has closed is asked about at %v", s.Watch.Next)
	}
	foreign := errors.Join(core.ErrTokenForeign, &core.PaymentAPIError{HTTPStatus: 401, Code: "TOKEN_FOREIGN"})
	s = unpaid
	s.PlanNext(at, true, foreign)
	if !s.Watch.Denied || s.Watch.Tries != 1 || s.Watch.Next.Sub(at) < time.Minute {
		t.Errorf("the token is refused in words, and asked with again after %v: %+v", s.Watch.Next.Sub(at), s.Watch)
	}
	s = unpaid
	bare := errors.Join(core.ErrTokenExpired, &core.PaymentAPIError{HTTPStatus: 401})
	s.PlanNext(at, true, bare)
	if s.Watch.Next.Sub(at) != 3*time.Second || s.Watch.Tries != 1 {
		t.Fatalf("after a bare refusal: %+v", s.Watch)
	}
	s.PlanNext(at.Add(3*time.Second), true, bare)
	if s.Watch.Tries != 1 {
		t.Errorf("a row of bare refusals uses the plan up: %+v", s.Watch)
	}
}
