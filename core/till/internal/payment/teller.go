package payment

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/refunds"
	"sanduq/core/till/internal/sched"
	"sanduq/core/till/internal/shift"
	"sanduq/core/till/internal/slips"
	"sanduq/core/till/internal/staff"
	"sanduq/core/till/internal/work"
	"sync"
)

// Gateway is what the payments are taken through.
type Gateway struct {
	// NewSDK makes the SDK of one sale. All are bound to the same gateway.
	NewSDK func() *core.WebSDK
	// Environment and BaseURL name the gateway; a sale is bound to both.
	Environment core.Environment
	BaseURL     string
	Routes      []core.Route // that this till offers
	// Probe reports whether the gateway answers at all; nil where nobody can ask.
	Probe func(context.Context) bool
}

// Config is what a Teller is made of. Nothing in it is nil but Room and
// Gateway.Probe.
type Config struct {
	Gateway
	Store   journal.Store
	Room    func() error // refuses a sale that could not be recorded; nil allows all
	Zone    *time.Location
	Now     func() time.Time // in the shop's zone
	Logger  *slog.Logger
	Publish func(journal.Notice)
	Work    *work.Group
	Writer  *commit.Writer
	Staff   *staff.Staff
	Shift   *shift.Desk
	Refunds *refunds.Ledger
	Slips   *slips.Printer
}

// Teller takes payments. All methods may be called from any goroutine; none blocks
// for the network but those that say so.
type Teller struct {
	cfg Config

	watcher watcher
	orders  orders
	claims  claims

	settling sched.Mutex // held while a settlement is committed
	adopting sched.Mutex // held while a sale comes in hand: a new one, or those of the disk
	leasing  sched.Mutex // guards leases; taken before mu
	leases   map[journal.SaleID]*lease

	mu       sched.Mutex // guards the rest
	runs     map[journal.SaleID]*run
	link     journal.Link
	deaf     map[journal.SaleID]bool // whose questions had no answer since the newest one that had
	banks    banks
	closed   bool
	recovery *journal.Recovery              // nil but after the journal was put back
	cashFor  map[journal.SaleID]*cashTaking // see remember
}

// New returns a teller without sales. Init and Load must follow.
func New() *Teller {
	t := &Teller{runs: map[journal.SaleID]*run{}, leases: map[journal.SaleID]*lease{}}
	t.watcher = watcher{t: t, wake: make(chan struct{}, 1), opened: time.Now()}
	t.orders = orders{t: t}
	t.settling.Name("till", "settling")
	t.adopting.Name("till", "adopting")
	t.leasing.Name("till", "leasing")
	t.mu.Name("till", "mu")
	t.claims.mu.Name("till", "claims")
	t.watcher.pace.mu.Name("till", "pace")
	return t
}

// Init completes a teller before its first use.
func (t *Teller) Init(cfg Config) { t.cfg = cfg }

// Load takes in hand what the last run of the application left behind, by the restart
// table (see restore). It sends nothing that could create or move money.
func (t *Teller) Load(ctx context.Context) error {
	sales, err := t.openSales(ctx)
	if err != nil {
		return fmt.Errorf("read open sales: %w", err)
	}
	older := notPolled(sales)
	for _, s := range sales {
		if t.Recovery() != nil {
			if err := t.markStale(&s); err != nil {
				return fmt.Errorf("mark %s: %w", s.ID, err)
			}
		}
		if err := t.cfg.Slips.Found(&s); err != nil {
			return fmt.Errorf("mark the slip of %s: %w", s.ID, err)
		}
		if err := t.restore(ctx, s, !older[s.ID]); err != nil {
			return fmt.Errorf("restore %s: %w", s.ID, err)
		}
		t.cfg.Slips.Queue(s)
	}
	for _, s := range sales {
		t.cfg.Refunds.TellOther(s)
	}
	t.cfg.Work.Go(t.cfg.Refunds.TellAll)
	if t.Recovery() != nil {
		t.mu.Lock()
		open := t.list()
		t.mu.Unlock()
		t.reconcile(open)
	}
	return nil
}

// Start begins to watch.
func (t *Teller) Start() {
	t.cfg.Work.Go(t.watcher.watch)
	if t.cfg.Probe != nil {
		t.cfg.Work.Go(func() { t.watcher.probe(t.cfg.Probe) })
	}
}

// Refuse lets no sale come in hand any more and returns how to close those that are.
func (t *Teller) Refuse() (closeAll func()) {
	t.mu.Lock()
	t.closed = true
	runs := t.list()
	t.mu.Unlock()
	return func() {
		for _, r := range runs {
			r.close()
		}
	}
}

// list returns the runs, newest sale first. The caller holds mu.
func (t *Teller) list() []*run {
	out := make([]*run, 0, len(t.runs))
	for _, r := range t.runs {
		out = append(out, r)
	}
	slices.SortFunc(out, func(a, b *run) int { return strings.Compare(string(b.id), string(a.id)) })
	return out
}

func (t *Teller) run(id journal.SaleID) (*run, error) {
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

// Sale is till.Till.Sale.
func (t *Teller) Sale(id journal.SaleID) (journal.View, bool) {
	r := t.holding(id)
	if r == nil {
		return journal.View{}, false
	}
	return r.view(), true
}

// InFlight is till.Till.InFlight.
func (t *Teller) InFlight() []journal.View {
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

// Receipt is till.Till.Receipt.
func (t *Teller) Receipt(ctx context.Context, seq uint64) (journal.Receipt, error) {
	rec, err := t.cfg.Store.Receipt(ctx, seq)
	if err == nil && rec.TransactionID == "" {
		if s, err := t.stored(ctx, rec.SaleID); err == nil {
			rec.TransactionID = s.Session.TransactionID
		}
	}
	return rec, err
}

// ForSlips are the sales as package slips asks for them.
func (t *Teller) ForSlips() slips.Sales { return slipSales{t} }

// ForRefunds are the sales as package refunds asks for them.
func (t *Teller) ForRefunds() refunds.Sales { return refundSales{t} }

type slipSales struct{ t *Teller }

func (s slipSales) Acquire(ctx context.Context, id journal.SaleID) (slips.Sale, func(), error) {
	r, done, err := s.t.acquire(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	return r, done, nil
}

func (s slipSales) InHand(id journal.SaleID) (slips.Sale, bool) {
	r, err := s.t.run(id)
	if err != nil {
		return nil, false
	}
	return r, true
}

type refundSales struct{ t *Teller }

func (s refundSales) Acquire(ctx context.Context, id journal.SaleID) (refunds.Sale, func(), error) {
	r, done, err := s.t.acquire(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	return r, done, nil
}

func (s refundSales) Order(ctx context.Context, of journal.Sale) ([]journal.Sale, error) {
	return s.t.orders.linked(ctx, of)
}

func (s refundSales) Settling() sync.Locker { return &s.t.settling }

var tail = base32.StdEncoding.WithPadding(base32.NoPadding)

// newOrderID joins the paper name and 40 random bits.
func newOrderID(id journal.SaleID) string {
	b := make([]byte, 5)
	_, _ = rand.Read(b) // never fails: the program ends instead
	return id.Paper() + "-" + tail.EncodeToString(b)
}

// WatchNow is till.Till.WatchNow.
func (t *Teller) WatchNow() { t.watcher.WatchNow() }

// Link is till.Till.Link.
func (t *Teller) Link() journal.Link { return t.watcher.Link() }

// Quiet is till.Till.Quiet.
func (t *Teller) Quiet() bool { return t.watcher.Quiet() }

// Attempts is till.Till.Attempts.
func (t *Teller) Attempts(ctx context.Context, id journal.SaleID) ([]journal.Sale, error) {
	return t.orders.Attempts(ctx, id)
}
