//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till"
)

// TestADayInTheRealWindow drives a shop's day by keys alone and reads it back from
// the file. In the evening before, a customer leaves with a QR, and the shift ends.
// Then: a float; sales by QR, account, wallet and in cash, of which
// SANDUQ_DAY_SALES says how many of each; the till handed on by PINs; cash out on a
// manager's word; the money of the evening before; a payment that is replaced, and
// both are paid; one that is replaced by cash and is paid after all; an X; a count
// that is short; the Z.
func TestADayInTheRealWindow(t *testing.T) {
	t.Parallel()
	d := newDay(t, "day", "--lang", "en")
	d.signIn("2580")

	d.press("F8")
	d.capture("01-not-open")
	d.keys("20")
	d.rested()
	d.press("Return")
	d.pause()
	left := d.sale(core.RouteQR, 61_000)
	d.open++
	d.aside(1)
	d.capture("02-set-aside")
	d.countAndClose(20_000, "", nil)
	d.capture("03-evening-closed")
	d.press("Return")
	d.pause()

	d.book = newBook("Samira", 150_000)
	d.book.counted = 20_000 // the evening before, and Samira finds 150.000
	d.keys("150")
	d.press("Return")
	d.write("change from the bank")
	d.capture("04-float")
	d.rested()
	d.press("Return")
	d.capture("05-open")
	each := salesOfEach(t)
	for i := range each {
		if i == each/2 {
			d.signOver("Down", "13579")
			d.press("Escape") // what is open stays Samira's
			d.pause()
			d.book.by = "Yusuf"
		}
		for _, route := range []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet, journal.RouteCash} {
			d.sell(route)
		}
	}
	d.cashOut(20_000, "cleaning", "2580")
	d.late(left, 61_000)
	d.paidTwice(33_500)
	d.afterCash(15_250)

	d.signOver("Up", "2580")
	d.press("F8")
	d.capture("50-day")
	d.x()
	const short = 2_500
	d.countAndClose(d.book.expected()-short, "too much change given", d.capture)
	d.capture("59-closed")
	d.slip("z", "60-slip-z")
	d.must(d.app.Stop())
	d.inStore(func(shop *till.Till) { d.book.against(t, shop, -short, "too much change given") })
}

// TestADayInArabic is a short day in the real window, written from the right.
func TestADayInArabic(t *testing.T) {
	t.Parallel()
	d := newDay(t, "day-ar", "--lang", "ar")
	d.signIn("2580")
	d.book = newBook("Samira", 150_000)
	d.press("F8")
	d.keys("150")
	d.capture("01-float")
	d.rested()
	d.press("Return")
	d.capture("02-open")
	d.sell(core.RouteQR)
	d.sell(journal.RouteCash)
	d.cashOut(20_000, "تنظيف", "")
	d.press("F8")
	d.capture("50-day")
	const over = 1_000
	d.countAndClose(d.book.expected()+over, "نسي زبون الباقي", d.capture)
	d.capture("59-closed")
	d.slip("z", "60-slip-z")
	d.must(d.app.Stop())
	d.inStore(func(shop *till.Till) { d.book.against(t, shop, over, "نسي زبون الباقي") })
}

// salesOfEach is how many sales of each kind a day has.
func salesOfEach(t *testing.T) int {
	text := os.Getenv("SANDUQ_DAY_SALES")
	if text == "" {
		return 2
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 2 {
		t.Fatalf("SANDUQ_DAY_SALES is %q", text)
	}
	return n
}

// watchGap is longer than between two questions about a sale in the first quarter
// of an hour after it was set aside.
const watchGap = 6 * time.Minute

// late is money for the sale that the evening before set aside.
func (d *day) late(order string, minor int64) {
	d.t.Helper()
	d.order = order
	d.approve()
	d.waitUpTo(watchGap, "order="+order, "status=paid ")
	d.open--
	d.book.add(journal.TakenKey{Opened: 1, Route: core.RouteQR, Cashier: "Samira"}, minor)
	d.book.owe(minor) // the customer had left without the goods
	d.capture("31-late")
}

// paidTwice replaces a payment by another one, and both are paid.
func (d *day) paidTwice(minor int64) {
	d.t.Helper()
	first := d.sale(core.RouteQR, minor)
	d.aside(3)
	d.capture("33-replaced")
	d.typed(minor) // a wrong amount is not offered again
	second := d.pick(core.RouteQR)
	for _, order := range []string{first, second} {
		d.order = order
		d.approve()
		d.waitStatus("paid")
		d.book.paid(core.RouteQR, minor)
	}
	d.book.owe(minor)
	d.capture("34-paid-twice")
	d.rested()
	d.press("Return")
	d.pause()
}

// afterCash replaces a payment by cash, and it is paid all the same.
func (d *day) afterCash(minor int64) {
	d.t.Helper()
	first := d.sale(core.RouteQR, minor)
	d.aside(3)
	d.typed(minor)
	d.cash(minor, func(string) {})
	d.order = first
	d.approve()
	d.waitStatus("paid")
	d.book.paid(core.RouteQR, minor)
	d.book.owe(minor)
	d.capture("36-paid-after-cash")
}

// aside sets the sale on the screen aside: the reason is so many steps back from
// the safe way out. What it calls for has the keys then.
func (d *day) aside(back int) {
	d.press("F7")
	d.pause()
	for range back {
		d.press("shift+Tab")
	}
	d.press("space")
	d.capture(fmt.Sprintf("aside-%d", back))
	d.press("Return")
	d.pause()
}

// cashOut takes cash out of the drawer, on a manager's word where who is there may
// not: pin is blank for none.
func (d *day) cashOut(minor int64, reason, pin string) {
	d.t.Helper()
	d.press("F8")
	d.pause()
	d.rested()
	d.press("F7")
	if pin != "" {
		d.capture("29-whose-word")
		d.signIn(pin)
	}
	d.pause()
	d.keys(fmt.Sprint(minor / 1000))
	d.press("Return")
	d.write(reason)
	d.capture("30-cash-out")
	d.press("Return")
	d.pause()
	d.book.out(minor, reason, pin != "")
}

// x looks at the shift as it stands, and puts it on paper.
func (d *day) x() {
	d.rested()
	d.press("F5")
	d.capture("51-x")
	d.newest = d.slipName()
	d.press("F9")
	d.slip("x", "52-slip-x")
	d.press("Escape")
	d.pause()
}
