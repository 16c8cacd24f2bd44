package core

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"sanduq/core/internal/fold"
	"sanduq/core/internal/object"
	"sanduq/core/wire"
)

func TestDecodeReply(t *testing.T) {
	refusal := func(code, message string) string { return "refused " + code + " " + message }
	for _, c := range []struct {
		status int
		body   string
		want   string
	}{
		{200, `{"success":true,"data":{"a":1}}`, `data {"a":1}`},
		{201, `{"success":true,"data":"x","extra":[1]}`, `data "x"`},
		{200, `{"success":true}`, `data `},
		{200, `{"success":false,"message":"m","code":"C"}`, refusal("C", "m")},
		{200, `{"success":false}`, refusal("", "")},
		{400, `{"success":false,"errorCode":"C","message":null}`, refusal("C", "")},
		{404, `{"error":{"code":"C","message":"m"}}`, refusal("C", "m")},
		{422, `{"code":17}`, refusal("17", "")},
		{422, `{"code":{},"errorCode":"C"}`, refusal("C", "")},
		{500, `{"success":false,"code":"C","error":{"code":"D"}}`, refusal("C", "")},
		{503, `{"success":false,"error":{"code":"D"}}`, refusal("D", "")},
		{200, `{"code":"C"}`, "bad"},
		{200, `{"success":null,"data":{}}`, "bad"},
		{200, `{"success":"true"}`, "bad"},
		{200, `{"success":1}`, "bad"},
		{200, `{"Success":true,"data":{}}`, "bad"},
		{200, `{"success":false,"SUCCESS":true}`, refusal("", "")},
		{200, `{"success":false,"success":true}`, "bad"},
		{200, `{"success":true}{"success":true}`, "bad"},
		{200, `{"success":true`, "bad"},
		{200, `{"success":`, "bad"},
		{200, `{"success":true,`, "bad"},
		{200, `{"success":true]`, "bad"},
		{200, `{1:true}`, "bad"},
		{200, `[]`, "bad"},
		{200, `<html>`, "bad"},
		{200, ``, "bad"},
		{200, `null`, "bad"},
		{204, ``, "bad"},
		{302, `{"success":false,"code":"C"}`, "bad"},
		{302, `{"success":true,"data":{}}`, "bad"},
		{101, `{"success":false}`, "bad"},
		{400, `{"success":true,"code":"C"}`, "bad"},
		{400, `{}`, "bad"},
		{400, `{"message":"m"}`, "bad"},
		{500, `oops`, "bad"},
		{401, ``, "bad and expired"},
		{401, `{"success":0}`, "bad and expired"},
		{401, `{"success":false,"code":"T"}`, refusal("T", "")},
	} {
		data, err := decodeReply(OpFetchStatus, c.status, []byte(c.body))
		got := "data " + string(data)
		if r, ok := asError[*PaymentAPIError](err); ok {
			got = refusal(r.Code, r.Message)
			if r.HTTPStatus != c.status || errorsIs(err, ErrTokenExpired) != (c.status == 401) {
				t.Errorf("%d %s: %+v", c.status, c.body, r)
			}
		} else if errorsIs(err, ErrBadReply) {
			got = "bad"
			if errorsIs(err, ErrTokenExpired) {
				got = "bad and expired"
			}
		}
		if got != c.want {
			t.Errorf("%d %s: %s, want %s", c.status, c.body, got, c.want)
		}
	}
	if data, err := decodeReply(OpInstitutions, 200, []byte(" []")); err != nil || string(data) != "[]" {
		t.Errorf("a bare list: %s, %v", data, err)
	}
	if _, err := decodeReply(OpInstitutions, 500, []byte("[]")); err == nil {
		t.Error("a bare list of a 500 was believed")
	}
}

func TestReadersRefuseWrongShapes(t *testing.T) {
	profile := codec{wire.SandboxProfile()}
	meanings := profile.meanings()
	call := wire.StatusCall{PaymentID: "P1", OrderID: "O1", Amount: invoice().Amount}
	readers := map[string]func(json.RawMessage) error{
		"initiate": func(r json.RawMessage) error { _, err := profile.readInitiate(r, wire.InitiateCall{}); return err },
		"qr":       func(r json.RawMessage) error { _, err := profile.readQR(r, wire.QRCall{}); return err },
		"validate": func(r json.RawMessage) error { _, err := profile.readValidate(r, wire.ValidateCall{}); return err },
		"bank":     func(r json.RawMessage) error { _, err := readBankOTP(r); return err },
		"wallet": func(r json.RawMessage) error {
			_, err := profile.readWalletOTP(r, wire.OTPCall{}, meanings)
			return err
		},
		"status": func(r json.RawMessage) error { _, err := profile.readStatus(r, call, meanings); return err },
		"list":   func(r json.RawMessage) error { _, err := readInstitutions(r); return err },
	}
	for _, c := range []struct {
		reader, data string
		ok           bool
	}{
		{"initiate", `{"paymentId":"P","token":"T","more":{}}`, true},
		{"initiate", `{"paymentId":"P"}`, false},
		{"initiate", `{"token":"T"}`, false},
		{"initiate", `{"paymentId":1,"token":"T"}`, false},
		{"initiate", `{"paymentId":"P","token":["T"]}`, false},
		{"initiate", `"P"`, false},
		{"initiate", ``, false},
		{"qr", `{"qrCode":"x"}`, true},
		{"qr", `{"qrCode":""}`, false},
		{"qr", `{}`, false},
		{"qr", `null`, false},
		{"validate", `{}`, true},
		{"validate", `{"otpSent":true,"dphReference":"D","customerName":null}`, true},
		{"validate", `{"otpSent":false,"dphReference":"D"}`, false},
		{"validate", `{"otpSent":"yes"}`, false},
		{"validate", `{"dphReference":7}`, false},
		{"validate", `{"customerName":{}}`, false},
		{"validate", `"sent"`, false},
		{"bank", `"ok"`, true},
		{"bank", `""`, true},
		{"bank", `null`, false},
		{"bank", ``, false},
		{"bank", `{}`, false},
		{"bank", `true`, false},
		{"wallet", ``, true},
		{"wallet", `null`, true},
		{"wallet", `"taken"`, true},
		{"wallet", `{"transactionId":17}`, true},
		{"wallet", `[]`, false},
		{"wallet", `1`, false},
		{"wallet", `{"paymentStatus":true}`, false},
		{"wallet", `{"transactionId":true}`, false},
		{"status", `{"paymentStatus":"SUCCESS","paymentId":"P1","orderId":"O1","amount":12.5,"currency":"LYD"}`, true},
		{"status", `{"paymentStatus":"SUCCESS","paymentId":"P1","orderId":"O1","currency":"LYD"}`, false},
		{"status", `{"paymentStatus":"SUCCESS","paymentId":"P1","orderId":"O1","amount":true,"currency":"LYD"}`, false},
		{"status", `{"paymentStatus":"SUCCESS","orderId":"O1","amount":12.5,"currency":"LYD"}`, false},
		{"status", `{"paymentStatus":"SUCCESS","transactionId":[],"paymentId":"P1"}`, false},
		{"status", `{"paymentStatus":""}`, false},
		{"status", `{"transactionId":"T"}`, false},
		{"status", `"SUCCESS"`, false},
		{"list", `[]`, true},
		{"list", `[{"code":"A"},{"code":7,"name":"B","rail":" WALLET "}]`, true},
		{"list", `null`, false},
		{"list", `{}`, false},
		{"list", `[1]`, false},
		{"list", `[{"name":"A"}]`, false},
		{"list", `[{"code":"A","name":1}]`, false},
		{"list", `[{"code":"A","rail":1}]`, false},
	} {
		if err := readers[c.reader](json.RawMessage(c.data)); (err == nil) != c.ok {
			t.Errorf("%s %s: %v", c.reader, c.data, err)
		}
	}
	if _, err := (codec{wire.DefaultProfile()}).readValidate(json.RawMessage(`{"otpSent":false}`), wire.ValidateCall{}); err == nil {
		t.Error("no code was sent, and nobody says so")
	} else if refusal, ok := asError[*PaymentAPIError](err); !ok || refusal.Code != codeNotSent {
		t.Error(err)
	}
}

func TestInstitutionsOfOtherRailsAreLeftOut(t *testing.T) {
	list, err := readInstitutions(json.RawMessage(`[{"code":"A","name":"a","rail":"Bank"},{"code":"B","rail":"card"},{"code":"C"},{"code":4,"name":" "}]`))
	if want := fmt.Sprint([]Institution{{Code: "A", Name: "a", Rail: RailBank}, {Code: "C", Name: "C"}, {Code: "4", Name: "4"}}); err != nil || fmt.Sprint(list) != want {
		t.Fatalf("%v, %v", list, err)
	}
}

func TestWhateverNamesThePaymentIsCompared(t *testing.T) {
	call := wire.StatusCall{PaymentID: "P1", OrderID: "O1", Amount: invoice().Amount}
	reply := func(id, order, amount, currency string) json.RawMessage {
		return json.RawMessage(fmt.Sprintf(`{"paymentStatus":"SUCCESS","paymentId":%q,"orderId":%q,"amount":%s,"currency":%q}`, id, order, amount, currency))
	}
	for _, c := range []struct {
		data     json.RawMessage
		conflict string
	}{
		{reply("P1", "O1", `12.500`, "LYD"), ""},
		{reply("P1", "O1", `12.5`, "LYD"), ""},
		{reply("P1", "O1", `"12.50000"`, "LYD"), ""},
		{reply("P1", "O1", `1.25e1`, "LYD"), ""},
		{reply("P2", "O1", `12.5`, "LYD"), "paymentId"},
		{reply("P1", "O2", `12.5`, "LYD"), "orderId"},
		{reply("P1", "O1", `12.501`, "LYD"), "amount"},
		{reply("P1", "O1", `12.5001`, "LYD"), "amount"},
		{reply("P1", "O1", `"x"`, "LYD"), "amount"},
		{reply("P1", "O1", `12500`, "LYD"), ""}, // in minor units
		{reply("P1", "O1", `"12500"`, "lyd"), ""},
		{reply("P1", "O1", `12500.5`, "LYD"), "amount"},
		{reply("P1", "O1", `125000`, "LYD"), "amount"},
		{reply("P1", "O1", `-12.5`, "LYD"), "amount"},
		{reply("P1", "O1", `12.5`, "USD"), "currency"},
		{reply("P2", "O2", `1`, "USD"), "paymentId,orderId,amount,currency"},
	} {
		for _, declared := range []bool{true, false} {
			p := codec{wire.DefaultProfile()}
			if declared {
				p = codec{wire.SandboxProfile()}
			}
			got, err := p.readStatus(c.data, call, p.meanings())
			if err != nil || got.State != StateSuccess {
				t.Fatalf("%s: %+v, %v", c.data, got, err)
			}
			if (got.Conflict == "") != (c.conflict == "") || got.Named != (c.conflict == "") {
				t.Errorf("declared %t, %s: conflict %q, named %t", declared, c.data, got.Conflict, got.Named)
			}
			for field := range strings.SplitSeq(c.conflict, ",") {
				if !strings.Contains(got.Conflict, field) {
					t.Errorf("%s: %q does not name %s", c.data, got.Conflict, field)
				}
			}
			wallet, err := p.readWalletOTP(c.data, wire.OTPCall{PaymentID: "P1", OrderID: "O1", Amount: invoice().Amount}, p.meanings())
			if err != nil || wallet.Conflict != got.Conflict {
				t.Errorf("%s in the reply to a code: conflict %q, %v", c.data, wallet.Conflict, err)
			}
		}
	}
}

func TestWhatAReplyLeavesOutIsNotCompared(t *testing.T) {
	call := wire.StatusCall{PaymentID: "P1", OrderID: "O1", Amount: invoice().Amount}
	for data, named := range map[string]bool{
		`{"paymentStatus":"SUCCESS"}`:                                                   false,
		`{"paymentStatus":"SUCCESS","paymentId":null,"orderId":"","amount":""}`:         false,
		`{"paymentStatus":"SUCCESS","amount":12.5,"currency":"LYD"}`:                    false,
		`{"paymentStatus":"SUCCESS","orderId":"O1"}`:                                    true,
		`{"paymentStatus":"SUCCESS","paymentId":" P1 ","orderId":null,"currency":null}`: true,
	} {
		got, err := codec{wire.DefaultProfile()}.readStatus(json.RawMessage(data), call, codec{wire.DefaultProfile()}.meanings())
		if err != nil || got.Conflict != "" || got.Named != named || got.State != StateSuccess {
			t.Errorf("%s: %+v, %v", data, got, err)
		}
		if _, err := (codec{wire.SandboxProfile()}).readStatus(json.RawMessage(data), call, nil); err == nil {
			t.Errorf("%s: declared members are missing, and nobody minds", data)
		}
	}
	for _, data := range []string{`{"paymentStatus":"SUCCESS","paymentId":{}}`, `{"paymentStatus":"SUCCESS","amount":[12.5]}`} {
		if got, err := (codec{wire.DefaultProfile()}).readStatus(json.RawMessage(data), call, codec{wire.DefaultProfile()}.meanings()); err == nil {
			t.Errorf("%s was read: %+v", data, got)
		}
	}
}

func TestIgnoredFieldsAreNotCompared(t *testing.T) {
	p := codec{wire.DefaultProfile()}
	p.IgnoredStatusFields = []string{wire.FieldPaymentID, wire.FieldAmount, wire.FieldCurrency}
	call := wire.StatusCall{PaymentID: "P1", OrderID: "O1", Amount: invoice().Amount}
	for data, conflict := range map[string]bool{
		`{"paymentStatus":"SUCCESS","paymentId":"P2","amount":{"value":1},"currency":"434"}`: false,
		`{"paymentStatus":"SUCCESS","orderId":"O2"}`:                                         true,
	} {
		if got, err := p.readStatus(json.RawMessage(data), call, p.meanings()); err != nil || (got.Conflict != "") != conflict {
			t.Errorf("%s: %+v, %v", data, got, err)
		}
	}
}

func TestLookAlikeLettersAreNoStatusWord(t *testing.T) {
	p := codec{wire.DefaultProfile()}
	for word, want := range map[string]State{
		"SUCCESS": StateSuccess, "Success": StateSuccess,
		"ſucceſſ": "", "ＳＵＣＣＥＳＳ": "", "SUCCESS.": "", "EXPıRED": "", "SUCCES": "",
	} {
		got, err := p.readStatus(json.RawMessage(`{"paymentStatus":"`+word+`"}`), wire.StatusCall{}, p.meanings())
		if err != nil || got.State != want {
			t.Errorf("%q: %q, %v", word, got.State, err)
		}
	}
}

func TestLongIdentifiersAreBoundAndStayApart(t *testing.T) {
	a, b := boundIdentifier(strings.Repeat("T", 60_000)), boundIdentifier(strings.Repeat("T", 60_001))
	if a == b || len([]rune(a)) > maxShown || boundIdentifier("TX-1") != "TX-1" || boundIdentifier(a) != a {
		t.Errorf("%q, %q", a, b)
	}
	if got := boundIdentifier("T\n1"); strings.ContainsAny(got, "\n\r") {
		t.Errorf("%q", got)
	}
}

// Whatever bytes come: no panic, an error of a known class or data, and a
// success only from an envelope whose one "success" is true.
func FuzzDecodeReply(f *testing.F) {
	for _, seed := range []string{`{"success":true,"data":{}}`, `{"success":false,"error":{"code":"X"}}`, `{"success":true,"success":false}`,
		`<html>`, `[{"code":"A"}]`, `{"success":true,"data":"x"}}`, `{"code":1e5}`, "\xff{}", `{"success":true,"data":`} {
		f.Add(200, []byte(seed))
		f.Add(400, []byte(seed))
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		data, err := decodeReply(OpSubmitOTP, status, body)
		if err != nil {
			_, refused := asError[*PaymentAPIError](err)
			if !refused && !errorsIs(err, ErrBadReply) {
				t.Fatalf("an error of no class: %v", err)
			}
			return
		}
		var envelope struct {
			Success *bool `json:"success"`
		}
		if status < 200 || status > 299 || json.Unmarshal(body, &envelope) != nil || envelope.Success == nil {
			t.Fatalf("http %d %q was believed: %q", status, body, data)
		}
	})
}

func FuzzReaders(f *testing.F) {
	for _, seed := range []string{`{"paymentId":"P","token":"T"}`, `{"qrCode":"x"}`, `{"otpSent":false}`, `"ok"`, `null`, `[{"code":"A"}]`,
		`{"paymentStatus":"SUCCESS","paymentId":"P1","orderId":"O1","amount":12.5,"currency":"LYD"}`, `{"paymentStatus":"success "}`} {
		f.Add([]byte(seed))
	}
	profile := codec{wire.SandboxProfile()}
	meanings := profile.meanings()
	call := wire.StatusCall{PaymentID: "P1", OrderID: "O1", Amount: invoice().Amount}
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := profile.readInitiate(data, wire.InitiateCall{}); err == nil && (r.PaymentID == "" || r.Token.Empty()) {
			t.Fatal("a payment without identity")
		}
		if r, err := profile.readQR(data, wire.QRCall{}); err == nil && r.Payload == "" {
			t.Fatal("a blank QR")
		}
		_, _ = profile.readValidate(data, wire.ValidateCall{})
		if _, err := readBankOTP(data); err == nil && !strings.HasPrefix(strings.TrimSpace(string(data)), `"`) {
			t.Fatalf("%q acknowledges a code", data)
		}
		if r, err := profile.readWalletOTP(data, wire.OTPCall{}, meanings); err == nil && r.State == StateSuccess && fold.Word(r.RawStatus) != "SUCCESS" {
			t.Fatalf("%q is a success", r.RawStatus)
		}
		if r, err := profile.readStatus(data, call, meanings); err == nil && r.State == StateSuccess && r.Conflict == "" {
			for _, part := range []string{"P1", "O1", "LYD"} {
				if o, _ := object.Decode(data); !strings.Contains(fmt.Sprint(unquoted(o)), part) {
					t.Fatalf("%q settles a payment without naming %s", data, part)
				}
			}
		}
		if list, err := readInstitutions(data); err == nil {
			for _, i := range list {
				if i.Code == "" {
					t.Fatal("an institution without code")
				}
			}
		}
	})
}

func unquoted(o object.Object) (list []string) {
	for _, raw := range o {
		var s string
		if json.Unmarshal(raw, &s) == nil {
			list = append(list, s)
		}
	}
	return list
}
