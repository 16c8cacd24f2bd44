package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
	"sanduq/core/office/agent"
	"sanduq/core/practice/demo"
	"sanduq/core/till/tests/driver"
	"sanduq/storage"
	"sanduq/storage/keys"
)

// atTheTill: what an agent costs its till, which has a real store with a year of
// sales: how long a commit takes without one, while one walks all of it, and while
// it has nothing to do.
func atTheTill(ctx context.Context, o *place, s settings) (err error) {
	dir, err := os.MkdirTemp("", "sanduq-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	store, err := storage.Open(ctx, storage.Options{Dir: dir, Environment: core.Sandbox, Keys: keys.NewFile(dir)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	desk, err := driver.Open(ctx, driver.Setup{Store: store})
	if err != nil {
		return err
	}
	if err := demo.Fill(ctx, desk.Till, s.sales, 1, nil); err != nil {
		return err
	}
	desk.Close()
	number, err := o.AddTill(ctx, "Practice", "A year", core.Sandbox)
	if err != nil {
		return err
	}
	code, err := o.Code(ctx, number)
	if err != nil {
		return err
	}
	stranger, err := agent.NewClient(o.url, core.Secret{}, nil)
	if err != nil {
		return err
	}
	defer stranger.Close()
	_, _, _, key, err := stranger.Enrol(ctx, code, core.Sandbox)
	if err != nil {
		return err
	}
	client, err := agent.NewClient(o.url, key, nil)
	if err != nil {
		return err
	}
	defer client.Close()

	writes := &writer{store: store}
	without, err := writes.some(ctx, func() bool { return writes.n < 500 })
	if err != nil {
		return err
	}
	a, err := agent.New(agent.Config{Store: store, Office: client, Till: number, Environment: core.Sandbox})
	if err != nil {
		return err
	}
	running, stop := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { _ = a.Run(running); close(ended) }()
	defer func() { stop(); <-ended }()
	began, was := time.Now(), o.used()
	done := func() bool {
		var n int
		err := o.db.QueryRow(ctx, "SELECT count(*) FROM sales WHERE till_id = $1", number).Scan(&n)
		return err != nil || n >= s.sales
	}
	walking, err := writes.some(ctx, func() bool { return writes.n%20 != 0 || !done() })
	if err != nil {
		return err
	}
	all, spent := time.Since(began), o.used().less(was)
	time.Sleep(8 * time.Second) // it compares days meanwhile
	first := writes.n
	idle, err := writes.some(ctx, func() bool { return writes.n < first+500 })
	if err != nil {
		return err
	}
	fmt.Printf("  at a till with %d sales, a commit takes p50 %.2f, p99 %.2f ms without an agent; %.2f, %.2f ms while it sends all of them, %s long; %.2f, %.2f ms afterwards\n",
		s.sales, ms(at(without, .5)), ms(at(without, .99)), ms(at(walking, .5)), ms(at(walking, .99)), all.Round(time.Millisecond), ms(at(idle, .5)), ms(at(idle, .99)))
	fmt.Printf("    %s\n", spent.of(s.sales, "sale"))
	return nil
}

// writer makes commits as a till does.
type writer struct {
	store *storage.Store
	n     int
	day   journal.Day
}

// some opens sales while more says so, and returns how long each commit took.
func (w *writer) some(ctx context.Context, more func() bool) (took []time.Duration, err error) {
	if w.day == "" {
		w.day = journal.DayOf(time.Now())
	}
	for more() {
		h, err := w.store.Head(ctx, w.day)
		if err != nil {
			return nil, err
		}
		w.n++
		id, amount, now := journal.NewSaleID(w.day, h.Number+1), money.Amount{Minor: 12_500, Currency: "LYD"}, time.Now()
		x := journal.Sale{ID: id, Version: 1, OrderID: id.Paper() + "-bench", Amount: amount, Environment: core.Sandbox, CreatedAt: now, UpdatedAt: office.Moment(now),
			Step: journal.StepRejected, AcknowledgedAt: now, Session: core.PaymentSession{OrderID: id.Paper() + "-bench", Amount: amount, State: core.StatePending}}
		began := time.Now()
		if err := w.store.Commit(ctx, journal.Change{Sale: &x}); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
		time.Sleep(2 * time.Millisecond)
	}
	slices.Sort(took)
	return took, nil
}
