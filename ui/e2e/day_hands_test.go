//go:build e2e

package e2e

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till"
)

// day is a shop's day at a till, and the book that is kept beside it.
type day struct {
	*hands
	folder string
	book   *book
	sales  int    // that were begun, over all shifts
	whole  int    // that were taken from their beginning to their end
	open   int    // sales of the evening before
	newest string // slip of the practice printer that was looked at
}

// newDay is a till with shifts and cash, a drawer at its practice printer, a manager
// and a cashier.
func newDay(t *testing.T, folder string, args ...string) *day {
	t.Helper()
	d := &day{hands: newHands(t), folder: folder}
	t.Cleanup(func() {
		if t.Failed() {
			_ = d.screen.Picture(filepath.Join(pictures(t), folder, "failed.png"))
		}
	})
	d.args = args
	d.start() // makes the store
	d.must(d.app.Stop())
	d.inStore(func(shop *till.Till) {
		set := shop.Settings()
		set.Shop, set.Till, set.Shifts, set.Cash = "Al Noor Market", "2", true, true
		d.must(shop.Staff.SaveSettings(t.Context(), set, "Samira"))
		_, err := shop.Staff.AddUser(t.Context(), "Samira", journal.RoleManager, core.NewSecret("2580"))
		d.must(err)
		_, err = shop.Staff.AddUser(t.Context(), "Yusuf", journal.RoleCashier, core.NewSecret("13579"))
		d.must(err)
	})
	kept := filepath.Join(d.data, "config", "fyne", "ly.sanduq.till")
	d.must(os.MkdirAll(kept, 0o700))
	d.must(os.WriteFile(filepath.Join(kept, "preferences.json"), []byte(`{"printer.drawer":2}`), 0o600))
	d.start()
	return d
}

func (d *day) pause() { time.Sleep(700 * time.Millisecond) }

// rested is longer than an end keeps deaf to keys that were meant for the screen
// before.
func (d *day) rested() { time.Sleep(1200 * time.Millisecond) }

func (d *day) capture(name string) {
	d.t.Helper()
	d.pause()
	d.must(d.screen.Picture(filepath.Join(pictures(d.t), d.folder, name+".png")))
}

// write types words, for which the keyboard may lack letters.
func (d *day) write(text string) {
	if strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f }) {
		d.must(d.screen.TypeForeign(text))
		return
	}
	d.keys(text)
}

// signIn types a PIN, which is slow to check.
func (d *day) signIn(pin string) {
	d.keys(pin)
	time.Sleep(4 * time.Second)
}

// signOver locks the till and lets somebody else in.
func (d *day) signOver(to, pin string) {
	d.press("F12")
	d.pause()
	d.press(to)
	d.signIn(pin)
}

// sale begins one by a route and returns its order.
func (d *day) sale(route core.Route, minor int64) string {
	d.t.Helper()
	d.amount(minor)
	return d.pick(route)
}

// amount is typed into a new sale, up to the ways to pay.
func (d *day) amount(minor int64) {
	d.press("F2")
	d.pause()
	d.typed(minor)
}

// typed is an amount on a screen that waits for one.
func (d *day) typed(minor int64) {
	d.keys(strings.TrimRight(money.Amount{Minor: minor, Currency: "LYD"}.Major(), "0"))
	d.press("Return")
	d.pause()
}

// pick chooses a route for what was typed.
func (d *day) pick(route core.Route) string {
	d.t.Helper()
	d.sales++
	d.press(map[core.Route]string{core.RouteQR: "1", core.RouteAccount: "2", core.RouteWallet: "3"}[route])
	d.order = orderIn.FindStringSubmatch(d.wait("msg=sale", "step=intent", fmt.Sprintf("number=%d ", d.sales)))[1]
	if route == core.RouteQR {
		d.waitStatus("waiting")
		d.pause() // the code comes up, and only then its keys count
	} else {
		d.waitStatus("entry")
	}
	return d.order
}

// sell is a whole sale of the day, of an amount that no other has.
func (d *day) sell(route core.Route) {
	d.t.Helper()
	d.whole++
	n, minor := d.whole, 3_000+int64(d.whole)*1_250
	show := func(step string) {
		if n <= 4 {
			d.capture(fmt.Sprintf("%02d-%s-%s", 5+n, route, step))
		}
	}
	if route == journal.RouteCash {
		d.amount(minor)
		show("ways")
		d.cash(minor, show)
		if n <= 4 {
			d.slip("cash", "10-slip-cash")
		}
		return
	}
	d.sale(route, minor)
	if route == core.RouteQR {
		show("code")
		d.approve()
	} else {
		d.pay(route)
		show("code")
	}
	d.waitStatus("paid")
	d.book.paid(route, minor)
	d.rested()
	show("paid")
	d.press("Return")
	d.pause()
}

// pay types an account's or a wallet's number and the code that the customer got.
func (d *day) pay(route core.Route) {
	time.Sleep(2 * time.Second) // the list of banks has come
	d.press("1")
	d.keys(map[core.Route]string{core.RouteAccount: "012345678901", core.RouteWallet: "0912345678"}[route])
	time.Sleep(2 * time.Second) // on a slow machine digits come late and at once, as a scanner's do, whose Enter counts for nothing
	d.press("Return")
	d.waitStatus("code")
	time.Sleep(2 * time.Second) // the slots are there and listen
	codes, err := d.bank.Codes()
	d.must(err)
	d.keys(codes[0])
}

// cash is what a person takes for what was typed.
func (d *day) cash(minor int64, show func(string)) {
	d.t.Helper()
	d.sales++
	d.newest = d.slipName()
	d.press("4")
	d.pause()
	d.keys("100")
	show("given")
	d.press("Return")
	d.wait("msg=sale", fmt.Sprintf("number=%d ", d.sales), "status=cash ")
	d.book.cash(minor)
	d.rested()
	show("change")
	d.press("Return")
	d.pause()
}

// countAndClose counts a sum into the drawer by notes and coins, gives a reason
// where there is a difference, and ends the shift. Nothing that should be there may
// be read before the count is done: look is for a picture of it, nil for none.
func (d *day) countAndClose(minor int64, reason string, look func(string)) {
	d.t.Helper()
	if look == nil {
		look = func(string) {}
	}
	d.press("F8")
	d.rested()
	d.press("Return")
	d.pause()
	values := journal.Denominations("LYD")
	for i, value := range values {
		if n := minor / value; n > 0 {
			d.keys(fmt.Sprint(n))
			minor %= value
		}
		if i == len(values)-1 {
			look("55-counted")
		}
		d.press("Return")
		time.Sleep(150 * time.Millisecond)
	}
	if minor != 0 {
		d.t.Fatalf("%d cannot be counted", minor)
	}
	d.rested()
	look("56-difference")
	if reason != "" {
		d.write(reason)
		look("57-reason")
	}
	d.newest = d.slipName()
	d.press("Return")
	d.pause()
}

// slipName is the newest slip of the practice printer; blank before the first.
func (d *day) slipName() string {
	found, err := filepath.Glob(filepath.Join(d.data, "*", "slips", "slip-*.png"))
	d.must(err)
	if len(found) == 0 {
		return ""
	}
	slices.Sort(found)
	return found[len(found)-1]
}

// slip waits for a slip that is newer than the one that was looked at last, and
// keeps it among the pictures.
func (d *day) slip(what, name string) {
	d.t.Helper()
	ctx, done := timeout(d.t, 20*time.Second)
	defer done()
	for ctx.Err() == nil {
		time.Sleep(100 * time.Millisecond)
		path := d.slipName()
		if path == d.newest {
			continue
		}
		data, err := os.ReadFile(path)
		d.must(err)
		if img, err := png.Decode(strings.NewReader(string(data))); err == nil && img.Bounds().Dx() == 576 { // else it is being written
			d.must(os.WriteFile(filepath.Join(pictures(d.t), d.folder, name+".png"), data, 0o644))
			d.newest = path
			return
		}
	}
	d.t.Fatalf("no slip of %s came out", what)
}
