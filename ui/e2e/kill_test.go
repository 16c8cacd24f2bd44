//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"sanduq/ui/e2e/harness"
)

// moment is one point of a QR sale at which the application is killed without
// a word, and what must come of it.
type moment struct {
	name  string
	fault map[string]any // holds a call up, so that it can be hit in the middle
	drive func(c *hands)
	// before is the sale's status on the screen when the plug is pulled, after
	// the one that the next start comes back with; blank is no sale at all.
	before, after string
	// meanwhile happens at the bank while the application is dead.
	meanwhile string
	// then is what a person does afterwards to bring the sale to its end.
	then     func(c *hands)
	end      string
	arrived  int // how often initiate reached the gateway, over all
	payments int
}

var moments = []moment{
	{name: "amount typed", drive: func(c *hands) { c.keys("12.5") }},
	{name: "ways to pay offered", drive: func(c *hands) { c.keys("12.5"); c.press("Return") }},
	{name: "before initiate took effect", fault: hold("initiate", false), drive: (*hands).pickQR, before: "opening", after: "notOpened", end: "notOpened"},
	{name: "after initiate took effect, no reply yet", fault: hold("initiate", true), drive: (*hands).pickQR, before: "opening", after: "notOpened", end: "notOpened", arrived: 1, payments: 1},
	{name: "before merchant-qr took effect", fault: hold("qrBank", false), drive: func(c *hands) { c.pickQR(); c.waitStep("qrIntent") }, before: "opening", after: "choosing",
		then: (*hands).askQRAndApprove, end: "paid", arrived: 1, payments: 1},
	{name: "after merchant-qr took effect, no reply yet", fault: hold("qrBank", true), drive: func(c *hands) { c.pickQR(); c.waitStep("qrIntent") }, before: "opening", after: "choosing",
		then: (*hands).askQRAndApprove, end: "paid", arrived: 1, payments: 1},
	{name: "QR on the screen", drive: (*hands).showQR, before: "waiting", after: "waiting", then: (*hands).approve, end: "paid", arrived: 1, payments: 1},
	{name: "QR on the screen, paid while dead", drive: (*hands).showQR, before: "waiting", meanwhile: "approve", after: "paid", end: "paid", arrived: 1, payments: 1},
	{name: "QR on the screen, declined while dead", drive: (*hands).showQR, before: "waiting", meanwhile: "decline", after: "failed", end: "failed", arrived: 1, payments: 1},
	{name: "a status question on its way", fault: hold("status", false), drive: func(c *hands) { c.showQR(); time.Sleep(3500 * time.Millisecond) }, before: "waiting", after: "waiting",
		then: (*hands).approve, end: "paid", arrived: 1, payments: 1},
	{name: "the bank is processing", fault: map[string]any{"kind": "slowSettlement", "delay": "30s"}, drive: func(c *hands) { c.showQR(); c.approve(); c.waitState("waitingPayment") }, before: "waiting",
		after: "waiting", end: "paid", arrived: 1, payments: 1},
	{name: "paid, on the screen", drive: func(c *hands) { c.showQR(); c.approve(); c.waitStatus("paid") }, before: "paid", after: "paid", end: "paid", arrived: 1, payments: 1},
	{name: "paid and acknowledged", drive: func(c *hands) {
		c.showQR()
		c.approve()
		c.waitStatus("paid")
		time.Sleep(2 * time.Second)
		c.press("Return")
		time.Sleep(time.Second)
	}, before: "paid", arrived: 1, payments: 1},
}

func hold(op string, afterCommit bool) map[string]any {
	return map[string]any{"op": op, "kind": "latency", "delay": "4s", "count": 1, "afterCommit": afterCommit}
}

// TestKilledAtEveryMoment pulls the plug at each moment of a sale in the real
// window, with the bank going on, and starts again.
func TestKilledAtEveryMoment(t *testing.T) {
	for i, m := range moments {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel() // a till waits more than it works
			m.run(t, i+1)
		})
	}
}

func (m moment) run(t *testing.T, n int) {
	c := newHands(t)
	c.start()
	if m.fault != nil {
		c.must(c.bank.Fault(m.fault))
	}
	m.drive(c)
	if m.before == "opening" { // its ring turns until it is answered, which is too late to be killed
		c.must(c.screen.Picture(killed(t, fmt.Sprintf("%02d-before", n))))
	} else {
		c.picture(fmt.Sprintf("%02d-before", n))
	}
	if got := c.status(); got != m.before {
		t.Errorf("before the kill the screen said %q, want %q", got, m.before)
	}
	c.must(c.app.Kill())
	c.must(c.bank.ClearFaults())
	if m.meanwhile != "" {
		c.act(m.meanwhile)
	}
	c.start()
	if m.after != "" {
		c.waitStatus(m.after)
		c.press("ctrl+1")
	}
	c.picture(fmt.Sprintf("%02d-after", n))
	if got := c.status(); got != m.after {
		t.Errorf("after the restart the screen said %q, want %q", got, m.after)
	}
	if m.then != nil {
		m.then(c)
	}
	if m.end != "" {
		c.waitStatus(m.end)
	}
	orders, err := c.bank.Payments()
	c.must(err)
	arrived := 0
	if c.order != "" {
		o, err := c.bank.Order(c.order)
		c.must(err)
		arrived = o.Arrived
	}
	t.Logf("%-42s before %-9s after %-9s end %-9s initiate arrived %d, payments %d", m.name, dash(m.before), dash(m.after), dash(m.end), arrived, len(orders))
	if arrived != m.arrived || len(orders) != m.payments {
		t.Errorf("initiate arrived %d times and opened %d payments, want %d and %d", arrived, len(orders), m.arrived, m.payments)
	}
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// hands are a person at the till, with the bank's control at hand.
type hands struct {
	t      *testing.T
	screen *harness.Display
	bank   *harness.Bank
	app    *harness.App
	data   string
	args   []string // of each start
	order  string
}

// newHands are hands before a display and a bank of their own, which end with
// the test.
func newHands(t *testing.T) *hands {
	t.Helper()
	c := &hands{t: t, data: t.TempDir()}
	var err error
	c.screen, err = harness.StartDisplay(context.Background(), harness.Width, harness.Height)
	c.must(err)
	t.Cleanup(c.screen.Stop)
	c.bank, err = harness.StartBank(binary(t), t.TempDir())
	c.must(err)
	t.Cleanup(c.bank.Stop)
	t.Cleanup(func() {
		if c.app != nil {
			_ = c.app.Kill()
		}
	})
	return c
}

func (c *hands) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *hands) start() {
	c.t.Helper()
	var err error
	c.app, err = harness.StartApp(c.screen, binary(c.t), c.data, c.bank.Env(), c.args...)
	c.must(err)
	ctx, cancel := timeout(c.t, 40*time.Second)
	defer cancel()
	_, err = c.app.Ready(ctx, c.screen)
	c.must(err)
	time.Sleep(1200 * time.Millisecond) // the window takes keys once its first frame is drawn
}

func (c *hands) wait(parts ...string) string {
	c.t.Helper()
	return c.waitUpTo(40*time.Second, parts...)
}

func (c *hands) waitUpTo(long time.Duration, parts ...string) string {
	c.t.Helper()
	ctx, cancel := timeout(c.t, long)
	defer cancel()
	line, err := c.app.WaitLog(ctx, parts...)
	c.must(err)
	return line
}

var orderIn = regexp.MustCompile(`order=(\S+)`)

func (c *hands) pickQR() {
	c.keys("12.5")
	c.press("Return")
	time.Sleep(500 * time.Millisecond)
	c.press("1")
	c.order = orderIn.FindStringSubmatch(c.wait("msg=sale", "step=intent"))[1]
}

func (c *hands) showQR() { c.pickQR(); c.waitStatus("waiting") }

func (c *hands) askQRAndApprove() {
	time.Sleep(500 * time.Millisecond)
	c.press("1")
	c.waitState("qrGenerated")
	c.approve()
}

func (c *hands) approve() { c.act("approve") }

func (c *hands) act(what string) {
	c.t.Helper()
	o, err := c.bank.Order(c.order)
	c.must(err)
	c.must(c.bank.Act(o.Newest.ID, what))
}

func (c *hands) waitStatus(s string) { c.t.Helper(); c.wait("order="+c.order, "status="+s+" ") }
func (c *hands) waitState(s string)  { c.t.Helper(); c.wait("order="+c.order, "state="+s+" ") }
func (c *hands) waitStep(s string)   { c.t.Helper(); c.wait("order="+c.order, "step="+s+" ") }
func (c *hands) keys(text string)    { c.t.Helper(); c.must(c.screen.Type(text)) }
func (c *hands) press(key string)    { c.t.Helper(); c.must(c.screen.Key(key)) }

var statusIn = regexp.MustCompile(`status=(\S+)`)

// status is what the application last said of the sale, which is what its
// window shows.
func (c *hands) status() string {
	if c.order == "" {
		return ""
	}
	m := statusIn.FindStringSubmatch(c.app.Last("order="+c.order, "status="))
	if m == nil {
		return ""
	}
	return m[1]
}

func (c *hands) picture(name string) {
	c.t.Helper()
	c.must(c.screen.SaveStable(killed(c.t, name)))
}

// killed is where a picture of these moments is kept.
func killed(t *testing.T, name string) string { return filepath.Join(pictures(t), "kill", name+".png") }
