//go:build linux

package histories

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office/agent"
	"sanduq/core/till/tests/driver"
)

// process is one run of the till, from its start until it is killed.
type process struct {
	dead  atomic.Bool
	till  *driver.Desk
	store journal.Store // as its screens read it
	agent *agent.Agent
	stop  func() // ends the agent
}

var errDead = errors.New("histories: the process is dead")

// disk is the store as one process has it: nothing is written any more once it is dead.
type disk struct {
	journal.Store
	*world
	p *process
}

// Commit implements journal.Store. Others act meanwhile, as the scheduler lets them:
// virtual time stands still, since those who wait for a mutex let none pass.
func (d disk) Commit(ctx context.Context, c journal.Change) error {
	d.others()
	if d.p.dead.Load() {
		return errDead
	}
	err := d.Store.Commit(ctx, c)
	d.others()
	if err == nil && d.p.dead.Load() {
		return errDead
	}
	return err
}

// others lets other goroutines run for a while.
func (d disk) others() {
	for range d.short(4) {
		runtime.Gosched()
	}
}

// start opens the till in a new process.
func (w *world) start() error {
	w.runs++
	p := &process{}
	p.store = disk{w.memory, w, p}
	if w.bent.store != nil {
		p.store = w.bent.store(w, p, p.store)
	}
	l := &line{way: &w.bankWay, service: w.bank.Handler(), dead: &p.dead}
	key, secret := w.bank.Keys()
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: "http://" + address, APIKey: core.NewSecret(key),
		SecretKey: core.NewSecret(secret), Profile: w.bank.Profile(), Jitter: driver.Jitter(w.random("client")), Dial: l.dial})
	if err != nil {
		return err
	}
	var told atomic.Pointer[agent.Agent]
	p.till, err = driver.Open(context.Background(), driver.Setup{Store: p.store, API: client, Injection: w.bent.api, BaseURL: "http://" + address,
		SDK: func() []core.Option { return []core.Option{core.WithJitter(driver.Jitter(w.random("sdk")))} },
		Shown: func(n journal.Notice) {
			if a := told.Load(); a != nil && n.Kind == journal.NoticeSale {
				a.Wake(n.View.ID)
			}
		}})
	if err != nil {
		return err
	}
	if p.agent, err = agent.New(agent.Config{Store: w.memory, Office: mail{w, p}, Till: w.number, Environment: core.Sandbox}); err != nil {
		return err
	}
	told.Store(p.agent)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { _ = p.agent.Run(ctx) })
	p.stop = func() { cancel(); running.Wait() }
	w.now.Store(p)
	return nil
}

// kill ends the till's process in the middle of whatever it does.
func (w *world) kill() {
	p := w.now.Load()
	p.dead.Store(true)
	p.stop()
	p.till.Close()
}

// restart is a kill, and a new process.
func (w *world) restart() {
	called := w.history.call()
	w.kill()
	time.Sleep(w.short(3 * time.Second))
	if err := w.start(); err != nil {
		w.broken("the till does not open: %v", err)
	}
	all := one(0, input{Verb: restarts}, output{})
	for _, o := range w.known() {
		all[o.number] = all[0]
	}
	delete(all, 0)
	w.history.returned(operator, called, all)
}

// recordOf is a payment as a screen shows it.
func recordOf(s journal.Sale) record {
	if s.Version == 0 {
		return record{} // none
	}
	return record{Version: s.Version, Status: string(s.Status()), Late: s.Session.Late, Aside: s.SetAside != nil}
}

// onScreen is a payment as the till's screen shows it, and whether somebody could look.
func (w *world) onScreen(id journal.SaleID) (s journal.Sale, ok bool) {
	p := w.now.Load()
	v, inHand := p.till.Sale(id)
	if s = v.Sale; !inHand {
		var err error
		if s, err = p.store.Sale(context.Background(), id); err != nil && !errors.Is(err, journal.ErrNotFound) {
			return s, false
		}
	}
	return s, !p.dead.Load()
}
