package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"sanduq/core/wire"
)

func TestNoWayOfPrintingASecretShowsIt(t *testing.T) {
	type holder struct {
		Public  Secret
		private Secret
		inner   struct{ deep Secret }
	}
	h := holder{Public: NewSecret(secretAPIKey), private: NewSecret(secretKey)}
	h.inner.deep = NewSecret(secretOTP)
	var out strings.Builder
	for _, v := range []any{h.Public, &h.Public, h, &h, []Secret{h.Public}, map[string]Secret{"k": h.Public}, otp(), bankAccount(),
		wire.OTPCall{Token: h.Public, OTP: h.private}, ClientConfig{APIKey: h.Public, SecretKey: h.private}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%08.3f"} {
			fmt.Fprintf(&out, verb+"\n", v)
		}
		if _, function := v.(ClientConfig); !function {
			document, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			out.Write(document)
		}
		for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
			slog.New(handler).Info("x", "v", v)
		}
	}
	func() {
		defer func() { fmt.Fprint(&out, recover()) }()
		panic(fmt.Sprint(h))
	}()
	text := out.String()
	for _, secret := range allSecrets {
		for _, form := range []string{secret, fmt.Sprintf("%x", secret), fmt.Sprintf("%X", secret)} {
			if strings.Contains(text, form) {
				t.Errorf("%s came out", secret)
			}
		}
	}
	if !strings.Contains(text, redacted) {
		t.Error("nothing was printed")
	}
	if (Secret{}).Reveal() != "" || !(Secret{}).Empty() || h.Public.Empty() || h.Public.GoString() != redacted || h.Public.String() != redacted {
		t.Error("a Secret does not behave")
	}
}

// Every flow, fair weather and foul, at debug level, against a gateway that
// echoes all it was ever told into every message: no secret in logs, errors,
// events, sessions or health.
func TestNoFlowLeaksASecret(t *testing.T) {
	refusal := func(status int) answer {
		return answer{status: status, header: map[string][]string{"X-Request-Id": {"@NOW@"}},
			body: `{"success":false,"code":"@ALL@","message":"@ALL@\u0000\n` + strings.Repeat("x", 400) + `"}`}
	}
	word := answer{body: `{"success":true,"data":{"paymentStatus":"@ALL@"}}`}
	conflict := answer{body: `{"success":true,"data":{"paymentStatus":"SUCCESS","paymentId":"@NOW@","orderId":"ORDER-1","amount":1,"currency":"LYD"}}`}
	weathers := map[string]func(g *gateway){
		"fair": func(*gateway) {},
		"refused": func(g *gateway) {
			g.on(pathBankOTP, refusal(400))
			g.on(pathBankAcc, refusal(422))
			g.on(pathStatus, refusal(400))
		},
		"not opened": func(g *gateway) { g.on(pathInitiate, refusal(400)) },
		"unknown": func(g *gateway) {
			g.on(pathBankOTP, refusal(500))
			g.on(pathWalletOTP, refusal(500))
			g.on(pathStatus, word)
		},
		"opened?":    func(g *gateway) { g.on(pathInitiate, refusal(500)) },
		"html":       func(g *gateway) { g.reply(pathBankOTP, "<html>@ALL@"); g.reply(pathStatus, "@ALL@") },
		"conflict":   func(g *gateway) { g.on(pathStatus, conflict) },
		"denied":     func(g *gateway) { g.on(pathStatus, refusal(401)) },
		"no network": func(g *gateway) { g.fail(errRefused) },
		"dropped": func(g *gateway) {
			g.on(pathBankOTP, answer{drop: true})
			g.on(pathWalletOTP, answer{truncate: true, body: "@ALL@"})
		},
	}
	for name, weather := range weathers {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				var out bytes.Buffer
				note := func(values ...any) {
					for _, v := range values {
						fmt.Fprintf(&out, "%v %+v %#v\n", v, v, v)
						if document, err := json.Marshal(v); err == nil {
							out.Write(document)
						}
					}
				}
				for _, account := range []ValidateAccountRequest{bankAccount(), walletAccount()} {
					d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
						c.Signer, _ = wire.NewHMACSigner(secretClient, NewSecret(secretHMAC))
						c.Profile = wire.SandboxProfile()
						if name != "conflict" {
							c.Profile = wire.DefaultProfile()
						}
						c.Profile.StatusPathRequiresMerchantAuth = true
					})
					weather(d.g)
					s, err := d.CreateInvoice(t.Context(), invoice())
					note(s, err)
					list, err := d.FetchInstitutions(t.Context())
					note(list, err)
					s, err = d.ValidateAccount(t.Context(), account)
					note(s, err)
					s, err = d.SubmitOTP(t.Context(), otp())
					note(s, err, d.Health())
					time.Sleep(20 * time.Second)
					s, err = d.RefreshStatus(t.Context(), "P1")
					note(s, err, d.Health(), d.client, d.WebSDK)
					for _, e := range d.events() {
						note(e)
					}
					if snapshot, err := d.Snapshot(); err == nil {
						out.Write(snapshot.Public)
					}
					d.StopStatusPolling()
					out.Write(d.logs.Bytes())
				}
				for _, secret := range allSecrets {
					if at := strings.Index(out.String(), secret); at >= 0 {
						t.Errorf("%s came out: …%s…", secret, out.String()[max(0, at-200):at+len(secret)])
					}
				}
			})
		})
	}
}

func TestMasks(t *testing.T) {
	for account, want := range map[string]string{
		"LY83002048000020100120361": "•••• 0361", "12345678": "•••• 5678", "1234567": "•••• 567", "12": "•••• 2", "1": "••••", "": "••••",
	} {
		if got := maskAccount(NewSecret(account)); got != want {
			t.Errorf("%q: %q, want %q", account, got, want)
		}
	}
	for name, want := range map[string]string{"Amal Ben": "A••• B•••", "  أمل  ": "أ•••", "": ""} {
		if got := maskName(NewSecret(name)); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
