//go:build e2e

package e2e

import (
	"path/filepath"
	"testing"
	"time"

	"sanduq/core/till"
)

// TestADayInTheRealWindow opens a shift, takes money through the bank and in cash,
// counts the drawer short and closes it, by keys alone, and reads the Z from the
// disk.
func TestADayInTheRealWindow(t *testing.T) {
	t.Parallel()
	c := newHands(t)
	c.start() // so that there are data
	c.must(c.app.Stop())
	c.inStore(func(shop *till.Till) {
		set := shop.Settings()
		set.Shifts, set.Cash = true, true
		c.must(shop.SaveSettings(t.Context(), set, "Huda"))
	})
	c.start()
	look := func(name string) {
		time.Sleep(700 * time.Millisecond)
		c.must(c.screen.Settled(filepath.Join(pictures(t), "day", name+".png")))
	}
	c.press("F8")
	look("1-not-open")
	c.keys("150")
	c.press("Return")
	look("2-open")
	c.press("F2")
	c.showQR()
	c.approve()
	c.waitStatus("paid")
	time.Sleep(2 * time.Second) // an end is deaf at first
	c.press("Return")
	time.Sleep(time.Second)
	c.keys("12.5")
	c.press("Return")
	time.Sleep(700 * time.Millisecond)
	look("3-routes")
	c.press("4")
	look("4-cash")
	c.keys("20")
	look("5-given")
	c.press("Return")
	c.wait("msg=sale", "status=cash ")
	look("6-change")
	time.Sleep(2 * time.Second)
	c.press("Return")
	time.Sleep(time.Second)
	c.press("F8")
	look("7-day")
	c.press("Return")
	look("8-count")
	for _, value := range till.Denominations("LYD") {
		if value == 20_000 {
			c.keys("8")
		}
		c.press("Return")
		time.Sleep(150 * time.Millisecond)
	}
	look("9-difference")
	c.keys("too much change given")
	look("10-reason")
	c.press("Return")
	look("11-closed")
	c.must(c.app.Stop())
	c.inStore(func(shop *till.Till) {
		zs, err := shop.Zs(t.Context(), 0, 9)
		c.must(err)
		if len(zs) != 1 {
			t.Fatalf("%d Zs", len(zs))
		}
		z := zs[0]
		if z.Seq != 1 || len(z.Taken) != 2 || z.Taken[0].Minor != 12_500 || z.Taken[1].Minor != 12_500 {
			t.Errorf("the Z: %+v", z)
		}
		if d := z.Drawer; d == nil || d.Float != 150_000 || d.Expected != 162_500 || d.Difference != -2_500 || d.Reason != "too much change given" {
			t.Errorf("its drawer: %+v", z.Drawer)
		}
	})
}
