package core

import (
	"bytes"
	"slices"
	"testing"
	"time"
)

func TestABareSessionIsRestored(t *testing.T) {
	bubble(t, func(t *testing.T) {
		first := newDesk(t)
		first.open()
		first.validate(bankAccount())
		kept := first.must(StateWaitingPayment)(first.SubmitOTP(t.Context(), otp()))
		first.StopStatusPolling()

		d := newDesk(t)
		d.Initialize(NewSecret(secretToken))
		if err := d.RestorePaymentSession(kept); err != nil {
			t.Fatal(err)
		}
		d.expectEvents("restored >waitingPayment")
		d.g.reply(pathStatus, successReply)
		d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
		if body := bodyOf(t, d.g.seen(pathStatus)[0]); body["byAccountNumber"] != true || len(d.g.seen(pathStatus)) != 1 {
			t.Fatalf("%v", body)
		}
		isAll(t, d.RestorePaymentSession(PaymentSession{}), ErrSnapshot)
		isAll(t, d.RestorePaymentSession(kept), ErrSnapshot) // it is paid by now
	})
}

// A session whose public half says that a code left for one leg while money may
// come by the other too is asked about on both.
func TestABareSessionIsAskedAboutOnEveryLeg(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.Initialize(NewSecret(secretToken))
		err := d.RestorePaymentSession(PaymentSession{PaymentID: "P1", OrderID: "ORDER-1", Amount: invoice().Amount, State: StateAuthorized,
			Route: RouteWallet, Rail: RailWallet, QRPayload: "x", ByAccountNumber: false})
		if err != nil || d.Ledger().PayableTwice() {
			t.Fatal(err)
		}
		err = d.RestorePaymentSession(PaymentSession{PaymentID: "P1", OrderID: "ORDER-1", Amount: invoice().Amount, State: StateFailed,
			Route: RouteAccount, Rail: RailBank, QRPayload: "x", ByAccountNumber: true})
		if err != nil || !d.Ledger().PayableTwice() {
			t.Fatal(err)
		}
	})
}

func TestRestoreWaitsForTheCallInFlight(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		early, _ := d.Snapshot()
		d.g.on(pathBankQR, answer{delay: time.Second, body: happy()[pathBankQR](1).body})
		done := make(chan struct{})
		go func() { defer close(done); d.showQR() }()
		time.Sleep(400 * time.Millisecond)
		began := time.Now()
		isAll(t, d.RestoreSession(early), ErrSnapshot) // by then the QR is on show
		if waited := time.Since(began); waited < 600*time.Millisecond {
			t.Errorf("the session was exchanged under a call in flight, after %v", waited)
		}
		<-done
		d.StopStatusPolling()
		d.expectEvents("call initiate >pending", "call generateQr >qrGenerated")
	})
}

func TestRestoreNeverGoesBack(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		var kept []Snapshot
		keep := func() {
			time.Sleep(time.Second)
			s, err := d.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			kept = append(kept, s)
		}
		d.open()
		keep()
		d.showQR()
		d.StopStatusPolling()
		keep()
		d.validate(bankAccount())
		keep()
		time.Sleep(time.Second)
		d.validate(ValidateAccountRequest{Rail: RailBank, Account: NewSecret("LY00112233"), InstitutionCode: "B2"})
		before, _ := d.CurrentSession()
		d.events()
		for i, s := range kept {
			if err := d.RestoreSession(s); !errorsIs(err, ErrSnapshot) {
				t.Errorf("snapshot %d went back: %v", i, err)
			}
		}
		if after, _ := d.CurrentSession(); after != before {
			t.Errorf("\n got %+v\nwant %+v", after, before)
		}
		d.expectEvents()
		now, _ := d.Snapshot()
		if err := d.RestoreSession(now); err != nil {
			t.Fatal(err)
		}
		d.expectEvents("restored")
	})
}

func TestRestoreNeverGoesBehindAnUnresolvedCode(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathBankOTP, answer{drop: true})
		d.open()
		d.validate(bankAccount())
		clear, _ := d.Snapshot()
		pending := Snapshot{Public: replaceState(clear.Public, StatePending), Secret: clear.Secret}
		other := Snapshot{Public: bytes.ReplaceAll(clear.Public, []byte(`"P1"`), []byte(`"P2"`)), Secret: clear.Secret}
		_, err := d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrOutcomeUnknown)
		d.StopStatusPolling()
		for name, s := range map[string]Snapshot{"clear": clear, "pending": pending, "another payment": other} {
			if err := d.RestoreSession(s); !errorsIs(err, ErrSnapshot) {
				t.Errorf("%s: %v", name, err)
			}
		}
		isAll(t, d.RestorePaymentSession(PaymentSession{PaymentID: "P1", OrderID: "ORDER-1", Amount: invoice().Amount,
			State: StateOTPRequired, UpdatedAt: time.Now().Add(time.Hour)}), ErrSnapshot)
		if s, _ := d.CurrentSession(); !s.OTPUnresolved {
			t.Fatal("the doubt was forgotten")
		}
		public, _ := d.CurrentSession()
		if err := d.RestorePaymentSession(public); err != nil {
			t.Fatal(err)
		}
		if !d.engine.code.mark.same(NewSecret(secretOTP), "DPH1") {
			t.Error("the code's mark was forgotten with the public half restored")
		}
	})
}

func TestRestoreKeepsOtherPaymentsKeys(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathInitiate, answer{drop: true})
		_, err := d.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrOutcomeUnknown)
		if err := d.RestorePaymentSession(PaymentSession{PaymentID: "P7", OrderID: "ORDER-7", Amount: invoice().Amount, State: StatePending}); err != nil {
			t.Fatal(err)
		}
		_, err = d.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrOutcomeUnknown)
		if n := len(d.g.seen(pathInitiate)); n != 1 {
			t.Errorf("the order was sent %d times", n)
		}
	})
}

// A snapshot from before the payment existed is older than the payment that
// its call opened; restoring it anywhere else is an event as well.
func TestRestoringWhatCameBeforeThePayment(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathInitiate, answer{delay: time.Second, body: happy()[pathInitiate](1).body})
		done := make(chan struct{})
		go func() { defer close(done); d.open() }()
		time.Sleep(500 * time.Millisecond)
		early, err := d.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		<-done
		d.events()
		isAll(t, d.RestoreSession(early), ErrSnapshot)
		later := newDesk(t)
		if err := later.RestoreSession(early); err != nil {
			t.Fatal(err)
		}
		later.expectEvents("restored")
		late, _ := d.Snapshot()
		if err := later.RestoreSession(late); err != nil {
			t.Fatal(err)
		}
		s, err := later.CreateInvoice(t.Context(), invoice()) // what became of the call is known now
		if err != nil || s.PaymentID != "P1" {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

// A blank secret half leaves the token that is there.
func TestABlankSecretHalfKeepsTheToken(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		snapshot, _ := d.Snapshot()
		if err := d.RestoreSession(Snapshot{Public: snapshot.Public}); err != nil {
			t.Fatal(err)
		}
		if token, ok := d.ReadClientToken(); !ok || token.Reveal() != secretToken {
			t.Fatal("the token was overwritten by nothing")
		}
		if token, err := d.tokens.Load(); err != nil || token.Reveal() != secretToken {
			t.Fatal("the store's token was overwritten by nothing")
		}
		_ = d.tokens.Clear() // a store that lost it: the SDK's own copy must be whole
		if err := d.RestoreSession(Snapshot{Public: snapshot.Public}); err != nil {
			t.Fatal(err)
		}
		if token, ok := d.ReadClientToken(); !ok || token.Reveal() != secretToken {
			t.Fatal("the SDK's token was overwritten by nothing")
		}
	})
}

// What was asked before a restoration is no answer about what was restored.
func TestRestoringMakesQuestionsInFlightStale(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		d.StopStatusPolling()
		snapshot, _ := d.Snapshot()
		d.g.on(pathStatus, answer{delay: time.Second, body: failedReply})
		go func() { _, _ = d.RefreshStatus(t.Context(), "P1") }()
		time.Sleep(500 * time.Millisecond)
		if err := d.RestoreSession(snapshot); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if d.state() != StateQRGenerated {
			t.Fatalf("a question from before said %s", d.state())
		}
	})
}

// A question from before the code was answered tells nothing about the code.
func TestTheReplyToACodeMakesQuestionsInFlightStale(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.validate(bankAccount())
		d.g.on(pathStatus, answer{delay: time.Second, body: failedReply}, answer{body: pendingReply})
		d.g.on(pathBankOTP, answer{delay: 700 * time.Millisecond, body: `{"success":true,"data":"accepted"}`})
		go func() { _, _ = d.RefreshStatus(t.Context(), "P1") }()
		time.Sleep(100 * time.Millisecond)
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		time.Sleep(time.Second)
		if d.state() != StateWaitingPayment {
			t.Fatalf("a question from before the reply said %s", d.state())
		}
		d.StopStatusPolling()
	})
}

func TestAScheduleGivenAfterTheQRCounts(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		from := d.now()
		every := PollSchedule{Slow: 2 * time.Second, Cap: time.Minute}
		d.StartStatusPolling("P1", &every)
		time.Sleep(5 * time.Second)
		d.StartStatusPolling("P1", &PollSchedule{Slow: time.Millisecond, Cap: time.Minute}) // the program has chosen already
		time.Sleep(2 * time.Second)
		d.StopStatusPolling()
		expectTicks(t, d.polled(from), []millis{2000, 4000, 6000})
	})
}

// Every successful call is an event, the checks of the SDK's own included, and
// each leg of a question that is put to both.
func TestEveryAnsweredCheckIsAnEvent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		d.validate(bankAccount())
		d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
		d.StopStatusPolling()
		d.events()
		d.must(StateWaitingPayment)(d.RefreshStatus(t.Context(), "P1"))
		d.expectEvents("call fetchStatus", "call fetchStatus")
		d.g.reply(pathStatus, pendingReply, successReply)
		d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
		d.expectEvents("call fetchStatus", "call fetchStatus >success")
		if _, err := d.Ledger().SecondSettlement(t.Context()); err != nil {
			t.Fatal(err)
		}
		d.expectEvents("call fetchStatus")

		d = newDesk(t)
		d.g.on(pathWalletOTP, answer{body: `{"success":true,"data":{}}`})
		d.open()
		d.validate(walletAccount())
		d.events()
		d.must(StateAuthorized)(d.SubmitOTP(t.Context(), otp()))
		d.StopStatusPolling()
		d.expectEvents("call submitOtp >authorized", "call fetchStatus")
		if !slices.Equal(kinds(d.events()), nil) {
			t.Error("more events")
		}
	})
}
