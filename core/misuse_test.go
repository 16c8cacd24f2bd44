package core

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sanduq/core/money"
	"sanduq/core/wire"
)

// misuse is something that no program should do, and the error it gets.
type misuse struct {
	name string
	do   func(context.Context, *desk) error
	want error // blank: harmless, and no error to be had
}

// dead is a context that ended before the call.
func dead(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(ctx)
	cancel(errHungUp)
	return ctx
}

// noContext is what a program passes that forgot it.
var noContext context.Context

var errHungUp = errors.New("hung up")

// onEvery makes one misuse of each call that takes a context.
func onEvery(name string, want error, ctx func(context.Context) context.Context, sdk func(*desk) *WebSDK) []misuse {
	call := map[string]func(context.Context, *WebSDK) error{
		"CreateInvoice": func(ctx context.Context, w *WebSDK) error { _, err := w.CreateInvoice(ctx, invoice()); return err },
		"AdoptSession":  func(ctx context.Context, w *WebSDK) error { _, err := w.AdoptSession(ctx, elsewhere()); return err },
		"GenerateQR": func(ctx context.Context, w *WebSDK) error {
			_, err := w.GenerateQR(ctx, GenerateQRRequest{})
			return err
		},
		"ValidateAccount": func(ctx context.Context, w *WebSDK) error {
			_, err := w.ValidateAccount(ctx, bankAccount())
			return err
		},
		"SubmitOTP":     func(ctx context.Context, w *WebSDK) error { _, err := w.SubmitOTP(ctx, otp()); return err },
		"RefreshStatus": func(ctx context.Context, w *WebSDK) error { _, err := w.RefreshStatus(ctx, "P1"); return err },
		"FetchInstitutions": func(ctx context.Context, w *WebSDK) error {
			_, err := w.FetchInstitutions(ctx)
			return err
		},
		"SecondSettlement": func(ctx context.Context, w *WebSDK) error { _, err := w.Ledger().SecondSettlement(ctx); return err },
	}
	var list []misuse
	for method, f := range call {
		list = append(list, misuse{method + " " + name, func(c context.Context, d *desk) error { return f(ctx(c), sdk(d)) }, want})
	}
	return list
}

func misuses() []misuse {
	same := func(ctx context.Context) context.Context { return ctx }
	mine := func(d *desk) *WebSDK { return d.WebSDK }
	var list []misuse
	add := func(more ...misuse) { list = append(list, more...) }
	add(onEvery("with a nil context", ErrInvalidRequest, func(context.Context) context.Context { return nil }, mine)...)
	add(onEvery("under a dead context", errHungUp, dead, mine)...)
	add(onEvery("of a closed SDK", ErrDisposed, same, func(d *desk) *WebSDK { d.Close(); return d.WebSDK })...)
	add(onEvery("of a zero WebSDK", ErrDisposed, same, func(*desk) *WebSDK { return new(WebSDK) })...)
	add(onEvery("of a nil WebSDK", ErrDisposed, same, func(*desk) *WebSDK { return nil })...)
	add(
		misuse{"no PaymentAPI", func(ctx context.Context, _ *desk) error {
			_, err := NewWebSDK(nil, nil, nil).CreateInvoice(ctx, invoice())
			return err
		}, ErrInvalidRequest},
		misuse{"a nil Client", func(ctx context.Context, _ *desk) error {
			_, err := NewWebSDK((*Client)(nil), nil).CreateInvoice(ctx, invoice())
			return err
		}, ErrInvalidRequest},
		misuse{"a zero Client", func(ctx context.Context, _ *desk) error {
			_, err := new(Client).FetchStatus(ctx, wire.StatusCall{Token: NewSecret("t"), OrderID: "O"})
			return err
		}, ErrInvalidRequest},
		misuse{"a Client's call with a nil context", func(_ context.Context, d *desk) error {
			_, err := d.client.FetchInstitutions(noContext, NewSecret("t"))
			return err
		}, ErrInvalidRequest},
		misuse{"a Client's call under a dead context", func(ctx context.Context, d *desk) error {
			_, err := d.client.Initiate(dead(ctx), wire.InitiateCall{OrderID: "O", Amount: invoice().Amount})
			return err
		}, errHungUp},
		misuse{"a nil TokenStore", func(ctx context.Context, d *desk) error {
			sdk := NewWebSDK(d.client, nil)
			defer sdk.Close()
			sdk.Initialize(NewSecret("t"))
			if token, ok := sdk.ReadClientToken(); !ok || token.Reveal() != "t" {
				return errors.New("the token was lost")
			}
			sdk.ClearSession()
			return nil
		}, nil},
		misuse{"a nil InMemoryTokenStore", func(ctx context.Context, d *desk) error {
			sdk := NewWebSDK(d.client, (*InMemoryTokenStore)(nil))
			defer sdk.Close()
			_, err := sdk.GenerateQR(ctx, GenerateQRRequest{})
			return err
		}, ErrNoSession},
		misuse{"nil options", func(ctx context.Context, d *desk) error {
			sdk := NewWebSDK(d.client, nil, nil, WithClock(nil), WithLogger(nil), WithJitter(nil), WithSchedule(PollSchedule{}))
			defer sdk.Close()
			_, err := sdk.RefreshStatus(ctx, "P1")
			return err
		}, ErrNoSession},
		misuse{"a nil Signer of ours", func(context.Context, *desk) error {
			_, err := NewClient(ClientConfig{Environment: Sandbox, BaseURL: "http://localhost", Signer: (*wire.HMACSigner)(nil)})
			return err
		}, ErrInvalidRequest},
		misuse{"a zero Signer of ours", func(ctx context.Context, d *desk) error {
			config := d.g.config()
			config.Signer = new(wire.HMACSigner)
			client, err := NewClient(config)
			if err != nil {
				return err
			}
			defer client.Close()
			_, err = client.FetchInstitutions(ctx, NewSecret("t"))
			return err
		}, ErrInvalidRequest},
		misuse{"no token", func(ctx context.Context, d *desk) error {
			d.must(StatePending)(d.AdoptSession(ctx, elsewhere()))
			_, err := d.GenerateQR(ctx, GenerateQRRequest{})
			return err
		}, ErrInvalidRequest},
		misuse{"a blank token", func(ctx context.Context, d *desk) error {
			d.Initialize(NewSecret("  "))
			_, err := d.FetchInstitutions(ctx)
			return err
		}, ErrInvalidRequest},
		misuse{"a call without a session", func(ctx context.Context, d *desk) error {
			d.Initialize(NewSecret(secretToken))
			_, err := d.GenerateQR(ctx, GenerateQRRequest{})
			return err
		}, ErrNoSession},
		misuse{"another payment's status", func(ctx context.Context, d *desk) error {
			d.Initialize(NewSecret(secretToken))
			_, _ = d.AdoptSession(ctx, elsewhere())
			_, err := d.RefreshStatus(ctx, "P9")
			return err
		}, ErrNoSession},
		misuse{"a code before the account", func(ctx context.Context, d *desk) error {
			d.Initialize(NewSecret(secretToken))
			_, _ = d.AdoptSession(ctx, elsewhere())
			_, err := d.SubmitOTP(ctx, otp())
			if _, step := asError[*PaymentStateTransitionError](err); !step {
				return errors.New("no transition error")
			}
			return err
		}, ErrNotSent},
		misuse{"a code of five digits", func(ctx context.Context, d *desk) error {
			_, err := d.SubmitOTP(ctx, SubmitOTPRequest{OTP: NewSecret("12345")})
			return err
		}, ErrInvalidRequest},
		misuse{"a code in other digits", func(ctx context.Context, d *desk) error {
			_, err := d.SubmitOTP(ctx, SubmitOTPRequest{OTP: NewSecret("١٢٣٤٥٦")})
			return err
		}, ErrInvalidRequest},
		misuse{"a rail that is none", func(ctx context.Context, d *desk) error {
			_, err := d.GenerateQR(ctx, GenerateQRRequest{Rail: "rail"})
			return err
		}, ErrInvalidRequest},
		misuse{"no account", func(ctx context.Context, d *desk) error {
			_, err := d.ValidateAccount(ctx, ValidateAccountRequest{Rail: RailBank, InstitutionCode: "B1"})
			return err
		}, ErrInvalidRequest},
		misuse{"no institution", func(ctx context.Context, d *desk) error {
			_, err := d.ValidateAccount(ctx, ValidateAccountRequest{Rail: RailBank, Account: NewSecret("1")})
			return err
		}, ErrInvalidRequest},
		misuse{"no idempotency key", func(ctx context.Context, d *desk) error {
			_, err := d.CreateInvoice(ctx, CreateInvoiceRequest{OrderID: "O", Amount: invoice().Amount})
			return err
		}, ErrInvalidRequest},
		misuse{"nothing to pay", func(ctx context.Context, d *desk) error {
			_, err := d.CreateInvoice(ctx, CreateInvoiceRequest{OrderID: "O", Amount: money.Amount{Currency: "LYD"}, IdempotencyKey: "k"})
			return err
		}, ErrInvalidRequest},
		misuse{"an unknown currency", func(ctx context.Context, d *desk) error {
			_, err := d.CreateInvoice(ctx, CreateInvoiceRequest{OrderID: "O", Amount: money.Amount{Minor: 1, Currency: "???"}, IdempotencyKey: "k"})
			return err
		}, ErrInvalidRequest},
		misuse{"an empty snapshot", func(_ context.Context, d *desk) error { return d.RestoreSession(Snapshot{}) }, ErrSnapshot},
		misuse{"an empty session", func(_ context.Context, d *desk) error { return d.RestorePaymentSession(PaymentSession{}) }, ErrSnapshot},
		misuse{"a snapshot of nothing", func(_ context.Context, d *desk) error { _, err := d.WebSDK.Snapshot(); return err }, ErrNoSession},
		misuse{"a snapshot of a zero SDK", func(context.Context, *desk) error { _, err := new(WebSDK).Snapshot(); return err }, ErrNoSession},
		misuse{"a snapshot before a code of a zero SDK", func(context.Context, *desk) error {
			_, err := new(WebSDK).SnapshotBeforeOTP(otp())
			return err
		}, ErrDisposed},
		misuse{"restoring into a zero SDK", func(_ context.Context, d *desk) error {
			return new(WebSDK).RestorePaymentSession(PaymentSession{PaymentID: "P", OrderID: "O", Amount: invoice().Amount, State: StatePending})
		}, ErrDisposed},
		misuse{"polling nobody", func(_ context.Context, d *desk) error {
			d.StartStatusPolling("", nil)
			d.StopStatusPolling()
			d.DisposeStatusPolling()
			d.StartStatusPolling("P1", nil)
			return nil
		}, nil},
		misuse{"everything else of a zero WebSDK", func(_ context.Context, d *desk) error {
			w := new(WebSDK)
			w.Initialize(NewSecret("t"))
			w.StartStatusPolling("P1", nil)
			w.StopStatusPolling()
			w.DisposeStatusPolling()
			w.Ledger().AskBothLegs()
			w.Ledger().VerifySettlements(nil)
			w.WatchHealth(nil)()
			w.WatchHealth(func(Health) {})()
			w.ClearSession()
			w.Close()
			if _, ok := w.ReadClientToken(); ok || w.SupportsStatusPolling() {
				return errors.New("a zero WebSDK has a token")
			}
			_, err := w.SessionStream().Next(context.Background())
			return err
		}, ErrStreamClosed},
		misuse{"a nil subscription", func(ctx context.Context, _ *desk) error {
			var s *Subscription
			s.Close()
			_, _ = s.Snapshot()
			_, _ = s.TryNext()
			<-s.C()
			_, err := s.Next(ctx)
			return err
		}, ErrStreamClosed},
		misuse{"a zero subscription", func(ctx context.Context, _ *desk) error {
			_, err := new(Subscription).Next(ctx)
			return err
		}, ErrStreamClosed},
		misuse{"waiting for events with a nil context", func(_ context.Context, d *desk) error {
			_, err := d.sub.Next(noContext)
			return err
		}, ErrInvalidRequest},
		misuse{"a nil health watcher", func(_ context.Context, d *desk) error { d.WatchHealth(nil)(); return nil }, nil},
		misuse{"closing twice", func(_ context.Context, d *desk) error { d.Close(); d.Close(); return nil }, nil},
		misuse{"a config without an environment", func(context.Context, *desk) error { _, err := NewClient(ClientConfig{}); return err }, ErrEnvironment},
		misuse{"a signer without a secret", func(context.Context, *desk) error { _, err := wire.NewHMACSigner("id", Secret{}); return err }, ErrInvalidRequest},
		misuse{"a signer that sets a header of ours", func(ctx context.Context, d *desk) error {
			config := d.g.config()
			config.Signer = signerFunc(func(wire.SignInput) (http.Header, error) { return http.Header{"Authorization": {"x"}}, nil })
			client, _ := NewClient(config)
			defer client.Close()
			_, err := client.FetchInstitutions(ctx, NewSecret("t"))
			return err
		}, ErrNotSent},
	)
	return list
}

// TestMisuses goes through what an integrator may get wrong: each gets an error
// that says so, none a panic, and not one byte leaves the machine.
func TestMisuses(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	list := misuses()
	if len(list) < 40 {
		t.Fatalf("only %d", len(list))
	}
	for _, m := range list {
		t.Run(m.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				err := m.do(t.Context(), d)
				if m.want == nil && err != nil || m.want != nil && !errors.Is(err, m.want) {
					t.Errorf("%v, want %v", err, m.want)
				}
				if errors.Is(err, ErrOutcomeUnknown) {
					t.Errorf("%v claims that something was sent", err)
				}
				if n := d.g.total(); n != 0 {
					t.Errorf("%d requests", n)
				}
				time.Sleep(time.Minute)
			})
		})
	}
	t.Logf("%d misuses", len(list))
}
