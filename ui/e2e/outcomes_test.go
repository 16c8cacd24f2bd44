package e2e

import (
	"context"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/tables"
	"sanduq/core/till"
	"sanduq/core/wire"
)

// TestEachPracticeNumberEndsAsPromised takes a payment with every row of the
// practice bank's table, over HTTP and through the whole till, and compares
// what the cashier is told with what the row promises. With -v it prints the
// table.
func TestEachPracticeNumberEndsAsPromised(t *testing.T) {
	want := map[string]struct {
		status journal.Status // at the end of the first attempt
		code   string         // of the refusal that is told
		later  journal.Status // after the bank's late word, if it differs
	}{
		"INVALID_ACCOUNT":            {status: journal.StatusEntry, code: "INVALID_ACCOUNT"},
		"ACCOUNT_BLOCKED":            {status: journal.StatusEntry, code: "ACCOUNT_BLOCKED"},
		"INSUFFICIENT_FUNDS":         {status: journal.StatusCode, code: "INSUFFICIENT_FUNDS"},
		"LIMIT_EXCEEDED":             {status: journal.StatusCode, code: "LIMIT_EXCEEDED"},
		"NEVER_SETTLES":              {status: journal.StatusWaiting, later: journal.StatusWaiting},
		"SETTLES_LATE":               {status: journal.StatusWaiting, later: journal.StatusPaid},
		"WRONG_OTP":                  {status: journal.StatusFailed},
		"OTP_EXPIRED":                {status: journal.StatusCode, code: "OTP_EXPIRED"},
		"FAILED":                     {status: journal.StatusFailed},
		"EXPIRED":                    {status: journal.StatusExpired, later: journal.StatusExpired},
		"SETTLES_TWICE":              {status: journal.StatusPaid},
		"TERMINAL_IN_REPLY":          {status: journal.StatusPaid},
		"FAILED_IN_REPLY":            {status: journal.StatusFailed},
		"PROCESSING":                 {status: journal.StatusPaid},
		"APPROVED_BY_ITSELF":         {status: journal.StatusPaid},
		"SUCCESS_WITHOUT_PROCESSING": {status: journal.StatusPaid},
		"EXPIRED_THEN_SUCCESS":       {status: journal.StatusExpired, later: journal.StatusPaid},
	}
	for _, m := range tables.TestNumbers() {
		expected, known := want[m.Outcome]
		if !known {
			t.Errorf("%s %s: nobody says what %q means for the cashier", m.Route, m.Match, m.Outcome)
			continue
		}
		c := newCounter(t)
		v := c.play(m)
		told := string(v.Status())
		if v.Refusal != nil {
			told += ": " + v.Refusal.Code
		}
		if v.Status() != expected.status || expected.code != "" && (v.Refusal == nil || v.Refusal.Code != expected.code) {
			t.Errorf("%s %s (%s): %s, want %s %s", m.Route, m.Match, m.Outcome, told, expected.status, expected.code)
		}
		if expected.later != "" {
			c.bank.Clock().Advance(7 * time.Minute)
			v = c.check(v.ID)
			told += ", seven minutes later " + string(v.Status())
			if v.Status() != expected.later {
				t.Errorf("%s %s (%s): later %s, want %s", m.Route, m.Match, m.Outcome, v.Status(), expected.later)
			}
			if v.Status() == journal.StatusPaid && expected.status == journal.StatusExpired && !v.LateMoney() {
				t.Errorf("%s %s: late money raises no alert", m.Route, m.Match)
			}
		}
		t.Logf("%-6s %-11s %-44s %s", m.Route, m.Match, m.English, told)
	}
}

// counter is a till upon an embedded bank whose clock the test moves.
type counter struct {
	t    *testing.T
	bank *sandbox.Server
	till *till.Till
}

func newCounter(t *testing.T) *counter {
	t.Helper()
	clock := clock.New()
	clock.Pause()
	bank, err := sandbox.Start(context.Background(), sandbox.Options{Dir: t.TempDir(), Addr: "127.0.0.1:0", Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	api, secret := bank.Credentials()
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: bank.BaseURL(), Profile: wire.SandboxProfile(),
		APIKey: core.NewSecret(api.Reveal()), SecretKey: core.NewSecret(secret.Reveal())})
	if err != nil {
		t.Fatal(err)
	}
	desk, err := till.Open(t.Context(), till.Config{Store: storetest.NewMemory(), Environment: core.Sandbox, BaseURL: "test",
		NewSDK:   func() *core.WebSDK { return core.NewWebSDK(client, &core.InMemoryTokenStore{}) },
		Routes:   []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		desk.Close()
		if err := bank.CheckLedger(); err != nil {
			t.Error(err)
		}
		_ = bank.Close(context.Background())
	})
	return &counter{t: t, bank: bank, till: desk}
}

// play takes a payment with one row, to where the bank leaves it at first.
func (c *counter) play(m tables.TestNumber) journal.View {
	c.t.Helper()
	route := map[string]core.Route{contract.RouteQR: core.RouteQR, contract.RouteBank: core.RouteAccount, contract.RouteWallet: core.RouteWallet}[m.Route]
	amount := money.Amount{Minor: 12500, Currency: "LYD"}
	if route == core.RouteQR {
		var err error
		if amount, err = money.Parse("12.5"+m.Match, "LYD"); err != nil {
			c.t.Fatal(err)
		}
	}
	v, err := c.till.Charge(c.t.Context(), journal.Draft{Amount: amount, Route: route})
	if err != nil {
		c.t.Fatal(err)
	}
	if route == core.RouteQR {
		v = c.until(v.ID, func(v journal.View) bool { return v.Session.QRPayload != "" })
		c.bank.Clock().Advance(6 * time.Second) // it acts by itself
		if v = c.check(v.ID); v.Status() == journal.StatusWaiting {
			c.bank.Clock().Advance(5 * time.Second)
			v = c.check(v.ID)
		}
		return v
	}
	v = c.until(v.ID, func(v journal.View) bool { return v.Status() == journal.StatusEntry })
	code := map[core.Route]string{core.RouteAccount: "FPB", core.RouteWallet: "PWL"}[route]
	c.step(func() error {
		return c.till.Validate(c.t.Context(), v.ID, journal.AccountEntry{Route: route, Account: core.NewSecret(m.Match), InstitutionCode: code})
	})
	v = c.until(v.ID, func(v journal.View) bool { return v.Status() == journal.StatusCode || v.Refusal != nil })
	for try := 0; v.Status() == journal.StatusCode && try < 3; try++ {
		h, _ := c.bank.Bank().Handset(v.OrderID)
		handed := time.Now()
		c.step(func() error { return c.till.SubmitOTP(c.t.Context(), v.ID, core.NewSecret(h.Code.Reveal()), false) })
		v = c.until(v.ID, func(v journal.View) bool {
			refused := v.Refusal != nil && v.Refusal.Operation == core.OpSubmitOTP && v.Refusal.At.After(handed)
			return v.Step != journal.StepOTPIntent && (refused || v.Session.State != core.StateOTPRequired)
		})
		if v.Refusal == nil || v.Refusal.Code != "WRONG_OTP" {
			break
		}
	}
	if v.Refusal != nil && v.Refusal.Code != "WRONG_OTP" {
		return v
	}
	c.bank.Clock().Advance(5 * time.Second)
	return c.check(v.ID)
}

// step repeats a step of the cashier's while the one before is ending.
func (c *counter) step(do func() error) {
	c.t.Helper()
	for range 500 {
		err := do()
		if err == nil {
			return
		}
		if journal.CodeOf(err) != journal.CodeBusy {
			c.t.Fatal(err)
		}
		time.Sleep(2 * time.Millisecond)
	}
	c.t.Fatal("the step before never ended")
}

func (c *counter) check(id journal.SaleID) journal.View {
	c.t.Helper()
	if err := c.till.Check(c.t.Context(), id); err != nil {
		c.t.Fatal(err)
	}
	return c.until(id, func(journal.View) bool { return true })
}

func (c *counter) until(id journal.SaleID, ok func(journal.View) bool) journal.View {
	c.t.Helper()
	for range 2500 {
		if v, found := c.till.Sale(id); found && ok(v) {
			return v
		}
		time.Sleep(2 * time.Millisecond)
	}
	v, _ := c.till.Sale(id)
	c.t.Fatalf("the sale stays %s (step %s)", v.Status(), v.Step)
	return journal.View{}
}
