package core_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/wire"
)

// pair is the client's witness of the contract facing the service's.
type pair struct {
	*core.WebSDK
	service *sandbox.Server
	t       *testing.T
}

const practiceSecret = "hmac-practice"

func meet(t *testing.T) *pair {
	t.Helper()
	clock := clock.New()
	clock.Pause()
	service, err := sandbox.Start(context.Background(), sandbox.Options{Dir: t.TempDir(), Addr: "127.0.0.1:0", Clock: clock,
		ClientID: "till-1", HMACSecret: practiceSecret, StatusRequiresMerchantAuth: true})
	if err != nil {
		t.Fatal(err)
	}
	signer, err := wire.NewHMACSigner("till-1", core.NewSecret(practiceSecret))
	if err != nil {
		t.Fatal(err)
	}
	profile := wire.SandboxProfile()
	profile.StatusPathRequiresMerchantAuth = true
	key, secret := service.Credentials()
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: service.BaseURL(), Signer: signer,
		Profile: profile, APIKey: core.NewSecret(key.Reveal()), SecretKey: core.NewSecret(secret.Reveal())})
	if err != nil {
		t.Fatal(err)
	}
	p := &pair{WebSDK: core.NewWebSDK(client, new(core.InMemoryTokenStore)), service: service, t: t}
	t.Cleanup(func() {
		p.Close()
		client.Close()
		if err := service.CheckLedger(); err != nil {
			t.Error(err)
		}
		if err := service.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

func (p *pair) want(state core.State) func(core.PaymentSession, error) core.PaymentSession {
	p.t.Helper()
	return func(s core.PaymentSession, err error) core.PaymentSession {
		p.t.Helper()
		if err != nil || s.State != state {
			p.t.Fatalf("%s, %v; want %s", s.State, err, state)
		}
		return s
	}
}

func (p *pair) open(minor int64) core.PaymentSession {
	p.t.Helper()
	return p.want(core.StatePending)(p.CreateInvoice(p.t.Context(), core.CreateInvoiceRequest{
		OrderID: "TILL-1", Amount: money.Amount{Minor: minor, Currency: "LYD"}, IdempotencyKey: "TILL-1"}))
}

func (p *pair) code() core.Secret {
	p.t.Helper()
	inbox, err := p.service.Bank().Inbox(1)
	if err != nil || len(inbox) != 1 {
		p.t.Fatalf("%v, %v", inbox, err)
	}
	return core.NewSecret(inbox[0].OTP.Reveal())
}

func (p *pair) refresh() (core.PaymentSession, error) {
	s, _ := p.CurrentSession()
	return p.RefreshStatus(p.t.Context(), s.PaymentID)
}

func bank(account string) core.ValidateAccountRequest {
	return core.ValidateAccountRequest{Rail: core.RailBank, Account: core.NewSecret(account), InstitutionCode: "FPB"}
}

func wallet(id string) core.ValidateAccountRequest {
	return core.ValidateAccountRequest{Rail: core.RailWallet, Account: core.NewSecret(id), InstitutionCode: "PWL"}
}

func TestBothWitnessesAgreeOnTheQRRoute(t *testing.T) {
	p := meet(t)
	id := p.open(12500).PaymentID
	p.want(core.StateQRGenerated)(p.GenerateQR(t.Context(), core.GenerateQRRequest{}))
	p.StopStatusPolling()
	p.want(core.StateQRGenerated)(p.refresh())
	if err := p.service.Bank().Approve(id); err != nil {
		t.Fatal(err)
	}
	p.want(core.StateWaitingPayment)(p.refresh())
	p.service.Clock().Advance(time.Minute)
	if s := p.want(core.StateSuccess)(p.refresh()); s.TransactionID == "" || s.Conflict != "" {
		t.Fatalf("%+v", s)
	}
}

func TestBothWitnessesAgreeOnTheAccountRoute(t *testing.T) {
	p := meet(t)
	p.open(12500)
	if list, err := p.FetchInstitutions(t.Context()); err != nil || len(list) == 0 {
		t.Fatalf("%v, %v", list, err)
	}
	_, err := p.ValidateAccount(t.Context(), bank("1000000001"))
	if refusal, ok := errors.AsType[*core.PaymentAPIError](err); !ok || refusal.Code != "INVALID_ACCOUNT" {
		t.Fatal(err)
	}
	p.want(core.StateOTPRequired)(p.ValidateAccount(t.Context(), bank("2000000000")))
	_, err = p.SubmitOTP(t.Context(), core.SubmitOTPRequest{OTP: other(p.code())})
	if refusal, ok := errors.AsType[*core.PaymentAPIError](err); !ok || refusal.HTTPStatus < 400 || refusal.HTTPStatus > 499 {
		t.Fatal(err)
	}
	p.want(core.StateWaitingPayment)(p.SubmitOTP(t.Context(), core.SubmitOTPRequest{OTP: p.code()}))
	p.StopStatusPolling()
	p.service.Clock().Advance(time.Minute)
	p.want(core.StateSuccess)(p.refresh())
}

// other is a code that is not the right one.
func other(code core.Secret) core.Secret {
	if code.Reveal() == "000000" {
		return core.NewSecret("000001")
	}
	return core.NewSecret("000000")
}

func TestBothWitnessesAgreeOnTheWalletRoute(t *testing.T) {
	for id, want := range map[string]core.State{"0910000011": core.StateSuccess, "0910000009": core.StateFailed, "0910000005": core.StateAuthorized} {
		p := meet(t)
		p.open(12500)
		p.want(core.StateOTPRequired)(p.ValidateAccount(t.Context(), wallet(id)))
		p.want(want)(p.SubmitOTP(t.Context(), core.SubmitOTPRequest{OTP: p.code()}))
	}
}

// The worst fault: the code was taken, the money moves, and the reply is lost.
func TestALostReplyToACodeIsFoundOut(t *testing.T) {
	p := meet(t)
	p.open(12500)
	p.want(core.StateOTPRequired)(p.ValidateAccount(t.Context(), bank("2000000000")))
	p.service.Faults().Inject(faults.Fault{Op: contract.OpSubmitBank, Kind: faults.CommitThenDrop, Count: 1})
	code := core.SubmitOTPRequest{OTP: p.code()}
	s, err := p.SubmitOTP(t.Context(), code)
	if !errors.Is(err, core.ErrOutcomeUnknown) || !s.OTPUnresolved {
		t.Fatalf("%+v, %v", s, err)
	}
	if _, err = p.SubmitOTP(t.Context(), code); !errors.Is(err, core.ErrUnresolved) {
		t.Fatal(err)
	}
	p.StopStatusPolling()
	p.service.Clock().Advance(time.Minute)
	if s := p.want(core.StateSuccess)(p.refresh()); s.OTPUnresolved {
		t.Fatalf("%+v", s)
	}
}

func TestALostReplyToInitiateOpensNoSecondPayment(t *testing.T) {
	p := meet(t)
	p.service.Faults().Inject(faults.Fault{Op: contract.OpInitiate, Kind: faults.CommitThenDrop, Count: 1})
	order := core.CreateInvoiceRequest{OrderID: "TILL-1", Amount: money.Amount{Minor: 12500, Currency: "LYD"}, IdempotencyKey: "TILL-1"}
	for range 3 {
		if _, err := p.CreateInvoice(t.Context(), order); !errors.Is(err, core.ErrOutcomeUnknown) {
			t.Fatal(err)
		}
	}
	if arrived, opened, err := p.service.InitiateCount("TILL-1"); err != nil || arrived != 1 || opened != 1 {
		t.Fatalf("%d arrived, %d opened, %v", arrived, opened, err)
	}
}

func TestASwitchFromAQRThatIsPaidMeanwhile(t *testing.T) {
	p := meet(t)
	id := p.open(12500).PaymentID
	p.want(core.StateQRGenerated)(p.GenerateQR(t.Context(), core.GenerateQRRequest{}))
	p.StopStatusPolling()
	p.want(core.StateOTPRequired)(p.ValidateAccount(t.Context(), bank("2000000000")))
	code := p.code()
	if err := p.service.Bank().Approve(id); err != nil {
		t.Fatal(err)
	}
	p.service.Clock().Advance(time.Minute)
	p.want(core.StateSuccess)(p.SubmitOTP(t.Context(), core.SubmitOTPRequest{OTP: code}))
}

func TestMoneyThatComesAfterTheGatewaySaidExpired(t *testing.T) {
	p := meet(t)
	p.open(12545) // the practice service lets such an amount expire and then pays it
	p.want(core.StateQRGenerated)(p.GenerateQR(t.Context(), core.GenerateQRRequest{}))
	p.StopStatusPolling()
	p.service.Clock().Advance(10 * time.Second)
	p.want(core.StateExpired)(p.refresh())
	p.service.Clock().Advance(2 * time.Minute)
	if s := p.want(core.StateSuccess)(p.refresh()); !s.Late {
		t.Fatalf("%+v", s)
	}
}
