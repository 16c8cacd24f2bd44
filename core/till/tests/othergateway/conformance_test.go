package othergateway_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/till/tests/othergateway"
	"sanduq/core/wire"
)

// address is where the gateway seems to be; nobody connects to it.
const address = "http://other.gateway.test"

// counter is one SDK, as it is delivered, before one gateway.
type counter struct {
	*core.WebSDK
	t    *testing.T
	gate *othergateway.Gateway
}

// atCounter runs a test with an SDK before a gateway.
func atCounter(t *testing.T, o othergateway.Options, test func(c *counter)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		gate := othergateway.New(o)
		line := othergateway.NewLine()
		stop := gate.Serve(line, gate)
		api, secret := gate.Keys()
		config := core.ClientConfig{Environment: core.Sandbox, BaseURL: address, APIKey: core.NewSecret(api), SecretKey: core.NewSecret(secret),
			Profile: wire.DefaultProfile(), Dial: line.Dial}
		if o.Law.MerchantAuth { // a deployment that needs a profile of its own
			config.Profile.StatusPathRequiresMerchantAuth = true
			config.Profile.Paths.WalletOTP = "/wallet/process-payment-request"
		}
		if o.ClientID != "" {
			signer, err := wire.NewHMACSigner(o.ClientID, core.NewSecret(o.ClientSecret))
			if err != nil {
				t.Fatal(err)
			}
			config.Signer = signer
		}
		client, err := core.NewClient(config)
		if err != nil {
			t.Fatal(err)
		}
		c := &counter{WebSDK: core.NewWebSDK(client, new(core.InMemoryTokenStore)), t: t, gate: gate}
		defer func() {
			if b := gate.Breaches(); len(b) > 0 {
				t.Errorf("against the contract: %q", b)
			}
			c.Close()
			client.Close()
			stop()
		}()
		test(c)
	})
}

func (c *counter) create() {
	c.t.Helper()
	_, err := c.CreateInvoice(c.t.Context(), core.CreateInvoiceRequest{OrderID: "TILL-1", Amount: money.Amount{Minor: 12500, Currency: "LYD"}, IdempotencyKey: "TILL-1"})
	c.must("create", err)
}

func (c *counter) must(what string, err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatalf("%s: %v", what, err)
	}
}

func (c *counter) showQR() string {
	c.t.Helper()
	s, err := c.GenerateQR(c.t.Context(), core.GenerateQRRequest{})
	c.must("QR", err)
	return s.QRPayload
}

func (c *counter) name(rail core.Rail, number string) {
	c.t.Helper()
	bank := "SPB-01"
	if rail == core.RailWallet {
		bank = "w:purse"
	}
	_, err := c.ValidateAccount(c.t.Context(), core.ValidateAccountRequest{Rail: rail, Account: core.NewSecret(number), InstitutionCode: bank})
	c.must("account", err)
}

// code hands in the code that was sent to a number.
func (c *counter) code(number string) error {
	code, _ := c.gate.CodeFor(number)
	return c.handIn(code)
}

func (c *counter) handIn(code string) error {
	_, err := c.SubmitOTP(c.t.Context(), core.SubmitOTPRequest{OTP: core.NewSecret(code)})
	return err
}

// ends waits for the last word about the payment.
func (c *counter) ends(want core.State) core.PaymentSession {
	c.t.Helper()
	for range 40 * 60 {
		if s, _ := c.CurrentSession(); s.State == want {
			break
		}
		time.Sleep(time.Second)
		s, _ := c.CurrentSession()
		if h := c.Health(); !h.Polling && time.Now().Second() == 0 { // the cap is past: what a till's watcher does
			_, _ = c.RefreshStatus(c.t.Context(), s.PaymentID)
		}
	}
	s, _ := c.CurrentSession()
	taken := c.gate.Taken("TILL-1")
	if s.State != want || s.Conflict != "" || (len(taken) == 1) != (s.State == core.StateSuccess) {
		c.t.Errorf("it ends as %s, not %s, with the word %q, conflict %q; ledger %+v", s.State, want, s.RawStatus, s.Conflict, taken)
	}
	return s
}

// away is how a declined payment ends: some deployments have a word for it
// that the default profile does not know.
func (c *counter) away() core.State {
	if w := c.gate.Options().Speech.Words.Declined; w != "" {
		return core.StateQRGenerated
	}
	return core.StateFailed
}

// routes are the ways through a payment and where each ends.
var routes = map[string]func(c *counter){
	"QR": func(c *counter) {
		c.must("scan", c.gate.ScanAndConfirm(c.showQR()))
		s := c.ends(core.StateSuccess)
		time.Sleep(10 * time.Minute)
		if s, _ = c.CurrentSession(); s.TransactionID != "" && s.TransactionID != c.gate.Taken("TILL-1")[0].Transaction {
			c.t.Errorf("transaction %q, ledger %+v", s.TransactionID, c.gate.Taken("TILL-1"))
		}
	},
	"QR declined": func(c *counter) {
		c.must("decline", c.gate.Decline(c.showQR()))
		time.Sleep(4 * time.Minute)
		c.ends(c.away())
	},
	"QR expired": func(c *counter) {
		c.must("expire", c.gate.LetExpire(c.showQR()))
		c.ends(core.StateExpired)
	},
	"QR turned": func(c *counter) {
		c.must("scan", c.gate.ScanAnd(c.showQR(), othergateway.PlanTurn))
		if s := c.ends(core.StateSuccess); !s.Late {
			c.t.Errorf("money after %s is not late", s.RawStatus)
		}
	},
	"account": func(c *counter) {
		c.name(core.RailBank, "900100200")
		c.must("code", c.code("900100200"))
		c.ends(core.StateSuccess)
	},
	"account failed": func(c *counter) {
		c.gate.Behave("900100200", othergateway.PlanFail)
		c.name(core.RailBank, "900100200")
		c.must("code", c.code("900100200"))
		c.ends(core.StateFailed)
	},
	"account refused": func(c *counter) {
		c.gate.Behave("111111111", othergateway.PlanNoCode)
		_, err := c.ValidateAccount(c.t.Context(), core.ValidateAccountRequest{Rail: core.RailBank, Account: core.NewSecret("111111111"), InstitutionCode: "SPB-01"})
		if api, ok := errors.AsType[*core.PaymentAPIError](err); !ok || api.Code != "INVALID_ACCOUNT" {
			c.t.Errorf("a bad account: %v", err)
		}
		c.name(core.RailBank, "900100200")
		c.must("code", c.code("900100200"))
		c.ends(core.StateSuccess)
	},
	"wallet": func(c *counter) {
		c.name(core.RailWallet, "0911000000")
		c.must("code", c.code("0911000000"))
		c.ends(core.StateSuccess)
	},
	"wallet failed": func(c *counter) {
		c.gate.Behave("0911000000", othergateway.PlanFail)
		c.name(core.RailWallet, "0911000000")
		c.must("code", c.code("0911000000"))
		c.ends(core.StateFailed)
	},
	"from QR to account": func(c *counter) {
		c.showQR()
		time.Sleep(10 * time.Second)
		c.name(core.RailBank, "900100200")
		c.must("code", c.code("900100200"))
		c.ends(core.StateSuccess)
	},
	"from QR to wallet, then the QR": func(c *counter) {
		qr := c.showQR()
		time.Sleep(10 * time.Second)
		c.name(core.RailWallet, "0911000000")
		c.must("scan", c.gate.ScanAndConfirm(qr))
		time.Sleep(15 * time.Minute)
		_ = c.code("0911000000") // it asks first
		c.ends(core.StateSuccess)
	},
	"a wrong code, then the right one": func(c *counter) {
		c.name(core.RailBank, "900100200")
		sent, _ := c.gate.CodeFor("900100200")
		wrong := "000000"
		if sent == wrong {
			wrong = "000001"
		}
		err := c.handIn(wrong)
		if err == nil {
			c.t.Error("a wrong code was taken")
		}
		time.Sleep(20 * time.Second)
		_, unlisted := errors.AsType[*core.UnlistedRefusal](err)
		if s, _ := c.CurrentSession(); unlisted && s.OTPUnresolved { // the deployment's profile must name its code
			if err := c.code("900100200"); !errors.Is(err, core.ErrUnresolved) {
				c.t.Errorf("another code while the payment may be under way: %v", err)
			}
			return
		}
		c.must("code", c.code("900100200"))
		c.ends(core.StateSuccess)
	},
	"institutions": func(c *counter) {
		list, err := c.FetchInstitutions(c.t.Context())
		c.must("institutions", err)
		if len(list) != 3 {
			c.t.Errorf("%d institutions: %+v", len(list), list)
		}
	},
}

// conform takes every route on a gateway.
func conform(t *testing.T, o othergateway.Options) {
	for _, name := range slices.Sorted(maps.Keys(routes)) {
		route := routes[name]
		t.Run(name, func(t *testing.T) {
			atCounter(t, o, func(c *counter) {
				c.create()
				route(c)
			})
		})
	}
}

// TestEveryRouteOnEveryPreset drives the SDK through each route to its end.
func TestEveryRouteOnEveryPreset(t *testing.T) {
	for _, name := range othergateway.Presets {
		t.Run(name, func(t *testing.T) {
			o := othergateway.Preset(name)
			o.Law.TokenLife, o.Law.Tries = 0, 3
			conform(t, o)
		})
	}
}

// TestEveryRouteOnDrawnGateways does so on gateways that nobody chose.
func TestEveryRouteOnDrawnGateways(t *testing.T) {
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			o := othergateway.Random(seed)
			o.Law.Ceiling, o.Law.Tries = 0, 3
			conform(t, o)
		})
	}
}

// TestWhatStandsBeforeMoneyIsNoTransaction: a word that stands as transactionId
// while there is none must not be taken for one when the money came, and its own
// transaction only later.
func TestWhatStandsBeforeMoneyIsNoTransaction(t *testing.T) {
	o := othergateway.Options{Law: othergateway.Law{SettleMin: 5 * time.Second},
		Speech: othergateway.Speech{EarlyTransaction: "N/A", TransactionAfter: time.Hour}}
	atCounter(t, o, func(c *counter) {
		c.create()
		qr := c.showQR()
		time.Sleep(10 * time.Second)
		c.must("scan", c.gate.ScanAndConfirm(qr))
		if s := c.ends(core.StateSuccess); s.TransactionID != "" {
			t.Errorf("paid with the transaction %q, and the gateway has not named it yet", s.TransactionID)
		}
	})
}

// TestSigned demands signatures, by the algorithm that the SDK assumes.
func TestSigned(t *testing.T) {
	o := othergateway.Options{ClientID: "till-7", ClientSecret: "a secret of the till's"}
	conform(t, o)
	d := &desk{t: t, gate: othergateway.New(o)}
	if r := d.call("POST", "/web-payment/initiate", `{"orderId":"o","amount":1,"currency":"LYD"}`); r.status != 401 || r.success {
		t.Errorf("without a signature: %+v", r)
	}
}

// TestProfile demands the merchant's keys with status questions, and takes a
// wallet's code at the path's other spelling.
func TestProfile(t *testing.T) {
	conform(t, othergateway.Options{Law: othergateway.Law{MerchantAuth: true, SettleMin: time.Second}})
	d := &desk{t: t, gate: othergateway.New(othergateway.Options{Law: othergateway.Law{MerchantAuth: true}})}
	d.open("order-1")
	if _, r := d.status("order-1", false); r.status != 401 || r.success {
		t.Errorf("without the merchant's keys: %+v", r)
	}
}

// TestDrawnGatewaysDiffer makes sure that drawing has an effect, and the same
// seed the same one.
func TestDrawnGatewaysDiffer(t *testing.T) {
	seen := map[string]uint64{}
	for seed := range uint64(200) {
		text := strings.Replace(fmt.Sprintf("%+v", othergateway.Random(seed)), fmt.Sprintf("Seed:%d", seed), "", 1)
		if other, twice := seen[text]; twice {
			t.Errorf("%d is as %d", seed, other)
		}
		seen[text] = seed
		if again := fmt.Sprintf("%+v", othergateway.Random(seed)); !strings.Contains(again, fmt.Sprintf("Seed:%d", seed)) ||
			strings.Replace(again, fmt.Sprintf("Seed:%d", seed), "", 1) != text {
			t.Errorf("%d is another one when it is drawn again", seed)
		}
	}
}
