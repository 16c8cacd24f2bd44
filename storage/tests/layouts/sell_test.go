package layouts

import (
	"path/filepath"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/till/tests/driver"
	"sanduq/core/wire"
	"sanduq/storage"
)

const ever = 100 * 365 * 24 * time.Hour

// patience is how long a till on a slow machine may take for a step.
const patience = 2 * time.Minute

// counter is a till at work, with its bank.
type counter struct {
	*testing.T
	desk *driver.Desk
	bank driver.Gateway
}

// sell opens the till and the practice bank on what they left. The sales that are open
// come to their end, and one of each route is sold; it returns the open ones' orders.
func sell(t *testing.T, dir string, store *storage.Store) (open [2]string) {
	t.Helper()
	c := counter{T: t}
	var err error
	c.bank, err = driver.Practice(t.Context(), sandbox.Options{Dir: filepath.Join(dir, "bank"), Addr: "127.0.0.1:0", TokenTTL: ever,
		Timing: payments.Timing{Settle: 2 * time.Millisecond, Auto: 2 * time.Millisecond, Idle: ever, Code: ever}})
	c.must(err)
	defer func() { c.must(c.bank.Close(t.Context())) }()
	key, secret := c.bank.Keys()
	api, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: c.bank.BaseURL(), Profile: wire.SandboxProfile(),
		APIKey: core.NewSecret(key), SecretKey: core.NewSecret(secret)})
	c.must(err)
	schedule := core.PollSchedule{Fast: 5 * time.Millisecond, FastFor: time.Minute, Slow: time.Second, Cap: time.Minute}
	c.desk, err = driver.Open(t.Context(), driver.Setup{Store: store, API: api, SDK: func() []core.Option { return []core.Option{core.WithSchedule(schedule)} }})
	c.must(err)
	defer c.desk.Close()
	users := c.desk.Staff.Users()
	if len(users) != 1 || users[0].Name != "Huda" {
		t.Fatalf("users %+v", users)
	}
	c.must(c.desk.Staff.SignIn(t.Context(), users[0].ID, core.NewSecret("482915")))

	for _, v := range c.desk.InFlight() {
		switch v.Route {
		case core.RouteQR:
			open[0] = v.OrderID
			c.must(c.bank.Press(v.OrderID, c.bank.Approve))
		case core.RouteAccount:
			open[1] = v.OrderID
			c.code(v)
		}
		c.paid(v.ID)
	}
	for _, route := range wire.Routes() {
		v, err := c.desk.Charge(t.Context(), journal.Draft{Amount: money.Amount{Minor: 12_540, Currency: "LYD"}, Route: route, Cashier: "Huda"})
		c.must(err)
		if route != core.RouteQR {
			c.calm(func() error {
				return c.desk.Enter(t.Context(), v.ID, route, map[core.Route]string{core.RouteAccount: "1000000023", core.RouteWallet: "0910000023"}[route])
			})
			c.code(v)
		}
		c.paid(v.ID)
	}
	if open[0] == "" || open[1] == "" {
		t.Errorf("open sales %q", open)
	}
	return open
}

func (c counter) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// calm does what a busy till refuses for a moment.
func (c counter) calm(act func() error) {
	c.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if err := act(); err == nil || time.Now().After(end) {
			c.must(err)
			return
		}
	}
}

// code enters the code that the customer was sent.
func (c counter) code(v journal.View) {
	c.Helper()
	c.becomes(v.ID, journal.StatusCode)
	c.calm(func() error {
		return c.desk.SubmitOTP(c.Context(), v.ID, core.NewSecret(c.bank.Code(v.OrderID)), false)
	})
}

// paid waits until a sale is paid, and takes note of it.
func (c counter) paid(id journal.SaleID) {
	c.Helper()
	c.becomes(id, journal.StatusPaid)
	c.calm(func() error { return c.desk.Acknowledge(c.Context(), id) })
}

func (c counter) becomes(id journal.SaleID, want journal.Status) {
	c.Helper()
	var v journal.View
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if v, _ = c.desk.Sale(id); v.Status() == want {
			return
		}
	}
	c.Fatalf("%s is %s, want %s: %+v", id, v.Status(), want, v.Session)
}
