package page

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office/server/collector"
)

// news tells everybody who waits that there is some. One connection listens for
// all.
type news struct {
	running sync.WaitGroup
	over    <-chan struct{}
	count   atomic.Uint64 // of times that somebody was told

	mu      sync.Mutex
	waiting map[chan struct{}]bool
}

// gathering is how long news gathers, so that a busy chain does not draw its page a
// hundred times a second. The first news after a rest is told at once.
const gathering = time.Second

// Where there is no news for a while, the connection may be one to a server that hangs.
const (
	quiet      = 5 * time.Second
	answerTime = 3 * time.Second
)

func listen(ctx context.Context, db *pgxpool.Pool, log *slog.Logger) *news {
	n := &news{over: ctx.Done(), waiting: map[chan struct{}]bool{}}
	n.running.Go(func() {
		for ctx.Err() == nil {
			if err := n.listen(ctx, db); err != nil && ctx.Err() == nil {
				log.Warn("not listening for news", "err", err)
			}
			n.notify() // whatever was missed meanwhile
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	})
	return n
}

// listen listens until the connection ends.
func (n *news) listen(ctx context.Context, db *pgxpool.Pool) error {
	asked, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	conn, err := db.Acquire(asked)
	if err != nil {
		return err
	}
	own := conn.Hijack() // it goes on listening: nobody else may have it
	defer func() {
		ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTime)
		defer cancel()
		_ = own.Close(ending)
	}()
	if _, err := own.Exec(asked, "LISTEN "+collector.Channel); err != nil {
		return err
	}
	n.notify()
	for {
		if err := wait(ctx, own); err != nil {
			return err
		}
		n.notify()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(gathering):
		}
	}
}

// wait waits for a notification, for as long as the server answers.
func wait(ctx context.Context, conn *pgx.Conn) error {
	for {
		waiting, cancel := context.WithTimeout(ctx, quiet)
		_, err := conn.WaitForNotification(waiting)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(waiting.Err(), context.DeadlineExceeded) {
			return err
		}
		asked, cancel := context.WithTimeout(ctx, answerTime)
		err = conn.Ping(asked)
		cancel()
		if err != nil {
			return err
		}
	}
}

func (n *news) notify() {
	n.count.Add(1)
	n.mu.Lock()
	defer n.mu.Unlock()
	for c := range n.waiting {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

func (n *news) subscribe() (told <-chan struct{}, leave func()) {
	c := make(chan struct{}, 1)
	n.mu.Lock()
	defer n.mu.Unlock()
	n.waiting[c] = true
	return c, func() {
		n.mu.Lock()
		defer n.mu.Unlock()
		delete(n.waiting, c)
	}
}
