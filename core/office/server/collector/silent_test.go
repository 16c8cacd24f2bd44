//go:build linux

package collector

import (
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"sanduq/core/tests/needs"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

// TestASilentPrimaryIsLeft: the primary hangs, with all connections to it, and another
// server takes its place.
func TestASilentPrimaryIsLeft(t *testing.T) {
	t.Parallel() // it waits most of its time
	p := newPlace(t)
	relays, database := postgres.Relays(t, p.database, 2)
	relays[0].Listen(t)
	c, err := Open(t.Context(), Config{Database: database, Now: p.clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	server := httptest.NewServer(c.Handler())
	t.Cleanup(server.Close)
	desks := make([]*desk, 6)
	for i := range desks {
		desks[i] = p.desk("Harbour", string(rune('a'+i)))
		desks[i].url = server.URL
	}
	each := func(do func(d *desk)) {
		var all sync.WaitGroup
		for _, d := range desks {
			all.Go(func() { do(d) })
		}
		all.Wait()
	}
	each(func(d *desk) {
		d.ask(t)
		d.pay(today, 1)
		d.must(t)
	})
	relays[0].Freeze()
	relays[1].Listen(t)
	at := time.Now()
	each(func(d *desk) {
		d.pay(today, 2)
		for deadline := at.Add(groupTime + 2*connectTime + 5*time.Second); ; time.Sleep(100 * time.Millisecond) {
			err := d.send(d.batch())
			if err == nil {
				return
			}
			refused(t, err, office.CodeBusy)
			if time.Now().After(deadline) {
				t.Errorf("not heard after %s", time.Since(at))
				return
			}
		}
	})
	relays[0].End()
	if p.sound().Receipts != int64(2*len(desks)) {
		t.Error("receipts are missing")
	}
}

// TestACommitOnOneDiskIsNotAnswered: somebody who sees commits that wait for a replica
// cancels them, and PostgreSQL says that they are done.
func TestACommitOnOneDiskIsNotAnswered(t *testing.T) {
	t.Parallel() // it waits most of its time
	ctx := t.Context()
	server, err := postgres.New(ctx)
	needs.Check(t, err)
	t.Cleanup(func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	})
	if err := server.Start(ctx); err != nil {
		t.Fatal(err)
	}
	p := &place{T: t, database: server.URL("postgres"), now: noon}
	if err := schema.Migrate(ctx, p.database); err != nil {
		t.Fatal(err)
	}
	p.open()
	d := p.desk("Harbour", "2")
	d.pay(today, 1)
	d.must(t)
	do := func(statement string) (n int) {
		t.Helper()
		conn, err := pgx.Connect(ctx, p.database)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close(ctx) }()
		rows, err := conn.Query(ctx, statement)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			n++
		}
		if rows.Err() != nil {
			t.Fatal(rows.Err())
		}
		return n
	}
	do("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
	do("SELECT pg_reload_conf()")
	for do("SELECT WHERE current_setting('synchronous_standby_names') = 'nobody'") == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	for name, asks := range map[string]func() error{
		"rows":   func() error { d.pay(today, 2); return d.copy().send(d.batch()) },
		"cursor": func() error { return ask(d.url+"/v1/cursor", d.key, nil, &office.Cursor{}) },
	} {
		answered := make(chan error)
		go func() { answered <- asks() }()
		for do("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		if err := <-answered; err == nil {
			t.Errorf("%s: answered for what is on one disk alone", name)
		} else {
			refused(t, err, office.CodeBusy)
		}
	}
	do("ALTER SYSTEM RESET synchronous_standby_names")
	do("SELECT pg_reload_conf()")
	d.ask(t)
	if err := d.send(d.batch()); err != nil {
		t.Error(err)
	}
	p.sound()
}
