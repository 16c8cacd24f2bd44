package conformance

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"
)

// soon is longer than any approved payment takes to settle.
const soon = 5 * time.Second

// Run holds a service against the contract. Each case opens payments of its own.
func Run(t *testing.T, target Target) {
	nonce := fmt.Sprintf("%x", time.Now().UnixNano())
	order := func(t *testing.T) string {
		return "C" + nonce[len(nonce)-6:] + "-" + t.Name()[strings.LastIndexByte(t.Name(), '/')+1:]
	}
	cases := []struct {
		name string
		run  func(*testing.T, Target, string)
	}{
		{"qr", qrRoute}, {"declined", declined}, {"bank", bankRoute}, {"wallet", walletRoute},
		{"wallet-short-path", walletShortPath}, {"initiate-twice", initiateTwice}, {"refusals", refusals},
		{"form", form}, {"credentials", credentials}, {"foreign", foreign}, {"institutions", institutionList},
		{"amounts", amounts}, {"switch", switched},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.run(t, target, order(t)) })
	}
}

func (p *payment) qr(rail string) string {
	p.t.Helper()
	var data struct{ QRCode string }
	p.post("/web-payment/"+rail+"/merchant-qr", nil).into(p.t, &data)
	return data.QRCode
}

func qrRoute(t *testing.T, target Target, order string) {
	p := target.open(t, order, "12.500", "LYD")
	p.want(false, "PENDING")
	first := p.qr("bank")
	if first == "" || p.qr("bank") != first {
		t.Fatal("the QR asked for again is another one")
	}
	p.want(false, "PENDING")
	if err := target.Approve(p.id); err != nil {
		t.Fatal(err)
	}
	p.want(false, "PROCESSING")
	target.Wait(soon)
	p.want(false, "SUCCESS")
	p.want(true, "PENDING")
	if a, b := p.status(false), p.status(false); a != b {
		t.Fatalf("two questions, two answers: %+v %+v", a, b)
	}
}

func declined(t *testing.T, target Target, order string) {
	p := target.open(t, order, "3.250", "LYD")
	p.qr("wallet")
	if err := target.Decline(p.id); err != nil {
		t.Fatal(err)
	}
	p.want(false, "FAILED")
	target.Wait(soon)
	p.want(false, "FAILED")
}

type sent struct {
	OTPSent                    bool
	DphReference, CustomerName string
}

func (p *payment) validate(path, member, number, institution string) sent {
	p.t.Helper()
	var s sent
	p.post(path, map[string]any{member: number, "institutionCode": institution}).into(p.t, &s)
	if !s.OTPSent || s.DphReference == "" || s.CustomerName == "" {
		p.t.Fatalf("the code's receipt is incomplete: %+v", s)
	}
	return s
}

const (
	validateBank   = "/web-payment/initiate-payment-request"
	validateWallet = "/web-payment/wallet/initiate-payment-request"
	submitBank     = "/payment-request"
)

func (p *payment) bankBody(s sent, otp string) map[string]any {
	return map[string]any{"otp": otp, "amount": p.amount, "currency": p.currency, "debitorAccNumber": "2000300040",
		"institutionCode": "SRB", "dphReference": s.DphReference}
}

func bankRoute(t *testing.T, target Target, order string) {
	p := target.open(t, order, "48.000", "LYD")
	s := p.validate(validateBank, "accountNumber", "2000300040", "SRB")
	code := target.OTP(p.id)
	if again := p.validate(validateBank, "accountNumber", "2000300040", "SRB"); again != s || target.OTP(p.id) != code {
		t.Fatal("validating again did not replay the code")
	}
	p.want(true, "PENDING")
	p.post(submitBank, p.bankBody(s, wrong(code))).refused(t, 422, "WRONG_OTP")
	p.want(true, "PENDING")
	for range 2 { // the second is the lost reply asked for again
		var ack string
		p.post(submitBank, p.bankBody(s, code)).into(t, &ack)
		if ack == "" {
			t.Fatal("the acknowledgement is empty")
		}
		p.want(true, "PROCESSING")
	}
	target.Wait(soon)
	p.want(true, "SUCCESS")
	p.want(false, "PENDING")
	tx := p.status(true).TransactionID
	var ack string
	p.post(submitBank, p.bankBody(s, code)).into(t, &ack)
	target.Wait(soon)
	if p.status(true).TransactionID != tx {
		t.Fatal("a repeated submission settled a second time")
	}
}

func wrong(code string) string {
	if code[0] == '9' {
		return "0" + code[1:]
	}
	return string(code[0]+1) + code[1:]
}

func walletRoute(t *testing.T, target Target, order string) {
	walletBy(t, target, order, "/web-payment/wallet/process-payment-request")
}

func walletShortPath(t *testing.T, target Target, order string) {
	walletBy(t, target, order, "/wallet/process-payment-request")
}

func walletBy(t *testing.T, target Target, order, path string) {
	for number, want := range map[string]string{"0912345678": "SUCCESS", "0910000010": "PROCESSING", "0910000009": "FAILED"} {
		p := target.open(t, order+number, "7.125", "LYD")
		s := p.validate(validateWallet, "walletId", number, "PWL")
		body := map[string]any{"otp": target.OTP(p.id), "walletId": number, "institutionCode": "PWL", "dphReference": s.DphReference}
		var first, again struct{ PaymentStatus, TransactionID string }
		p.post(path, body).into(t, &first)
		p.post(path, body).into(t, &again)
		if first.PaymentStatus != want || again != first || (want == "SUCCESS") != (first.TransactionID != "") {
			t.Fatalf("%s: replies %+v, %+v, want %s", number, first, again, want)
		}
		p.want(false, want)
		target.Wait(soon)
		if want == "PROCESSING" {
			p.want(false, "SUCCESS")
		} else {
			p.want(false, want)
		}
	}
}

func initiateTwice(t *testing.T, target Target, order string) {
	a, b := target.open(t, order, "5.000", "LYD"), target.open(t, order, "5.000", "LYD")
	if a.id == b.id || a.token == b.token {
		t.Fatal("initiate must open a new payment each time")
	}
}

func refusals(t *testing.T, target Target, order string) {
	p := target.open(t, order, "9.000", "LYD")
	bank := func(number string) map[string]any {
		return map[string]any{"accountNumber": number, "institutionCode": "FPB"}
	}
	p.post(submitBank, p.bankBody(sent{DphReference: "DPH-0"}, "123456")).refused(t, 409, "ACCOUNT_NOT_VALIDATED")
	p.post(validateBank, bank("1000000001")).refused(t, 422, "INVALID_ACCOUNT")
	p.post(validateBank, bank("not a number")).refused(t, 422, "INVALID_ACCOUNT")
	p.post(validateBank, bank("1000000002")).refused(t, 422, "ACCOUNT_BLOCKED")
	p.post(validateBank, map[string]any{"accountNumber": "2000300040", "institutionCode": "PWL"}).refused(t, 422, "INVALID_INSTITUTION")
	for number, code := range map[string]string{"1000000003": "INSUFFICIENT_FUNDS", "1000000004": "LIMIT_EXCEEDED", "1000000008": "OTP_EXPIRED"} {
		s := p.validate(validateBank, "accountNumber", number, "FPB")
		body := p.bankBody(s, target.OTP(p.id))
		body["debitorAccNumber"], body["institutionCode"] = number, "FPB"
		p.post(submitBank, body).refused(t, 422, code)
	}
	s := p.validate(validateBank, "accountNumber", "2000300040", "SRB")
	code := target.OTP(p.id)
	for name, change := range map[string]struct {
		member string
		value  any
		status int
		code   string
	}{
		"amount":    {"amount", "9.001", 422, "AMOUNT_MISMATCH"},
		"number":    {"amount", 9, 400, "INVALID_FIELD"},
		"currency":  {"currency", "TND", 422, "AMOUNT_MISMATCH"},
		"account":   {"debitorAccNumber", "2000300041", 422, "ACCOUNT_MISMATCH"},
		"bank":      {"institutionCode", "FPB", 422, "ACCOUNT_MISMATCH"},
		"reference": {"dphReference", "DPH-0", 409, "STALE_REFERENCE"},
		"otp":       {"otp", "12345", 400, "INVALID_FIELD"},
	} {
		body := maps.Clone(p.bankBody(s, code))
		body[change.member] = change.value
		t.Log(name)
		p.post(submitBank, body).refused(t, change.status, change.code)
	}
	for range 3 {
		p.post(submitBank, p.bankBody(s, wrong(code))).refused(t, 422, "WRONG_OTP")
	}
	p.want(true, "FAILED")
	p.post(submitBank, p.bankBody(s, code)).refused(t, 409, "PAYMENT_FAILED")
}

func institutionList(t *testing.T, target Target, order string) {
	p := target.open(t, order, "1.000", "LYD")
	var list []struct{ Code, Name, Rail string }
	target.Send(t, "GET", "/get-institution-list", nil, p.bearer()).into(t, &list)
	rails := map[string]int{}
	for _, i := range list {
		rails[i.Rail]++
	}
	if rails["bank"] == 0 || rails["wallet"] == 0 || len(rails) != 2 {
		t.Fatalf("the list has %v", rails)
	}
	target.Send(t, "GET", "/get-institution-list", nil, nil).refused(t, http.StatusUnauthorized, "INVALID_TOKEN")
}

func amounts(t *testing.T, target Target, order string) {
	for i, c := range []struct{ amount, currency, code string }{
		{"0.001", "LYD", ""}, {"0.001", "TND", ""}, {"10.01", "USD", ""}, {"700", "JPY", ""}, {"1250.750", "KWD", ""},
		{"0.0001", "LYD", "INVALID_AMOUNT"}, {"10.001", "USD", "INVALID_AMOUNT"}, {"7.5", "JPY", "INVALID_AMOUNT"},
		{"0", "LYD", "INVALID_AMOUNT"}, {"-1", "LYD", "INVALID_AMOUNT"}, {"1e999999999", "LYD", "INVALID_AMOUNT"},
		{`"12.500"`, "LYD", "INVALID_FIELD"}, {"null", "LYD", "INVALID_FIELD"}, {"1", "XXQ", "INVALID_CURRENCY"},
		{"9999999999999", "LYD", "INVALID_AMOUNT"},
	} {
		if id := fmt.Sprintf("%s-%d", order, i); c.code == "" {
			target.open(t, id, c.amount, c.currency).want(false, "PENDING")
		} else {
			body := fmt.Appendf(nil, `{"orderId":%q,"amount":%s,"currency":%q}`, id, c.amount, c.currency)
			target.Send(t, "POST", "/web-payment/initiate", body, target.Merchant()).refused(t, 400, c.code)
		}
	}
}

// switched leaves a QR that was already shown for the account route, and pays by the QR after all.
func switched(t *testing.T, target Target, order string) {
	p := target.open(t, order, "20.000", "LYD")
	p.qr("bank")
	s := p.validate(validateBank, "accountNumber", "2000300040", "SRB")
	if err := target.Approve(p.id); err != nil {
		t.Fatal(err)
	}
	p.post(submitBank, p.bankBody(s, target.OTP(p.id))).refused(t, 409, "PAYMENT_IN_PROGRESS")
	target.Wait(soon)
	p.want(false, "SUCCESS")
	p.want(true, "PENDING")
	p.post(submitBank, p.bankBody(s, target.OTP(p.id))).refused(t, 409, "ALREADY_PAID")
}
