package othergateway_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"

	"sanduq/core/till/tests/othergateway"
)

const root = "/wallet-service/wallet/payment-integration"

// desk speaks the contract by hand, without the SDK.
type desk struct {
	t     *testing.T
	gate  *othergateway.Gateway
	token string
	id    string
}

// reply is what the contract names in one.
type reply struct {
	status  int
	success bool
	code    string
	data    map[string]any
	text    string // data when it is a string
	list    []any  // data, or the whole reply, when it is a list
	header  http.Header
}

func (d *desk) send(method, path, body string, header http.Header) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, root+path, strings.NewReader(body))
	if header != nil {
		req.Header = header
	}
	w := httptest.NewRecorder()
	d.gate.ServeHTTP(w, req)
	return w
}

func (d *desk) call(method, path, body string) reply {
	d.t.Helper()
	h := http.Header{}
	if method == "POST" {
		h.Set("Content-Type", "application/json")
	}
	if path == "/web-payment/initiate" {
		api, secret := d.gate.Keys()
		h.Set("Api-Key", api)
		h.Set("Secret-Key", secret)
	} else {
		h.Set("Authorization", "Bearer "+d.token)
	}
	return d.read(d.send(method, path, body, h))
}

func (d *desk) read(w *httptest.ResponseRecorder) reply {
	d.t.Helper()
	r := reply{status: w.Code, header: w.Header()}
	raw := bytes.TrimSpace(w.Body.Bytes())
	if len(raw) == 0 || raw[0] == '<' {
		return r
	}
	if raw[0] == '[' {
		r.success = true
		if err := json.Unmarshal(raw, &r.list); err != nil {
			d.t.Fatalf("%v in %s", err, raw)
		}
		return r
	}
	var all map[string]any
	if err := json.Unmarshal(raw, &all); err != nil {
		d.t.Fatalf("%v in %s", err, raw)
	}
	r.success, _ = all["success"].(bool)
	r.data, _ = all["data"].(map[string]any)
	r.text, _ = all["data"].(string)
	r.list, _ = all["data"].([]any)
	for _, name := range []string{"code", "errorCode"} {
		if text, ok := all[name].(string); ok {
			r.code = text
		}
	}
	if e, ok := all["error"].(map[string]any); ok {
		r.code, _ = e["code"].(string)
	}
	return r
}

// open opens a payment of 12.500 LYD.
func (d *desk) open(order string) {
	d.t.Helper()
	r := d.call("POST", "/web-payment/initiate", `{"orderId":"`+order+`","amount":12.500,"currency":"LYD"}`)
	d.id, _ = r.data["paymentId"].(string)
	d.token, _ = r.data["token"].(string)
	if !r.success || d.id == "" || strings.Count(d.token, ".") != 2 {
		d.t.Fatalf("initiate: %+v", r)
	}
}

// body is one about the payment that is open, with more members.
func (d *desk) body(order, more string) string {
	return `{"paymentId":"` + d.id + `","orderId":"` + order + `"` + more + `}`
}

func (d *desk) status(order string, byAccount bool) (word string, r reply) {
	d.t.Helper()
	raw, _ := json.Marshal(map[string]any{"orderId": order, "byAccountNumber": byAccount})
	r = d.call("POST", "/web-payment/check-status", string(raw))
	word, _ = r.data["paymentStatus"].(string)
	return strings.ToUpper(strings.TrimSpace(word)), r
}

// pay goes by an account or a wallet up to the code's reply.
func (d *desk) pay(order string, leg othergateway.Leg, number, code string) reply {
	d.t.Helper()
	o := d.gate.Options()
	bank, name, check, hand := "SPB-01", "accountNumber", "/web-payment/initiate-payment-request", "/payment-request"
	if leg == othergateway.Wallet {
		bank, name, check, hand = "w:purse", "walletId", "/web-payment/wallet/initiate-payment-request", "/web-payment/wallet/process-payment-request"
		if o.Seed%2 == 1 {
			hand = "/wallet/process-payment-request"
		}
	}
	r := d.call("POST", check, d.body(order, `,"`+name+`":"`+number+`","institutionCode":"`+bank+`"`))
	ref, _ := r.data["dphReference"].(string)
	if !r.success || ref == "" {
		return r
	}
	if sent, ok := d.gate.CodeFor(number); code == "" && ok {
		code = sent
	}
	more := `,"institutionCode":"` + bank + `","dphReference":"` + ref + `","otp":"` + code + `"`
	if leg == othergateway.Wallet {
		return d.call("POST", hand, d.body(order, more+`,"walletId":"`+number+`"`))
	}
	return d.call("POST", hand, d.body(order, more+`,"debitorAccNumber":"`+number+`","amount":"12.5","currency":"LYD"`))
}

// everywhere runs a test in a bubble on every preset and some drawn gateways.
func everywhere(t *testing.T, change func(*othergateway.Options), test func(t *testing.T, d *desk)) {
	t.Helper()
	all := []othergateway.Options{{Name: "plain"}}
	for _, name := range othergateway.Presets {
		all = append(all, othergateway.Preset(name))
	}
	for seed := range uint64(20) {
		all = append(all, othergateway.Random(seed))
	}
	for _, o := range all {
		if change != nil {
			change(&o)
		}
		synctest.Test(t, func(t *testing.T) {
			d := &desk{t: t, gate: othergateway.New(o)}
			test(t, d)
			if t.Failed() {
				t.Fatalf("%s %d", o.Name, o.Seed)
			}
		})
	}
}

// unlimited keeps what a test is not about from coming in between.
func unlimited(o *othergateway.Options) {
	o.Law.Ceiling, o.Law.TokenLife, o.Law.Keep, o.Law.QRLife, o.Law.CodeLife = 0, 0, 0, 0, 0
}
