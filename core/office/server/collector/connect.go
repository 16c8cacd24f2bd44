package collector

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// How long a server may be silent. One that has died tells nobody: connections to it stay
// as they were, and where it only hangs it takes new ones.
const (
	connectTime = 3 * time.Second  // until one of the servers lets us in, where the connection string says nothing of it
	pingTime    = 3 * time.Second  // of a connection that rested
	askTime     = 10 * time.Second // for a question, the waiting for a connection included
)

// Connect returns connections to the office's database. They find the primary where the
// connection string names several servers and target_session_attrs=read-write, and give
// up soon on a server that is silent. most is how many there may be at once; 0 is what is
// usual.
func Connect(ctx context.Context, database string, most int32) (*pgxpool.Pool, error) {
	settings, err := settings(database, most)
	if err != nil {
		return nil, err
	}
	return pgxpool.NewWithConfig(ctx, settings)
}

func settings(database string, most int32) (*pgxpool.Config, error) {
	settings, err := pgxpool.ParseConfig(database)
	if err != nil {
		return nil, err // pgx takes the password out
	}
	settings.MaxConns = max(settings.MaxConns, most)
	settings.PingTimeout = pingTime
	if settings.ConnConfig.ConnectTimeout == 0 {
		settings.ConnConfig.ConnectTimeout = connectTime
	}
	settings.ConnConfig.OnNotice = func(conn *pgconn.PgConn, n *pgconn.Notice) {
		if n.SeverityUnlocalized == "WARNING" {
			conn.CustomData()[warned] = true
		}
	}
	return settings, nil
}

// warned stands in the data of a connection on which the server has warned.
const warned = "sanduq warned"

// errGone: the connection is no more, or there was none.
var errGone = errors.New("no connection to the database")

// errDoubt: a commit was answered with a warning. So PostgreSQL says that somebody has
// ended the waiting for its synchronous replica: the rows are on one disk alone.
var errDoubt = errors.New("the database has warned of what it answered for")

// base is the database, through connections that are all left where they are when one of
// them is silent: the others lead to the same server.
type base struct {
	settings *pgxpool.Config
	closing  sync.WaitGroup

	mu   sync.Mutex
	pool *pgxpool.Pool
}

func openBase(ctx context.Context, database string, most int32) (*base, error) {
	settings, err := settings(database, most)
	if err != nil {
		return nil, err
	}
	pool, err := pgxpool.NewWithConfig(context.WithoutCancel(ctx), settings)
	if err != nil {
		return nil, err
	}
	b := &base{settings: settings, pool: pool}
	if err := pool.Ping(ctx); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *base) current() *pgxpool.Pool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.pool
}

// releaseConnections lets everybody have other connections from now on. To close those that are silent
// takes a while.
func (b *base) releaseConnections(silent *pgxpool.Pool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pool != silent {
		return
	}
	if pool, err := pgxpool.NewWithConfig(context.Background(), b.settings); err == nil {
		b.pool = pool
		b.closing.Go(silent.Close)
	}
}

func (b *base) close() {
	b.current().Close()
	b.closing.Wait()
}

// use lets do have a connection. Without an error, what do has committed is durable
// wherever the database's settings want it. ctx should have a deadline.
func (b *base) use(ctx context.Context, do func(*pgxpool.Conn) error) error {
	pool := b.current()
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errGone, err)
	}
	defer conn.Release() // one that is within a transaction still is closed
	data := conn.Conn().PgConn().CustomData()
	delete(data, warned)
	err = do(conn)
	switch {
	case err == nil && data[warned] != nil:
		return errDoubt
	case err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded):
		b.releaseConnections(pool)
	}
	return err
}

// ask is use for a question that is answered at once.
func (b *base) ask(ctx context.Context, do func(context.Context, *pgxpool.Conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	return b.use(ctx, func(conn *pgxpool.Conn) error { return do(ctx, conn) })
}

// begin is ask within a transaction.
func (b *base) begin(ctx context.Context, do func(context.Context, pgx.Tx) error) error {
	return b.ask(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return do(ctx, tx) })
	})
}

// exec is ask for one statement that returns nothing.
func (b *base) exec(ctx context.Context, statement string, args ...any) error {
	return b.ask(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		_, err := conn.Exec(ctx, statement, args...)
		return err
	})
}
