//go:build e2e

package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// TestTwoCashiers: the till is locked with three sales open, one of them is
// paid meanwhile, and the next cashier takes over the others.
func TestTwoCashiers(t *testing.T) {
	t.Parallel()
	c := newHands(t)
	screen := c.screen
	show := func(name string) {
		t.Helper()
		c.must(screen.SaveStable(filepath.Join(pictures(t), "lock", name+".png")))
	}
	c.start() // makes the store
	c.must(c.app.Stop())
	c.inStore(func(d *till.Till) {
		_, err := d.Staff.AddUser(t.Context(), "Samira", journal.RoleManager, core.NewSecret("2580"))
		c.must(err)
		_, err = d.Staff.AddUser(t.Context(), "Huda", journal.RoleCashier, core.NewSecret("12345"))
		c.must(err)
	})

	c.start()
	show("1-start")
	c.press("Return") // nothing is behind the lock
	c.keys("0000")
	time.Sleep(2 * time.Second)
	show("2-wrong")
	c.keys("2580")
	time.Sleep(2 * time.Second)
	var orders []string
	for n := range 3 {
		c.press("F2")
		time.Sleep(time.Second)
		c.keys("12.5")
		c.press("Return")
		time.Sleep(time.Second)
		c.press("1")
		c.order = orderIn.FindStringSubmatch(c.wait("msg=sale", "step=intent", fmt.Sprintf("number=%d ", n+1)))[1]
		c.waitStatus("waiting")
		orders = append(orders, c.order)
	}
	c.press("F12")
	time.Sleep(time.Second)
	show("3-locked")
	c.order = orders[0]
	c.approve()
	c.waitStatus("paid")
	c.press("Down")
	c.keys("12345")
	time.Sleep(2 * time.Second)
	show("4-take-over")
	c.press("Return")
	time.Sleep(2 * time.Second)
	show("5-taken-over")
	c.must(c.app.Stop())
	c.inStore(func(d *till.Till) {
		want := map[string]string{orders[0]: "Samira", orders[1]: "Huda", orders[2]: "Huda"}
		page, err := d.Sales(t.Context(), journal.SaleQuery{})
		c.must(err)
		for _, s := range page.Sales {
			if s.Cashier != want[s.OrderID] {
				t.Errorf("%s is %s's, want %s's", s.OrderID, s.Cashier, want[s.OrderID])
			}
		}
		if len(page.Sales) != 3 {
			t.Errorf("%d sales", len(page.Sales))
		}
	})
	said, err := exec.Command(binary(t), "--data-dir", c.data, "--lang", "en", "forget-users").CombinedOutput()
	if err != nil || !strings.Contains(string(said), "Users removed: 2.") {
		t.Errorf("forget-users: %v\n%s", err, said)
	}
	c.inStore(func(d *till.Till) {
		if n := len(d.Staff.Users()); n != 0 {
			t.Errorf("%d users are left", n)
		}
	})
}

// inStore opens the data while the application is not running.
func (c *hands) inStore(work func(*till.Till)) {
	c.t.Helper()
	dir := filepath.Join(c.data, "sandbox")
	store, err := storage.Open(c.t.Context(), storage.Options{Dir: dir, Keys: keys.NewFile(dir), Checkpoints: keys.NewFile(dir)})
	c.must(err)
	defer store.Close()
	d, err := till.Open(c.t.Context(), till.Config{Store: store, Environment: core.Sandbox, BaseURL: "not asked",
		NewSDK: func() *core.WebSDK { return nil }, Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD"}})
	c.must(err)
	defer d.Close()
	work(d)
}
