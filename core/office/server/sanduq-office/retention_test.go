//go:build linux

package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office/server/tests/postgres"
)

// TestServeLetsMonthsGo where somebody has set it, once verify has proved them, and doctor
// says so. Nothing goes without.
func TestServeLetsMonthsGo(t *testing.T) {
	database := postgres.Database(t)
	environment := map[string]string{"SANDUQ_OFFICE_DATABASE": database}
	env, try := from(environment), commands(t, environment)
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(t.Context(), "SELECT keep_month('audit', (now() - interval '14 months')::date)"); err != nil {
		t.Fatal(err)
	}
	if out, err := try("verify"); err != nil {
		t.Fatal(err, out)
	}
	if out, err := try("serve", "--plain", "--listen=127.0.0.1:0", "--keep-months=11"); err == nil || !strings.Contains(err.Error(), "12 months at least") {
		t.Errorf("11 months: %v\n%s", err, out)
	}
	line := func(flags ...string) string {
		out, _ := try(append([]string{"doctor"}, flags...)...)
		for said := range strings.Lines(out) {
			if strings.Contains(said, " retention ") {
				return said
			}
		}
		return out
	}
	serve := func(until string, flags ...string) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		var lines log
		ended := make(chan error, 1)
		go func() {
			ended <- run(ctx, append([]string{"serve", "--plain", "--listen=127.0.0.1:0"}, flags...), env, nil, &lines, &lines)
		}()
		for end := time.Now().Add(20 * time.Second); !strings.Contains(lines.String(), until); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%q is not said:\n%s", until, lines.String())
			}
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	there := func() (n int) {
		if err := conn.QueryRow(t.Context(), "SELECT count(*) FROM pg_class WHERE relname = 'audit_' || to_char(now() - interval '14 months', 'YYYYMM')").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	serve("msg=listening")
	if got := line(); there() != 1 || !strings.Contains(got, "all is kept") {
		t.Errorf("without a setting %d is there: %s", there(), got)
	}
	if got := line("--keep-months=12"); !strings.Contains(got, "WRONG") || !strings.Contains(got, "should be gone") {
		t.Errorf("before it went: %s", got)
	}
	serve("a month is dropped", "--keep-months=12")
	if got := line("--keep-months=12"); there() != 0 || !strings.Contains(got, "1 tables' months are gone") {
		t.Errorf("%d is there: %s", there(), got)
	}
	if out, err := try("verify", "--all"); err != nil || !strings.Contains(out, "1 months of tables were let go") {
		t.Errorf("%v: %s", err, out)
	}
}
