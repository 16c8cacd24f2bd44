package core_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// friendly is a PaymentAPI that pays at once; a real program uses
// core.NewClient.
type friendly struct{ checks atomic.Int64 }

func (*friendly) Initiate(context.Context, wire.InitiateCall) (wire.InitiateResult, error) {
	return wire.InitiateResult{PaymentID: "P-1", Token: core.NewSecret("token")}, nil
}

func (*friendly) GenerateQR(context.Context, wire.QRCall) (wire.QRResult, error) {
	return wire.QRResult{Payload: "SANDUQ…"}, nil
}

func (*friendly) ValidateAccount(context.Context, wire.ValidateCall) (wire.ValidateResult, error) {
	return wire.ValidateResult{DPHReference: "D-1", CustomerName: core.NewSecret("Amal Ben Ali")}, nil
}

func (*friendly) SubmitOTP(_ context.Context, call wire.OTPCall) (wire.OTPResult, error) {
	if call.Rail == core.RailWallet {
		return wire.OTPResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: "T-1"}, nil
	}
	return wire.OTPResult{}, nil
}

func (f *friendly) FetchStatus(context.Context, wire.StatusCall) (wire.StatusResult, error) {
	if f.checks.Add(1) < 2 {
		return wire.StatusResult{State: core.StatePending, RawStatus: "PENDING"}, nil
	}
	return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: "T-1"}, nil
}

func (*friendly) FetchInstitutions(context.Context, core.Secret) ([]core.Institution, error) {
	return []core.Institution{{Code: "B1", Name: "First Practice Bank", Rail: core.RailBank}}, nil
}

func (*friendly) StatusPath() string { return "/check-status" }

func order() core.CreateInvoiceRequest {
	amount, err := money.Parse("12,5", "LYD")
	if err != nil {
		panic(err)
	}
	return core.CreateInvoiceRequest{OrderID: "TILL-1", Amount: amount, IdempotencyKey: "TILL-1"}
}

// The QR route: show the payload and listen to the stream.
func ExampleWebSDK_GenerateQR() {
	sdk := core.NewWebSDK(new(friendly), new(core.InMemoryTokenStore),
		core.WithSchedule(core.PollSchedule{Slow: time.Millisecond, Cap: time.Second}))
	defer sdk.Close()
	stream := sdk.SessionStream()
	defer stream.Close()

	ctx := context.Background()
	if _, err := sdk.CreateInvoice(ctx, order()); err != nil {
		fmt.Println(err)
		return
	}
	if _, err := sdk.GenerateQR(ctx, core.GenerateQRRequest{}); err != nil {
		fmt.Println(err)
		return
	}
	for {
		event, err := stream.Next(ctx)
		if err != nil {
			return
		}
		fmt.Println(event.Seq, event.After.State)
		if event.After.State.Ended() {
			fmt.Println(event.After.Amount, event.After.TransactionID)
			return
		}
	}
	// Output:
	// 1 pending
	// 2 qrGenerated
	// 3 success
	// 12.500 LYD T-1
}

// The account route: a code goes to the customer, polling sees the money.
func ExampleWebSDK_ValidateAccount() {
	sdk := core.NewWebSDK(new(friendly), new(core.InMemoryTokenStore))
	defer sdk.Close()

	ctx := context.Background()
	_, _ = sdk.CreateInvoice(ctx, order())
	session, err := sdk.ValidateAccount(ctx, core.ValidateAccountRequest{
		Rail: core.RailBank, Account: core.NewSecret("002048000020100120361"), InstitutionCode: "B1"})
	fmt.Println(session.State, session.MaskedAccount, session.MaskedCustomer, err)
	session, err = sdk.SubmitOTP(ctx, core.SubmitOTPRequest{OTP: core.NewSecret("123456")})
	fmt.Println(session.State, err)
	// Output:
	// otpRequired •••• 0361 A••• B••• A••• <nil>
	// waitingPayment <nil>
}

// The wallet route: the reply to the code may be the final word.
func ExampleWebSDK_SubmitOTP() {
	sdk := core.NewWebSDK(new(friendly), new(core.InMemoryTokenStore))
	defer sdk.Close()

	ctx := context.Background()
	_, _ = sdk.CreateInvoice(ctx, order())
	_, _ = sdk.ValidateAccount(ctx, core.ValidateAccountRequest{
		Rail: core.RailWallet, Account: core.NewSecret("0910000000"), InstitutionCode: "W1"})
	session, err := sdk.SubmitOTP(ctx, core.SubmitOTPRequest{OTP: core.NewSecret("123456")})
	switch {
	case errors.Is(err, core.ErrOutcomeUnknown):
		fmt.Println("nobody knows yet: the SDK asks on")
	case err != nil:
		fmt.Println("not taken:", err)
	default:
		fmt.Println(session.State, session.TransactionID)
	}
	// Output: success T-1
}

// A session survives a restart. Restoring asks nothing by itself.
func ExampleWebSDK_RestoreSession() {
	ctx := context.Background()
	before := core.NewWebSDK(new(friendly), new(core.InMemoryTokenStore))
	_, _ = before.CreateInvoice(ctx, order())
	_, _ = before.GenerateQR(ctx, core.GenerateQRRequest{})
	snapshot, _ := before.Snapshot() // store Public as it is, Secret sealed
	before.Close()

	after := core.NewWebSDK(new(friendly), new(core.InMemoryTokenStore))
	defer after.Close()
	if err := after.RestoreSession(snapshot); err != nil {
		fmt.Println(err)
		return
	}
	session, _ := after.CurrentSession()
	fmt.Println(session.PaymentID, session.State, after.Health().Polling)
	again, err := after.CreateInvoice(ctx, order()) // the key is known: nothing is sent
	fmt.Println(again.PaymentID, err)
	// Output:
	// P-1 qrGenerated false
	// P-1 <nil>
}

// A poller of one's own making; at its cap the outcome is unknown, not failed.
func ExampleWebSDK_StartStatusPolling() {
	api := new(friendly)
	api.checks.Store(-1000) // nobody pays
	sdk := core.NewWebSDK(api, new(core.InMemoryTokenStore))
	defer sdk.Close()
	ctx := context.Background()
	session, _ := sdk.CreateInvoice(ctx, order())
	stream := sdk.SessionStream()
	defer stream.Close()

	sdk.StartStatusPolling(session.PaymentID, &core.PollSchedule{Slow: time.Millisecond, Cap: 5 * time.Millisecond})
	event, _ := stream.Next(ctx)
	fmt.Println(event.Kind, event.After.State)
	// Output: pollingCapped pending
}

// A page takes over a payment that the merchant's server opened.
func ExampleWebSDK_AdoptSession() {
	sdk := core.NewWebSDK(new(friendly), new(core.InMemoryTokenStore))
	defer sdk.Close()
	ctx := context.Background()

	sdk.Initialize(core.NewSecret("token")) // the rest comes with the redirect
	session, err := sdk.AdoptSession(ctx, core.AdoptSessionRequest{
		PaymentID: "P-1", OrderID: "SHOP-17", Amount: money.Amount{Minor: 12500, Currency: "LYD"}})
	fmt.Println(session.State, err)
	session, err = sdk.GenerateQR(ctx, core.GenerateQRRequest{})
	fmt.Println(session.State, session.OrderID, err)
	// Output:
	// pending <nil>
	// qrGenerated SHOP-17 <nil>
}
