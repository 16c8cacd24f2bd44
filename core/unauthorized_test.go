package core

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core/wire"
)

var reasons = []error{ErrCredentials, ErrSignature, ErrClock, ErrTokenExpired, ErrTokenForeign}

// exactly fails unless an error is a 401 for one reason and no other.
func exactly(t *testing.T, name string, err, want error) {
	t.Helper()
	if !errors.Is(err, ErrUnauthorized) {
		t.Errorf("%s: %v is no 401", name, err)
	}
	for _, reason := range reasons {
		if errors.Is(err, reason) != (reason == want) {
			t.Errorf("%s: %v, want %v alone", name, err, want)
		}
	}
}

func TestA401IsToldByWhatItSays(t *testing.T) {
	for _, c := range []struct {
		code, message string
		want          error
	}{
		{"INVALID_CREDENTIALS", "", ErrCredentials},
		{"BAD_KEYS", "", ErrCredentials},
		{"invalid-api-key", "", ErrCredentials},
		{"", "Api-Key or Secret-Key is wrong", ErrCredentials},
		{"INVALID_SIGNATURE", "", ErrSignature},
		{"NONCE_REUSED", "", ErrSignature},
		{"E17", "The signature differs", ErrSignature},
		{"TIMESTAMP_OUT_OF_RANGE", "", ErrClock},
		{"CLOCK_SKEW", "signature", ErrClock},
		{"TOKEN_EXPIRED", "", ErrTokenExpired},
		{"INVALID_TOKEN", "the signature of the token", ErrTokenExpired},
		{"jwt expired", "", ErrTokenExpired},
		{"", "", ErrTokenExpired},
		{"WHATEVER", "denied", ErrTokenExpired},
		{"FOREIGN_PAYMENT", "", ErrTokenForeign},
		{"", "the token was issued for another payment", ErrTokenForeign},
	} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.g.on(pathStatus, answer{status: 401, body: `{"success":false,"code":"` + c.code + `","message":"` + c.message + `"}`})
			d.open()
			_, err := d.RefreshStatus(t.Context(), "P1")
			exactly(t, c.code+c.message, err, c.want)
		})
	}
	exactly(t, "initiate", &PaymentAPIError{Operation: OpInitiate, HTTPStatus: 401}, ErrCredentials)
	if err := error(&PaymentAPIError{HTTPStatus: 403, Code: "TOKEN_EXPIRED"}); errors.Is(err, ErrUnauthorized) || TokenRefused(err) {
		t.Error("a 403 is no 401")
	}
	for op, want := range map[Operation]error{OpInitiate: ErrCredentials, OpFetchStatus: ErrTokenExpired} {
		_, err := decodeReply(op, 401, []byte("<html>"))
		exactly(t, string(op), err, want)
	}
}

// A profile names the codes of its own deployment; they count before any word.
func TestA401ByTheProfilesCodes(t *testing.T) {
	profile, err := wire.ParseProfile([]byte(`{"unauthorizedCodes":{"credentials":["E-4011"],"signature":["TOKEN_SIG"],"clock":["4013000"],
		"tokenExpired":["INVALID_SIGNATURE","invalid signature"],"tokenForeign":["E4015"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	for code, want := range map[string]error{"e4011": ErrCredentials, "TOKEN-SIG": ErrSignature, "4013000": ErrClock,
		"INVALID_SIGNATURE": ErrTokenExpired, "E4015": ErrTokenForeign, "APIKEY": ErrCredentials, "E4019": ErrTokenExpired} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t, func(c *ClientConfig, _ *[]Option) { c.Profile = profile })
			d.g.on(pathStatus, answer{status: 401, body: `{"success":false,"code":"` + code + `"}`})
			d.open()
			_, err := d.RefreshStatus(t.Context(), "P1")
			exactly(t, code, err, want)
		})
	}
}

// TestAQuestionRefusedForTheTimeIsSignedAgain at once, with the other times that are known: this
// computer's after a lie of a machine on the way, then the gateway's. The clock of this computer
// is an hour behind unless a line says otherwise.
func TestAQuestionRefusedForTheTimeIsSignedAgain(t *testing.T) {
	const right = time.Hour
	refused := `{"success":false,"code":"INVALID_SIGNATURE"}`
	for _, c := range []struct {
		name  string
		ahead time.Duration   // of the gateway's clock
		tells []time.Duration // the Date of each reply, less this computer's clock; the last one goes on
		first int             // questions before the one that counts
		sent  int             // how often that one is sent
		want  error
	}{
		{"the gateway tells its time", right, []time.Duration{right}, 0, 2, nil},
		{"and is signed with it from then on", right, []time.Duration{right}, 1, 1, nil},
		{"after a lie", right, []time.Duration{-right, -right, -right, right}, 1, 3, nil},
		{"a lie between two truths", right, []time.Duration{-right, right}, 0, 3, ErrClock},
		{"a lie each time", right, []time.Duration{-right}, 0, 3, ErrClock},
		{"both clocks are right, and the key is wrong", 24 * 365 * time.Hour, []time.Duration{0}, 0, 1, ErrSignature},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				var signed atomic.Int64
				d := newDesk(t, func(cfg *ClientConfig, _ *[]Option) {
					cfg.Signer = signerFunc(func(in wire.SignInput) (http.Header, error) {
						if in.Now.IsZero() {
							in.Now = time.Now()
						}
						signed.Store(in.Now.Unix())
						return nil, nil
					})
				})
				d.open()
				sent := 0
				d.g.legs = func(bool) answer {
					told := c.tells[min(sent, len(c.tells)-1)]
					sent++
					header := http.Header{"Date": {time.Now().UTC().Add(told).Format(http.TimeFormat)}}
					if off := time.Unix(signed.Load(), 0).Sub(time.Now().Add(c.ahead)); off.Abs() > signatureSlack {
						return answer{status: 401, body: refused, header: header}
					}
					return answer{body: pendingReply, header: header}
				}
				for range c.first {
					_, _ = d.RefreshStatus(t.Context(), "P1")
				}
				before := sent
				_, err := d.RefreshStatus(t.Context(), "P1")
				if got := sent - before; got != c.sent {
					t.Errorf("sent %d times, want %d", got, c.sent)
				}
				if c.want == nil && err != nil {
					t.Error(err)
				} else if c.want != nil {
					exactly(t, c.name, err, c.want)
				}
			})
		})
	}
}

// TestWhatMovesAPaymentIsNotSignedAgain: the person decides whether it is sent once more.
func TestWhatMovesAPaymentIsNotSignedAgain(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(cfg *ClientConfig, _ *[]Option) {
			cfg.Signer = signerFunc(func(wire.SignInput) (http.Header, error) { return nil, nil })
		})
		d.open()
		d.g.on(pathBankQR, answer{status: 401, body: `{"success":false,"code":"INVALID_SIGNATURE"}`,
			header: http.Header{"Date": {time.Now().UTC().Add(time.Hour).Format(http.TimeFormat)}}})
		_, err := d.GenerateQR(t.Context(), GenerateQRRequest{})
		exactly(t, "a QR", err, ErrClock)
		if n := len(d.g.seen(pathBankQR)); n != 1 {
			t.Errorf("sent %d times", n)
		}
	})
}

// Nothing but the token's end ends polling, and the health says what it was.
func TestOnlyTheTokensEndEndsPolling(t *testing.T) {
	for code, want := range map[string]error{"INVALID_CREDENTIALS": ErrCredentials, "INVALID_SIGNATURE": ErrSignature,
		"CLOCK_SKEW": ErrClock, "TOKEN_EXPIRED": ErrTokenExpired, "FOREIGN_PAYMENT": ErrTokenForeign} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.open()
			d.showQR()
			d.events()
			d.g.on(pathStatus, answer{status: 401, body: `{"success":false,"code":"` + code + `"}`},
				answer{status: 401, body: `{"success":false,"code":"` + code + `"}`}, answer{body: successReply})
			time.Sleep(7 * time.Second)
			h := d.Health()
			exactly(t, code, h.LastError, want)
			if h.Degraded || h.LastAnswer.IsZero() {
				t.Errorf("%s: a 401 is an answer: %+v", code, h)
			}
			time.Sleep(time.Minute)
			ended := want == ErrTokenExpired || want == ErrTokenForeign
			if n := len(d.g.seen(pathStatus)); n != 3 && !ended || n != 1 && ended {
				t.Errorf("%s: %d requests", code, n)
			}
			if ended {
				d.expectEvents("pollingDenied fetchStatus")
			} else if d.expectEvents("state fetchStatus >success"); d.Health().LastError != nil {
				t.Errorf("%s: %v after an answer", code, d.Health().LastError)
			}
		})
	}
}

const tokenGone = `{"success":false,"code":"TOKEN_EXPIRED"}`

// bearers lists what the requests for a path were authorised with.
func (d *desk) bearers(path string) (list []string) {
	for _, a := range d.g.seen(path) {
		list = append(list, strings.TrimPrefix(a.header.Get("Authorization"), "Bearer "))
	}
	return list
}

func TestANewTokenIsBrought(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var asked atomic.Int32
		d := newDesk(t, func(_ *ClientConfig, o *[]Option) {
			*o = append(*o, OnTokenExpired(func(_ context.Context, s PaymentSession) (Secret, error) {
				return NewSecret(fmt.Sprint(s.PaymentID, "-", asked.Add(1))), nil
			}))
		})
		d.open()
		d.g.on(pathBankQR, answer{status: 401, body: tokenGone}, happy()[pathBankQR](1))
		d.showQR()
		d.g.on(pathStatus, answer{body: pendingReply}, answer{status: 401, body: tokenGone}, answer{body: successReply})
		time.Sleep(7 * time.Second)
		if d.state() != StateSuccess || asked.Load() != 2 {
			t.Fatalf("%s, asked %d times", d.state(), asked.Load())
		}
		if got := d.bearers(pathBankQR); len(got) != 2 || got[1] != "P1-1" {
			t.Errorf("%q", got)
		}
		if token, err := d.tokens.Load(); err != nil || token.Reveal() != "P1-2" {
			t.Error("the new token was not saved")
		}
	})
}

// A code is never sent again for a new token, and neither is an initiate; a
// hook that has none, fails, panics or never returns leaves the refusal as it
// is.
func TestWhenNoTokenIsBrought(t *testing.T) {
	for name, bring := range map[string]func(context.Context, PaymentSession) (Secret, error){
		"none":   func(context.Context, PaymentSession) (Secret, error) { return Secret{}, nil },
		"same":   func(context.Context, PaymentSession) (Secret, error) { return NewSecret(secretToken), nil },
		"error":  func(context.Context, PaymentSession) (Secret, error) { return NewSecret("x"), errors.New("no") },
		"panics": func(context.Context, PaymentSession) (Secret, error) { panic("boom") },
		"blocks": nil,
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				stop := make(chan struct{})
				defer close(stop)
				if name == "blocks" {
					bring = func(context.Context, PaymentSession) (Secret, error) { <-stop; return Secret{}, nil }
				}
				d := newDesk(t, func(_ *ClientConfig, o *[]Option) { *o = append(*o, OnTokenExpired(bring)) })
				d.g.on(pathStatus, answer{status: 401, body: tokenGone})
				d.open()
				_, err := d.RefreshStatus(t.Context(), "P1")
				exactly(t, name, err, ErrTokenExpired)
				if n := len(d.g.seen(pathStatus)); n != 1 {
					t.Errorf("%d requests", n)
				}
			})
		})
	}
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(_ *ClientConfig, o *[]Option) {
			*o = append(*o, OnTokenExpired(func(context.Context, PaymentSession) (Secret, error) { return NewSecret("fresh"), nil }))
		})
		d.open()
		d.validate(bankAccount())
		d.g.on(pathBankOTP, answer{status: 401, body: tokenGone})
		_, err := d.SubmitOTP(t.Context(), otp())
		isAll(t, err, ErrOutcomeUnknown)
		if n := len(d.g.seen(pathBankOTP)); n != 1 {
			t.Errorf("the code was sent %d times", n)
		}
		d.StopStatusPolling()
	})
}
