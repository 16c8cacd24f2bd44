package sandbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	bolt "go.etcd.io/bbolt"

	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
)

// fingerprint is a checksum of every record in the ledger.
func fingerprint(t *testing.T, l *ledger.Ledger) (sum [32]byte) {
	t.Helper()
	h := sha256.New()
	if err := l.View(func(tx *ledger.Tx) error {
		return tx.ForEach(func(name []byte, b *bolt.Bucket) error {
			h.Write(name)
			return b.ForEach(func(k, v []byte) error {
				h.Write(k)
				h.Write(v)
				return nil
			})
		})
	}); err != nil {
		t.Fatal(err)
	}
	copy(sum[:], h.Sum(nil))
	return sum
}

// TestRefusalsLeaveTheLedgerAlone sends what is wrong in form, in owner, in order or in content, and compares the
// whole ledger before and after.
func TestRefusalsLeaveTheLedgerAlone(t *testing.T) {
	s, err := Start(context.Background(), Options{Dir: t.TempDir(), Addr: "127.0.0.1:0", Clock: clock.New()})
	if err != nil {
		t.Fatal(err)
	}
	s.Clock().Pause()
	defer func() { _ = s.Close(context.Background()) }()
	h := s.Handler()
	send := func(path, token, body string) (int, string, map[string]any) {
		r := httptest.NewRequest("POST", s.BaseURL()+contract.Prefix+path, bytes.NewReader([]byte(body)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Api-Key", s.ledger.APIKey)
		r.Header.Set("Secret-Key", s.ledger.SecretKey)
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		var e struct {
			Code string
			Data map[string]any
		}
		_ = json.Unmarshal(w.Body.Bytes(), &e)
		return w.Code, e.Code, e.Data
	}
	open := func(order string) (id, token string) {
		_, _, d := send("/web-payment/initiate", "", `{"orderId":"`+order+`","amount":2,"currency":"LYD"}`)
		return d["paymentId"].(string), d["token"].(string)
	}
	id, token := open("A-1")
	other, _ := open("A-2")
	mine := `"paymentId":"` + id + `","orderId":"A-1"`
	account := `,"accountNumber":"2000300040","institutionCode":"FPB"`
	const validate, submit = "/web-payment/initiate-payment-request", "/payment-request"
	for _, c := range []struct{ path, token, body, Code string }{
		{"/web-payment/initiate", token, `{"orderId":"A-3","amount":2.0001,"currency":"LYD"}`, contract.CodeInvalidAmount},
		{"/web-payment/initiate", token, `{"orderId":"","amount":2,"currency":"LYD"}`, contract.CodeInvalidField},
		{"/web-payment/initiate", token, `{"orderId":"A-3","orderId":"A-4","amount":2,"currency":"LYD"}`, contract.CodeMalformedJSON},
		{"/web-payment/bank/merchant-qr", token, `{"paymentId":"` + other + `","orderId":"A-1"}`, contract.CodeForeignPayment},
		{"/web-payment/bank/merchant-qr", token, `{"paymentId":"` + id + `","orderId":"A-2"}`, contract.CodeForeignPayment},
		{"/web-payment/bank/merchant-qr", token + "x", `{` + mine + `}`, contract.CodeInvalidToken},
		{validate, token, `{` + mine + `,"accountNumber":2000300040,"institutionCode":"FPB"}`, contract.CodeInvalidField},
		{validate, token, `{` + mine + `,"accountNumber":"1000000001","institutionCode":"FPB"}`, contract.CodeInvalidAccount},
		{validate, token, `{` + mine + `,"accountNumber":"2000300040","institutionCode":"PWL"}`, contract.CodeInvalidInstitution},
		{validate, token, `{"paymentId":"` + other + `","orderId":"A-2"` + account + `}`, contract.CodeForeignPayment},
		{submit, token, `{` + mine + `,"otp":"123456","amount":"2.000","currency":"LYD","debitorAccNumber":"2000300040","institutionCode":"FPB","dphReference":"DPH-1"}`, contract.CodeNotValidated},
		{submit, token, `{` + mine + `,"otp":"123456","amount":2,"currency":"LYD","debitorAccNumber":"2000300040","institutionCode":"FPB","dphReference":"DPH-1"}`, contract.CodeInvalidField},
		{"/wallet/process-payment-request", token, `{` + mine + `,"otp":"123456","walletId":"0912345678","institutionCode":"PWL","dphReference":"DPH-1"}`, contract.CodeNotValidated},
		{"/web-payment/check-status", token, `{"byAccountNumber":false,"orderId":"A-2"}`, contract.CodeForeignPayment},
		{"/web-payment/check-status", token, `[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]`, contract.CodeMalformedJSON},
	} {
		before := fingerprint(t, s.ledger)
		status, code, _ := send(c.path, c.token, c.body)
		if status < 400 || status >= 500 || code != c.Code {
			t.Errorf("%s %s: %d %s, want %s", c.path, c.body, status, code, c.Code)
		}
		if fingerprint(t, s.ledger) != before {
			t.Errorf("%s %s changed the ledger", c.path, c.body)
		}
	}
	before := fingerprint(t, s.ledger)
	if status, _, _ := send(validate, token, `{`+mine+account+`}`); status != http.StatusOK || fingerprint(t, s.ledger) == before {
		t.Error("the fingerprint does not see a change")
	}
}
