package till_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// by opens a sale by a route with a form.
func (d *desk) by(route core.Route) journal.View {
	d.t.Helper()
	v, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: route})
	if err != nil {
		d.t.Fatal(err)
	}
	synctest.Wait()
	return d.want(v.ID, journal.StatusEntry)
}

func entry(route core.Route) journal.AccountEntry {
	e := journal.AccountEntry{Route: route, Account: core.NewSecret("0123456789014417"), InstitutionCode: "FPB", InstitutionName: "First Practice Bank"}
	if route == core.RouteWallet {
		e.InstitutionCode, e.InstitutionName = "PWL", "Practice Wallet"
	}
	return e
}

// code brings a sale to the entry of its code.
func (d *desk) code(route core.Route) journal.View {
	d.t.Helper()
	v := d.by(route)
	d.do(d.Validate(d.t.Context(), v.ID, entry(route)))
	return d.want(v.ID, journal.StatusCode)
}

// do checks the refusal of a step and lets its work end.
func (d *desk) do(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
	synctest.Wait()
}

func (d *desk) pass(wait time.Duration) {
	time.Sleep(wait)
	synctest.Wait()
}

func TestAccountPayment(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.code(core.RouteAccount)
		if v.Session.MaskedAccount != "•••• 4417" || v.Session.MaskedCustomer != "A••• B•••" || !v.Session.ByAccountNumber {
			t.Errorf("session %+v", v.Session)
		}
		asked := len(d.gate.questions())
		d.pass(time.Minute)
		if n := len(d.gate.questions()) - asked; n != 0 {
			t.Errorf("asked %d times while the customer looks for the code", n)
		}
		d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret("111111"), false))
		wrong := d.want(v.ID, journal.StatusCode)
		if wrong.Refusal == nil || wrong.Refusal.Code != "WRONG_OTP" {
			t.Errorf("refusal %+v", wrong.Refusal)
		}
		if v.TriesLeft != 3 || wrong.TriesLeft != 2 || wrong.Session.OTPTries != 3 {
			t.Errorf("tries left %d of a code, %d of %d after a wrong one", v.TriesLeft, wrong.TriesLeft, wrong.Session.OTPTries)
		}
		d.do(d.SendCodeAgain(t.Context(), v.ID))
		again := d.want(v.ID, journal.StatusCode)
		if again.Refusal != nil {
			t.Errorf("the old refusal is still told: %+v", again.Refusal)
		}
		codes := 0
		for _, f := range again.History {
			if f.Code == journal.HistoryCodeSent {
				codes++
			}
		}
		if codes != 2 {
			t.Errorf("%d codes in the facts, 2 were sent", codes)
		}
		d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
		d.want(v.ID, journal.StatusWaiting)
		d.gate.set(v.OrderID, "SUCCESS", "TX-A")
		d.pass(5 * time.Second)
		paid := d.want(v.ID, journal.StatusPaid)
		rec, err := d.Receipt(t.Context(), paid.ReceiptSeq)
		if err != nil || rec.Payer != "•••• 4417" || rec.Institution != "First Practice Bank" || rec.Route != core.RouteAccount {
			t.Errorf("receipt %+v, %v", rec, err)
		}
		if len(d.gate.accounts) != 2 || d.gate.accounts[1] != "0123456789014417" {
			t.Errorf("validated %d times", len(d.gate.accounts))
		}
	})
}

func TestWalletEnds(t *testing.T) {
	for word, want := range map[string]journal.Status{"SUCCESS": journal.StatusPaid, "FAILED": journal.StatusFailed, "PROCESSING": journal.StatusWaiting, "": journal.StatusWaiting} {
		t.Run(word, func(t *testing.T) {
			bubble(t, func(d *desk) {
				d.gate.walletSays = word
				v := d.code(core.RouteWallet)
				if v.Session.ByAccountNumber {
					t.Error("a wallet is asked about by account number")
				}
				d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
				d.pass(11 * time.Second) // the one-shot check may take three attempts
				got := d.want(v.ID, want)
				if want == journal.StatusWaiting {
					if got.Session.State != core.StateAuthorized {
						t.Errorf("state %s", got.Session.State)
					}
					d.gate.set(v.OrderID, "SUCCESS", "TX-R")
					if err := d.Check(t.Context(), v.ID); err != nil {
						t.Fatal(err)
					}
					d.want(v.ID, journal.StatusPaid)
				}
			})
		})
	}
}

func TestRefusedAccountLeavesTheForm(t *testing.T) {
	for _, code := range []string{"INVALID_ACCOUNT", "ACCOUNT_BLOCKED", "LIMIT_EXCEEDED"} {
		bubble(t, func(d *desk) {
			v := d.by(core.RouteAccount)
			d.gate.hooks(func(op core.Operation, _ string) error {
				if op == core.OpValidateAccount {
					return &core.PaymentAPIError{Operation: op, HTTPStatus: 422, Code: code}
				}
				return nil
			})
			d.do(d.Validate(t.Context(), v.ID, entry(core.RouteAccount)))
			if got := d.want(v.ID, journal.StatusEntry); got.Refusal == nil || got.Refusal.Code != code {
				t.Errorf("refusal %+v", got.Refusal)
			}
			d.gate.hooks(nil)
			d.do(d.Validate(t.Context(), v.ID, entry(core.RouteAccount)))
			d.want(v.ID, journal.StatusCode)
		})
	}
}

// TestARefusedAccountMayTellThatThePaymentHasEnded: only a status says so, and
// it is asked for without a tap, whatever the code is. A step that never left
// asks nothing.
func TestARefusedAccountMayTellThatThePaymentHasEnded(t *testing.T) {
	for _, code := range []string{"PAYMENT_EXPIRED", "SWITCH_REPLY_17", "INVALID_ACCOUNT"} {
		for _, sent := range []bool{true, false} {
			bubble(t, func(d *desk) {
				v := d.by(core.RouteAccount)
				d.gate.set(v.OrderID, "EXPIRED", "")
				d.gate.hooks(func(op core.Operation, _ string) error {
					switch {
					case op != core.OpValidateAccount:
						return nil
					case !sent:
						return core.ErrNotSent
					}
					return &core.PaymentAPIError{Operation: op, HTTPStatus: 422, Code: code}
				})
				before := d.gate.count(core.OpFetchStatus)
				d.do(d.Validate(t.Context(), v.ID, entry(core.RouteAccount)))
				if asked := d.gate.count(core.OpFetchStatus) - before; asked != map[bool]int{true: 1}[sent] {
					t.Errorf("%s, sent %v: %d questions", code, sent, asked)
				}
				d.want(v.ID, map[bool]journal.Status{true: journal.StatusExpired, false: journal.StatusEntry}[sent])
			})
		}
	}
}

// TestLostReplyToTheCode: the code went out and no answer came. It is polled,
// never repeated, and ends as the gateway says.
func TestLostReplyToTheCode(t *testing.T) {
	for _, route := range []core.Route{core.RouteAccount, core.RouteWallet} {
		for _, end := range []string{"SUCCESS", "FAILED"} {
			t.Run(fmt.Sprint(route, end), func(t *testing.T) {
				bubble(t, func(d *desk) {
					v := d.code(route)
					d.gate.mu.Lock()
					d.gate.after = func(op core.Operation, _ string) error {
						if op == core.OpSubmitOTP {
							return fmt.Errorf("connection reset: %w", core.ErrOutcomeUnknown)
						}
						return nil
					}
					d.gate.mu.Unlock()
					d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
					if got := d.want(v.ID, journal.StatusWaiting); !got.Session.OTPUnresolved {
						t.Fatal("not marked unresolved")
					}
					for name, err := range map[string]error{
						"second code":   d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false),
						"new code":      d.SendCodeAgain(t.Context(), v.ID),
						"other account": d.Validate(t.Context(), v.ID, entry(route)),
						"QR":            d.OfferQR(t.Context(), v.ID),
					} {
						if journal.CodeOf(err) != journal.CodeStep {
							t.Errorf("%s while unresolved: %v", name, err)
						}
					}
					d.gate.set(v.OrderID, end, "TX-L")
					d.pass(5 * time.Second)
					d.want(v.ID, map[string]journal.Status{"SUCCESS": journal.StatusPaid, "FAILED": journal.StatusFailed}[end])
					if n := d.gate.count(core.OpSubmitOTP); n != 1 {
						t.Errorf("the code was sent %d times", n)
					}
				})
			})
		}
	}
}

// TestQRPaidWhileTheAccountIsTyped: the money is there, so nothing more is
// sent.
func TestQRPaidWhileTheAccountIsTyped(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.gate.set(v.OrderID, "SUCCESS", "TX-Q")
		d.do(d.Validate(t.Context(), v.ID, entry(core.RouteAccount)))
		paid := d.want(v.ID, journal.StatusPaid)
		if n := d.gate.count(core.OpValidateAccount); n != 0 {
			t.Errorf("the account was sent %d times", n)
		}
		if rec, err := d.Receipt(t.Context(), paid.ReceiptSeq); err != nil || rec.Route != core.RouteQR || rec.Payer != "" {
			t.Errorf("receipt %+v, %v", rec, err)
		}
	})
}

// TestNoStepWithoutAnAnswer: a QR is on show and the gateway is silent, so
// whether it was paid is not known and nothing is sent.
func TestNoStepWithoutAnAnswer(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.charge()
		d.gate.hooks(func(op core.Operation, _ string) error {
			if op == core.OpFetchStatus {
				return errors.New("no answer")
			}
			return nil
		})
		d.do(d.Validate(t.Context(), v.ID, entry(core.RouteAccount)))
		d.pass(30 * time.Second)
		got := d.want(v.ID, journal.StatusWaiting)
		if got.Refusal == nil || got.Refusal.Code != journal.RefusalUnanswered || got.Session.State != core.StateQRGenerated {
			t.Errorf("refusal %+v, state %s", got.Refusal, got.Session.State)
		}
		if n := d.gate.count(core.OpValidateAccount); n != 0 {
			t.Errorf("the account was sent %d times", n)
		}
	})
}

// TestInstitutionsAreAskedForOnceADay also checks that each route has its own.
func TestInstitutionsAreAskedForOnceADay(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.by(core.RouteAccount)
		for range 3 {
			for route, code := range map[core.Route]string{core.RouteAccount: "FPB", core.RouteWallet: "PWL"} {
				list, err := d.Institutions(t.Context(), v.ID, route)
				if err != nil || len(list) != 1 || list[0].Code != code {
					t.Fatalf("%v, %v", list, err)
				}
			}
		}
		if n := d.gate.count(core.OpInstitutions); n != 1 {
			t.Errorf("asked %d times", n)
		}
		d.pass(25 * time.Hour)
		if _, err := d.Institutions(t.Context(), v.ID, core.RouteAccount); err != nil || d.gate.count(core.OpInstitutions) != 2 {
			t.Errorf("the next day: asked %d times, %v", d.gate.count(core.OpInstitutions), err)
		}
	})
}

// TestAManagerRepeatsTheCode: after five minutes without an answer the same
// code may go out once more, by a manager whose name is in the book before the
// code is on the wire. Another code never does.
func TestAManagerRepeatsTheCode(t *testing.T) {
	bubble(t, func(d *desk) {
		v := d.code(core.RouteAccount)
		lost := true
		d.gate.mu.Lock()
		d.gate.before = func(op core.Operation, _ string) error {
			if op == core.OpSubmitOTP && lost {
				return fmt.Errorf("connection reset: %w", core.ErrOutcomeUnknown)
			}
			return nil
		}
		d.gate.mu.Unlock()
		d.do(d.SubmitOTP(t.Context(), v.ID, core.NewSecret(goodCode), false))
		wantCode(t, "before the cap, without a name", d.RepeatOTP(t.Context(), v.ID, core.NewSecret(goodCode), ""), journal.CodeManager)
		d.pass(6 * time.Minute)
		d.want(v.ID, journal.StatusUnknown)
		sent := d.gate.count(core.OpSubmitOTP)

		d.do(d.RepeatOTP(t.Context(), v.ID, core.NewSecret("654321"), "Huda"))
		got := d.want(v.ID, journal.StatusUnknown)
		if n := d.gate.count(core.OpSubmitOTP); n != sent || got.Refusal == nil || got.Refusal.Code != journal.RefusalOtherCode {
			t.Fatalf("another code: sent %d more, refusal %+v", n-sent, got.Refusal)
		}
		d.gate.mu.Lock()
		lost = false
		d.gate.mu.Unlock()
		d.do(d.RepeatOTP(t.Context(), v.ID, core.NewSecret(goodCode), "Huda"))
		d.pass(time.Second)
		if n := d.gate.count(core.OpSubmitOTP); n != sent+1 {
			t.Errorf("the code was sent %d times more", n-sent)
		}
		if s := d.want(v.ID, journal.StatusUnknown).Session; s.State != core.StateWaitingPayment || s.OTPUnresolved {
			t.Errorf("the bank took the code, but the session is %s, unresolved %v", s.State, s.OTPUnresolved)
		}
		named := 0
		rows, err := d.store.Audit(t.Context(), 0, 100)
		for _, row := range rows {
			if row.Action == journal.AuditCodeAgain && row.By == "Huda" && row.SaleID == v.ID {
				named++
			}
		}
		if err != nil || named != 1 {
			t.Errorf("the book names the manager %d times: %+v, %v", named, rows, err)
		}
		d.gate.set(v.OrderID, "SUCCESS", "TX-1")
		d.do(d.Check(t.Context(), v.ID))
		d.pass(time.Second)
		d.want(v.ID, journal.StatusPaid)
	})
}
