package sandbox_test

import (
	"fmt"
	"net/http"
	"regexp"
	"testing"
	"time"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/tables"
)

// TestTheTestNumbers plays every row and looks at the call at which the table says that the outcome shows.
func TestTheTestNumbers(t *testing.T) {
	s := start(t)
	want := map[string][]string{ // status at once, after ten seconds, after seven minutes
		"NEVER_SETTLES":              {"PROCESSING", "PROCESSING", "PROCESSING"},
		"SETTLES_LATE":               {"PROCESSING", "PROCESSING", "SUCCESS"}, // and before six minutes, see below
		"SETTLES_TWICE":              {"PROCESSING", "SUCCESS", "SUCCESS"},
		"TERMINAL_IN_REPLY":          {"SUCCESS", "SUCCESS", "SUCCESS"},
		"FAILED_IN_REPLY":            {"FAILED", "FAILED", "FAILED"},
		"SUCCESS_WITHOUT_PROCESSING": {"SUCCESS", "SUCCESS", "SUCCESS"},
		"EXPIRED_THEN_SUCCESS":       {"EXPIRED", "EXPIRED", "SUCCESS"},
		"APPROVED_BY_ITSELF":         {"PROCESSING", "SUCCESS", "SUCCESS"},
		"PROCESSING":                 {"PROCESSING", "SUCCESS", "SUCCESS"},
		"EXPIRED":                    {"EXPIRED", "EXPIRED", "EXPIRED"},
		"FAILED":                     {"FAILED", "FAILED", "FAILED"},
	}
	for i, m := range tables.TestNumbers() {
		t.Run(m.Route+"/"+m.Match+"/"+m.Outcome, func(t *testing.T) {
			if m.English == "" {
				t.Fatal("the row says nothing")
			}
			byAccount := m.Route == contract.RouteBank
			amount := "12.500"
			if m.Route == contract.RouteQR {
				amount = "12.5" + m.Match
			}
			c := opened(t, s, fmt.Sprintf("M-%d", i), amount, "LYD")
			code := ""
			switch m.Route {
			case contract.RouteQR:
				c.qr()
				c.wantStatus(false, "PENDING")
				s.Clock().Advance(5 * time.Second)
			case contract.RouteBank, contract.RouteWallet:
				validate, submit := c.validateBank, c.submitBank
				path, member, bank := "/web-payment/initiate-payment-request", "accountNumber", "FPB"
				if m.Route == contract.RouteWallet {
					validate, submit = c.validateWallet, c.submitWallet
					path, member, bank = "/web-payment/wallet/initiate-payment-request", "walletId", "PWL"
				}
				if m.When == "initiate-payment-request" {
					wantRefusal(t, c.validate(path, member, m.Match, bank), 422, m.Outcome)
					c.wantStatus(byAccount, "PENDING")
					return
				}
				v := validate(m.Match)
				a := submit(v, otp(t, s))
				code = a.Code
				if m.Outcome == "WRONG_OTP" {
					submit(v, otp(t, s))
					wantRefusal(t, submit(v, otp(t, s)), 422, "WRONG_OTP")
					c.wantStatus(byAccount, "FAILED")
					wantRefusal(t, submit(v, otp(t, s)), 409, "PAYMENT_FAILED")
					return
				}
				if _, moves := want[m.Outcome]; !moves {
					wantRefusal(t, a, 422, m.Outcome)
					c.wantStatus(byAccount, "PENDING")
					return
				}
				if m.Route == contract.RouteWallet && a.status == http.StatusOK {
					if got := a.data(t)["paymentStatus"]; got != want[m.Outcome][0] {
						t.Fatalf("the reply says %v", got)
					}
				}
			}
			words := want[m.Outcome]
			if m.Route == contract.RouteBank && m.Outcome == "FAILED" {
				words = []string{"PROCESSING", "FAILED", "FAILED"} // acknowledged first
			}
			if words == nil {
				t.Fatalf("no expectation for %s (code %s)", m.Outcome, code)
			}
			for step, wait := range []time.Duration{0, 10 * time.Second, 7 * time.Minute} {
				if m.Outcome == "SETTLES_LATE" && step == 2 {
					s.Clock().Advance(5*time.Minute + 40*time.Second) // past the till's polling, which ends at five
					c.wantStatus(byAccount, "PROCESSING")
				}
				s.Clock().Advance(wait)
				c.wantStatus(byAccount, words[step])
			}
		})
	}
	if p, err := s.Bank().Payments(1000); err != nil || len(p) != len(tables.TestNumbers()) {
		t.Fatal(len(p), err)
	}
}

// TestAmountsActOnTapToo: who taps Approve on a test amount gets the same outcome, at once.
func TestAmountsActOnTapToo(t *testing.T) {
	s := start(t)
	for ending, want := range map[string]string{"41": "FAILED", "42": "EXPIRED", "43": "PROCESSING", "46": "SUCCESS"} {
		c := opened(t, s, "T-"+ending, "1.0"+ending, "LYD")
		c.qr()
		if err := s.Bank().Approve(c.paymentID); err != nil {
			t.Fatal(err)
		}
		c.wantStatus(false, want)
	}
}

func TestIdlePaymentExpires(t *testing.T) {
	s := start(t)
	qr := opened(t, s, "I-1", "1.000", "LYD")
	qr.qr()
	other := opened(t, s, "I-2", "1.000", "LYD")
	s.Clock().Advance(14 * time.Minute)
	v := other.validateBank("2000300040") // an act: its idle time starts again
	s.Clock().Advance(time.Minute)
	qr.wantStatus(false, "EXPIRED")
	other.wantStatus(true, "PENDING")
	if err := s.Bank().Approve(qr.paymentID); err != bank.ErrNotOpen {
		t.Fatal(err)
	}
	wantRefusal(t, other.must(other.post("/web-payment/bank/merchant-qr", map[string]any{"paymentId": qr.paymentID})), 401, "FOREIGN_PAYMENT")
	s.Clock().Advance(4 * time.Minute) // the code was good for five
	wantRefusal(t, other.submitBank(v, otp(t, s)), 422, "OTP_EXPIRED")
	again := other.validateBank("2000300040")
	if again["dphReference"] == v["dphReference"] {
		t.Fatal("a fresh code came under the old reference")
	}
	wantRefusal(t, other.submitBank(v, otp(t, s)), 409, "STALE_REFERENCE")
	s.Clock().Advance(15 * time.Minute)
	other.wantStatus(true, "EXPIRED")
	wantRefusal(t, other.submitBank(again, otp(t, s)), 409, "PAYMENT_EXPIRED")
}

// TestPollingIsNoAct: a till that only asks does not keep a payment alive.
func TestPollingIsNoAct(t *testing.T) {
	s := start(t)
	c := opened(t, s, "P-1", "1.000", "LYD")
	c.qr()
	for range 15 {
		s.Clock().Advance(time.Minute)
		c.ask(false)
	}
	c.wantStatus(false, "EXPIRED")
}

func TestCorrectedAccountGetsItsOwnCode(t *testing.T) {
	s := start(t)
	c := opened(t, s, "C-1", "1.000", "LYD")
	first := c.validateBank("2000300040")
	firstCode := otp(t, s)
	second := c.validateBank("2000300041")
	wantRefusal(t, c.submitBank(first, firstCode), 409, "STALE_REFERENCE")
	if a := c.submitBank(second, otp(t, s)); a.status != 200 {
		t.Fatalf("%s", a.raw)
	}
	wantRefusal(t, c.validate("/web-payment/initiate-payment-request", "accountNumber", "2000300042", "FPB"), 409, "PAYMENT_IN_PROGRESS")
	wantRefusal(t, c.submitBank(second, "000000"), 422, "WRONG_OTP") // accepted, but a wrong code stays wrong
	c.wantStatus(true, "PROCESSING")
	if p, _, err := s.Bank().PaymentByOrder("C-1"); err != nil || p.Status != "PROCESSING" || p.Route != contract.RouteBank || p.Holder != "••••0041" {
		t.Fatalf("the bank shows %+v, %v", p, err)
	}
	if again := c.validateBank("2000300041"); again["dphReference"] != second["dphReference"] {
		t.Fatal("asking again after acceptance made something new")
	}
}

// TestTriesAreNotRenewed: asking for another code does not give three more tries.
func TestTriesAreNotRenewed(t *testing.T) {
	s := start(t, func(o *sandbox.Options) { o.OTPs = func() string { return "123456" } })
	c := opened(t, s, "W-1", "1.000", "LYD")
	wrong := func(v map[string]any, left string) {
		t.Helper()
		a := c.submitBank(v, "000000")
		wantRefusal(t, a, 422, "WRONG_OTP")
		if got := regexp.MustCompile(`"triesLeft":\d+`).FindString(string(a.raw)); got != left {
			t.Errorf("says %q of tries, want %q", got, left)
		}
	}
	v := c.validateBank("2000300040")
	if fmt.Sprint(v["triesLeft"]) != "3" {
		t.Errorf("a first code has %v tries", v["triesLeft"])
	}
	wrong(v, `"triesLeft":2`)
	wrong(v, `"triesLeft":1`)
	v = c.validateBank("2000300041")
	if fmt.Sprint(v["triesLeft"]) != "1" {
		t.Errorf("a later code has %v tries", v["triesLeft"])
	}
	wrong(v, "")
	c.wantStatus(true, "FAILED")
}

// TestQRPaidAfterSwitchToWallet: QR and wallet share a leg; the first payment ends it for the other.
func TestQRPaidAfterSwitchToWallet(t *testing.T) {
	s := start(t)
	c := opened(t, s, "S-1", "1.000", "LYD")
	c.qr()
	v := c.validateWallet("0912345678")
	code := otp(t, s)
	if err := s.Bank().Approve(c.paymentID); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, c.submitWallet(v, code), 409, "PAYMENT_IN_PROGRESS")
	s.Clock().Advance(time.Minute)
	wantRefusal(t, c.submitWallet(v, code), 409, "ALREADY_PAID")
	c.wantStatus(false, "SUCCESS")

	d := opened(t, s, "S-2", "1.000", "LYD")
	d.qr()
	v = d.validateWallet("0912345678")
	if a := d.submitWallet(v, otp(t, s)); a.status != 200 {
		t.Fatalf("%s", a.raw)
	}
	if err := s.Bank().Approve(d.paymentID); err != bank.ErrNotOpen {
		t.Fatalf("the QR of a paid payment could be approved: %v", err)
	}
}
