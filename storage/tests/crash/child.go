package crash

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
	"sanduq/core/wire"
	"sanduq/storage"
	"sanduq/storage/check"
	"sanduq/storage/keys"
)

// Child runs a process that a proof started, and reports whether this is one.
// The test binary calls it before anything else, so that it starts quickly.
func Child() bool {
	if len(os.Args) > 1 && os.Args[1] == check.CheckArgument {
		os.Exit(check.Main(os.Args[2:], os.Stderr))
	}
	text := os.Getenv(envOrders)
	if text == "" {
		return false
	}
	var o orders
	d := desk{teller: &teller{}, in: bufio.NewReader(os.Stdin)}
	err := json.Unmarshal([]byte(text), &o)
	if err == nil {
		d.orders = o
		err = d.run()
	}
	if err != nil {
		d.writeLine(toldWrong, err.Error(), nil)
		os.Exit(1)
	}
	os.Exit(0)
	return true
}

// desk is the till of one process, with its store and its cashier.
type desk struct {
	orders
	*teller
	in    *bufio.Reader
	store journal.Store
	till  *driver.Desk
}

func (d *desk) run() error {
	if d.Mode == modeHold {
		return d.openAndSell()
	}
	store, err := d.openStore()
	if err != nil {
		return fmt.Errorf("open the store: %w", err)
	}
	if err := d.reportSales(store); err != nil {
		return err
	}
	if word := d.nextCommand(); word != sayGo {
		return nil // the parent has gone
	}
	d.store = wrong(d.Journal, store, d.Seed)
	if err := d.openTill(); err != nil {
		return err
	}
	if d.Mode == modeSettle {
		return d.finishSales()
	}
	d.sell()
	return nil
}

// nextCommand returns the parent's next word; blank when it has gone.
func (d *desk) nextCommand() string {
	text, err := d.in.ReadString('\n')
	if err != nil {
		return ""
	}
	return text[:len(text)-1]
}

func (d *desk) openStore() (*storage.Store, error) {
	key := keys.NewFile(d.Dir)
	o := storage.Options{Dir: d.Dir, Keys: key, Checkpoints: key, Timeout: time.Duration(d.Wait) * time.Millisecond}
	if d.Aside {
		o.Checker = check.Command("")
	}
	return storage.Open(context.Background(), o)
}

// reportSales tells the parent of every sale that lies on the disk, before anything
// could be changed.
func (d *desk) reportSales(store *storage.Store) error {
	if warnings := store.Warnings(); len(warnings) > 0 {
		d.writeLine(toldWrong, fmt.Sprintf("the store warns: %v", warnings), nil)
	}
	page, err := store.Sales(context.Background(), journal.SaleQuery{Limit: 100_000})
	if err != nil {
		return fmt.Errorf("read what lies on the disk: %w", err)
	}
	for _, s := range page.Sales {
		d.writeLine(toldFound, "", stateOf(s))
	}
	d.writeLine(toldLooked, "", nil)
	return nil
}

// The schedule of the proof: the production rhythm, a few hundred times as
// fast.
var schedule = core.PollSchedule{Fast: 6 * time.Millisecond, FastFor: 120 * time.Millisecond,
	Slow: 30 * time.Millisecond, Cap: 2 * time.Second}

func (d *desk) openTill() error {
	profile := wire.DefaultProfile()
	if d.Names {
		profile = wire.SandboxProfile()
	}
	api, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: d.BaseURL,
		APIKey: core.NewSecret(d.APIKey), SecretKey: core.NewSecret(d.Secret), Profile: profile})
	if err != nil {
		return err
	}
	d.till, err = driver.Open(context.Background(), driver.Setup{Store: d.store, API: api,
		SDK: func() []core.Option { return []core.Option{core.WithSchedule(schedule)} }})
	if err != nil {
		return fmt.Errorf("open the till: %w", err)
	}
	return nil
}

// screen tells the parent of everything that the till publishes, as a screen
// would show it, and hands each record to see.
func (d *desk) screen(see func(journal.View)) {
	sub := d.till.Subscribe()
	for _, v := range d.till.InFlight() {
		d.writeLine(toldShown, "", stateOf(v.Sale))
		see(v)
	}
	d.writeLine(toldOpen, "", nil)
	go func() {
		for {
			n, err := sub.Next(context.Background())
			if err != nil {
				return
			}
			switch {
			case n.Kind == journal.NoticeSale:
				d.writeLine(toldShown, "", stateOf(n.View.Sale))
				see(n.View)
			case n.Kind == journal.NoticeStoreFault && n.StoreFault != nil:
				d.writeLine(toldWrong, "the till is in trouble: "+n.StoreFault.Err.Error(), nil)
			}
		}
	}()
}

// unbusy tries again while the sale's previous step is still under way.
func unbusy(do func() error) error {
	for {
		err := do()
		if journal.CodeOf(err) != journal.CodeBusy {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

// finishSales takes every sale to its end, each pass by the parent's word, and
// closes till and store as the application does.
func (d *desk) finishSales() error {
	d.screen(func(journal.View) {})
	for {
		var step func(context.Context, journal.View)
		switch d.nextCommand() {
		case sayPass:
			step = d.push
		case sayAsk:
			step = d.ask
		case sayEnd:
			d.till.Close()
			return d.store.Close()
		default:
			return io.ErrUnexpectedEOF
		}
		ctx := context.Background()
		open, err := d.store.OpenSales(ctx)
		if err != nil {
			return err
		}
		for _, s := range open {
			if v, held := d.till.Sale(s.ID); held {
				step(ctx, v)
			}
		}
		d.writeLine(toldPassed, "", nil)
	}
}

// push does with a sale what a cashier would do to end it.
func (d *desk) push(ctx context.Context, v journal.View) {
	switch {
	case v.Watchable() && v.Step == journal.StepCreated:
		_ = unbusy(func() error { return d.till.OfferQR(ctx, v.ID) })
	case v.Watchable() && v.Session.State == core.StateOTPRequired && !v.Session.OTPUnresolved && v.Step == journal.StepSession:
		_ = unbusy(func() error { return d.till.SubmitOTP(ctx, v.ID, core.NewSecret(rightCode), false) })
	default:
		d.ask(ctx, v)
	}
}

// ask puts one question about a sale that can still be paid, and takes note of
// one that has ended.
func (d *desk) ask(ctx context.Context, v journal.View) {
	if v.Watchable() {
		if err := d.till.Check(ctx, v.ID); err != nil && journal.CodeOf(err) != journal.CodeStep {
			d.writeLine(toldWrong, fmt.Sprintf("no answer about %s: %v", v.OrderID, err), nil)
		}
	}
	d.acknowledge(ctx, v)
}

// acknowledge acknowledges an end, and the alert that may come with it.
func (d *desk) acknowledge(ctx context.Context, v journal.View) {
	if v.LateMoney() || v.PaidTwice() {
		d.must(d.till.ReadLateAlert(ctx, v.ID))
	}
	if v.Status().Ended() && v.AcknowledgedAt.IsZero() {
		d.must(d.till.Acknowledge(ctx, v.ID))
	}
}

// must tells the parent of a refusal that has no place here. A sale that has
// been retired meanwhile is none.
func (d *desk) must(err error) {
	if code := journal.CodeOf(err); err != nil && code != journal.CodeNoSale && code != journal.CodeUnavailable {
		d.writeLine(toldWrong, err.Error(), nil)
	}
}
