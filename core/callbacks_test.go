package core

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sanduq/core/ledger"
	"sanduq/core/wire"
)

// wildStore is a TokenStore whose every method does something first.
type wildStore struct {
	InMemoryTokenStore
	first func(method string)
}

func (s *wildStore) Save(t Secret) error {
	s.first("Save")
	return s.InMemoryTokenStore.Save(t)
}

func (s *wildStore) Load() (Secret, error) {
	s.first("Load")
	return s.InMemoryTokenStore.Load()
}

func (s *wildStore) Clear() error {
	s.first("Clear")
	return s.InMemoryTokenStore.Clear()
}

// wildHandler is a log handler that does something with every record.
type wildHandler struct{ first func() }

func (h wildHandler) Enabled(context.Context, slog.Level) bool  { return true }
func (h wildHandler) Handle(context.Context, slog.Record) error { h.first(); return nil }
func (h wildHandler) WithAttrs([]slog.Attr) slog.Handler        { return h }
func (h wildHandler) WithGroup(string) slog.Handler             { return h }

// hostile builds a desk in which every piece of the program's code runs first.
func hostile(t *testing.T, first func(*desk)) *desk {
	t.Cleanup(func() { time.Sleep(time.Minute) }) // what still waits for its turn gives up
	var d atomic.Pointer[desk]
	run := func() {
		if desk := d.Load(); desk != nil {
			first(desk)
		}
	}
	handler := slog.New(wildHandler{run})
	made := newDesk(t, func(c *ClientConfig, o *[]Option) {
		c.Logger = handler
		c.Observer = attemptFunc(func(wire.Attempt) { run() })
		c.Signer = signerFunc(func(wire.SignInput) (http.Header, error) { return http.Header{"X-Own": {"1"}}, nil })
		*o = append(*o, WithLogger(handler))
	})
	made.sub.Close()
	made.Close()
	made.WebSDK = NewWebSDK(made.client, &wildStore{first: func(string) { run() }}, WithLogger(handler), WithJitter(func(d time.Duration) time.Duration { return d / 2 }))
	t.Cleanup(made.Close)
	made.sub = made.SessionStream()
	made.Ledger().VerifySettlements(func(context.Context, ledger.Settlement) error { run(); return nil })
	d.Store(made)
	return made
}

// walkEverything takes a payment by account, with everything asked on the way.
func walkEverything(t *testing.T, d *desk) {
	d.g.onStatus(func(byAccount bool) answer {
		if byAccount {
			return isSuccess
		}
		return answer{body: pendingReply}
	})
	d.open()
	d.showQR()
	d.validate(bankAccount())
	d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp()))
	d.StopStatusPolling()
	d.must(StateSuccess)(d.RefreshStatus(t.Context(), "P1"))
	d.expectEvents("call initiate >pending", "call generateQr >qrGenerated", "call fetchStatus",
		"call validateAccount >otpRequired", "call fetchStatus", "call submitOtp >waitingPayment", "call fetchStatus >success")
}

// Code of the program's calls back from wherever it is called.
func TestCodeThatCallsBack(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := hostile(t, func(d *desk) {
			_, _ = d.CurrentSession()
			_ = d.Health()
			_, _ = d.ReadClientToken()
			_, _ = d.WebSDK.Snapshot()
			d.SessionStream().Close()
			d.WatchHealth(func(Health) {})()
			d.StopStatusPolling()
			d.Ledger().AskBothLegs()
		})
		d.engine.stale = false
		d.g.onStatus(func(bool) answer { return isSuccess })
		d.open()
		d.must(StateSuccess)(d.ValidateAccount(t.Context(), bankAccount())) // it asks both legs first, as it was told to
		time.Sleep(time.Minute)                                             // until the last callback has returned
	})
}

func TestCodeThatPanics(t *testing.T) {
	bubble(t, func(t *testing.T) {
		boom := func(*desk) { panic(secretToken) }
		d := hostile(t, boom)
		d.Ledger().VerifySettlements(nil)
		walkEverything(t, d)
		d.ClearSession()
	})
}

// Code that never returns costs what it is given, and loses nothing.
func TestCodeThatBlocks(t *testing.T) {
	bubble(t, func(t *testing.T) {
		forever := make(chan struct{})
		defer close(forever)
		d := hostile(t, func(*desk) { <-forever })
		d.Ledger().VerifySettlements(nil)
		began := time.Now()
		walkEverything(t, d)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("it took %v", took)
		}
		if token, ok := d.ReadClientToken(); !ok || token.Reveal() != secretToken {
			t.Error("the token was lost with its store")
		}
	})
}

func TestASettlementThatCannotBeVerifiedIsNoAnswer(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.g.on(pathStatus, isSuccess)
		d.Ledger().VerifySettlements(func(context.Context, ledger.Settlement) error { panic("boom") })
		_, err := d.RefreshStatus(t.Context(), "P1")
		isAll(t, err, ErrCallback)
		forever := make(chan struct{})
		defer close(forever)
		d.Ledger().VerifySettlements(func(context.Context, ledger.Settlement) error { <-forever; return nil })
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err = d.RefreshStatus(ctx, "P1")
		isAll(t, err, context.DeadlineExceeded)
		if d.state() != StatePending {
			t.Fatal(d.state())
		}
	})
}

func TestASignerThatFails(t *testing.T) {
	for _, blocks := range []bool{false, true} {
		bubble(t, func(t *testing.T) {
			stop := make(chan struct{})
			defer close(stop)
			d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
				c.Signer = signerFunc(func(wire.SignInput) (http.Header, error) {
					if !blocks {
						panic("boom")
					}
					<-stop
					return nil, nil
				})
			})
			_, err := d.CreateInvoice(t.Context(), invoice())
			isAll(t, err, ErrNotSent)
			isNone(t, err, ErrOutcomeUnknown)
			if d.g.total() != 0 {
				t.Error("an unsigned request left")
			}
		})
	}
}

func TestADialThatPanics(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
			c.Dial = func(context.Context, string, string) (net.Conn, error) { panic("boom") }
		})
		_, err := d.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrNotSent, ErrCallback)
	})
}

// An API of somebody else's that panics may have done what it was asked for.
func TestAnAPIThatPanics(t *testing.T) {
	bubble(t, func(t *testing.T) {
		sdk := NewWebSDK(stub{initiate: wire.InitiateResult{PaymentID: "P1", Token: NewSecret("t")},
			qr: func() (wire.QRResult, error) { panic("boom") }, status: func() (wire.StatusResult, error) { panic("boom") }}, nil)
		defer sdk.Close()
		if _, err := sdk.CreateInvoice(t.Context(), invoice()); err != nil {
			t.Fatal(err)
		}
		_, err := sdk.GenerateQR(t.Context(), GenerateQRRequest{})
		isAll(t, err, ErrCallback, ErrOutcomeUnknown)
		_, err = sdk.RefreshStatus(t.Context(), "P1")
		isAll(t, err, ErrCallback)
		cancel := sdk.WatchHealth(func(Health) { panic("boom") })
		defer cancel()
		time.Sleep(time.Second)
	})
}

// CurrentSession, Health and the stream answer while everything else waits.
func TestReadingNeverWaits(t *testing.T) {
	bubble(t, func(t *testing.T) {
		forever := make(chan struct{})
		defer close(forever)
		d := hostile(t, func(*desk) { <-forever })
		go func() { _, _ = d.CreateInvoice(t.Context(), invoice()) }()
		go d.Initialize(NewSecret("other"))
		for range 50 {
			time.Sleep(10 * time.Millisecond)
			began := time.Now()
			_, _ = d.CurrentSession()
			_ = d.Health()
			d.SessionStream().Close()
			if took := time.Since(began); took != 0 {
				t.Fatalf("reading took %v", took)
			}
		}
		time.Sleep(time.Minute)
	})
}

func TestTwoSDKsOverOneTokenStore(t *testing.T) {
	bubble(t, func(t *testing.T) {
		g := newGateway(t)
		client, err := NewClient(g.config())
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		shared := new(InMemoryTokenStore)
		a, b := NewWebSDK(client, shared), NewWebSDK(client, shared)
		defer a.Close()
		defer b.Close()
		for sdk, token := range map[*WebSDK]string{a: "token-a", b: "token-b"} {
			req := elsewhere()
			req.Token = NewSecret(token)
			if _, err := sdk.AdoptSession(t.Context(), req); err != nil {
				t.Fatal(err)
			}
		}
		for sdk, token := range map[*WebSDK]string{a: "token-a", b: "token-b"} {
			if _, err := sdk.RefreshStatus(t.Context(), "P1"); err != nil {
				t.Fatal(err)
			}
			seen := g.seen(pathStatus)
			if got := seen[len(seen)-1].header.Get("Authorization"); got != "Bearer "+token {
				t.Errorf("asked with %q, not %q", got, token)
			}
		}
		b.ClearSession()
		if token, ok := a.ReadClientToken(); !ok || token.Reveal() != "token-a" {
			t.Error("the other SDK's token was cleared")
		}
	})
}

// Close tells a caller the truth: what was sent is carried through, a question
// is given up as disposed of, and what had not begun was not sent.
func TestCloseDuringACall(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.validate(bankAccount())
		d.g.on(pathBankOTP, answer{delay: time.Second, body: `{"success":true,"data":"accepted"}`})
		d.g.on(pathStatus, answer{delay: time.Hour, body: pendingReply})
		var group sync.WaitGroup
		group.Go(func() { d.must(StateWaitingPayment)(d.SubmitOTP(t.Context(), otp())) })
		group.Go(func() {
			_, err := d.RefreshStatus(t.Context(), "P1")
			isAll(t, err, ErrDisposed)
		})
		time.Sleep(100 * time.Millisecond)
		group.Go(func() {
			_, err := d.GenerateQR(t.Context(), GenerateQRRequest{})
			isAll(t, err, ErrDisposed, ErrNotSent)
		})
		time.Sleep(100 * time.Millisecond)
		d.events()
		d.Close()
		if event, err := d.sub.Next(t.Context()); err != nil || event.After.State != StateWaitingPayment {
			t.Errorf("the stream lacks what became of the code: %+v, %v", event, err)
		}
		if _, err := d.sub.Next(t.Context()); !errorsIs(err, ErrStreamClosed) {
			t.Errorf("the stream goes on: %v", err)
		}
		group.Wait()
		if d.state() != StateWaitingPayment || len(d.g.seen(pathBankQR)) != 0 {
			t.Errorf("%s, %d QRs", d.state(), len(d.g.seen(pathBankQR)))
		}
	})
}

// A call that waits for its turn while the SDK is closed, and would get it in
// the same moment, is not made.
func TestACallThatGetsItsTurnFromAClosedSDK(t *testing.T) {
	for range 100 {
		e := newEngine(stub{}, nil)
		e.wire()
		end, err := e.waitForCall(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		queued := make(chan error, 1)
		go func() { _, err := e.waitForCall(context.Background()); queued <- err }()
		time.Sleep(time.Microsecond)
		e.close()
		end()
		if err := <-queued; !errorsIs(err, ErrDisposed) || !errorsIs(err, ErrNotSent) {
			t.Fatal(err)
		}
	}
}

func TestADeadContextIsNotServedInTurn(t *testing.T) {
	for range 100 {
		e := newEngine(stub{}, nil)
		e.wire()
		_, err := e.waitForCall(dead(t.Context()))
		isAll(t, err, errHungUp, ErrNotSent)
		e.close()
	}
}

// A stream that nobody reads leaves nothing behind once its SDK is closed.
func TestAnUnreadStreamLeavesNothing(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	sdk := NewWebSDK(stub{initiate: wire.InitiateResult{PaymentID: "P1", Token: NewSecret("t")}}, nil)
	events := sdk.SessionStream().C()
	if _, err := sdk.CreateInvoice(t.Context(), invoice()); err != nil {
		t.Fatal(err)
	}
	sdk.Close()
	time.Sleep(time.Second)
	for range events {
		t.Error("given up, and yet delivered")
	}
}
