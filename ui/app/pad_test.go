package app

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/ui/cashier"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// codeBank answers a code as a test says, and knows of no money.
type codeBank struct {
	status int
	body   string // blank hangs up without a reply
	codes  atomic.Int32
}

func (b *codeBank) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	reply := `{"success":true,"data":{"paymentStatus":"PENDING"}}`
	switch path := r.URL.Path; {
	case strings.HasSuffix(path, "/web-payment/initiate"):
		reply = `{"success":true,"data":{"paymentId":"p-1","token":"token-1"}}`
	case strings.HasSuffix(path, "/initiate-payment-request"):
		reply = `{"success":true,"data":{"otpSent":true,"dphReference":"d-1","customerName":"Amina Belhadj"}}`
	case strings.HasSuffix(path, "/payment-request"):
		b.codes.Add(1)
		if b.body == "" {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(b.status)
		reply = b.body
	}
	_, _ = io.WriteString(w, reply)
}

// brisk is the usual schedule, fifty times as fast.
var brisk = core.PollSchedule{Fast: 60 * time.Millisecond, FastFor: 600 * time.Millisecond, Slow: 200 * time.Millisecond, Cap: 6 * time.Second}

// pad brings a till of its own to the entry of a code and hands one over.
func pad(t *testing.T, b *codeBank) (*till.Till, journal.SaleID) {
	t.Helper()
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: server.URL,
		APIKey: core.NewSecret("key"), SecretKey: core.NewSecret("secret")})
	if err != nil {
		t.Fatal(err)
	}
	tl, err := till.Open(t.Context(), till.Config{Store: storetest.NewMemory(), Environment: core.Sandbox, BaseURL: server.URL,
		Routes: []core.Route{core.RouteAccount}, Zone: time.UTC,
		NewSDK: func() *core.WebSDK {
			return core.NewWebSDK(client, new(core.InMemoryTokenStore), core.WithSchedule(brisk))
		}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tl.Close)
	v, err := tl.Charge(t.Context(), journal.Draft{Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Route: core.RouteAccount})
	if err != nil {
		t.Fatal(err)
	}
	standing(t, tl, v.ID, journal.StatusEntry)
	if err := tl.Validate(t.Context(), v.ID, journal.AccountEntry{Route: core.RouteAccount, Account: core.NewSecret("1234567890"),
		InstitutionCode: "FPB", InstitutionName: "First Practice Bank"}); err != nil {
		t.Fatal(err)
	}
	standing(t, tl, v.ID, journal.StatusCode)
	err = tl.SubmitOTP(t.Context(), v.ID, core.NewSecret("246802"), false)
	for journal.CodeOf(err) == journal.CodeBusy { // the pad is published an instant before the step that led to it is over
		time.Sleep(time.Millisecond)
		err = tl.SubmitOTP(t.Context(), v.ID, core.NewSecret("246802"), false)
	}
	if err != nil {
		t.Fatal(err)
	}
	return tl, v.ID
}

// standing waits until a sale stands still with a status, and returns it.
func standing(t *testing.T, tl *till.Till, id journal.SaleID, want journal.Status) journal.View {
	t.Helper()
	var v journal.View
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if v, _ = tl.Sale(id); v.Status() == want && v.Live.Busy == "" && v.Step != journal.StepOTPIntent {
			return v
		}
	}
	t.Fatalf("the sale is %s (%s), not %s", v.Status(), v.Step, want)
	return v
}

// onScreen returns the words that a cashier reads of a sale, and on which
// screen.
func onScreen(t *testing.T, tl *till.Till, v journal.View) (string, cashier.Kind) {
	t.Helper()
	uitest.NewApp(t)
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	env := screen.Env{Life: t.Context(), Preferences: preferences.Open(nil), Words: words.MustLoad(words.English), Practice: true, Post: func(f func()) { f() }, Go: func(f func()) { f() },
		Now: time.Now, Zone: time.UTC, After: func(time.Duration, func()) func() { return func() {} }}
	deps := cashier.Deps{Till: newDesk(tl).steps(), Shell: nowhere{}, Memory: cashier.NewMemory(), Offer: cashier.Offer{Routes: []core.Route{core.RouteAccount}, Replacing: true}, Shop: tl.Settings}
	kind := cashier.KindOf(v, time.Now())
	drawn := cashier.New(env, deps).Sale(kind, v)
	w := test.NewTempWindow(t, drawn.Object())
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1134, 610))
	drawn.Shown()
	return uitest.Words(drawn.Object()), kind
}

// nowhere is where the screens of this test lead to.
type nowhere struct{ cashier.Shell }

// TestThePadSaysWhatTheBankSaid hands one code to a real till whose bank
// answers in each of the usual ways. The pad opens again where the code proved
// harmless, at once or after the first answer that knows no money; where nobody
// knows, it stays away, and no second code leaves the till.
func TestThePadSaysWhatTheBankSaid(t *testing.T) {
	said := func(status int, code string) *codeBank {
		return &codeBank{status: status, body: fmt.Sprintf(`{"success":false,"message":"Not possible.","code":%q}`, code)}
	}
	for _, c := range []struct {
		name string
		bank *codeBank
		then journal.Status
		says string
	}{
		{"422 WRONG_OTP", said(422, "WRONG_OTP"), journal.StatusCode, "Wrong code"},
		{"200 INVALID_OTP", said(200, "INVALID_OTP"), journal.StatusCode, "Wrong code"},
		{"400 otp-invalid", said(400, "otp-invalid"), journal.StatusCode, "Wrong code"},
		{"400 IncorrectOtp", said(400, "IncorrectOtp"), journal.StatusCode, "Wrong code"},
		{"422 OTP_EXPIRED", said(422, "OTP_EXPIRED"), journal.StatusCode, "too old"},
		{"422 INSUFFICIENT_FUNDS", said(422, "INSUFFICIENT_FUNDS"), journal.StatusCode, "Not enough money"},
		{"200 unlisted", said(200, "SWITCH_REPLY_17"), journal.StatusWaiting, ""},
		{"422 unlisted", said(422, "SWITCH_REPLY_17"), journal.StatusWaiting, ""},
		{"409 DUPLICATE_REQUEST", said(409, "DUPLICATE_REQUEST"), journal.StatusWaiting, ""},
		{"429 TOO_MANY_REQUESTS", said(429, "TOO_MANY_REQUESTS"), journal.StatusWaiting, ""},
		{"no reply", &codeBank{}, journal.StatusWaiting, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tl, id := pad(t, c.bank)
			for c.bank.codes.Load() == 0 {
				time.Sleep(time.Millisecond)
			}
			v := standing(t, tl, id, c.then)
			if c.then == journal.StatusWaiting {
				time.Sleep(5 * brisk.Fast) // answers that know no money change nothing here
				if v = standing(t, tl, id, c.then); !v.Session.OTPUnresolved {
					t.Errorf("the doubt is over: %+v", v.Session)
				}
				if err := tl.SubmitOTP(t.Context(), id, core.NewSecret("135791"), false); journal.CodeOf(err) != journal.CodeStep {
					t.Errorf("another code: %v", err)
				}
			}
			text, kind := onScreen(t, tl, v)
			if !strings.Contains(text, c.says) {
				t.Errorf("the screen does not say %q: %s", c.says, text)
			}
			if n := c.bank.codes.Load(); n != 1 {
				t.Errorf("%d codes left the till", n)
			}
			t.Logf("%-22s | %d code sent | %s | %s", c.name, c.bank.codes.Load(), kind, text)
		})
	}
}
