package driver

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till"
	"sanduq/core/wire"
)

// Setup is what a till of one process is opened on.
type Setup struct {
	Store journal.Store
	API   core.PaymentAPI // of all its sales
	// Injection stands between the SDK of each sale and API, for faults that are
	// injected on purpose; nil is none.
	Injection func(core.PaymentAPI) core.PaymentAPI
	BaseURL   string // what its sales are bound to; blank is the embedded gateway
	SDK       func() []core.Option
	Routes    []core.Route // none is all
	Now       func() time.Time
	Zone      *time.Location // nil is UTC
	Logger    *slog.Logger
	// Shown is called with every notice, in order; nil when nobody looks.
	Shown func(journal.Notice)
}

// Desk is a till in a process, with those who look at it.
type Desk struct {
	*till.Till
	eyes  sync.WaitGroup
	calls sync.WaitGroup // calls of the cashier that wait for an answer
}

// Open opens a till in a shop of ours.
func Open(ctx context.Context, s Setup) (*Desk, error) {
	if len(s.Routes) == 0 {
		s.Routes = wire.Routes()
	}
	if s.BaseURL == "" {
		s.BaseURL = "embedded"
	}
	if s.Zone == nil {
		s.Zone = time.UTC
	}
	t, err := till.Open(ctx, till.Config{
		Store: s.Store, Environment: core.Sandbox, BaseURL: s.BaseURL, Zone: s.Zone, Routes: s.Routes, Now: s.Now, Logger: s.Logger,
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"},
		NewSDK: func() *core.WebSDK {
			var options []core.Option
			if s.SDK != nil {
				options = s.SDK()
			}
			api := s.API
			if s.Injection != nil {
				api = s.Injection(api)
			}
			return core.NewWebSDK(api, &core.InMemoryTokenStore{}, options...)
		},
	})
	if err != nil {
		return nil, err
	}
	d := &Desk{Till: t}
	if s.Shown != nil {
		told := t.Subscribe()
		d.eyes.Go(func() {
			for {
				n, err := told.Next(context.Background())
				if err != nil {
					return
				}
				s.Shown(n)
			}
		})
	}
	return d, nil
}

// Close closes the till and waits for its watchers and waiters.
func (d *Desk) Close() {
	d.Till.Close()
	d.eyes.Wait()
	d.calls.Wait()
}

// Wait waits for the calls that run beside everything else.
func (d *Desk) Wait() { d.calls.Wait() }

// Aside runs what waits for the network beside everything else.
func (d *Desk) Aside(f func()) { d.calls.Go(f) }

// Enter names the account or wallet that a customer pays from, at the practice
// bank.
func (d *Desk) Enter(ctx context.Context, id journal.SaleID, route core.Route, number string) error {
	return d.Validate(ctx, id, Entry(route, number))
}

// Entry is an account or a wallet at the practice bank.
func Entry(route core.Route, number string) journal.AccountEntry {
	e := journal.AccountEntry{Route: route, InstitutionCode: "FPB", InstitutionName: "First Practice Bank", Account: core.NewSecret(number)}
	if route == core.RouteWallet {
		e.InstitutionCode, e.InstitutionName = "PWL", "Practice Wallet"
	}
	return e
}

// Actions are what a cashier does with a sale.
type Actions struct {
	Pick  func(journal.Sale) // a route
	Enter func(journal.Sale) // an account or a wallet
	Code  func(journal.Sale) // the one-time code
	Wait  func(journal.Sale) // for the customer or the bank, who may do something meanwhile
	Note  func(journal.Sale) // take note of the end
}

// Next lets a sensible cashier do what a sale's status calls for.
func (a Actions) Next(s journal.Sale) {
	do := a.Note
	switch s.Status() {
	case journal.StatusChoosing:
		do = a.Pick
	case journal.StatusEntry:
		do = a.Enter
	case journal.StatusCode:
		do = a.Code
	case journal.StatusWaiting, journal.StatusUnknown, journal.StatusSetAside:
		do = a.Wait
	}
	do(s)
}
