package othergateway_test

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core"
	"sanduq/core/till"
)

// process is one run of the application.
type process struct {
	dead   atomic.Bool
	client *core.Client
	mu     sync.Mutex
	conns  []net.Conn
}

func (p *process) die() {
	p.dead.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}

var errDead = errors.New("the process is dead")

// handle is the store as one process holds it.
type handle struct {
	till.Store
	d *day
	p *process
}

// Commit implements till.Store.
func (h handle) Commit(ctx context.Context, c till.Change) error {
	if h.p.dead.Load() {
		return errDead
	}
	if c.Sale != nil {
		h.d.lawful(*c.Sale)
		h.d.write("%s disk %d: %s %s %s unresolved=%v word=%q conflict=%q", c.Sale.ID, c.Sale.Version, c.Sale.Step, c.Sale.Session.State,
			c.Sale.Status(), c.Sale.Session.OTPUnresolved, c.Sale.Session.RawStatus, c.Sale.Session.Conflict)
	}
	return h.Store.Commit(ctx, c)
}

// jitter is a source of its own for waits.
func (d *day) jitter(name string) core.Jitter {
	r, mu := d.random("jitter", name), new(sync.Mutex)
	return func(limit time.Duration) time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return time.Duration(r.Int64N(int64(limit)))
	}
}

// start begins a process on the disk.
func (d *day) start() {
	d.proc = &process{}
	p := d.proc
	api, secret := d.gate.Keys()
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: address, APIKey: core.NewSecret(api),
		SecretKey: core.NewSecret(secret), Profile: core.DefaultProfile(), Jitter: d.jitter("client"), Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
			return d.dial(ctx, p, network, addr)
		}})
	if err != nil {
		d.problem("no client: %v", err)
		return
	}
	p.client = client
	wire := core.PaymentAPI(client)
	if d.plant.api != nil {
		wire = d.plant.api(wire)
	}
	store := till.Store(handle{d.disk, d, p})
	if d.plant.store != nil {
		store = d.plant.store(store)
	}
	d.till, err = till.Open(context.Background(), till.Config{
		Store: store, Environment: core.Sandbox, BaseURL: address, Zone: time.UTC,
		Defaults: till.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"},
		Routes:   []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
		NewSDK: func() *core.WebSDK {
			return core.NewWebSDK(wire, &core.InMemoryTokenStore{}, core.WithJitter(d.jitter("sdk")))
		},
	})
	if err != nil {
		d.problem("the till does not open: %v", err)
		return
	}
	screen := d.till.Subscribe()
	go func() {
		for {
			n, err := screen.Next(context.Background())
			if err != nil {
				return
			}
			if n.Kind == till.NoticeSale {
				d.lawful(n.View.Sale)
			}
		}
	}()
}

// stop ends the process: closed by the cashier, or dead already.
func (d *day) stop() {
	d.till.Close()
	d.hands.Wait()
	d.proc.die()
	d.proc.client.Close()
}

// restore puts the journal back to what it was some commits ago.
func (d *day) restore() {
	d.count("journals put back")
	d.stop()
	n := d.disk.Commits() * (50 + d.r.IntN(50)) / 100
	before := d.newest()
	old := d.disk.At(n)
	if err := old.Commit(context.Background(), till.Change{Freeze: &till.Freeze{Cause: till.FreezeRestored, At: time.Now()}}); err != nil {
		d.problem("the journal cannot be put back: %v", err)
	}
	d.disk, d.putBack = old, true
	known := d.newest()
	for _, s := range before {
		if !slices.ContainsFunc(known, func(k till.Sale) bool { return k.ID == s.ID }) {
			d.missing[s.OrderID] = true
		}
	}
	d.write("people: the journal is put back to commit %d, without %d sales", n, len(d.missing))
	time.Sleep(between(d.r, 0, 20*time.Second))
	d.start()
}

func (d *day) restart(why string) {
	d.count("restarts")
	d.starts = append(d.starts, time.Now())
	d.write("people: restart %s", why)
	d.stop()
	time.Sleep(between(d.r, 0, 20*time.Second))
	d.start()
}
