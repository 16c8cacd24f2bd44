//go:build e2e

package e2e

import (
	"testing"
	"time"

	"sanduq/storage/keys/secretservice"
)

// TestTheFirstRunLeadsToLive gives the bank's keys while practising: the same
// window opens the live till, with its names, and asks for its manager.
func TestTheFirstRunLeadsToLive(t *testing.T) {
	service := secretservice.Begin(t)
	if err := service.Unlocked("a login"); err != nil {
		t.Fatal(err)
	}
	c := newcomer(t, []string{"DBUS_SESSION_BUS_ADDRESS=" + service.Address()}, "--lang", "en")
	c.keys("Al Noor Market")
	c.each("Tab", "Tab", "Tab", "Tab", "Return") // the tile of live
	c.page("Tab", "Return")
	c.keys("http://pay.invalid")
	c.press("Return")
	c.keys("CANARY-api-9f")
	c.press("Return")
	c.keys("CANARY-secret-9f")
	c.press("Return")
	c.keys("LIVE")
	c.press("Return")
	c.shown("live-1-wrong")
	c.press("ctrl+a")
	c.keys("https://pay.invalid")
	c.shown("live-2-bank")
	window := c.window()
	c.press("Return")
	c.wait("msg=ready", "environment=live", "key=keyring", "fresh=true")
	if now := c.window(); now != window {
		t.Errorf("the live till has window %q, practice had %q", now, window)
	}
	time.Sleep(1500 * time.Millisecond)
	if kept := c.choices(); kept["environment"] != "live" || kept["baseUrlLive"] != "https://pay.invalid" || kept["names"] == nil {
		t.Errorf("the next start remembers %v", kept)
	}
	c.shown("live-3-manager")
	c.page("Escape")
	c.page("Escape")
	c.wait(`msg="set up"`)
	time.Sleep(time.Second) // the screen fades in
	c.shown("live-4-sale")
	if kept := c.choices(); kept["names"] != nil {
		t.Errorf("the next start remembers %v", kept)
	}
	c.quietAbout("CANARY")
}

// window is the X server's number of the application's one window.
func (c *hands) window() string {
	c.t.Helper()
	id, err := c.screen.Windows("Sanduq")
	c.must(err)
	if len(id) != 1 {
		c.t.Fatalf("there are the windows %q, want one", id)
	}
	return id[0]
}
