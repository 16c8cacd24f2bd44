package wire_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"sanduq/core/wire"
)

func TestParseProfile(t *testing.T) {
	p, err := wire.ParseProfile([]byte(`{
		"paths": {"walletOtp": "/wallet/process-payment-request", "status": ""},
		"statusWords": {"paid": "success", "no": "failed"},
		"extraFields": {"initiate": {"channel": "POS", "n": 1}},
		"statusPathRequiresMerchantAuth": true,
		"declaredStatusFields": ["orderId"]
	}`))
	if err != nil {
		t.Fatal(err)
	}
	if p.Paths.WalletOTP != "/wallet/process-payment-request" || p.Paths.Status != "" || p.Paths.Initiate != wire.DefaultProfile().Paths.Initiate {
		t.Errorf("%+v", p.Paths)
	}
	if want := (map[string]wire.State{"paid": wire.StateSuccess, "no": wire.StateFailed}); !reflect.DeepEqual(p.StatusWords, want) {
		t.Errorf("words given replace the default's: %v", p.StatusWords)
	}
	if !p.StatusPathRequiresMerchantAuth || !reflect.DeepEqual(p.DeclaredStatusFields, []string{"orderId"}) {
		t.Errorf("%+v", p)
	}
	if p, err = wire.ParseProfile([]byte(`{}`)); err != nil || !reflect.DeepEqual(p, wire.DefaultProfile()) {
		t.Errorf("the empty document is not the default: %+v, %v", p, err)
	}
	for _, p := range []wire.Profile{wire.DefaultProfile(), wire.SandboxProfile()} {
		document, _ := json.Marshal(p)
		if back, err := wire.ParseProfile(document); err != nil || !reflect.DeepEqual(back, p) && len(back.ExtraFields) > 0 {
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
		if _, err := wire.ParseProfile([]byte(document)); !errors.Is(err, wire.ErrProfile) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzParseProfile(f *testing.F) {
	for _, p := range []wire.Profile{wire.DefaultProfile(), wire.SandboxProfile()} {
		document, _ := json.Marshal(p)
		f.Add(document)
	}
	f.Add([]byte(`{"paths":{"initiate":"/x"},"statusWords":{"A":"success"}}`))
	f.Fuzz(func(t *testing.T, document []byte) {
		p, err := wire.ParseProfile(document)
		if err != nil {
			if !errors.Is(err, wire.ErrProfile) {
				t.Fatal(err)
			}
			return
		}
		if p.Paths.Initiate == "" || len(p.StatusWords) == 0 {
			t.Fatalf("%+v", p)
		}
		document, _ = json.Marshal(p)
		if _, err := wire.ParseProfile(document); err != nil {
			t.Fatal(err)
		}
	})
}
