package page

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core/office/collector"
)

// news tells everybody who waits that there is some. One connection listens for
// all.
type news struct {
	running sync.WaitGroup
	over    <-chan struct{}

	mu      sync.Mutex
	waiting map[chan struct{}]bool
}

// gathering is how long news gathers, so that a busy chain does not draw its page a
// hundred times a second.
const gathering = 200 * time.Millisecond

func listen(ctx context.Context, db *pgxpool.Pool, log *slog.Logger) *news {
	n := &news{over: ctx.Done(), waiting: map[chan struct{}]bool{}}
	n.running.Go(func() {
		for ctx.Err() == nil {
			if err := n.hear(ctx, db); err != nil && ctx.Err() == nil {
				log.Warn("not listening for news", "err", err)
			}
			n.tell() // whatever was missed meanwhile
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	})
	return n
}

// hear listens until the connection ends.
func (n *news) hear(ctx context.Context, db *pgxpool.Pool) error {
	conn, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	own := conn.Hijack() // it goes on listening: nobody else may have it
	defer func() { _ = own.Close(context.WithoutCancel(ctx)) }()
	if _, err := own.Exec(ctx, "LISTEN "+collector.Channel); err != nil {
		return err
	}
	n.tell()
	for {
		if _, err := own.WaitForNotification(ctx); err != nil {
			return err
		}
		n.tell()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(gathering):
		}
	}
}

func (n *news) tell() {
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
