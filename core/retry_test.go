package core

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core/wire"
)

// operations names each call by its path for the matrix below.
func (d *desk) operate(op Operation) error {
	ctx, token := context.Background(), NewSecret(secretToken)
	var err error
	switch op {
	case OpInitiate:
		_, err = d.client.Initiate(ctx, wire.InitiateCall{OrderID: "O", Amount: invoice().Amount})
	case OpGenerateQR:
		_, err = d.client.GenerateQR(ctx, wire.QRCall{Token: token})
	case OpValidateAccount:
		_, err = d.client.ValidateAccount(ctx, wire.ValidateCall{Token: token, Rail: RailBank})
	case OpSubmitOTP:
		_, err = d.client.SubmitOTP(ctx, wire.OTPCall{Token: token, Rail: RailBank, Amount: invoice().Amount})
	case OpFetchStatus:
		_, err = d.client.FetchStatus(ctx, wire.StatusCall{Token: token, PaymentID: "P1", OrderID: "ORDER-1", Amount: invoice().Amount})
	case OpInstitutions:
		_, err = d.client.FetchInstitutions(ctx, token)
	}
	return err
}

var pathOf = map[Operation]string{OpInitiate: pathInitiate, OpGenerateQR: pathBankQR, OpValidateAccount: pathBankAcc,
	OpSubmitOTP: pathBankOTP, OpFetchStatus: pathStatus, OpInstitutions: pathInstitutions}

// TestRetryMatrix names, for each operation and fault, how many requests reach
// the gateway when the fault does not pass.
func TestRetryMatrix(t *testing.T) {
	faults := []struct {
		name  string
		fault answer
	}{
		{"dropped", answer{drop: true}}, {"truncated", answer{truncate: true, body: "{"}}, {"502", answer{status: 502}},
		{"503", answer{status: 503}}, {"504", answer{status: 504}}, {"429", answer{status: 429}}, {"500", answer{status: 500}},
		{"400", answer{status: 400, body: `{"success":false,"code":"NO"}`}}, {"html", answer{body: "<html>"}},
		{"refused in words", answer{body: `{"success":false,"code":"NO"}`}}, {"503 in words", answer{status: 503, body: `{"success":false,"code":"NO"}`}},
	}
	for _, line := range []struct {
		op       Operation
		attempts []int
	}{
		//                  drop trunc 502 503 504 429 500 400 html words 503w
		{OpInitiate, []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{OpGenerateQR, []int{3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 3}},
		{OpValidateAccount, []int{2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 2}},
		{OpSubmitOTP, []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{OpFetchStatus, []int{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{OpInstitutions, []int{3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 3}},
	} {
		op, attempts, counted := line.op, line.attempts, ""
		for i, f := range faults {
			t.Run(fmt.Sprintf("%s %s", op, f.name), func(t *testing.T) {
				bubble(t, func(t *testing.T) {
					d := newDesk(t)
					d.g.on(pathOf[op], f.fault)
					err := d.operate(op)
					n := len(d.g.seen(pathOf[op]))
					if n != attempts[i] {
						t.Errorf("%d requests, want %d", n, attempts[i])
					}
					counted += fmt.Sprintf(" %s %d,", f.name, n)
					if err == nil {
						t.Fatal("no error")
					}
					isNone(t, err, ErrNotSent)
					_, refused := asError[*PaymentAPIError](err)
					unknown := errorsIs(err, ErrOutcomeUnknown)
					if refused && unknown {
						t.Error("both refused and unknown")
					}
					if moves := policies[op].changesState; moves && refused == unknown || !moves && unknown {
						t.Errorf("refused %t, unknown %t", refused, unknown)
					}
				})
			})
		}
		t.Logf("requests that the gateway counted for %s:%s", op, counted)
		t.Run(string(op)+" passing fault", func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				ok := happy()[pathOf[op]](1)
				d.g.on(pathOf[op], answer{status: 503}, ok)
				if err := d.operate(op); (err == nil) != (attempts[3] > 1) {
					t.Fatal(err)
				}
			})
		})
		t.Run(string(op)+" not connected", func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				d := newDesk(t)
				d.g.fail(errRefused)
				err := d.operate(op)
				isAll(t, err, ErrNotSent, errRefused)
				isNone(t, err, ErrOutcomeUnknown)
				if d.g.dials != policies[op].attempts {
					t.Errorf("%d attempts, want %d", d.g.dials, policies[op].attempts)
				}
			})
		})
	}
}

func TestInitiateReachesTheWireOnceOutOfDialErrors(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.fail(errRefused)
		go func() { time.Sleep(130 * time.Millisecond); d.g.fail(nil) }()
		d.open()
		if d.g.total() != 1 || d.g.dials != 3 {
			t.Fatalf("%d requests in %d dials", d.g.total(), d.g.dials)
		}
	})
}

// Under any sequence of faults initiate and the code reach the wire at most
// once for one call, and the class of the error tells the truth about it.
func TestDangerousCallsReachTheWireOnceUnderAnyFaults(t *testing.T) {
	fault := rapid.Custom(func(rt *rapid.T) answer {
		return answer{
			status: rapid.SampledFrom([]int{200, 201, 302, 400, 401, 408, 409, 429, 500, 502, 503}).Draw(rt, "status"),
			body: rapid.SampledFrom([]string{"", "<html>", `{"success":false,"code":"X"}`, `{"success":true}`, "{"}).
				Draw(rt, "body"),
			drop:     rapid.Bool().Draw(rt, "drop"),
			truncate: rapid.Bool().Draw(rt, "truncate"),
			delay:    time.Duration(rapid.IntRange(0, 25).Draw(rt, "delay")) * time.Second,
			header:   http.Header{"Retry-After": {"1"}},
		}
	})
	rapid.Check(t, func(rt *rapid.T) {
		op := rapid.SampledFrom([]Operation{OpInitiate, OpSubmitOTP}).Draw(rt, "op")
		faults := rapid.SliceOfN(fault, 1, 3).Draw(rt, "faults")
		unreachable := rapid.Bool().Draw(rt, "dial fails at first")
		var sent int
		var err error
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.g.on(pathOf[op], faults...)
			if unreachable {
				d.g.fail(errRefused)
				go func() { time.Sleep(150 * time.Millisecond); d.g.fail(nil) }()
			}
			err = d.operate(op)
			sent = len(d.g.seen(pathOf[op]))
		})
		if sent > 1 {
			rt.Fatalf("%s was sent %d times", op, sent)
		}
		if err == nil {
			rt.Fatal("a false success")
		}
		_, refused := asError[*PaymentAPIError](err)
		classes := 0
		for _, is := range []bool{errorsIs(err, ErrNotSent), errorsIs(err, ErrOutcomeUnknown), refused} {
			if is {
				classes++
			}
		}
		if classes != 1 || errorsIs(err, ErrNotSent) && sent != 0 {
			rt.Fatalf("%d classes, %d sent: %v", classes, sent, err)
		}
	})
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "3": 3 * time.Second, " 7 ": 7 * time.Second, "9999": retryAfterCap, "-1": 0, "soon": 0, "99999999999999999999": 0,
		now.Add(4 * time.Second).Format(http.TimeFormat): 4 * time.Second,
		now.Add(time.Hour).Format(http.TimeFormat):       retryAfterCap,
		now.Add(-time.Hour).Format(http.TimeFormat):      0,
	} {
		if got := retryAfter(http.Header{"Retry-After": {value}}, now); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}

func TestPausesAreJitteredAndBounded(t *testing.T) {
	for attempt, ceiling := range map[int]time.Duration{1: 250 * time.Millisecond, 2: 500 * time.Millisecond,
		3: time.Second, 5: backoffCap, 60: backoffCap} {
		var asked time.Duration
		got := pause(func(max time.Duration) time.Duration { asked = max; return max - 1 }, attempt, nil, time.Time{})
		if asked != ceiling || got != ceiling-1 {
			t.Errorf("attempt %d: %s of %s, want below %s", attempt, got, asked, ceiling)
		}
	}
	for range 100 {
		if d := fullJitter(time.Second); d < 0 || d >= time.Second {
			t.Fatal(d)
		}
	}
}

func TestRetryAfterIsHonouredWithinTheCall(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathBankQR, answer{status: 503, header: http.Header{"Retry-After": {"4"}}}, happy()[pathBankQR](1))
		began := time.Now()
		if err := d.operate(OpGenerateQR); err != nil || time.Since(began) != 4*time.Second {
			t.Fatalf("%v after %s", err, time.Since(began))
		}
	})
	bubble(t, func(t *testing.T) { // no wait that the deadline would cut short
		d := newDesk(t)
		d.g.on(pathBankQR, answer{status: 503, delay: 18 * time.Second, header: http.Header{"Retry-After": {"8"}}})
		began := time.Now()
		err := d.operate(OpGenerateQR)
		isAll(t, err, errWaitTooLong, ErrOutcomeUnknown)
		if took := time.Since(began); took != 44*time.Second {
			t.Fatalf("%s", took)
		}
	})
}

func TestACancelledWaitEndsAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathInstitutions, answer{status: 429, header: http.Header{"Retry-After": {"9"}}})
		ctx, cancel := context.WithCancel(t.Context())
		go func() { time.Sleep(time.Second); cancel() }()
		began := time.Now()
		_, err := d.client.FetchInstitutions(ctx, NewSecret("t"))
		isAll(t, err, context.Canceled)
		if time.Since(began) != time.Second {
			t.Fatalf("ended after %s", time.Since(began))
		}
		if wait(ctx, SystemClock(), time.Second) == nil {
			t.Fatal("a wait began under an ended context")
		}
	})
}

func TestASentAttemptIsNotForgotten(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathBankAcc, answer{drop: true})
		go func() { time.Sleep(10 * time.Millisecond); d.g.fail(errRefused) }()
		err := d.operate(OpValidateAccount) // the first attempt arrived, the second could not connect
		isAll(t, err, ErrOutcomeUnknown)
		isNone(t, err, ErrNotSent)
	})
}

// The first attempt arrived, so that a QR may be out, whatever the second is told.
func TestARefusedRepetitionOfAQRProvesNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.g.on(pathBankQR, answer{drop: true}, answer{status: 422, body: `{"success":false,"code":"NO_QR"}`})
		s, err := d.GenerateQR(t.Context(), GenerateQRRequest{})
		isAll(t, err, ErrOutcomeUnknown)
		if _, refused := asError[*PaymentAPIError](err); refused || !s.QRLost {
			t.Errorf("%+v, %v", s, err)
		}
	})
}

// A surplus reply, or one that is late, must not be taken for the answer to
// another question, and one that lies on an idle connection must not be printed.
func TestEveryRequestHasAConnectionOfItsOwn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		for i, op := range []Operation{OpInitiate, OpFetchStatus, OpFetchStatus, OpGenerateQR, OpInstitutions} {
			if err := d.operate(op); err != nil {
				t.Fatal(op, err)
			}
			if d.g.dials != i+1 {
				t.Fatalf("%d connections for %d requests", d.g.dials, i+1)
			}
		}
	})
}
