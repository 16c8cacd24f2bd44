//go:build linux

package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office/agent"
	"sanduq/core/office/server/collector"
	"sanduq/core/practice/sandbox"
	"sanduq/core/till/tests/driver"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// seller is a till with a cashier, customers, their bank and an agent.
type seller struct {
	desk    *driver.Desk
	bank    driver.Gateway
	store   *storage.Store
	client  *agent.Client
	agent   *agent.Agent
	running sync.WaitGroup
	stop    context.CancelFunc
	again   func() (*seller, error) // opens it on the same disk
}

func open(ctx context.Context, c *collector.Collector, address, dir, shop string) (s *seller, err error) {
	whole := ctx // that of the till itself ends with it
	s = &seller{again: func() (*seller, error) { return open(whole, c, address, dir, shop) }}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	if s.bank, err = driver.Practice(ctx, sandbox.Options{Dir: filepath.Join(dir, "bank"), Addr: "127.0.0.1:0"}); err != nil {
		return s, err
	}
	folder := filepath.Join(dir, "till")
	if s.store, err = storage.Open(ctx, storage.Options{Dir: folder, Environment: core.Sandbox, Keys: keys.NewFile(folder)}); err != nil {
		return s, err
	}
	key, secret := s.bank.Keys()
	api, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: s.bank.BaseURL(), APIKey: core.NewSecret(key), SecretKey: core.NewSecret(secret),
		Profile: s.bank.Profile()})
	if err != nil {
		return s, err
	}
	number, client, err := enrol(ctx, c, address, shop)
	if err != nil {
		return s, err
	}
	s.client = client
	if s.agent, err = agent.New(agent.Config{Store: s.store, Office: client, Till: number, Environment: core.Sandbox}); err != nil {
		return s, err
	}
	s.desk, err = driver.Open(ctx, driver.Setup{Store: s.store, API: api, BaseURL: s.bank.BaseURL(), Shown: func(n journal.Notice) { s.agent.Wake(n.View.ID) }})
	ctx, s.stop = context.WithCancel(ctx)
	s.running.Go(func() { _ = s.agent.Run(ctx) })
	return s, err
}

func (s *seller) close() {
	if s.stop != nil {
		s.stop()
	}
	s.running.Wait()
	if s.desk != nil {
		s.desk.Close()
	}
	if s.client != nil {
		s.client.Close()
	}
	if s.store != nil {
		_ = s.store.Close()
	}
	if s.bank != nil {
		_ = s.bank.Close(context.Background())
	}
}

// pulled is how long a till is without its plug: longer than an office waits before
// it calls a till silent.
const pulled = 5 * time.Minute

// stay sells until ctx ends, and closes the till then. After pull, unless it is 0,
// the till is gone for a while, and comes back with what its disk has.
func (s *seller) stay(ctx context.Context, pace, pull time.Duration) error {
	if pull > 0 {
		until, end := context.WithTimeout(ctx, pull)
		s.work(until, pace)
		end()
		s.close()
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pulled):
		}
		back, err := s.again()
		if err != nil {
			return err
		}
		s = back
	}
	defer s.close()
	s.work(ctx, pace)
	return nil
}

// work sells until ctx ends.
func (s *seller) work(ctx context.Context, pace time.Duration) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pace/2 + rand.N(pace)):
			s.sell(ctx)
		}
	}
}

// patience is how long a cashier stays with one sale.
const patience = 30 * time.Second

// sell takes one payment to its end, or leaves it to be watched.
func (s *seller) sell(ctx context.Context) {
	v, err := s.desk.Charge(ctx, journal.Draft{Amount: money.Amount{Minor: int64(250 * (1 + rand.IntN(400))), Currency: "LYD"}, Route: core.RouteQR})
	if err != nil {
		return // the practice bank refuses now and then; it is on record
	}
	shown := false
	actions := driver.Actions{
		Pick: func(x journal.Sale) { _ = s.desk.PickRoute(ctx, x.ID, core.RouteQR) },
		Wait: func(x journal.Sale) {
			if shown {
				return
			}
			act := s.bank.Approve
			if rand.IntN(8) == 0 {
				act = s.bank.Decline
			}
			if err := s.bank.Press(x.OrderID, act); !errors.Is(err, driver.ErrNoQR) {
				shown = true
			}
		},
		Note: func(journal.Sale) {}, Enter: func(journal.Sale) {}, Code: func(journal.Sale) {},
	}
	for deadline := time.Now().Add(patience); time.Now().Before(deadline) && ctx.Err() == nil; time.Sleep(200 * time.Millisecond) {
		now, there := s.desk.Sale(v.ID)
		if !there {
			return
		}
		if now.Status().Ended() {
			_ = s.desk.Acknowledge(ctx, v.ID)
			return
		}
		actions.Next(now.Sale)
	}
}
