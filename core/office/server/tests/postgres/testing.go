//go:build linux

package postgres

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/tests/needs"
)

// shared is the server of a package's tests, absent why there is none.
var (
	shared    *Server
	absent    error
	databases atomic.Int64
)

// Main runs a package's tests on one server: TestMain calls it. prepare makes the
// database that each test begins with. Without PostgreSQL a test that asks for a
// Database ends as package needs says, and the others run.
func Main(m *testing.M, prepare func(ctx context.Context, url string) error) {
	if os.Getenv(machineEnv) != "" {
		if err := beMachine(os.Args[1], os.Args[2], os.Args[3], os.Args[4:]); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	code, err := main(m, prepare)
	if err != nil {
		fmt.Fprintln(os.Stderr, "FAIL:", err)
		code = 1
	}
	os.Exit(code)
}

func main(m *testing.M, prepare func(ctx context.Context, url string) error) (code int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	if shared, err = New(ctx); needs.Absent(err) {
		absent = err
		return m.Run(), nil
	} else if err != nil {
		return 1, err
	}
	defer func() {
		if gone := shared.Remove(); err == nil {
			err = gone
		}
	}()
	if err := shared.Start(ctx); err != nil {
		return 1, err
	}
	if err := run(ctx, "CREATE DATABASE prepared"); err != nil {
		return 1, err
	}
	if err := prepare(ctx, shared.URL("prepared")); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// Database makes a database for one test and returns its connection string. It
// goes with the server.
func Database(t testing.TB) string {
	t.Helper()
	needs.Check(t, absent)
	name := fmt.Sprintf("test_%d", databases.Add(1))
	if err := run(context.Background(), "CREATE DATABASE "+name+" TEMPLATE prepared"); err != nil {
		t.Fatal(err)
	}
	return shared.URL(name)
}

func run(ctx context.Context, statement string) error {
	conn, err := pgx.Connect(ctx, shared.URL("postgres"))
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	_, err = conn.Exec(ctx, statement)
	return err
}
