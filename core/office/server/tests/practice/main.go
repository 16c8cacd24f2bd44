//go:build linux

// Practice is head office to look at: PostgreSQL in a temporary folder, a
// collector, and three practice tills that sell by themselves, each on a real store
// with the practice bank. It ends, and takes its files away, at Ctrl+C.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"sanduq/core"
	"sanduq/core/office/agent"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/page"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	listen := flag.String("listen", "127.0.0.1:47830", "address of the office, on this machine")
	pace := flag.Duration("pace", 3*time.Second, "how long a till rests between two sales, about")
	pull := flag.Duration("pull", 0, "after which the second till's plug is pulled for five minutes; 0 is never")
	flag.Parse()
	if err := run(ctx, *listen, *pace, *pull, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "office:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, listen string, pace, pull time.Duration, out io.Writer) (err error) {
	server, err := postgres.New(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Remove()) }()
	if err := server.Start(ctx); err != nil {
		return err
	}
	database := server.URL("postgres")
	if err := schema.Migrate(ctx, database); err != nil {
		return err
	}
	c, err := collector.Open(ctx, collector.Config{Database: database, Logger: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		return err
	}
	defer c.Close()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", listen)
	if err != nil {
		return err
	}
	db, err := collector.Connect(ctx, database, 0)
	if err != nil {
		return err
	}
	defer db.Close()
	shown := page.New(page.Config{DB: db, Plain: true})
	defer shown.Close()
	password := rand.Text()
	if err := shown.People.Set(ctx, "owner", core.NewSecret(password)); err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/v1/", c.Handler())
	mux.Handle("/office/", shown.Handler())
	web := collector.Server(mux)
	var running sync.WaitGroup
	defer running.Wait()
	defer func() { _ = web.Close() }()
	running.Go(func() { _ = web.Serve(listener) })
	address := "http://" + listener.Addr().String()

	dir, err := os.MkdirTemp("", "sanduq-office-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	for i, name := range []string{"Harbour", "Old Town", "Garden"} {
		s, err := open(ctx, c, address, filepath.Join(dir, fmt.Sprint(i)), name)
		if err != nil {
			return fmt.Errorf("till of %s: %w", name, err)
		}
		pulled := time.Duration(0)
		if i == 1 {
			pulled = pull
		}
		running.Go(func() {
			if err := s.stay(ctx, pace, pulled); err != nil {
				_, _ = fmt.Fprintln(out, name+":", err)
			}
		})
	}
	_, _ = fmt.Fprintf(out, "The owner's page:    %s/office/\nThe owner's window:  %s\nSign in as \"owner\", password %s (made for this run alone).\n"+
		"Three practice tills sell by themselves; Ctrl+C ends it. To look into the database:\n\n  %s\n\n", address, window(address), password, queryCommand(database))
	return follow(ctx, c, out)
}

// window is the command that opens the owner's window.
func window(address string) string {
	program := filepath.Join("out", "sanduq")
	if _, err := os.Stat(program); err != nil {
		return "make build && " + program + " office-view " + address
	}
	return program + " office-view " + address
}

// queryCommand is a command for anyone who wants to see.
func queryCommand(database string) string {
	return fmt.Sprintf("psql %q -c \"SELECT shop, number, status, route, minor, currency FROM reading.sales ORDER BY created_at DESC LIMIT 10\"", database)
}

// follow says now and then what there is, and whether all of it agrees.
func follow(ctx context.Context, c *collector.Collector, out io.Writer) error {
	tick := time.NewTicker(10 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		r, err := c.Verify(ctx)
		if err != nil {
			return nil // it is being ended
		}
		_, _ = fmt.Fprintf(out, "%s  %d sales, %d receipts, %d lines of the audit; recounted: %d faults\n", time.Now().Format("15:04:05"), r.Sales, r.Receipts, r.Audit, len(r.Faults))
		for _, fault := range r.Faults {
			_, _ = fmt.Fprintln(out, "  "+fault)
		}
	}
}

// enrol makes a till of the office and returns its number and the office as it
// asks it.
func enrol(ctx context.Context, c *collector.Collector, address, shop string) (int64, *agent.Client, error) {
	number, err := c.AddTill(ctx, shop, "Till 1", core.Sandbox)
	if err != nil {
		return 0, nil, err
	}
	code, err := c.Code(ctx, number)
	if err != nil {
		return 0, nil, err
	}
	stranger, err := agent.NewClient(address, core.Secret{}, nil)
	if err != nil {
		return 0, nil, err
	}
	defer stranger.Close()
	_, _, _, key, err := stranger.Enrol(ctx, code, core.Sandbox)
	if err != nil {
		return 0, nil, err
	}
	client, err := agent.NewClient(address, key, nil)
	return number, client, err
}
