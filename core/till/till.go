package till

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"sanduq/core"
	"sanduq/core/internal/fanout"
	"sanduq/core/journal"
	"sanduq/core/till/internal/sched"
)

// Config is what a Till is made of.
type Config struct {
	Store journal.Store
	// NewSDK makes the SDK of one sale. All are bound to the same gateway.
	NewSDK func() *core.WebSDK
	// Environment and BaseURL name the gateway. A sale is bound to both and is
	// never asked about anywhere else. BaseURL is compared, never dialled.
	Environment core.Environment
	BaseURL     string
	// Defaults are the settings of a till that has none yet.
	Defaults journal.Settings
	// Routes that this till offers; none means QR alone.
	Routes []core.Route
	// Probe reports whether the gateway answers at all, by a question without money
	// behind it; it is asked every ten seconds while nothing is heard. Nil waits
	// for the next planned question.
	Probe func(ctx context.Context) bool
	// Room refuses a sale before anything is sent when it could not be
	// recorded; nil means that there is always room.
	Room   func() error
	Paper  Paper            // where slips come out; nil is nowhere
	Zone   *time.Location   // the shop's time zone; nil is the machine's
	Now    func() time.Time // nil is time.Now
	Logger *slog.Logger     // nil is silence
}

// Till is the cash desk: it writes each step of a sale to the store before the
// step is taken, and each result before it is shown. All methods may be called
// from any goroutine; none blocks for the network but those that say so.
type Till struct {
	cfg  Config
	log  *slog.Logger
	hub  *fanout.Hub[journal.Notice]
	ctx  context.Context
	stop context.CancelFunc
	work background
	wake chan struct{} // tells the watcher that the plan has changed

	committer committer
	staff     staff
	claims    claims
	pace      pace
	printing  printing

	settling sched.Mutex // held while a settlement is committed
	adopting sched.Mutex // held while a sale comes in hand: a new one, or those of the disk
	leasing  sched.Mutex // guards leases; taken before mu
	leases   map[journal.SaleID]*lease

	opened time.Time // with its monotonic reading

	mu       sched.Mutex // guards the rest
	runs     map[journal.SaleID]*run
	settings journal.Settings
	link     journal.Link
	deaf     map[journal.SaleID]bool // whose questions had no answer since the newest one that had
	banks    banks
	closed   bool
	recovery *journal.Recovery              // nil but after the journal was put back
	fresh    bool                           // what Fresh tells
	cashFor  map[journal.SaleID]*cashTaking // see remember

	shift atomic.Pointer[journal.Shift] // the present one, as the disk has it; nil for none

	givenBack givenBack
}

// Subscription delivers notices; see Notice for the contract.
type Subscription = fanout.Subscription[journal.Notice]

// Open reads the store, settles what the last run of the application left
// behind by the restart table, and begins to watch. It sends nothing that
// could create or move money.
func Open(ctx context.Context, cfg Config) (*Till, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Zone == nil {
		cfg.Zone = time.Local
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	if len(cfg.Routes) == 0 {
		cfg.Routes = []core.Route{core.RouteQR}
	}
	t := &Till{cfg: cfg, log: cfg.Logger, hub: fanout.New[journal.Notice](), runs: map[journal.SaleID]*run{}, leases: map[journal.SaleID]*lease{}, wake: make(chan struct{}, 1), opened: time.Now()}
	t.ctx, t.stop = context.WithCancel(context.Background())
	t.committer.init(t)
	t.printing.init()
	t.settling.Name("till", "settling")
	t.adopting.Name("till", "adopting")
	t.leasing.Name("till", "leasing")
	t.mu.Name("till", "mu")
	t.staff.write.Name("staff", "write")
	t.staff.mu.Name("staff", "mu")
	t.claims.mu.Name("till", "claims")
	t.pace.mu.Name("till", "pace")
	if err := t.load(ctx); err != nil {
		t.Close() // what was restored already polls
		return nil, err
	}
	t.work.Go(t.watch)
	if cfg.Paper != nil {
		t.work.Go(t.printAll)
	}
	if cfg.Probe != nil {
		t.work.Go(func() { t.knock(cfg.Probe) })
	}
	return t, nil
}

// load reads settings, numbers and open sales.
func (t *Till) load(ctx context.Context) error {
	unset, err := t.loadSettings(ctx)
	if err != nil {
		return err
	}
	if err := t.loadStaff(ctx); err != nil {
		return err
	}
	if err := t.loadShift(ctx); err != nil {
		return err
	}
	if err := t.loadRecovery(ctx); err != nil {
		return err
	}
	head, err := t.cfg.Store.Head(ctx, t.Today())
	if err != nil {
		return fmt.Errorf("read numbers: %w", err)
	}
	if unset {
		if t.fresh, err = t.untouched(ctx, head); err != nil {
			return fmt.Errorf("read the newest sale: %w", err)
		}
	}
	if head.Number > 0 {
		last := journal.NewSaleID(t.Today(), head.Number)
		t.committer.newest.Store(&last)
	}
	sales, err := t.openSales(ctx)
	if err != nil {
		return fmt.Errorf("read open sales: %w", err)
	}
	older := notPolled(sales)
	for _, s := range sales {
		if t.recovery != nil {
			if err := t.behind(&s); err != nil {
				return fmt.Errorf("mark %s: %w", s.ID, err)
			}
		}
		if err := t.findSlip(&s); err != nil {
			return fmt.Errorf("mark the slip of %s: %w", s.ID, err)
		}
		if err := t.restore(ctx, s, !older[s.ID]); err != nil {
			return fmt.Errorf("restore %s: %w", s.ID, err)
		}
		t.queueSlip(s)
	}
	for _, s := range sales {
		t.tellTwin(s)
	}
	t.work.Go(t.tellAllOwed)
	if t.recovery != nil {
		t.reconcile(t.list())
	}
	return nil
}

// untouched reports whether nothing was ever written down in a store.
func (t *Till) untouched(ctx context.Context, head journal.Head) (bool, error) {
	if head != (journal.Head{}) {
		return false, nil
	}
	page, err := t.cfg.Store.Sales(ctx, journal.SaleQuery{Limit: 1})
	return len(page.Sales) == 0, err
}

// Fresh reports whether nobody had ever set this till up, or sold anything with
// it, when it was opened.
func (t *Till) Fresh() bool { return t.fresh }

// Close stops every call and poller and waits for what is being written. Sales
// in flight stay as they are on disk. The store is the caller's to close,
// afterwards.
func (t *Till) Close() {
	t.mu.Lock()
	t.closed = true
	runs := t.list()
	t.mu.Unlock()
	t.stop()
	t.committer.wakeAll()
	for _, r := range runs {
		r.close()
	}
	t.work.End()
	t.hub.Close()
}

// list returns the runs, newest sale first. The caller holds mu.
func (t *Till) list() []*run {
	out := make([]*run, 0, len(t.runs))
	for _, r := range t.runs {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *run) int { return strings.Compare(string(b.id), string(a.id)) })
	return out
}

func (t *Till) run(id journal.SaleID) (*run, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, journal.Refuse(journal.CodeUnavailable, nil)
	}
	if r := t.runs[id]; r != nil {
		return r, nil
	}
	return nil, journal.Refuse(journal.CodeNoSale, fmt.Errorf("sale %s is not open", id))
}

// Subscribe returns a subscription to everything from now on. Take InFlight
// after subscribing, and nothing falls between the two.
func (t *Till) Subscribe() *Subscription { return t.hub.Subscribe(nil) }

// Sale returns a sale that the till has in hand: in flight or watched.
func (t *Till) Sale(id journal.SaleID) (journal.View, bool) {
	t.mu.Lock()
	r := t.runs[id]
	t.mu.Unlock()
	if r == nil {
		return journal.View{}, false
	}
	return r.view(), true
}

// InFlight returns the sales that belong in the strip, newest first.
func (t *Till) InFlight() []journal.View {
	t.mu.Lock()
	runs := t.list()
	t.mu.Unlock()
	var out []journal.View
	for _, r := range runs {
		if v := r.view(); v.InFlight() || v.LateMoney() || v.PaidTwice() {
			out = append(out, v)
		}
	}
	return out
}

// Today returns the business day.
func (t *Till) Today() journal.Day { return journal.DayOf(t.Now()) }

// NextID returns the name that the next sale will most likely get. It never
// waits for the disk.
func (t *Till) NextID() journal.SaleID {
	day := t.Today()
	if last := t.committer.newest.Load(); last != nil && last.Day() == day {
		return journal.NewSaleID(day, last.Number()+1)
	}
	return journal.NewSaleID(day, 1)
}

// Sales returns a page of the history.
func (t *Till) Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	if q.Returned {
		return t.returnedPage(ctx, q)
	}
	return t.cfg.Store.Sales(ctx, q)
}

// Totals returns the figures of a filter.
func (t *Till) Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	if q.Returned {
		return t.returnedTotals(ctx, q)
	}
	return t.cfg.Store.Totals(ctx, q)
}

// Figures yields the figures of the business days from one to the other, as
// Store.Figures does.
func (t *Till) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return t.cfg.Store.Figures(ctx, from, to)
}

// Receipt returns one receipt. Where it was written before the gateway had
// named the transaction, it has the one that a later answer brought.
func (t *Till) Receipt(ctx context.Context, seq uint64) (journal.Receipt, error) {
	rec, err := t.cfg.Store.Receipt(ctx, seq)
	if err == nil && rec.TransactionID == "" {
		if s, err := t.stored(ctx, rec.SaleID); err == nil {
			rec.TransactionID = s.Session.TransactionID
		}
	}
	return rec, err
}

// The pauses before something that the store refuses is tried again grow, so
// that what it will never take does not keep the disk and the log busy.
const (
	firstRetry = 100 * time.Millisecond
	lastRetry  = 15 * time.Second
)

// pause waits before something is tried again for the nth time, counted from
// zero; false when the till closes.
func (t *Till) pause(n int) bool { return t.rest(min(lastRetry, firstRetry<<min(n, 10))) }

// Now is the time in the shop's zone.
func (t *Till) Now() time.Time { return t.cfg.Now().In(t.cfg.Zone) }

var tail = base32.StdEncoding.WithPadding(base32.NoPadding)

// newOrderID joins the paper name and 40 random bits.
func newOrderID(id journal.SaleID) string {
	b := make([]byte, 5)
	_, _ = rand.Read(b) // never fails: the program ends instead
	return id.Paper() + "-" + tail.EncodeToString(b)
}
