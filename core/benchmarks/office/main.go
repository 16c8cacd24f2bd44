// Command office measures head office: a collector on a PostgreSQL of its own with
// fsync on, and tills that speak HTTP to it, all on this machine.
//
//	go run ./office                          minutes
//	OFFICE_SECONDS=5 OFFICE_DAYS=3 go run ./office   a short look
//
// Settings: OFFICE_TILLS (that sell one by one, 500), OFFICE_SECONDS (for how long, 20),
// OFFICE_BEHIND (tills that catch up, 100), OFFICE_DAYS (that each of them is behind,
// 30), OFFICE_EACH (sales of each of those days, 100), OFFICE_SALES (of a till whose
// commits are timed with and without an agent, 100,000). OFFICE_ONLY names what is
// measured, of atTheTill, singles, inserted, statements, catchUp, copied, sizes and
// verified, between commas; all of it when blank. What its screens ask is measured by
// `make soak ROW=office-reading`.
//
// What tills send is made and packed before the clock starts, since tills have
// processors of their own; speaking HTTP they do here. A sale is three rows: its
// state, its receipt and a line of the audit.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"

	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

type settings struct{ tills, seconds, backlog, days, each, sales int }

func read() (s settings, err error) {
	s = settings{500, 20, 100, 30, 100, 100_000}
	for name, into := range map[string]*int{"OFFICE_TILLS": &s.tills, "OFFICE_SECONDS": &s.seconds, "OFFICE_BEHIND": &s.backlog, "OFFICE_DAYS": &s.days, "OFFICE_EACH": &s.each, "OFFICE_SALES": &s.sales} {
		text := os.Getenv(name)
		if text == "" {
			continue
		}
		if *into, err = strconv.Atoi(text); err != nil || *into < 1 {
			return s, fmt.Errorf("%s: %q is no number from 1 on", name, text)
		}
	}
	return s, nil
}

// measured is all of it, in this order.
var measured = []struct {
	name string
	run  func(context.Context, *place, settings) error
}{{"atTheTill", atTheTill}, {"singles", singles}, {"inserted", inserted}, {"statements", statements}, {"catchUp", catchUp}, {"copied", copied}, {"sizes", sizes}, {"verified", verified}}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "office:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	s, err := read()
	if err != nil {
		return err
	}
	server, err := postgres.New(ctx)
	if err != nil {
		return err
	}
	defer func() {
		if gone := server.Remove(); err == nil {
			err = gone
		}
	}()
	// As an administrator would set it for a machine of this size.
	server.Settings = []string{"shared_buffers=2GB", "max_wal_size=8GB", "checkpoint_timeout=15min", "wal_compression=on"}
	if os.Getenv("OFFICE_STATEMENTS") != "" {
		server.Settings = append(server.Settings, "shared_preload_libraries=pg_stat_statements", "pg_stat_statements.track_planning=on")
	}
	if err := server.Start(ctx); err != nil {
		return err
	}
	if err := schema.Migrate(ctx, server.URL("postgres")); err != nil {
		return err
	}
	o, err := open(ctx, server.URL("postgres"))
	if err != nil {
		return err
	}
	defer o.close()
	o.server = server
	version, err := o.version(ctx)
	if err != nil {
		return err
	}
	fmt.Printf("%s, %d processors; %s, fsync on, synchronous_commit on\n", runtime.Version(), runtime.NumCPU(), version)
	if name := os.Getenv("OFFICE_PROFILE"); name != "" {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	for _, m := range measured {
		if only := os.Getenv("OFFICE_ONLY"); only != "" && !slices.Contains(strings.Split(only, ","), m.name) {
			continue
		}
		if err := m.run(ctx, o, s); err != nil {
			return err
		}
	}
	return nil
}
