package sandbox_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sanduq/core/practice/sandbox/contract"
)

// FuzzService throws requests at every path. Whatever arrives: the reply is an envelope, never a server's error; a
// refusal opens no payment; and the ledger balances.
func FuzzService(f *testing.F) {
	const auth, none = byte(3), byte(0)
	for _, seed := range []struct {
		path, kind, body string
		auth             byte
	}{
		{"/web-payment/initiate", "application/json", `{"orderId":"A-2","amount":12.500,"currency":"LYD","description":null}`, auth},
		{"/web-payment/initiate", "application/json", `{"orderId":"A-2","amount":1e99999999,"currency":"LYD"}`, auth},
		{"/web-payment/bank/merchant-qr", "application/json", `{"paymentId":"$ID","orderId":"A-1"}`, auth},
		{"/web-payment/wallet/merchant-qr", "application/json", `{"paymentId":"$ID","orderId":"A-1","x":[[[[[[[[[]]]]]]]]]}`, auth},
		{"/web-payment/initiate-payment-request", "application/json", `{"paymentId":"$ID","orderId":"A-1","accountNumber":"2000300040","institutionCode":"FPB"}`, auth},
		{"/web-payment/wallet/initiate-payment-request", "application/json; charset=utf-8", `{"paymentId":"$ID","orderId":"A-1","walletId":"0912345678","institutionCode":"PWL"}`, auth},
		{"/payment-request", "application/json", `{"paymentId":"$ID","orderId":"A-1","otp":"123456","amount":"1.000","currency":"LYD","debitorAccNumber":"2000300040","institutionCode":"FPB","dphReference":"DPH-1"}`, auth},
		{"/wallet/process-payment-request", "application/json", `{"paymentId":"$ID","orderId":"A-1","otp":"123456","walletId":"0912345678","institutionCode":"PWL","dphReference":"DPH-1"}`, auth},
		{"/web-payment/check-status", "application/json", `{"byAccountNumber":true,"orderId":"A-1"}`, auth},
		{"/web-payment/check-status", "application/json", "{\"byAccountNumber\":true,\"orderId\":\"\xff\"}", auth},
		{"/web-payment/check-status", "text/plain", `{"orderId":"\ud800"}`, none},
		{"/get-institution-list", "application/json", ``, auth},
		{"/../../control/payments", "application/json", `{}`, none},
		{"/web-payment//check-status", "", `null`, auth},
	} {
		f.Add(seed.path, seed.kind, []byte(seed.body), seed.auth)
	}
	s := start(f)
	m := opened(f, s, "A-1", "1", "LYD")
	h := s.Handler()
	key, secret := s.Credentials()
	count := func(t *testing.T) int {
		_, opened, err := s.InitiateCount("A-2")
		if err != nil {
			t.Fatal(err)
		}
		return opened
	}
	runs := 0
	f.Fuzz(func(t *testing.T, path, kind string, body []byte, auth byte) {
		body = bytes.ReplaceAll(body, []byte("$ID"), []byte(m.paymentID))
		for _, method := range []string{"POST", "GET"} {
			r := httptest.NewRequest(method, s.BaseURL()+"/", bytes.NewReader(body))
			r.URL.Path = contract.Prefix + "/" + strings.TrimPrefix(path, "/")
			r.Header.Set("Content-Type", kind)
			if auth&1 != 0 {
				r.Header.Set("Authorization", "Bearer "+m.token)
			}
			if auth&2 != 0 {
				r.Header.Set("Api-Key", key.Reveal())
				r.Header.Set("Secret-Key", secret.Reveal())
			}
			before := count(t)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code >= 500 || (w.Code >= 300 && w.Code < 400) {
				t.Fatalf("%s %q: %d %s", method, path, w.Code, w.Body)
			}
			var e struct {
				Success *bool  `json:"success"`
				Code    string `json:"code"`
			}
			if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || e.Success == nil || *e.Success != (w.Code == http.StatusOK) ||
				(e.Code == "") != *e.Success {
				t.Fatalf("%s %q: not an envelope: %d %s", method, path, w.Code, w.Body)
			}
			if grew := count(t) - before; grew != 0 && (w.Code != http.StatusOK || auth&2 == 0) {
				t.Fatalf("a refused call opened a payment: %d", w.Code)
			}
			if auth == 0 && w.Code == http.StatusOK {
				t.Fatalf("%s %q was answered without authentication", method, path)
			}
		}
		if runs++; runs > 32 && runs%64 != 0 { // the whole ledger is read: not after every one of millions
			return
		}
		if err := s.CheckLedger(); err != nil {
			t.Fatal(err)
		}
	})
}
