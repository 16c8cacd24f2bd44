package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/core/till/tests/driver"
	"sanduq/core/wire"
	"sanduq/storage"
	"sanduq/storage/check"
	"sanduq/storage/keys"
)

// DeskOrder is what a cash desk is told that sells one thing by one route.
type DeskOrder struct {
	Dir, BaseURL, APIKey, Secret string
	Route                        core.Route
	Patience                     time.Duration
}

// Shown is a line that a desk writes for each record that it would show, each
// fault that it tells, and its end.
type Shown struct {
	ID      journal.SaleID `json:"id,omitempty"`
	Order   string         `json:"order,omitempty"`
	Version uint64         `json:"version,omitempty"`
	Status  journal.Status `json:"status,omitempty"`
	Fault   string         `json:"fault,omitempty"`
	Refused string         `json:"refused,omitempty"` // why the till did not start, or a sale was not taken
	End     bool           `json:"end,omitempty"`
}

const (
	onlyCode = "246802" // the practice bank sends this one always
	account  = "2000300040"
	wallet   = "0912345678"
)

// RunDesk takes one payment through the real till and store, with the store's
// calls in one thread, and writes what it shows. Sales that are there already
// are finished first. It ends when the sale has, or when its patience does.
func RunDesk(o DeskOrder, out io.Writer) error {
	ctx, cancel := context.WithTimeout(context.Background(), o.Patience)
	defer cancel()
	lines := json.NewEncoder(out)
	key := keys.NewFile(o.Dir)
	store, err := openLane(ctx, storage.Options{Dir: o.Dir, Keys: key, Checkpoints: key, Patience: -1, Checker: check.Command("")})
	if err != nil {
		return lines.Encode(Shown{Refused: err.Error()})
	}
	defer func() { _ = store.Close() }()
	api, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: o.BaseURL, Profile: wire.SandboxProfile(),
		APIKey: core.NewSecret(o.APIKey), SecretKey: core.NewSecret(o.Secret)})
	if err != nil {
		return err
	}
	schedule := core.PollSchedule{Fast: 40 * time.Millisecond, FastFor: time.Minute, Slow: time.Second, Cap: time.Minute}
	desk, err := driver.Open(ctx, driver.Setup{Store: store, API: api,
		SDK: func() []core.Option { return []core.Option{core.WithSchedule(schedule)} }})
	if err != nil {
		return lines.Encode(Shown{Refused: err.Error()})
	}
	defer desk.Close()
	c := &cashier{ctx: ctx, till: desk, order: o, out: lines, sub: desk.Subscribe()}
	return c.sell()
}

// cashier does with the one sale what its status calls for.
type cashier struct {
	ctx   context.Context
	till  *driver.Desk
	order DeskOrder
	out   *json.Encoder
	sub   *till.Subscription
}

func (c *cashier) sell() error {
	for _, v := range c.till.InFlight() {
		if err := c.show(v); err != nil {
			return err
		}
	}
	for c.ctx.Err() == nil {
		for n, ok := c.sub.TryNext(); ok; n, ok = c.sub.TryNext() {
			if err := c.notice(n); err != nil {
				return err
			}
		}
		open := c.till.InFlight()
		if len(open) == 0 {
			if _, err := c.till.Charge(c.ctx, journal.Draft{Amount: money.Amount{Minor: 12_500, Currency: "LYD"}, Route: c.order.Route, Cashier: "Amal"}); err != nil {
				if err := c.out.Encode(Shown{Refused: err.Error()}); err != nil {
					return err
				}
			}
		} else if c.actAll(open) {
			return c.out.Encode(Shown{ID: open[0].ID, Order: open[0].OrderID, Version: open[0].Version, Status: open[0].Status(), End: true})
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}

func (c *cashier) notice(n journal.Notice) error {
	switch {
	case n.Kind == journal.NoticeSale:
		return c.show(n.View)
	case n.Kind == journal.NoticeStoreFault && n.StoreFault != nil:
		return c.out.Encode(Shown{Fault: n.StoreFault.Code + ": " + fmt.Sprint(n.StoreFault.Err)})
	}
	return nil
}

func (c *cashier) show(v journal.View) error {
	return c.out.Encode(Shown{ID: v.ID, Order: v.OrderID, Version: v.Version, Status: v.Status()})
}

// actAll does the next thing about each sale; true when there is none.
func (c *cashier) actAll(open []journal.View) bool {
	ended := true
	for _, v := range open {
		ended = c.act(v) && ended
	}
	return ended
}

// act does the next thing; true when there is none. What the till refuses for
// the moment is tried again.
func (c *cashier) act(v journal.View) (ended bool) {
	if v.Live.Busy != "" {
		return false
	}
	switch v.Status() {
	case journal.StatusChoosing, journal.StatusEntry:
		if c.order.Route == core.RouteQR {
			_ = c.till.OfferQR(c.ctx, v.ID)
			break
		}
		_ = c.till.Enter(c.ctx, v.ID, c.order.Route, map[core.Route]string{core.RouteAccount: account, core.RouteWallet: wallet}[c.order.Route])
	case journal.StatusCode:
		_ = c.till.SubmitOTP(c.ctx, v.ID, core.NewSecret(onlyCode), false)
	case journal.StatusPaid, journal.StatusNotOpened, journal.StatusFailed, journal.StatusExpired:
		return true
	}
	return false
}
