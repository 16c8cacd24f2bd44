//go:build e2e

package e2e

import (
	"path/filepath"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till"
)

// TestAPersonsOwnWindow: Samira signs in, has the window in Arabic and in larger
// text, charges a quick amount by Alt and a digit and the same again, and locks;
// the lock is the shop's. What she wanted was kept by a till that was closed.
func TestAPersonsOwnWindow(t *testing.T) {
	t.Parallel()
	c := newHands(t)
	show := func(name string) {
		t.Helper()
		c.must(c.screen.SaveStable(filepath.Join(pictures(t), "personal-"+name+".png")))
	}
	c.start() // makes the store
	c.must(c.app.Stop())
	c.inStore(func(d *till.Till) {
		u, err := d.Staff.AddUser(t.Context(), "Samira", journal.RoleManager, core.NewSecret("2580"))
		c.must(err)
		c.must(d.Staff.SetUserPreferences(t.Context(), u.ID, journal.UserPreferences{Language: "ar", TextPercent: 125}))
		set := d.Settings()
		set.Quick, set.Repeat = "5 2.5 20", true
		c.must(d.Staff.SaveSettings(t.Context(), set, "Samira"))
	})
	c.start()
	show("1-locked")
	c.keys("2580")
	time.Sleep(3 * time.Second)
	show("2-in-arabic")
	for n, key := range []string{"alt+2", "alt+0"} {
		c.press("F2")
		time.Sleep(time.Second)
		c.press(key)
		time.Sleep(500 * time.Millisecond)
		show([]string{"3-quick", "4-again"}[n])
		c.press("Return")
		time.Sleep(800 * time.Millisecond)
		c.press("1")
		c.order = orderIn.FindStringSubmatch(c.wait("msg=sale", "step=intent", []string{"number=1 ", "number=2 "}[n]))[1]
		c.waitStatus("waiting")
	}
	c.press("F12")
	time.Sleep(2 * time.Second)
	show("5-locked")
	c.must(c.app.Stop())
	c.inStore(func(d *till.Till) {
		page, err := d.Sales(t.Context(), journal.SaleQuery{})
		c.must(err)
		for _, s := range page.Sales {
			if s.Amount.Minor != 2500 || s.Cashier != "Samira" {
				t.Errorf("%s: %s by %s", s.OrderID, s.Amount.Major(), s.Cashier)
			}
		}
		if len(page.Sales) != 2 {
			t.Errorf("%d sales", len(page.Sales))
		}
	})
}
