package adversary

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/till/tests/driver"
	"sanduq/core/wire"
)

// Options say what a run is made of.
type Options struct {
	// Keep writes everything that happens down.
	Keep bool
	// API, Store and Profile stand between the till and the world, for faults
	// that are injected on purpose.
	API     func(core.PaymentAPI) core.PaymentAPI
	Store   func(journal.Store) journal.Store
	Profile func(*wire.Profile)
}

// Result is what came of a run.
type Result struct {
	Problems []Problem
	Trace    []string
	Counts   map[string]int
}

// world is one run.
type world struct {
	Options
	seed     uint64
	keeps    bool
	began    time.Time
	see      *witness
	gate     *gateway
	disk     *storetest.Memory
	client   *core.Client
	till     *driver.Desk
	customer string
	codes    int
	ids      []journal.SaleID       // of the script's sales, in their order
	submits  map[string]core.Secret // handed in last, by order
	starts   int

	traceMu sync.Mutex
	traced  []string
	lines   map[string]int
	leftOut int
}

// What must never be in a log begins with these, or holds them.
const (
	secretMark   = "s3cr3t-"
	accountMark  = "77341862"
	customerMark = "Zaynab"
	codeMark     = "9137"
)

func newWorld(seed uint64, o Options) *world {
	w := &world{Options: o, seed: seed, keeps: o.Keep, began: time.Now(), customer: customerMark + " " + strconv.FormatUint(seed, 10),
		disk: storetest.NewMemory(), submits: map[string]core.Secret{}, lines: map[string]int{}}
	w.see = newWitness(w)
	w.gate = &gateway{w: w, byOrder: map[string]*payment{}}
	return w
}

func (w *world) random(tag, n uint64) *rand.Rand { return source(w.seed, tag, n) }

// newCode is a one-time code that no other of the run is like.
func (w *world) newCode() string {
	w.codes++
	return fmt.Sprintf("%s%02d", codeMark, w.codes%100)
}

func (w *world) since(t time.Time) time.Duration {
	if t.IsZero() {
		return 0
	}
	return t.Sub(w.began)
}

// trace writes down what happens. What was there twice already is only counted.
func (w *world) trace(who, format string, args ...any) {
	if !w.keeps {
		return
	}
	line := fmt.Sprintf("%-8s "+format, append([]any{who}, args...)...)
	w.traceMu.Lock()
	defer w.traceMu.Unlock()
	if w.lines[line]++; w.lines[line] > 2 {
		w.leftOut++
		return
	}
	if w.leftOut > 0 {
		w.traced = append(w.traced, fmt.Sprintf("%14s %d lines that were there before", "...", w.leftOut))
		w.leftOut = 0
	}
	w.traced = append(w.traced, fmt.Sprintf("%14v %s", time.Since(w.began), line))
}

// store is the memory store, which takes all that a till gives it.
type store struct {
	journal.Store
	see *witness
}

// Commit implements journal.Store.
func (s store) Commit(ctx context.Context, c journal.Change) error {
	err := s.Store.Commit(ctx, c)
	if err != nil {
		s.see.problem(lawDisk, "the store refused a commit: %v", err)
	}
	return err
}

// open starts the till on the disk.
func (w *world) open() {
	profile := wire.DefaultProfile()
	if w.Profile != nil {
		w.Profile(&profile)
	}
	logger := slog.New(slog.NewTextHandler(logCheck{w}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	jitter := driver.Jitter(w.random(tagJitter, uint64(w.starts)))
	var err error
	w.client, err = core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: "http://" + address,
		APIKey: core.NewSecret(secretMark + "key"), SecretKey: core.NewSecret(secretMark + "secret"), Profile: profile,
		Jitter: jitter, Logger: logger, Dial: w.gate.dial})
	if err != nil {
		w.see.problem(lawWay, "no client: %v", err)
		return
	}
	api := driver.Tap(w.client, func(op core.Operation, order string) {
		w.see.breaks(slices.Concat(w.see.law.Opens(op, order), w.see.law.Leaves(op, order)))
	})
	if w.API != nil {
		api = w.API(api)
	}
	disk := driver.Watch(store{w.disk, w.see}, w.see.committed)
	if w.Store != nil {
		disk = w.Store(disk)
	}
	w.starts++
	w.see.law.Restarted()
	w.till, err = driver.Open(context.Background(), driver.Setup{Store: disk, API: api, BaseURL: "http://" + address, Logger: logger,
		SDK:   func() []core.Option { return []core.Option{core.WithJitter(jitter), core.WithLogger(logger)} },
		Shown: func(n journal.Notice) { w.see.breaks(w.see.law.Noticed(n)) },
	})
	if err != nil {
		w.see.problem(lawWay, "the till does not open: %v", err)
	}
}

// close ends the till. What was under way stays as it is on the disk.
func (w *world) close() {
	if w.till != nil {
		w.till.Close()
		w.till = nil
	}
	if w.client != nil {
		w.client.Close()
	}
}

// logCheck is a log that must not hold a secret.
type logCheck struct{ w *world }

func (l logCheck) Write(b []byte) (int, error) {
	if mark := secretIn(string(b)); mark != "" {
		l.w.see.problem(lawLog, "%s in a log: %.200s", mark, b)
	}
	return len(b), nil
}

func secretIn(text string) string {
	for _, mark := range []string{secretMark, accountMark, customerMark} {
		if strings.Contains(text, mark) {
			return mark
		}
	}
	if at := strings.Index(text, codeMark); at >= 0 && len(text) >= at+6 && digits(text[at:at+6]) && (at == 0 || !digits(text[at-1:at]) && text[at-1] != '.') &&
		(len(text) == at+6 || !digits(text[at+6:at+7])) {
		return codeMark + ".."
	}
	return ""
}

func digits(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}
