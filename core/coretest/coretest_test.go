package coretest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sanduq/core"
	"sanduq/core/coretest"
	"sanduq/core/money"
	"sanduq/core/webhook"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func order(id string) core.CreateInvoiceRequest {
	return core.CreateInvoiceRequest{OrderID: id, Amount: money.Amount{Minor: 12500, Currency: "LYD"}, IdempotencyKey: id}
}

// shop is an SDK over the service on loopback.
func shop(t *testing.T) (*coretest.Service, *core.WebSDK) {
	service := coretest.Gateway(t)
	client, err := core.NewClient(service.Config())
	if err != nil {
		t.Fatal(err)
	}
	sdk := core.NewWebSDK(client, nil, core.WithSchedule(core.PollSchedule{Slow: time.Hour, Cap: 2 * time.Hour}))
	t.Cleanup(sdk.Close)
	return service, sdk
}

func must(t *testing.T, want core.State) func(core.PaymentSession, error) {
	t.Helper()
	return func(s core.PaymentSession, err error) {
		t.Helper()
		if err != nil || s.State != want {
			t.Fatalf("%s, %v; want %s", s.State, err, want)
		}
	}
}

func TestTheServiceTakesEveryRoute(t *testing.T) {
	ctx := t.Context()
	t.Run("qr", func(t *testing.T) {
		service, sdk := shop(t)
		must(t, core.StatePending)(sdk.CreateInvoice(ctx, order("A")))
		must(t, core.StateQRGenerated)(sdk.GenerateQR(ctx, core.GenerateQRRequest{}))
		service.Report("A", "SUCCESS")
		must(t, core.StateSuccess)(sdk.RefreshStatus(ctx, "P-1"))
		if got := service.Requests(); !slices.Equal(got, []string{"initiate", "merchant-qr", "check-status"}) || service.Opened() != 1 {
			t.Errorf("%q", got)
		}
	})
	t.Run("account", func(t *testing.T) {
		_, sdk := shop(t)
		must(t, core.StatePending)(sdk.CreateInvoice(ctx, order("A")))
		must(t, core.StateOTPRequired)(sdk.ValidateAccount(ctx, core.ValidateAccountRequest{Rail: core.RailBank, Account: core.NewSecret("1234567890"), InstitutionCode: "FPB"}))
		_, err := sdk.SubmitOTP(ctx, core.SubmitOTPRequest{OTP: core.NewSecret("000000")})
		if refusal, ok := errors.AsType[*core.PaymentAPIError](err); !ok || refusal.Code != "WRONG_OTP" {
			t.Errorf("%v", err)
		}
		must(t, core.StateWaitingPayment)(sdk.SubmitOTP(ctx, core.SubmitOTPRequest{OTP: core.NewSecret(coretest.OTP)}))
	})
	t.Run("wallet, adopted", func(t *testing.T) {
		service, sdk := shop(t)
		must(t, core.StatePending)(sdk.AdoptSession(ctx, service.Open(order("A"))))
		must(t, core.StateOTPRequired)(sdk.ValidateAccount(ctx, core.ValidateAccountRequest{Rail: core.RailWallet, Account: core.NewSecret("0912345678"), InstitutionCode: "PWL"}))
		service.Report("A", "SUCCESS")
		must(t, core.StateSuccess)(sdk.SubmitOTP(ctx, core.SubmitOTPRequest{OTP: core.NewSecret(coretest.OTP)}))
	})
	t.Run("refused", func(t *testing.T) {
		service, sdk := shop(t)
		foreign := service.Open(order("A"))
		foreign.Token = service.Open(order("B")).Token
		must(t, core.StatePending)(sdk.AdoptSession(ctx, foreign))
		if _, err := sdk.RefreshStatus(ctx, foreign.PaymentID); !errors.Is(err, core.ErrTokenForeign) {
			t.Errorf("%v", err)
		}
		sdk.Initialize(core.NewSecret("nobody's"))
		if _, err := sdk.RefreshStatus(ctx, foreign.PaymentID); !errors.Is(err, core.ErrTokenExpired) {
			t.Errorf("%v", err)
		}
	})
}

// The poller by hand: not a second is waited for.
func ExampleClock() {
	ctx, clock, api := context.Background(), coretest.NewClock(time.Date(2026, 1, 2, 9, 0, 0, 0, time.UTC)), new(coretest.API)
	api.Statuses.Say(coretest.Pending, coretest.Confirmed, coretest.Paid)
	sdk := core.NewWebSDK(api, nil, core.WithClock(clock))
	defer sdk.Close()
	stream := sdk.SessionStream()
	defer stream.Close()

	_, _ = sdk.CreateInvoice(ctx, order("A"))
	_, _ = sdk.GenerateQR(ctx, core.GenerateQRRequest{})
	for range 9 { // nine seconds: three ticks
		_ = clock.Waited(ctx, 1)
		clock.Advance(time.Second)
	}
	for {
		event, err := stream.Next(ctx)
		if err != nil {
			return
		}
		fmt.Println(event.At.Format("15:04:05"), event.After.State)
		if event.After.State.Ended() {
			return
		}
	}
	// Output:
	// 09:00:00 pending
	// 09:00:00 qrGenerated
	// 09:00:06 waitingPayment
	// 09:00:09 success
}

// Answers by script: a code whose reply was lost.
func ExampleAPI() {
	ctx, api := context.Background(), new(coretest.API)
	api.Codes.Fail(errors.New("connection reset"))
	sdk := core.NewWebSDK(api, nil)
	defer sdk.Close()
	_, _ = sdk.CreateInvoice(ctx, order("A"))
	_, _ = sdk.ValidateAccount(ctx, core.ValidateAccountRequest{Rail: core.RailBank, Account: core.NewSecret("1234567890"), InstitutionCode: "FPB"})
	session, err := sdk.SubmitOTP(ctx, core.SubmitOTPRequest{OTP: core.NewSecret(coretest.OTP)})
	fmt.Println(session.State, session.OTPUnresolved, errors.Is(err, core.ErrOutcomeUnknown), api.Codes.Calls())
	// Output: otpRequired true true 1
}

// A webhook is verified, and then the gateway is asked: its word alone counts.
func ExampleGenerateWebhook() {
	ctx, api, secret := context.Background(), new(coretest.API), core.NewSecret("shared")
	sdk := core.NewWebSDK(api, nil)
	defer sdk.Close()
	session, _ := sdk.CreateInvoice(ctx, order("A"))
	verifier, _ := webhook.New(secret, nil)

	header, body := coretest.GenerateWebhook(secret, time.Now(),
		webhook.Notice{EventID: "E-1", PaymentID: session.PaymentID, OrderID: "A"}, "SUCCESS")
	notice, err := verifier.Verify(header, body)
	fmt.Println(notice.PaymentID, err)
	session, err = notice.Ask(ctx, sdk)
	fmt.Println(session.State, err)
	_, err = verifier.Verify(header, body)
	fmt.Println(errors.Is(err, webhook.ErrReplayed))
	// Output:
	// P-1 <nil>
	// pending <nil>
	// true
}

func TestTheClockToldToSleep(t *testing.T) {
	clock := coretest.NewClock(time.Unix(1000, 0))
	woken := clock.After(time.Minute)
	clock.Sleep(time.Hour)
	select {
	case <-woken:
		t.Error("the monotonic clock moved in a sleep")
	default:
	}
	if clock.Now().Unix() != 4600 || clock.Monotonic() != 0 {
		t.Errorf("%v, %v", clock.Now(), clock.Monotonic())
	}
	clock.Advance(time.Minute)
	<-woken
	<-clock.After(0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := clock.Waited(ctx, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestAScriptRepeatsItsLastStep(t *testing.T) {
	api := &coretest.API{NoStatus: true}
	api.Institutions.Fail(core.ErrNotSent).Say(nil)
	for i, want := range []error{core.ErrNotSent, nil, nil} {
		if _, err := api.FetchInstitutions(t.Context(), core.Secret{}); !errors.Is(err, want) {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if api.StatusPath() != "" || api.Institutions.Calls() != 3 {
		t.Error("miscounted")
	}
}
