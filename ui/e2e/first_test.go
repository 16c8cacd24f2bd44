//go:build e2e

package e2e

import (
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till"
	"sanduq/ui/e2e/harness"
)

// newcomer is a window on a fresh data folder.
func newcomer(t *testing.T, env []string, args ...string) *hands {
	t.Helper()
	screen, err := harness.StartDisplay(t.Context(), harness.Width, harness.Height)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(screen.Stop)
	c := &hands{t: t, screen: screen, data: t.TempDir()}
	c.app, err = harness.StartApp(screen, binary(t), c.data, append([]string{"LANG=C"}, env...), append(args, "--bank-addr", "127.0.0.1:0")...)
	c.must(err)
	t.Cleanup(func() { _ = c.app.Stop() })
	c.wait("msg=ready", "fresh=true")
	time.Sleep(1500 * time.Millisecond) // the window takes keys once its first frame is drawn
	return c
}

// shown keeps a picture of the first run.
func (c *hands) shown(name string) {
	c.t.Helper()
	c.must(c.screen.SaveStable(filepath.Join(pictures(c.t), "first-run", name+".png")))
}

// each presses one key after the other.
func (c *hands) each(keys ...string) {
	c.t.Helper()
	for _, key := range keys {
		c.press(key)
	}
}

// page is each, and lets a page come up: it takes no key at first.
func (c *hands) page(keys ...string) {
	c.t.Helper()
	c.each(keys...)
	time.Sleep(time.Second)
}

// TestTheFirstRunByKeys names a till, makes its manager and a recovery code,
// takes a payment, and never sees any of it again.
func TestTheFirstRunByKeys(t *testing.T) {
	t.Parallel()
	c := newcomer(t, nil, "--lang", "en")
	c.keys("Al Noor Market")
	c.each("Tab", "ctrl+a")
	c.keys("Counter 2")
	c.each("Tab", "Down")
	c.shown("1-till")
	c.page("Tab", "Tab", "Tab", "Tab", "Return") // over the ways to use it and the skip
	c.keys("Huda")
	c.press("Return")
	c.keys("2580")
	c.press("Return")
	c.keys("2580")
	c.shown("2-manager")
	c.page("Return")
	time.Sleep(time.Second) // a code is slow to hash
	c.page("Return")
	c.shown("3-recovery")
	c.page("Return") // asks once more
	c.shown("3-recovery-sure")
	c.page("Return")
	c.wait(`msg="set up"`)
	time.Sleep(time.Second) // the screen fades in
	c.keys("12.5")
	c.press("Return")
	time.Sleep(time.Second)
	c.press("1")
	c.wait("msg=sale", "number=1 ", "status=waiting")
	c.shown("4-qr")
	c.must(c.app.Stop())
	c.inStore(func(d *till.Till) {
		if set := d.Settings(); set.Shop != "Al Noor Market" || set.Till != "Counter 2" || set.Currency != "BHD" {
			t.Errorf("the till is %+v", set)
		}
		if users := d.Staff.Users(); len(users) != 1 || users[0].Name != "Huda" || users[0].Role != journal.RoleManager {
			t.Errorf("its users are %+v", users)
		}
	})
	var err error
	c.app, err = harness.StartApp(c.screen, binary(t), c.data, []string{"LANG=C"}, "--bank-addr", "127.0.0.1:0")
	c.must(err)
	c.wait("msg=ready", "fresh=false")
	c.shown("5-again")
}

// TestTheFirstRunInArabic turns the language on the screen and fills it in from
// the right.
func TestTheFirstRunInArabic(t *testing.T) {
	t.Parallel()
	c := newcomer(t, nil, "--lang", "en")
	c.must(c.screen.Click(1158, 64)) // العربية
	time.Sleep(time.Second)
	c.must(c.screen.TypeForeign("سوق النور"))
	c.shown("ar-1-till")
	c.page("Return")
	c.must(c.screen.TypeForeign("هدى"))
	c.press("Return")
	c.must(c.screen.TypeForeign("٢٥٨٠"))
	c.press("Return")
	c.keys("2580")
	c.shown("ar-2-manager")
	c.page("Return")
	time.Sleep(time.Second)
	c.shown("ar-3-recovery")
	c.page("Escape")
	c.wait(`msg="set up"`)
	time.Sleep(time.Second) // the screen fades in
	c.shown("ar-4-sale")
	c.lifted("ar-4-sale")
	c.must(c.app.Stop())
	c.inStore(func(d *till.Till) {
		if set := d.Settings(); set.Shop != "سوق النور" || set.Till != "الصندوق 1" || set.Currency != "LYD" {
			t.Errorf("the till is %+v", set)
		}
		if users := d.Staff.Users(); len(users) != 1 || users[0].Name != "هدى" {
			t.Errorf("its users are %+v", users)
		}
	})
}

// lifted checks that nothing lies over the sale screen any more: its figures
// are dark, in ink that is no grey.
func (c *hands) lifted(picture string) {
	c.t.Helper()
	file, err := os.Open(filepath.Join(pictures(c.t), "first-run", picture+".png"))
	c.must(err)
	defer file.Close()
	img, err := png.Decode(file)
	c.must(err)
	darkest := uint32(0xffff)
	for y := 110; y < 560; y++ {
		for x := 40; x < 700; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			darkest = min(darkest, max(r, g, b))
		}
	}
	if darkest > 0x4000 {
		c.t.Errorf("the darkest point of the keys is %04x: something lies over them", darkest)
	}
}

// choices is what the next start remembers.
func (c *hands) choices() (kept map[string]any) {
	c.t.Helper()
	data, err := os.ReadFile(filepath.Join(c.data, "choices.json"))
	c.must(err)
	c.must(json.Unmarshal(data, &kept))
	return kept
}

// quietAbout looks for keys where they must not be.
func (c *hands) quietAbout(word string) {
	c.t.Helper()
	if strings.Contains(c.app.Log(), word) {
		c.t.Errorf("the log holds %q", word)
	}
}

// TestAFirstRunThatIsCutOff begins again as long as nothing of it is on disk,
// and never after its first page was.
func TestAFirstRunThatIsCutOff(t *testing.T) {
	t.Parallel()
	c := newcomer(t, nil, "--lang", "en")
	c.keys("Al Noor Market")
	again := func(fresh string) {
		t.Helper()
		c.must(c.app.Kill())
		var err error
		c.app, err = harness.StartApp(c.screen, binary(t), c.data, []string{"LANG=C"}, "--bank-addr", "127.0.0.1:0")
		c.must(err)
		c.wait("msg=ready", "fresh="+fresh)
		time.Sleep(1500 * time.Millisecond)
	}
	again("true")
	c.keys("Corner Shop")
	c.page("Return")
	c.shown("cut-off-at-the-manager")
	again("false")
	c.shown("cut-off-and-back")
	c.must(c.app.Stop())
	c.inStore(func(d *till.Till) {
		if set := d.Settings(); set.Shop != "Corner Shop" || len(d.Staff.Users()) != 0 {
			t.Errorf("the till is %+v, its users %+v", set, d.Staff.Users())
		}
	})
}
