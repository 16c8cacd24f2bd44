package core

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAKeyUsedBeforeTouchesNoWire(t *testing.T) {
	for _, c := range []struct {
		name string
		a    answer
		want func(t *testing.T, s PaymentSession, err error)
	}{
		{"created", happy()[pathInitiate](1), func(t *testing.T, s PaymentSession, err error) {
			if err != nil || s.PaymentID != "P1" || s.State != StatePending {
				t.Fatalf("%+v, %v", s, err)
			}
		}},
		{"refused", answer{status: 400, body: `{"success":false,"code":"NO","message":"m"}`}, func(t *testing.T, _ PaymentSession, err error) {
			r, ok := asError[*PaymentAPIError](err)
			if !ok || r.Code != "NO" || r.HTTPStatus != 400 || r.Message != "m" || r.RequestID == "" {
				t.Fatal(err)
			}
			isNone(t, err, ErrOutcomeUnknown, ErrNotSent)
		}},
		{"unknown", answer{drop: true}, func(t *testing.T, _ PaymentSession, err error) {
			isAll(t, err, ErrOutcomeUnknown)
			isNone(t, err, ErrNotSent)
		}},
		{"refused but doubtful", answer{status: 409, body: `{"success":false,"code":"EXISTS"}`}, func(t *testing.T, _ PaymentSession, err error) {
			isAll(t, err, ErrOutcomeUnknown)
			if _, ok := asError[*PaymentAPIError](err); ok {
				t.Fatal("an order that may exist is found to be refused")
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.g.on(pathInitiate, c.a)
				s, err := d.CreateInvoice(t.Context(), invoice())
				c.want(t, s, err)
				d.events()
				s, err = d.CreateInvoice(t.Context(), invoice())
				c.want(t, s, err)
				d.expectEvents()

				other := invoice()
				other.Amount.Minor++
				_, err = d.CreateInvoice(t.Context(), other)
				isAll(t, err, ErrInvalidRequest, ErrNotSent)

				snapshot, err := d.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				later := newDesk(t) // after a restart
				if err := later.RestoreSession(snapshot); err != nil {
					t.Fatal(err)
				}
				s, err = later.CreateInvoice(t.Context(), invoice())
				c.want(t, s, err)
				if len(d.g.seen(pathInitiate)) != 1 || later.g.total() != 0 {
					t.Fatal("the order was sent again")
				}
			})
		})
	}
}

func TestAKeyOfARequestThatNeverLeftIsFree(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.fail(errRefused)
		_, err := d.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrNotSent)
		if _, err := d.Snapshot(); !errorsIs(err, ErrNoSession) {
			t.Fatal(err)
		}
		d.g.fail(nil)
		d.open()
	})
}

func TestASecondPaymentForAnOrderIsRefused(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathInitiate, answer{drop: true}, answer{status: 400, body: `{"success":false}`}, happy()[pathInitiate](1))
		again := invoice()
		again.IdempotencyKey = "key-2"
		_, err := d.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrOutcomeUnknown)
		_, err = d.CreateInvoice(t.Context(), again) // the first may have opened it
		isAll(t, err, ErrInvalidRequest, ErrNotSent)
		again.OrderID = "ORDER-2"
		_, err = d.CreateInvoice(t.Context(), again)
		if _, ok := asError[*PaymentAPIError](err); !ok {
			t.Fatal(err)
		}
		again.IdempotencyKey = "key-3" // a plain refusal opened nothing
		d.must(StatePending)(d.CreateInvoice(t.Context(), again))
		again.IdempotencyKey, again.OrderID = "key-4", "ORDER-3"
		_, err = d.CreateInvoice(t.Context(), again) // one SDK, one session
		isAll(t, err, ErrInvalidRequest, ErrNotSent)
		if n := len(d.g.seen(pathInitiate)); n != 3 {
			t.Fatalf("%d requests", n)
		}
	})
}

func TestManyCallersOneKeyOnePayment(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathInitiate, answer{delay: time.Second, body: happy()[pathInitiate](1).body})
		var group sync.WaitGroup
		for range 20 {
			group.Go(func() {
				if s, err := d.CreateInvoice(context.Background(), invoice()); err != nil || s.PaymentID != "P1" {
					t.Errorf("%+v, %v", s, err)
				}
			})
		}
		group.Wait()
		if n := d.g.total(); n != 1 {
			t.Fatalf("%d payments for one order", n)
		}
	})
}

// A snapshot taken while the request is under way is believed after a crash.
func TestASnapshotDuringTheCallSaysUnknown(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathInitiate, answer{delay: time.Second, body: happy()[pathInitiate](1).body})
		go d.open()
		time.Sleep(500 * time.Millisecond)
		snapshot, err := d.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		later := newDesk(t)
		if err := later.RestoreSession(snapshot); err != nil {
			t.Fatal(err)
		}
		if _, exists := later.CurrentSession(); exists {
			t.Fatal("a session came out of nothing")
		}
		later.expectEvents("restored")
		_, err = later.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrOutcomeUnknown)
		time.Sleep(time.Second)
	})
}

func TestDefiniteRefusals(t *testing.T) {
	client, err := NewClient(ClientConfig{Environment: Sandbox, BaseURL: "http://localhost"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		op     Operation
		status int
		code   string
		want   bool
	}{
		{OpInitiate, 200, "ANY", true}, {OpInitiate, 400, "", true}, {OpInitiate, 401, "", true}, {OpInitiate, 422, "", true},
		{OpInitiate, 408, "", false}, {OpInitiate, 409, "", false}, {OpInitiate, 425, "", false}, {OpInitiate, 429, "", false},
		{OpInitiate, 500, "", false}, {OpInitiate, 503, "", false},
		{OpSubmitOTP, 200, "WRONG_OTP", true}, {OpSubmitOTP, 400, "wrong-otp", true}, {OpSubmitOTP, 422, "wrongOtp", true},
		{OpSubmitOTP, 499, "Otp Expired", true}, {OpSubmitOTP, 400, "INSUFFICIENT_FUNDS", true},
		{OpSubmitOTP, 200, "", false}, {OpSubmitOTP, 400, "", false}, {OpSubmitOTP, 422, "E-1023", false},
		{OpSubmitOTP, 409, "WRONG_OTP", false}, {OpSubmitOTP, 429, "TOO_MANY_ATTEMPTS", false}, {OpSubmitOTP, 408, "WRONG_OTP", false},
		{OpSubmitOTP, 399, "WRONG_OTP", false}, {OpSubmitOTP, 500, "WRONG_OTP", false}, {OpSubmitOTP, 400, "WRÖNG_OTP", false},
		{OpGenerateQR, 500, "", true}, {OpValidateAccount, 200, "", true},
	} {
		if got := client.definite(c.op, &PaymentAPIError{HTTPStatus: c.status, Code: c.code}); got != c.want {
			t.Errorf("%s %d %s: %t", c.op, c.status, c.code, got)
		}
	}
}

// An order id that AdoptSession would refuse opens no payment.
func TestALongOrderIDOpensNothing(t *testing.T) {
	d := newDesk(t)
	req := invoice()
	req.OrderID = strings.Repeat("x", maxIdentifier+1)
	if _, err := d.CreateInvoice(t.Context(), req); !errors.Is(err, ErrInvalidRequest) || d.g.total() != 0 {
		t.Errorf("%v, %d requests", err, d.g.total())
	}
}
