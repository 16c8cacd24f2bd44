package conformance

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
)

// form: what is not exactly a request of the contract is refused with a code, never with a server's error.
func form(t *testing.T, target Target, order string) {
	p := target.open(t, order, "1.000", "LYD")
	const status = "/web-payment/check-status"
	target.Send(t, "PUT", status, nil, p.bearer()).refused(t, 405, "METHOD_NOT_ALLOWED")
	if r := target.Send(t, "GET", status, nil, p.bearer()); r.Status != 405 || r.Header.Get("Allow") != "POST" {
		t.Fatalf("GET: %d, Allow %q", r.Status, r.Header.Get("Allow"))
	}
	if r := target.Send(t, "POST", "/get-institution-list", []byte("{}"), p.bearer()); r.Status != 405 || r.Header.Get("Allow") != "GET" {
		t.Fatalf("POST to the list: %d, Allow %q", r.Status, r.Header.Get("Allow"))
	}
	target.Send(t, "POST", status+"/", []byte("{}"), p.bearer()).refused(t, 404, "NOT_FOUND")
	for _, kind := range []string{"", "text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16"} {
		h := p.bearer()
		h.Set("Content-Type", kind)
		target.Send(t, "POST", status, []byte("{}"), h).refused(t, 415, "UNSUPPORTED_MEDIA_TYPE")
	}
	big := []byte(`{"x":"` + strings.Repeat("a", 64<<10) + `"}`)
	target.Send(t, "POST", status, big, p.bearer()).refused(t, 413, "BODY_TOO_LARGE")

	good := `{"byAccountNumber":false,"orderId":"` + order + `"}`
	for name, c := range map[string]struct{ body, code string }{
		"empty":       {"", "MALFORMED_JSON"},
		"not json":    {"hello", "MALFORMED_JSON"},
		"null":        {"null", "MALFORMED_JSON"},
		"array":       {"[]", "MALFORMED_JSON"},
		"cut":         {good[:len(good)-1], "MALFORMED_JSON"},
		"two":         {good + good, "MALFORMED_JSON"},
		"duplicate":   {`{"byAccountNumber":true,"byAccountNumber":false,"orderId":"` + order + `"}`, "MALFORMED_JSON"},
		"deep":        {`{"orderId":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + "}", "MALFORMED_JSON"},
		"not utf-8":   {"{\"byAccountNumber\":false,\"orderId\":\"\xff\xfe\"}", "MALFORMED_JSON"},
		"no order":    {`{"byAccountNumber":false}`, "INVALID_FIELD"},
		"no leg":      {`{"orderId":"` + order + `"}`, "INVALID_FIELD"},
		"leg a word":  {`{"byAccountNumber":"false","orderId":"` + order + `"}`, "INVALID_FIELD"},
		"leg null":    {`{"byAccountNumber":null,"orderId":"` + order + `"}`, "INVALID_FIELD"},
		"other case":  {`{"ByAccountNumber":false,"orderId":"` + order + `"}`, "INVALID_FIELD"},
		"order null":  {`{"byAccountNumber":false,"orderId":null}`, "INVALID_FIELD"},
		"order 7":     {`{"byAccountNumber":false,"orderId":7}`, "INVALID_FIELD"},
		"one more":    {strings.Replace(good, "{", `{"paymentId":"x",`, 1), "INVALID_FIELD"},
		"empty order": {`{"byAccountNumber":false,"orderId":""}`, "INVALID_FIELD"},
	} {
		t.Log(name)
		target.Send(t, "POST", status, []byte(c.body), p.bearer()).refused(t, 400, c.code)
	}
	p.want(false, "PENDING")
}

func credentials(t *testing.T, target Target, order string) {
	body := []byte(`{"orderId":"` + order + `","amount":1,"currency":"LYD"}`)
	for name, h := range map[string]http.Header{
		"none":         {},
		"no secret":    {"Api-Key": {target.APIKey}},
		"wrong secret": {"Api-Key": {target.APIKey}, "Secret-Key": {target.SecretKey + "x"}},
		"wrong key":    {"Api-Key": {"x"}, "Secret-Key": {target.SecretKey}},
		"two keys":     {"Api-Key": {target.APIKey, "x"}, "Secret-Key": {target.SecretKey}},
	} {
		t.Log(name)
		target.Send(t, "POST", "/web-payment/initiate", body, h).refused(t, 401, "INVALID_CREDENTIALS")
	}
	p := target.open(t, order, "1.000", "LYD")
	question := []byte(`{"byAccountNumber":false,"orderId":"` + order + `"}`)
	parts := strings.Split(p.token, ".")
	for name, token := range map[string]string{
		"none":        "",
		"nonsense":    "abc",
		"no sig":      parts[0] + "." + parts[1] + ".",
		"other sig":   parts[0] + "." + parts[1] + "." + flip(parts[2]),
		"other claim": parts[0] + "." + flip(parts[1]) + "." + parts[2],
		// {"alg":"none","typ":"JWT"}
		"alg none": "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." + parts[1] + ".",
	} {
		t.Log(name)
		h := http.Header{"Authorization": {"Bearer " + token}}
		target.Send(t, "POST", "/web-payment/check-status", question, h).refused(t, 401, "INVALID_TOKEN")
	}
	target.Send(t, "POST", "/web-payment/check-status", question, target.Merchant()).refused(t, 401, "INVALID_TOKEN")
}

// flip changes one letter in the middle.
func flip(s string) string {
	b := bytes.Clone([]byte(s))
	if i := len(b) / 2; b[i] == 'A' {
		b[i] = 'B'
	} else {
		b[i] = 'A'
	}
	return string(b)
}

// foreign: a token opens its own payment only.
func foreign(t *testing.T, target Target, order string) {
	a, b := target.open(t, order+"a", "1.000", "LYD"), target.open(t, order+"b", "2.000", "LYD")
	mixed := *a
	mixed.id, mixed.order = b.id, b.order
	mixed.post("/web-payment/bank/merchant-qr", nil).refused(t, 401, "FOREIGN_PAYMENT")
	mixed.post(validateBank, map[string]any{"accountNumber": "2000300040", "institutionCode": "SRB"}).refused(t, 401, "FOREIGN_PAYMENT")
	mixed.id = a.id
	mixed.post("/web-payment/bank/merchant-qr", nil).refused(t, 401, "FOREIGN_PAYMENT")
	target.Send(t, "POST", "/web-payment/check-status", []byte(`{"byAccountNumber":false,"orderId":"`+b.order+`"}`),
		a.bearer()).refused(t, 401, "FOREIGN_PAYMENT")
}
