package othergateway_test

import (
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/till/tests/othergateway"
)

func TestByQR(t *testing.T) {
	everywhere(t, unlimited, func(t *testing.T, d *desk) {
		d.open("order-1")
		r := d.call("POST", "/web-payment/bank/merchant-qr", d.body("order-1", ""))
		qr, _ := r.data["qrCode"].(string)
		if !r.success || qr == "" {
			t.Fatalf("no QR: %+v", r)
		}
		if again := d.call("POST", "/web-payment/wallet/merchant-qr", d.body("order-1", "")); again.data["qrCode"] != qr {
			t.Errorf("asked again, another QR: %+v", again)
		}
		if word, r := d.status("order-1", false); word != "PENDING" {
			t.Errorf("before: %q in %+v", word, r)
		}
		if err := d.gate.ScanAndConfirm(qr); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		word, r := d.status("order-1", false)
		tx, _ := r.data["transactionId"].(string)
		taken := d.gate.Taken("order-1")
		if word != "SUCCESS" || len(taken) != 1 || taken[0].Minor != 12500 || taken[0].Leg != othergateway.QR || taken[0].Transaction != tx {
			t.Errorf("after: %q in %+v, ledger %+v", word, r, taken)
		}
		if !d.gate.Told("order-1", "SUCCESS") || d.gate.Told("order-1", "FAILED") {
			t.Error("the gateway does not know what it said")
		}
		if err := d.gate.ScanAndConfirm(qr); err == nil {
			t.Error("the same QR was paid twice")
		}
		if len(d.gate.Breaches()) > 0 {
			t.Error(d.gate.Breaches())
		}
	})
}

func TestLegsAnswerForThemselves(t *testing.T) {
	everywhere(t, unlimited, func(t *testing.T, d *desk) {
		d.open("order-1")
		r := d.call("POST", "/web-payment/bank/merchant-qr", d.body("order-1", ""))
		qr, _ := r.data["qrCode"].(string)
		word, r := d.status("order-1", true)
		switch law := d.gate.Options().Law.UnknownLeg; {
		case law == othergateway.LegPending && word == "PENDING", law == othergateway.LegNoWord && r.success && word == "",
			law == othergateway.LegNotFound && !r.success, law == othergateway.LegMissing && !r.success && r.status == 404:
		default:
			t.Errorf("a leg that nobody used: %q in %+v", word, r)
		}
		if err := d.gate.ScanAndConfirm(qr); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		if word, _ := d.status("order-1", true); word == "SUCCESS" {
			t.Error("the account's leg says what the QR's has")
		}
		if word, _ := d.status("order-1", false); word != "SUCCESS" {
			t.Errorf("the QR's leg says %q", word)
		}
		if !d.gate.WouldTell("order-1") {
			t.Error("it would not tell")
		}
	})
}

func TestByCode(t *testing.T) {
	for _, leg := range []othergateway.Leg{othergateway.Account, othergateway.Wallet} {
		everywhere(t, unlimited, func(t *testing.T, d *desk) {
			d.open("order-1")
			if r := d.pay("order-1", leg, "900100200", ""); !r.success {
				t.Fatalf("the right code: %+v", r)
			}
			time.Sleep(time.Hour)
			if word, r := d.status("order-1", leg == othergateway.Account); word != "SUCCESS" {
				t.Errorf("after: %q in %+v", word, r)
			}
			if taken := d.gate.Taken("order-1"); len(taken) != 1 || taken[0].Leg != leg {
				t.Errorf("ledger %+v", taken)
			}
			if len(d.gate.Breaches()) > 0 {
				t.Error(d.gate.Breaches())
			}
		})
	}
}

// TestARepeatedCode: money is taken once, whatever the repetition gets.
func TestARepeatedCode(t *testing.T) {
	conflicts := 0
	everywhere(t, unlimited, func(t *testing.T, d *desk) {
		d.open("order-1")
		raw := `,"accountNumber":"900100200","institutionCode":"SPB-01"`
		ref := d.call("POST", "/web-payment/initiate-payment-request", d.body("order-1", raw)).data["dphReference"].(string)
		code, _ := d.gate.CodeFor("900100200")
		body := d.body("order-1", `,"institutionCode":"SPB-01","dphReference":"`+ref+`","otp":"`+code+
			`","debitorAccNumber":"900100200","amount":"12.5","currency":"LYD"`)
		first, second := d.call("POST", "/payment-request", body), d.call("POST", "/payment-request", body)
		conflict := d.gate.Options().Law.Repeat == othergateway.RepeatConflict
		if !first.success || second.success == conflict || conflict && second.status != 409 {
			t.Errorf("first %+v, then %+v", first, second)
		}
		if conflict {
			conflicts++
		}
		time.Sleep(time.Hour)
		if n := len(d.gate.Taken("order-1")); n != 1 {
			t.Errorf("%d debits", n)
		}
	})
	if conflicts == 0 {
		t.Error("no gateway refuses a repetition")
	}
}

func TestRefusals(t *testing.T) {
	everywhere(t, unlimited, func(t *testing.T, d *desk) {
		o := d.gate.Options()
		d.gate.Behave("111111111", othergateway.PlanNoCode)
		d.gate.Behave("222222222", othergateway.PlanFunds)
		d.open("order-1")
		if r := d.pay("order-1", othergateway.Account, "111111111", ""); r.success || r.code != "INVALID_ACCOUNT" || r.status < 400 || r.status > 499 {
			t.Errorf("a bad account: %+v", r)
		}
		if r := d.pay("order-1", othergateway.Account, "222222222", ""); r.success || r.code == "" {
			t.Errorf("an empty account: %+v", r)
		}
		sent, _ := d.gate.CodeFor("222222222")
		wrong := "000000"
		if sent == wrong {
			wrong = "000001"
		}
		want := map[othergateway.RefusalStyle]int{othergateway.RefuseByCase: 422, othergateway.RefuseAs200: 200, othergateway.RefuseAs400: 400}
		if r := d.pay("order-1", othergateway.Account, "333333333", wrong); r.success || r.status != want[o.Speech.Refusal] {
			t.Errorf("a wrong code: %+v", r)
		}
		if len(d.gate.Taken("order-1")) > 0 || len(d.gate.Breaches()) > 0 {
			t.Errorf("ledger %+v, breaches %q", d.gate.Taken("order-1"), d.gate.Breaches())
		}
	})
}

// TestBreachesAreSeen makes sure that what a client does against the contract
// does not pass.
func TestBreachesAreSeen(t *testing.T) {
	api := func(d *desk) http.Header {
		a, s := d.gate.Keys()
		return http.Header{"Api-Key": {a}, "Secret-Key": {s}, "Content-Type": {"application/json"}}
	}
	for name, do := range map[string]func(d *desk) reply{
		"amount as text": func(d *desk) reply {
			return d.call("POST", "/web-payment/initiate", `{"orderId":"o","amount":"1.000","currency":"LYD"}`)
		},
		"too many digits": func(d *desk) reply {
			return d.call("POST", "/web-payment/initiate", `{"orderId":"o","amount":1.0001,"currency":"LYD"}`)
		},
		"a third member in a status question": func(d *desk) reply {
			return d.call("POST", "/web-payment/check-status", `{"orderId":"order-1","byAccountNumber":false,"paymentId":"x"}`)
		},
		"another order": func(d *desk) reply {
			return d.call("POST", "/web-payment/check-status", `{"orderId":"order-2","byAccountNumber":false}`)
		},
		"keys with a token": func(d *desk) reply {
			h := api(d)
			h.Set("Authorization", "Bearer "+d.token)
			return d.read(d.send("POST", "/web-payment/check-status", `{"orderId":"order-1","byAccountNumber":false}`, h))
		},
		"no content type": func(d *desk) reply {
			h := api(d)
			h.Del("Content-Type")
			return d.read(d.send("POST", "/web-payment/initiate", `{"orderId":"o","amount":1,"currency":"LYD"}`, h))
		},
		"GET": func(d *desk) reply { return d.call("GET", "/web-payment/check-status", "") },
		"a code that is not one": func(d *desk) reply {
			return d.pay("order-1", othergateway.Account, "900100200", "12345")
		},
		"a code for another amount": func(d *desk) reply {
			d.pay("order-1", othergateway.Account, "900100200", "12345")
			return d.call("POST", "/payment-request", d.body("order-1",
				`,"institutionCode":"SPB-01","dphReference":"r","otp":"123456","debitorAccNumber":"900100200","amount":"12.4","currency":"LYD"`))
		},
	} {
		d := &desk{t: t, gate: othergateway.New(othergateway.Options{})}
		d.open("order-1")
		if r := do(d); r.success && name != "keys with a token" || len(d.gate.Breaches()) == 0 {
			t.Errorf("%s: %+v, breaches %q", name, r, d.gate.Breaches())
		}
	}
}

func TestTokensEndAndOrdersAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := othergateway.Options{Law: othergateway.Law{TokenLife: 10 * time.Hour, Keep: 5 * time.Hour}}
		d := &desk{t: t, gate: othergateway.New(o)}
		d.open("order-1")
		d.gate.RefuseTokens(4 * time.Second)
		if _, r := d.status("order-1", false); r.status != 401 {
			t.Errorf("a refused token: %+v", r)
		}
		time.Sleep(4 * time.Second)
		d.pay("order-1", othergateway.Account, "900100200", "")
		if word, _ := d.status("order-1", true); word != "SUCCESS" {
			t.Errorf("it is %q", word)
		}
		time.Sleep(6 * time.Hour)
		if _, r := d.status("order-1", true); r.code != "ORDER_NOT_FOUND" || !d.gate.Forgot("order-1") || d.gate.WouldTell("order-1") {
			t.Errorf("forgotten: %+v", r)
		}
		time.Sleep(5 * time.Hour)
		if _, r := d.status("order-1", true); r.status != 401 {
			t.Errorf("an old token: %+v", r)
		}
		if len(d.gate.Taken("order-1")) != 1 {
			t.Error("the ledger forgot")
		}
	})
}

func TestBothLegsCanBeDebited(t *testing.T) {
	for _, both := range []bool{false, true} {
		d := &desk{t: t, gate: othergateway.New(othergateway.Options{Law: othergateway.Law{BothLegs: both}})}
		d.open("order-1")
		r := d.call("POST", "/web-payment/bank/merchant-qr", d.body("order-1", ""))
		if r := d.pay("order-1", othergateway.Account, "900100200", ""); !r.success {
			t.Fatalf("%+v", r)
		}
		err := d.gate.ScanAndConfirm(r.data["qrCode"].(string))
		if n := len(d.gate.Taken("order-1")); n != map[bool]int{false: 1, true: 2}[both] || (err == nil) != both {
			t.Errorf("both %v: %d debits, %v", both, n, err)
		}
	}
}
