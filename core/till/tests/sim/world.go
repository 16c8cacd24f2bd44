package sim

import (
	"context"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
	"sanduq/core/wire"
)

// Options say what a run is made of. Only Seed and Room are needed.
type Options struct {
	Seed uint64
	// Room is the folder for the gateway's ledger; its content is removed.
	Room string
	// Disk is where the till writes; nil is a Memory.
	Disk Disk
	// Keep writes the history down.
	Keep bool
	// Calm ends the day in two hours of calm in which nobody touches the till
	// and nobody starts it again.
	Calm bool

	// Export exports the sales while they go on; nil is nobody.
	Export func(*world)

	// What stands between the till and the world, for bugs that are injected on
	// purpose.
	API    func(core.PaymentAPI) core.PaymentAPI
	Store  func(journal.Store) journal.Store
	Signer func(wire.Signer) wire.Signer
}

// Result is what came of a run.
type Result struct {
	Problems []string
	History  map[string][]string // by sale, and by who acted
	Counts   map[string]int
	Slowest  time.Duration // from the calm, or the payment in it, to the till's knowing
}

// world is one run.
type world struct {
	o       Options
	see     *witness
	manner  manner
	gate    driver.Gateway
	service http.Handler
	gateMu  sync.Mutex // guards gate's faults and what follows
	// What the gateway has said of each sale's payment, and of its opening.
	tales    map[string][]tale
	payments map[string]envelope
	spells   map[string]*spell
	dates    wrongDates
	disk     Disk
	network  atomic.Int32
	honest   atomic.Bool  // the gateway lies no more
	sound    atomic.Bool  // the disk fails no more
	ahead    atomic.Int64 // what the machine's wall clock is wrong by

	zone      *time.Location // of the process that runs
	driver    *rand.Rand
	processes int
	sdks      int
	now       *process
	store     *handle
	shop      journal.Store // store, or what stands between it and the till
	till      *driver.Desk
	step      int
	kept      int                    // commits when the folder was copied last
	older     bool                   // an older folder was put back
	codes     map[string]core.Secret // handed in last, by order
}

// Run plays one seed.
func Run(t *testing.T, o Options) (out Result) {
	t.Helper()
	synctest.Test(t, func(*testing.T) { out = play(o) })
	return out
}

func play(o Options) Result {
	w := newWorld(o, drawManner)
	w.did("the gateway "+w.manner.String(), nil)
	if w.till != nil {
		w.sound.Store(true)
		w.takeShifts()
		w.sound.Store(false)
		w.live()
	}
	if w.till != nil {
		w.quiet()
	}
	return w.finish()
}

// newWorld opens a gateway of the given manner and the till.
func newWorld(o Options, manners func(*rand.Rand) manner) *world {
	w := &world{o: o, see: newWitness(o.Keep), disk: o.Disk, codes: map[string]core.Secret{}, tales: map[string][]tale{},
		payments: map[string]envelope{}, spells: map[string]*spell{}, zone: time.UTC}
	if w.disk == nil {
		w.disk = NewMemory()
	}
	w.driver, w.manner = w.random("driver"), manners(w.random("manner"))
	var err error
	w.gate, err = openGateway(o, w.manner, w.otps())
	if err != nil {
		w.see.problem("the gateway does not open: %v", err)
		return w
	}
	if !w.gate.Plain() {
		w.manner = manner{profile: w.gate.Profile()} // it has one of its own
	}
	w.service = w.gate.Handler()
	w.start()
	return w
}

// never is later than any day ends.
const never = 20 * 365 * 24 * time.Hour

// finish closes everything and compares it.
func (w *world) finish() Result {
	if w.till != nil {
		w.stop()
		w.audit()
	}
	if w.store != nil {
		if err := w.disk.Stop(w.store.Store); err != nil {
			w.see.problem("the store does not close: %v", err)
		}
	}
	time.Sleep(time.Minute) // until the last idle connection is given up
	if w.gate != nil {
		if err := w.gate.Close(context.Background()); err != nil {
			w.see.problem("the gateway does not close: %v", err)
		}
	}
	if err := os.RemoveAll(w.o.Room); err != nil {
		w.see.problem("%v", err)
	}
	return Result{Problems: w.see.problems, History: w.see.history, Counts: w.see.counts, Slowest: w.see.slowest}
}

// random returns a source of its own for each name, so that what one
// draws never depends on what others have drawn.
func (w *world) random(names ...string) *rand.Rand {
	return driver.Seed(w.o.Seed).Random(names...)
}

// otps are codes that no two of a run share.
func (w *world) otps() func() string {
	n := 100_000
	return func() string { n++; return strconv.Itoa(n) }
}

// machineClock is the machine's: its wall time can be set, its monotonic time goes on.
type machineClock struct {
	core.Clock
	ahead *atomic.Int64
}

func (c machineClock) Now() time.Time { return c.Clock.Now().Add(time.Duration(c.ahead.Load())) }

// client makes what speaks to the gateway for all sales of a process.
func (w *world) client(p *process, wall core.Clock) core.PaymentAPI {
	c := &cable{w: w, p: p, nth: map[string]int{}}
	key, secret := w.gate.Keys()
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: "http://" + address,
		APIKey: core.NewSecret(key), SecretKey: core.NewSecret(secret), Profile: w.manner.profile,
		Clock: wall, Signer: w.signs(wall), Jitter: w.jitter("client", strconv.Itoa(p.n)), Dial: c.dial})
	if err != nil {
		w.see.problem("no client: %v", err)
	}
	return client
}

func (w *world) jitter(names ...string) core.Jitter {
	return driver.Jitter(w.random(append(names, "jitter")...))
}

// open opens the till in a process and looks at what it shows.
func (w *world) open(p *process) error {
	wall := machineClock{core.SystemClock(), &w.ahead}
	api := w.client(p, wall)
	store := journal.Store(w.store)
	if w.o.Store != nil {
		store = w.o.Store(store)
	}
	w.shop = store
	w.see.law.Restarted()
	d, err := driver.Open(context.Background(), driver.Setup{Store: store, BaseURL: "http://" + address, Now: wall.Now, Zone: w.zone,
		API:       driver.Tap(api, func(op core.Operation, order string) { w.see.breaks(w.see.law.Opens(op, order)) }),
		Injection: w.o.API, // of each sale its own: a bug may remember what it was answered
		SDK: func() []core.Option {
			w.sdks++
			return []core.Option{core.WithClock(wall), core.WithJitter(w.jitter("sdk", strconv.Itoa(w.sdks)))}
		},
		Shown: func(n journal.Notice) { w.see.shown(p, n) },
	})
	if err != nil {
		return err
	}
	w.till = d
	for _, v := range d.InFlight() {
		w.see.shown(p, journal.Notice{Kind: journal.NoticeLive, View: v})
	}
	return nil
}

// stop ends the process: closed by the cashier, or dead already.
func (w *world) stop() {
	if w.till != nil {
		w.till.Close()
		w.till = nil
	}
	w.now.dead.Store(true)
}
