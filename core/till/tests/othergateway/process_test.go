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
	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/wire"
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
	journal.Store
	d *day
	p *process
}

// Commit implements journal.Store.
func (h handle) Commit(ctx context.Context, c journal.Change) error {
	if h.p.dead.Load() {
		return errDead
	}
	if c.Sale != nil {
		h.d.write("%s disk %d: %s %s %s unresolved=%v word=%q conflict=%q", c.Sale.ID, c.Sale.Version, c.Sale.Step, c.Sale.Session.State,
			c.Sale.Status(), c.Sale.Session.OTPUnresolved, c.Sale.Session.RawStatus, c.Sale.Session.Conflict)
	}
	return h.Store.Commit(ctx, c)
}

// jitter is a source of its own for waits.
func (d *day) jitter(name string) core.Jitter {
	return driver.Jitter(d.random("jitter", name))
}

// start begins a process on the disk.
func (d *day) start() {
	d.proc = &process{}
	p := d.proc
	api, secret := d.gate.Keys()
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: address, APIKey: core.NewSecret(api),
		SecretKey: core.NewSecret(secret), Profile: wire.DefaultProfile(), Jitter: d.jitter("client"), Dial: func(ctx context.Context, network, addr string) (net.Conn, error) {
			return d.dial(ctx, p, network, addr)
		}})
	if err != nil {
		d.problem("no client: %v", err)
		return
	}
	p.client = client
	store := journal.Store(handle{driver.Watch(d.disk, func(c journal.Change) { d.breaks(d.law.Committed(c)) }), d, p})
	if d.inject.store != nil {
		store = d.inject.store(store)
	}
	d.law.Restarted()
	d.till, err = driver.Open(context.Background(), driver.Setup{Store: store, BaseURL: address, Injection: d.inject.api,
		API:   driver.Tap(client, func(op core.Operation, order string) { d.breaks(d.law.Leaves(op, order)) }),
		SDK:   func() []core.Option { return []core.Option{core.WithJitter(d.jitter("sdk"))} },
		Shown: func(n journal.Notice) { d.breaks(d.law.Noticed(n)) },
	})
	if err != nil {
		d.problem("the till does not open: %v", err)
	}
}

// stop ends the process: closed by the cashier, or dead already.
func (d *day) stop() {
	d.till.Close()
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
	if err := old.Commit(context.Background(), journal.Change{Freeze: &journal.Freeze{Cause: journal.FreezeRestored, At: time.Now()}}); err != nil {
		d.problem("the journal cannot be put back: %v", err)
	}
	d.disk, d.putBack = old, true
	known := d.newest()
	for _, s := range before {
		if !slices.ContainsFunc(known, func(k journal.Sale) bool { return k.ID == s.ID }) {
			d.missing[s.OrderID] = true
		}
	}
	books, err := oracle.Read(context.Background(), old)
	if err != nil {
		d.problem("the old journal cannot be read: %v", err)
	}
	d.law.PutBack(books)
	d.write("people: the journal is put back to commit %d, without %d sales", n, len(d.missing))
	time.Sleep(between(d.r, 0, 20*time.Second))
	d.start()
}

func (d *day) restart(why string) {
	d.count("restarts")
	d.write("people: restart %s", why)
	d.stop()
	time.Sleep(between(d.r, 0, 20*time.Second))
	d.start()
}
