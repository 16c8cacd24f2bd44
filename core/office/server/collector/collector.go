package collector

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"sanduq/core/internal/limit"
	"sanduq/core/office"
)

// Limits of what the handler does for anyone.
const (
	bodies       = 1024             // batches that are read or wait at once; more are sent away
	bodyTime     = 20 * time.Second // for a whole body to come
	maxSmall     = 64 << 10         // bytes of every message but a batch and seals
	smallBody    = 16 << 10         // up to which a batch counts by its number alone
	largeBytes   = 48 << 20         // of all others together, as they travel
	decodedBytes = 128 << 20        // of batches that wait for a writer
	rowBytes     = 600              // of memory that a row takes besides its text
	strangers    = 50_000           // addresses of which wrong codes and keys are remembered
)

// Config is what a Collector is made of.
type Config struct {
	// Database is the connection string of the database, which Migrate has
	// brought up to date.
	Database string
	// Writers is how many transactions may be under way at once; 0 is 2.
	Writers int
	// EpochsADay is how many epochs of one till may begin within 24 hours before a
	// person must look; 0 is 5.
	EpochsADay int
	// Implausible is the amount, in minor units, above which a till's word raises an
	// alarm; 0 is 10^12.
	Implausible int64
	Quota       *Quota           // of each till; nil is UsualQuota
	Proxies     limit.Proxies    // whose word is taken about whom they speak for
	Security    *slog.Logger     // codes and keys that were wrong; nil is silence
	Now         func() time.Time // nil is time.Now
	Logger      *slog.Logger     // nil is silence
	Meter       Meter            // is told what is done; nil is nobody
}

// Meter counts. It is called from any goroutine.
type Meter interface {
	Took(batches, rows int, took time.Duration) // by one transaction
	Refused(code office.Code)
	Heartbeat() // answered from memory
}

type noMeter struct{}

func (noMeter) Took(int, int, time.Duration) {}
func (noMeter) Refused(office.Code)          {}
func (noMeter) Heartbeat()                   {}

// Collector takes what tills send.
type Collector struct {
	cfg     Config
	db      *base
	log     *slog.Logger
	keys    keyCache
	beats   *beats
	listens func() // notes, the first time, that tills can come
	usage   usage
	codes   *limit.Buckets // wrong one-time codes, by address
	wrong   *limit.Buckets // keys that nobody has, by address
	asking  *limit.Queue   // questions of strangers to the database
	batcher *batcher

	reading chan struct{} // a place for each body that is being read, or waits
	large   room          // bytes of those that are not small
	work    chan struct{} // a place for each body that is being unpacked
	decoded room          // bytes of those that wait for a writer

	stop    context.CancelFunc
	stopped <-chan struct{}
	running sync.WaitGroup
}

// Open connects to the database and begins to take batches. Close ends it.
func Open(ctx context.Context, cfg Config) (*Collector, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if cfg.Security == nil {
		cfg.Security = slog.New(slog.DiscardHandler)
	}
	if cfg.Meter == nil {
		cfg.Meter = noMeter{}
	}
	if cfg.Writers == 0 {
		cfg.Writers = 2
	}
	if cfg.EpochsADay == 0 {
		cfg.EpochsADay = 5
	}
	if cfg.Implausible == 0 {
		cfg.Implausible = 1_000_000_000_000
	}
	db, err := openBase(ctx, cfg.Database, int32(cfg.Writers)+4)
	if err != nil {
		return nil, fmt.Errorf("collector: %w", err)
	}
	c := &Collector{cfg: cfg, db: db, log: cfg.Logger,
		reading: make(chan struct{}, bodies), work: make(chan struct{}, 2*runtime.GOMAXPROCS(0)), batcher: newBatcher(), usage: usage{quota: UsualQuota},
		codes: limit.NewBuckets(limit.Rate{Each: 1.0 / 30, Burst: 10}, strangers), wrong: limit.NewBuckets(limit.Rate{Each: 1, Burst: 100}, strangers), asking: limit.NewQueue(2, 64),
		large: room{free: largeBytes}, decoded: room{free: decodedBytes}, beats: newBeats(cfg.Now())}
	if cfg.Quota != nil {
		c.usage.quota = *cfg.Quota
	}
	ctx, c.stop = context.WithCancel(context.WithoutCancel(ctx))
	c.stopped = ctx.Done()
	c.listens = sync.OnceFunc(func() {
		if err := errors.Join(c.beat(ctx), c.tidy(ctx)); err != nil {
			c.log.Warn("it is not written down that this collector listens", "err", err)
		}
		c.running.Go(func() { c.keepBeating(ctx) })
	})
	for range cfg.Writers {
		c.running.Go(func() { c.write(ctx) })
	}
	return c, nil
}

// write takes groups of batches until the batcher is closed.
func (c *Collector) write(ctx context.Context) {
	defer context.AfterFunc(ctx, c.batcher.close)()
	for {
		group, bulk := c.batcher.gather()
		if len(group) == 0 {
			return
		}
		c.takeAll(ctx, group)
		c.batcher.took(bulk)
	}
}

// Waiting is how many batches wait for a transaction.
func (c *Collector) Waiting() int { return c.batcher.length() }

// Close waits for the transactions under way and ends. Batches that wait are
// answered with office.CodeBusy: their tills try again.
func (c *Collector) Close() {
	c.stop()
	c.running.Wait()
	c.db.close()
}
