package core

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestParseProfile(t *testing.T) {
	p, err := ParseProfile([]byte(`{
		"paths": {"walletOtp": "/wallet/process-payment-request", "status": ""},
		"statusWords": {"paid": "success", "no": "failed"},
		"extraFields": {"initiate": {"channel": "POS", "n": 1}},
		"statusPathRequiresMerchantAuth": true,
		"declaredStatusFields": ["orderId"]
	}`))
	if err != nil {
		t.Fatal(err)
	}
	if p.Paths.WalletOTP != "/wallet/process-payment-request" || p.Paths.Status != "" || p.Paths.Initiate != DefaultProfile().Paths.Initiate {
		t.Errorf("%+v", p.Paths)
	}
	if want := (map[string]State{"PAID": StateSuccess, "NO": StateFailed}); !reflect.DeepEqual(p.meanings(), want) {
		t.Errorf("words given replace the default's: %v", p.meanings())
	}
	if !p.StatusPathRequiresMerchantAuth || !p.declares("orderId") || p.declares("amount") {
		t.Errorf("%+v", p)
	}
	if p, err = ParseProfile([]byte(`{}`)); err != nil || !reflect.DeepEqual(p, DefaultProfile()) {
		t.Errorf("the empty document is not the default: %+v, %v", p, err)
	}
	for _, p := range []WireProfile{DefaultProfile(), SandboxProfile()} {
		document, _ := json.Marshal(p)
		if back, err := ParseProfile(document); err != nil || !reflect.DeepEqual(back, p) && len(back.ExtraFields) > 0 {
			t.Errorf("%s: %v", document, err)
		}
	}
}

func TestProfilesAreStrict(t *testing.T) {
	for name, document := range map[string]string{
		"empty":              ``,
		"no word for paid":   `{"statusWords":{"DONE":"failed"}}`,
		"no words at all":    `{"statusWords":{}}`,
		"another SUCCESS":    `{"statusWords":{"success":"failed","PAID":"success"}}`,
		"asks by initiate":   `{"paths":{"status":"/web-payment/initiate"}}`,
		"QR by initiate":     `{"paths":{"bankQr":"/web-payment/initiate"}}`,
		"code by initiate":   `{"paths":{"bankOtp":"/web-payment/initiate"}}`,
		"asks by a code":     `{"paths":{"status":"/payment-request"}}`,
		"another amount":     `{"extraFields":{"initiate":{"Amount":9}}}`,
		"another code":       `{"extraFields":{"submitOtp":{"otp":"000000"}}}`,
		"another wallet":     `{"extraFields":{"validateAccount":{"walletid":"1"}}}`,
		"tries below none":   `{"otpTries":-1}`,
		"no object":          `[]`,
		"unknown key":        `{"path":{}}`,
		"unknown path":       `{"paths":{"qr":"/x"}}`,
		"more text":          `{} {}`,
		"blank path":         `{"paths":{"initiate":""}}`,
		"relative path":      `{"paths":{"initiate":"web"}}`,
		"other host":         `{"paths":{"initiate":"//evil.test/x"}}`,
		"climbing path":      `{"paths":{"initiate":"/../x"}}`,
		"query":              `{"paths":{"status":"/x?y=1"}}`,
		"fragment":           `{"paths":{"status":"/x#y"}}`,
		"escapes":            `{"paths":{"status":"/x%2fy"}}`,
		"broken escape":      `{"paths":{"status":"/%zz"}}`,
		"word twice":         `{"statusWords":{"ok":"success","OK ":"failed"}}`,
		"blank word":         `{"statusWords":{" ":"success"}}`,
		"word without sense": `{"statusWords":{"OK":"qrGenerated"}}`,
		"unknown state":      `{"statusWords":{"OK":"won"}}`,
		"field of status":    `{"extraFields":{"fetchStatus":{"a":1}}}`,
		"unknown operation":  `{"extraFields":{"pay":{"a":1}}}`,
		"blank field":        `{"extraFields":{"initiate":{"":1}}}`,
		"unknown reason":     `{"unauthorizedCodes":{"weather":["E1"]}}`,
		"blank 401":          `{"unauthorizedCodes":{"clock":["-"]}}`,
		"401 for two things": `{"unauthorizedCodes":{"clock":["E-1"],"signature":["e1"]}}`,
		"undeclarable":       `{"declaredStatusFields":["transactionId"]}`,
	} {
		if _, err := ParseProfile([]byte(document)); !errorsIs(err, ErrProfile) {
			t.Errorf("%s: %v", name, err)
		}
	}
	bad := DefaultProfile()
	bad.ExtraFields = map[Operation]map[string]json.RawMessage{OpInitiate: {"a": json.RawMessage("{")}}
	if _, err := NewClient(ClientConfig{Environment: Live, BaseURL: "https://x", Profile: bad}); !errorsIs(err, ErrProfile) {
		t.Errorf("a broken profile made a client: %v", err)
	}
}

func TestExtraFields(t *testing.T) {
	with := func(fields string) WireProfile {
		p, err := ParseProfile([]byte(`{"extraFields":{"initiate":` + fields + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) { c.Profile = with(`{"channel":"POS","list":[1]}`) })
		d.open()
		d.showQR()
		d.StopStatusPolling()
		if body := d.g.seen(pathInitiate)[0].body; !strings.Contains(body, `"channel":"POS"`) || !strings.Contains(body, `"list":[1]`) {
			t.Error(body)
		}
		if body := d.g.seen(pathBankQR)[0].body; strings.Contains(body, "channel") {
			t.Error(body)
		}
	})
	another := DefaultProfile()
	another.ExtraFields = map[Operation]map[string]json.RawMessage{OpInitiate: {"amount": json.RawMessage("1")}}
	if _, err := NewClient(ClientConfig{Environment: Live, BaseURL: "https://x", Profile: another}); !errorsIs(err, ErrProfile) {
		t.Errorf("an amount of somebody else's made a client: %v", err)
	}
	if body, err := another.encode(OpInitiate, initiateBody(InitiateCall{})); !errorsIs(err, ErrProfile) {
		t.Errorf("an amount of somebody else's was put into %s: %v", body, err)
	}
}

func FuzzParseProfile(f *testing.F) {
	for _, p := range []WireProfile{DefaultProfile(), SandboxProfile()} {
		document, _ := json.Marshal(p)
		f.Add(document)
	}
	f.Add([]byte(`{"paths":{"initiate":"/x"},"statusWords":{"A":"success"}}`))
	f.Fuzz(func(t *testing.T, document []byte) {
		p, err := ParseProfile(document)
		if err != nil {
			if !errorsIs(err, ErrProfile) {
				t.Fatal(err)
			}
			return
		}
		if p.Paths.Initiate == "" || len(p.meanings()) != len(p.StatusWords) {
			t.Fatalf("%+v", p)
		}
		if _, err := NewClient(ClientConfig{Environment: Live, BaseURL: "https://x", Profile: p}); err != nil {
			t.Fatal(err)
		}
	})
}
