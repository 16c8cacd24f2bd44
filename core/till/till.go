package till

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"sanduq/core"
	"sanduq/core/internal/fanout"
	"sanduq/core/journal"
	"sanduq/core/till/internal/commit"
	"sanduq/core/till/internal/entering"
	"sanduq/core/till/internal/payment"
	"sanduq/core/till/internal/refunds"
	"sanduq/core/till/internal/shift"
	"sanduq/core/till/internal/slips"
	"sanduq/core/till/internal/staff"
	"sanduq/core/till/internal/statements"
	"sanduq/core/till/internal/work"
	"sanduq/core/wire"
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

// Paper is where slips come out: a printer, and what the shop wants of it.
type Paper = slips.Paper

// The parts of a till that have acts of their own.
type (
	// Staff is who may sign in, what each may do, and what the shop chose.
	Staff = staff.Staff
	// Shifts is the shop's day: the drawer, cash in and out, X and Z.
	Shifts = shift.Desk
	// Refunds is the ledger of what is owed back.
	Refunds = refunds.Ledger
	// Slips prints what is printed of sales.
	Slips = slips.Printer
	// Statements is what statements of banks say of the sales.
	Statements = statements.Book
	// Entering takes what papers say whose numbers a restore left out.
	Entering = entering.Desk
)

// Till is the cash desk: it writes each step of a sale to the store before the
// step is taken, and each result before it is shown. All methods, and those of its
// parts, may be called from any goroutine; none blocks for the network but those that
// say so. The parts are set by Open and never change.
type Till struct {
	Staff      *Staff
	Shifts     *Shifts
	Refunds    *Refunds
	Slips      *Slips
	Statements *Statements
	Entering   *Entering

	cfg      Config
	hub      *fanout.Hub[journal.Notice]
	work     *work.Group
	writer   *commit.Writer
	payments *payment.Teller
	fresh    bool // what Fresh tells
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
		cfg.Routes = wire.Routes()[:1] // the QR
	}
	t := &Till{Staff: staff.New(), Shifts: shift.New(), Refunds: refunds.New(), Slips: slips.New(), Statements: statements.New(), Entering: entering.New(),
		cfg: cfg, hub: fanout.New[journal.Notice](), work: work.New(), payments: payment.New()}
	t.connect()
	if err := t.load(ctx); err != nil {
		t.Close() // what was restored already polls
		return nil, err
	}
	t.payments.Start()
	if cfg.Paper != nil {
		t.work.Go(t.Slips.Run)
	}
	return t, nil
}

// connect gives each part what it needs of the others.
func (t *Till) connect() {
	cfg := t.cfg
	publish := func(n journal.Notice) { t.hub.Publish(n) }
	t.writer = commit.New(commit.Config{Store: cfg.Store, Now: t.Now, Logger: cfg.Logger, Publish: publish, Work: t.work,
		Committed: t.committed, Change: t.Staff, Reload: t.reload, Reopened: t.payments.ReadBack})
	t.Staff.Init(staff.Config{Store: cfg.Store, Writer: t.writer, Now: t.Now, Logger: cfg.Logger, Work: t.work,
		Defaults: cfg.Defaults, SwitchShifts: t.Shifts.SwitchShifts})
	t.Shifts.Init(shift.Config{Store: cfg.Store, Writer: t.writer, Staff: t.Staff, Now: t.Now, Environment: cfg.Environment,
		Frozen: t.payments.Frozen, Link: t.payments.Link})
	t.Refunds.Init(refunds.Config{Store: cfg.Store, Writer: t.writer, Staff: t.Staff, Work: t.work, Now: t.Now, Logger: cfg.Logger,
		Frozen: t.payments.Frozen, Sales: t.payments.ForRefunds(), ReadAlert: t.payments.ReadLateAlert, Reversed: t.Slips.Reversed})
	t.Statements.Init(statements.Config{Writer: t.writer, Staff: t.Staff, Now: t.Now})
	t.Entering.Init(entering.Config{Store: cfg.Store, Writer: t.writer, Staff: t.Staff, Zone: cfg.Zone, Frozen: t.payments.Frozen})
	t.Slips.Init(slips.Config{Paper: cfg.Paper, Store: cfg.Store, Writer: t.writer, Work: t.work, Now: t.Now, Logger: cfg.Logger,
		Sales: t.payments.ForSlips(), Settings: t.Staff.Settings, Signed: t.Staff.Signed, Receipt: t.payments.Receipt})
	t.payments.Init(payment.Config{
		Gateway: payment.Gateway{NewSDK: cfg.NewSDK, Environment: cfg.Environment, BaseURL: cfg.BaseURL, Routes: cfg.Routes, Probe: cfg.Probe},
		Store:   cfg.Store, Room: cfg.Room, Zone: cfg.Zone, Now: t.Now, Logger: cfg.Logger, Publish: publish, Work: t.work,
		Writer: t.writer, Staff: t.Staff, Shift: t.Shifts, Refunds: t.Refunds, Slips: t.Slips,
	})
}

// committed follows each durable commit, while the writer's lock is held.
func (t *Till) committed(c journal.Change) {
	t.Refunds.Committed(c)
	if t.Shifts.Committed(c) {
		t.hub.Publish(journal.Notice{Kind: journal.NoticeDay})
	}
}

// reload takes over what a reopened store holds, while nobody writes.
func (t *Till) reload(ctx context.Context) error {
	_, err := t.Staff.Load(ctx)
	if err = errors.Join(err, t.Shifts.Load(ctx)); err != nil {
		return err
	}
	t.Refunds.Forget()
	return nil
}

// load reads settings, numbers and open sales.
func (t *Till) load(ctx context.Context) error {
	unset, err := t.Staff.Load(ctx)
	if err != nil {
		return err
	}
	if err := t.Shifts.Load(ctx); err != nil {
		return err
	}
	if err := t.payments.LoadRecovery(ctx); err != nil {
		return err
	}
	day, err := t.writer.Day(ctx)
	if err != nil {
		return fmt.Errorf("read the business day: %w", err)
	}
	head, err := t.cfg.Store.Head(ctx, day)
	if err != nil {
		return fmt.Errorf("read numbers: %w", err)
	}
	if unset {
		if t.fresh, err = t.untouched(ctx, head); err != nil {
			return fmt.Errorf("read the newest sale: %w", err)
		}
	}
	if head.Number > 0 {
		t.writer.Began(journal.NewSaleID(day, head.Number))
	}
	return t.payments.Load(ctx)
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
	closeSales := t.payments.Refuse()
	t.work.Stop()
	t.writer.WakeAll()
	closeSales()
	t.work.End()
	t.hub.Close()
}

// Subscribe returns a subscription to everything from now on. Take InFlight
// after subscribing, and nothing falls between the two.
func (t *Till) Subscribe() *Subscription { return t.hub.Subscribe(nil) }

// Now is the time in the shop's zone.
func (t *Till) Now() time.Time { return t.cfg.Now().In(t.cfg.Zone) }

// Today returns the day by the clock. Where that was set back behind the books, another
// one is booked on: NextID's.
func (t *Till) Today() journal.Day { return journal.DayOf(t.Now()) }

// NextID returns the name that the next sale will most likely get, of the day on which it
// is booked. It never waits for the disk.
func (t *Till) NextID() journal.SaleID {
	day := t.writer.DayOf(t.Now())
	if last := t.writer.Newest(); last != "" && last.Day() == day {
		return journal.NewSaleID(day, last.Number()+1)
	}
	return journal.NewSaleID(day, 1)
}

// Settings returns what the shop chose; see Staff.Settings.
func (t *Till) Settings() journal.Settings { return t.Staff.Settings() }

// StoreFault returns why the till can neither send nor show, or, with CodeOwnError, takes
// no payment until it is started again; nil while all is well. It never waits for the disk.
func (t *Till) StoreFault() *journal.StoreFault { return cmp.Or(t.writer.Fault(), t.writer.Broken()) }

// ForgetStaff removes everyone from a store that no till has open; see
// staff.ForgetStaff.
func ForgetStaff(ctx context.Context, store journal.Store, now time.Time, by string) (int, error) {
	return staff.ForgetStaff(ctx, store, now, by)
}
