//go:build !race

package storage

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/storage/internal/writing"
	"sanduq/storage/keys"
)

// TestFiguresAreAlwaysWhatTheSalesAddUpTo drives a store through random lives:
// sales that are opened, moved on, paid late, replaced and taken over by others,
// under clocks that jump; commits that fail before and after they reached the
// disk; plugs pulled, backups put back, keys changed, files compacted and
// brought forward. After every step the figures are counted again by means that
// know nothing of records, hours or indexes.
func TestFiguresAreAlwaysWhatTheSalesAddUpTo(t *testing.T) {
	steps := map[string]int{}
	rapid.Check(t, func(r *rapid.T) {
		l := &figureLife{r: r, t: t, now: clock, steps: steps}
		l.open(t.TempDir())
		defer func() { _ = l.s.Close() }()
		r.Repeat(map[string]func(*rapid.T){
			"open":     func(r *rapid.T) { l.step("open", r, l.opened) },
			"move on":  func(r *rapid.T) { l.step("move on", r, l.movedOn) },
			"pay":      func(r *rapid.T) { l.step("pay", r, l.paid) },
			"replace":  func(r *rapid.T) { l.step("replace", r, l.replaced) },
			"together": func(r *rapid.T) { l.step("together", r, l.together) },
			"clock":    func(r *rapid.T) { l.step("clock", r, l.clockJumps) },
			"fail":     func(r *rapid.T) { l.step("fail", r, l.failed) },
			"kill":     func(r *rapid.T) { l.step("kill", r, l.killed) },
			"life":     func(r *rapid.T) { l.step("life", r, l.lookedAfter) },
			"":         func(*rapid.T) { l.check() },
		})
	})
	t.Logf("steps: %v", steps)
}

type figureLife struct {
	r     *rapid.T
	t     *testing.T
	s     *Store
	dir   string
	now   time.Time
	steps map[string]int
}

func (l *figureLife) step(name string, r *rapid.T, do func()) {
	l.r = r
	l.steps[name]++
	do()
}

func (l *figureLife) must(err error) {
	if err != nil {
		l.r.Fatal(err)
	}
}

func (l *figureLife) open(dir string) {
	s, err := open(dir, func(o *Options) { o.verifyBelow = 1 }) // the test itself looks
	l.must(err)
	l.s, l.dir = s, dir
}

// all reads every sale, newest first.
func (l *figureLife) all() []journal.Sale {
	page, err := l.s.Sales(context.Background(), journal.SaleQuery{Limit: 1 << 20})
	l.must(err)
	return page.Sales
}

// check counts in a way of its own: by the clock's text, in one map.
func (l *figureLife) check() {
	type cell struct{ day, quarter, route, status, cashier, currency string }
	want, got := map[cell][2]int64{}, map[cell][2]int64{}
	quarter := func(at time.Time) string {
		at = at.UTC()
		return fmt.Sprintf("%s:%d", at.Format("2006-01-02 15"), at.Minute()/15)
	}
	for _, s := range l.all() {
		c := cell{string(s.ID[:8]), quarter(s.CreatedAt), string(s.Route), string(s.Status()), s.Cashier, s.Amount.Currency}
		want[c] = [2]int64{want[c][0] + 1, want[c][1] + s.Amount.Minor}
	}
	for f, err := range l.s.Figures(context.Background(), "", "") {
		l.must(err)
		c := cell{string(f.Day), quarter(f.Quarter.Time()), string(f.Route), string(f.Status), f.Cashier, f.Currency}
		if _, twice := got[c]; twice {
			l.r.Fatalf("%+v comes twice", c)
		}
		got[c] = [2]int64{f.Number, f.Minor}
	}
	if !maps.Equal(got, want) {
		l.r.Fatalf("figures %v\nthe sales add up to %v", got, want)
	}
}

func (l *figureLife) commit(c journal.Change) { l.must(l.s.Commit(context.Background(), c)) }

func (l *figureLife) fresh() journal.Sale {
	day := journal.DayOf(l.now)
	h, err := l.s.Head(context.Background(), day)
	l.must(err)
	id := journal.NewSaleID(day, h.Number+1)
	amount := money.Amount{Minor: rapid.Int64Range(1, 90_000).Draw(l.r, "minor"), Currency: rapid.SampledFrom([]string{"LYD", "LYD", "USD", "TND"}).Draw(l.r, "currency")}
	return journal.Sale{ID: id, Version: 1, OrderID: id.Paper(), Amount: amount, Environment: core.Sandbox, CreatedAt: l.now, UpdatedAt: l.now,
		Cashier: rapid.SampledFrom([]string{"", "Amal", "Bilal", "فاطمة"}).Draw(l.r, "cashier"), Step: journal.StepIntent,
		Route:   rapid.SampledFrom([]core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}).Draw(l.r, "route"),
		Session: core.PaymentSession{OrderID: id.Paper(), Amount: amount, State: core.StatePending}}
}

func (l *figureLife) opened() {
	sale := l.fresh()
	l.commit(journal.Change{Sale: &sale})
	l.now = l.now.Add(time.Duration(rapid.IntRange(0, 40).Draw(l.r, "minutes")) * time.Minute)
}

// some returns the next version of a sale that there is.
func (l *figureLife) some() (sale journal.Sale, ok bool) {
	all := l.all()
	if len(all) == 0 {
		return sale, false
	}
	sale = rapid.SampledFrom(all).Draw(l.r, "sale")
	sale.Version++
	sale.UpdatedAt = l.now
	return sale, true
}

// movedOn changes what a till changes, whatever a person or the gateway says.
func (l *figureLife) movedOn() {
	if sale, ok := l.some(); ok {
		l.change(&sale)
		l.commit(journal.Change{Sale: &sale})
	}
}

func (l *figureLife) change(sale *journal.Sale) {
	sale.Step = rapid.SampledFrom([]journal.Step{journal.StepIntent, journal.StepRejected, journal.StepCreated, journal.StepQRIntent, journal.StepSession, journal.StepSession}).Draw(l.r, "step")
	if sale.ReceiptSeq == 0 {
		sale.Session.State = rapid.SampledFrom([]core.State{core.StatePending, core.StateQRGenerated, core.StateWaitingPayment, core.StateFailed, core.StateExpired}).Draw(l.r, "state")
	}
	sale.Capped, sale.Watch.Denied = rapid.Bool().Draw(l.r, "capped"), rapid.Bool().Draw(l.r, "denied")
	sale.Stale = rapid.Bool().Draw(l.r, "behind")
	if rapid.Bool().Draw(l.r, "aside") {
		sale.SetAside = &journal.Decision{At: l.now, Reason: "left"}
	}
	if rapid.IntRange(0, 5).Draw(l.r, "resolved") == 0 {
		sale.ResolvedOutside = &journal.Decision{At: l.now, Reason: "cash"}
	}
	sale.Route = rapid.SampledFrom([]core.Route{sale.Route, core.RouteQR, core.RouteWallet}).Draw(l.r, "another route")
	sale.Cashier = rapid.SampledFrom([]string{sale.Cashier, "Amal", "Huda"}).Draw(l.r, "taken over by")
}

// paid settles a sale, late ones too: failed, set aside or resolved before.
func (l *figureLife) paid() {
	sale, ok := l.some()
	if !ok || sale.ReceiptSeq != 0 {
		return
	}
	l.commit(l.settled(sale))
}

func (l *figureLife) settled(sale journal.Sale) journal.Change {
	h, err := l.s.Head(context.Background(), "")
	l.must(err)
	sale.Session.Late = sale.Session.State == core.StateFailed
	sale.Step, sale.Session.State, sale.ReceiptSeq, sale.SettledAt = journal.StepSession, core.StateSuccess, h.Receipt+1, l.now
	return journal.Change{Sale: &sale, Receipt: &journal.Receipt{Seq: h.Receipt + 1, SaleID: sale.ID, Amount: sale.Amount, SettledAt: l.now}}
}

// replaced opens a sale instead of another, which may be paid yet.
func (l *figureLife) replaced() {
	old, ok := l.some()
	if !ok {
		return
	}
	sale := l.fresh()
	sale.Replaces, old.ReplacedBy, old.SetAside = old.ID, sale.ID, &journal.Decision{At: l.now, Reason: "again"}
	l.commit(journal.Change{Sale: &sale})
	l.commit(journal.Change{Sale: &old})
}

// together sends changes that share a transaction, of which one is refused.
func (l *figureLife) together() {
	first := l.fresh()
	second := l.fresh()
	second.ID = journal.NewSaleID(second.ID.Day(), second.ID.Number()+1)
	again := first
	again.Version, again.Cashier = 2, "Huda"
	wrong := first
	wrong.Version = 9
	all := []*writing.Attempt{{Change: journal.Change{Sale: &first}}, {Change: journal.Change{Sale: &wrong}}, {Change: journal.Change{Sale: &second}}, {Change: journal.Change{Sale: &again}}}
	l.s.life.RLock()
	l.s.gate.Lock()
	err := l.s.commitNow(all, false)
	l.s.gate.Unlock()
	l.s.life.RUnlock()
	l.must(err)
	if !errors.Is(all[1].Err, journal.ErrVersion) || all[0].Err != nil || all[2].Err != nil || all[3].Err != nil {
		l.r.Fatal(all[0].Err, all[1].Err, all[2].Err, all[3].Err)
	}
}

// clockJumps sets the till's clock, back too.
func (l *figureLife) clockJumps() {
	l.now = clock.Add(time.Duration(rapid.IntRange(-200, 2000).Draw(l.r, "hours"))*time.Hour + time.Duration(rapid.IntRange(0, 59).Draw(l.r, "minute"))*time.Minute)
}

// failed commits with an outcome that nobody knows, and reads back.
func (l *figureLife) failed() {
	sale, ok := l.some()
	if !ok {
		sale = l.fresh()
	} else {
		l.change(&sale)
	}
	failNext(l.s, rapid.SampledFrom([]storetest.Outcome{storetest.Lost, storetest.Kept}).Draw(l.r, "outcome"), errors.New("injected"))
	if err := l.s.Commit(context.Background(), journal.Change{Sale: &sale}); err == nil {
		l.r.Fatal("the commit went well")
	}
	l.must(l.s.Reopen(context.Background()))
}

// killed goes on with what lies on the disk in this moment.
func (l *figureLife) killed() {
	dir := copyFolder(l.t, l.dir)
	l.must(l.s.Close())
	l.open(dir)
}

// lookedAfter is everything else that makes a file of a file.
func (l *figureLife) lookedAfter() {
	ctx := context.Background()
	what := rapid.SampledFrom([]string{"verify", "scrub", "compact", "key", "restore", "older", "close"}).Draw(l.r, "what")
	l.steps[what]++
	switch what {
	case "verify":
		_, err := l.s.Verify(ctx)
		l.must(err)
	case "scrub":
		_, err := hasty(l.s)
		l.must(err)
	case "compact":
		l.must(l.s.Compact(ctx))
	case "key":
		_, err := l.s.NewRecoveryCode(ctx)
		l.must(err)
	case "restore":
		path, err := l.s.Backup(ctx)
		l.must(err)
		for range rapid.IntRange(0, 3).Draw(l.r, "sales that are lost") {
			l.opened()
		}
		l.must(l.s.Close())
		_, err = Restore(ctx, Options{Dir: l.dir, Keys: keys.NewFile(l.dir)}, path)
		l.must(err)
		l.open(l.dir)
	case "older":
		l.must(l.s.Close())
		withoutFigures(l.t, l.dir)
		l.open(l.dir)
	case "close":
		l.must(l.s.Close())
		l.open(l.dir)
	}
	if what != "verify" {
		_, err := l.s.Verify(ctx)
		l.must(err)
	}
}
