package days

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/wire"
)

// each is how many days a life lasts.
const each = 10

// life is one till over some days.
type life struct {
	rand  *rand.Rand
	store disk
	bank  *bank
	till  *till.Till
	ctx   context.Context
	seen  oracle.Seen
	marks []int // commits after which the records could be put back
	found []string
	tally tally
	shaky bool                              // the disk fails the next movement; only who moves asks
	lie   func(journal.Store) journal.Store // injects a fault in what is read at last; nil injects none
}

var people = []string{"Amal", "Bilal", "Chiara"}

func newLife(ctx context.Context, seed uint64, store disk) *life {
	return &life{rand: rand.New(rand.NewPCG(seed, 17)), store: store, bank: newBank(), ctx: ctx, seen: oracle.Seen{}}
}

func (l *life) fault(format string, args ...any) {
	l.found = append(l.found, fmt.Sprintf(format, args...))
}

// opens starts the application on what the disk holds.
func (l *life) opens() {
	l.store.OnCommit(nil)
	t, err := till.Open(l.ctx, till.Config{
		Store: l.store, Environment: core.Sandbox, BaseURL: "bank", Zone: time.UTC, Routes: wire.Routes(),
		Defaults: journal.Settings{Shop: "Practice shop", Till: "1", Currency: "LYD", Cashier: "Amal"},
		NewSDK:   func() *core.WebSDK { return core.NewWebSDK(l.bank, &core.InMemoryTokenStore{}) },
	})
	if err != nil {
		l.fault("open: %v", err)
		return
	}
	l.till = t
	if t.Recovery() != nil {
		l.pass(10 * time.Minute)
		for range 50 {
			if err := t.ConfirmRecovery(l.ctx, "Huda"); err == nil {
				break
			}
			l.pass(10 * time.Minute)
		}
	}
	if set := t.Settings(); !set.Shifts {
		set.Shifts, set.Cash = true, true
		l.must("shifts on", t.Staff.SaveSettings(l.ctx, set, "Huda"))
	}
	l.disk()
}

// disk lets the disk fail now and then from here on.
func (l *life) disk() {
	after := 1 + l.rand.IntN(120)
	fails := l.rand.IntN(3) == 0
	outcome := []storetest.Outcome{storetest.Lost, storetest.Kept}[l.rand.IntN(2)]
	begun := l.store.Commits()
	l.store.OnCommit(func(n int, c journal.Change) storetest.Outcome {
		if here := fails && n == begun+after; here || l.shaky && len(c.Movements) > 0 {
			fails, l.shaky = fails && !here, false
			l.tally.Failed++
			return outcome
		}
		return storetest.Stored
	})
}

// must allows what the till may refuse in words on such a day, and no other error.
func (l *life) must(what string, err error) {
	if err != nil && journal.CodeOf(err) == "" {
		l.fault("%s: %v", what, err)
	}
}

func (l *life) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (l *life) person() string { return people[l.rand.IntN(len(people))] }

func (l *life) amount() money.Amount {
	return money.Amount{Minor: 250 + l.rand.Int64N(200_000), Currency: "LYD"}
}

// day is one day with its Z at the end, mostly.
func (l *life) day() {
	l.tally.Days++
	if s, err := l.store.Shift(l.ctx, 0); err == nil && s.Opened == nil {
		l.must("open", l.till.Shifts.OpenShift(l.ctx, l.person(), 1_000*l.rand.Int64N(400), "the safe"))
	}
	for range 4 + l.rand.IntN(14) {
		if l.till == nil {
			return
		}
		l.act()
		l.pass(time.Duration(1+l.rand.IntN(900)) * time.Second)
		l.bank.moods(l.rand, 0.2)
		if l.rand.IntN(25) == 0 {
			l.plug()
		}
	}
	if l.till == nil {
		return
	}
	l.bank.moods(l.rand, 0.2)
	l.pass(time.Duration(1+l.rand.IntN(40)) * time.Minute)
	if l.rand.IntN(8) != 0 { // some shifts go on for days
		l.close()
	}
	l.check()
	if err := l.store.Mark(); err != nil {
		l.fault("mark: %v", err)
	}
	l.marks = append(l.marks, l.store.Commits())
	l.bank.moods(l.rand, 0.4) // by night
	l.pass(time.Duration(2+l.rand.IntN(10)) * time.Hour)
}

func (l *life) act() {
	switch x := l.rand.IntN(20); {
	case x < 6:
		l.pays("")
	case x < 9:
		_, err := l.till.TakeCash(l.ctx, l.draft(""), 10_000_000)
		l.must("cash", err)
	case x < 15:
		l.again()
	case x < 17:
		l.moves()
	case x < 18:
		l.must("hand", l.till.Shifts.HandOver(l.ctx, l.person(), l.person()))
	case x < 19:
		l.count()
	default:
		l.settles()
	}
}

func (l *life) draft(replaces journal.SaleID) journal.Draft {
	return journal.Draft{Amount: l.amount(), Cashier: l.person(), Replaces: replaces, Route: core.RouteQR, Manager: "Huda", Reason: journal.AsideWrongAmount}
}

// pays opens a payment by any route.
func (l *life) pays(replaces journal.SaleID) {
	d := l.draft(replaces)
	d.Route = wire.Routes()[l.rand.IntN(3)]
	v, err := l.till.Charge(l.ctx, d)
	l.must("charge", err)
	synctest.Wait()
	if err != nil || d.Route == core.RouteQR {
		return
	}
	bank := map[core.Route]string{core.RouteAccount: "FPB", core.RouteWallet: "PWL"}[d.Route]
	l.must("validate", l.till.Validate(l.ctx, v.ID, journal.AccountEntry{Route: d.Route, InstitutionCode: bank, Account: core.NewSecret("0912345678")}))
	synctest.Wait()
	l.must("code", l.till.SubmitOTP(l.ctx, v.ID, core.NewSecret(code), false))
	synctest.Wait()
}

// again opens another payment for an order in progress, or takes it in cash.
func (l *life) again() {
	var open []journal.View
	for _, v := range l.till.InFlight() {
		if v.Status().Ended() {
			l.must("take note", l.till.Acknowledge(l.ctx, v.ID))
			continue
		}
		open = append(open, v)
	}
	if len(open) == 0 {
		l.pays("")
		return
	}
	old := open[l.rand.IntN(len(open))]
	switch l.rand.IntN(5) {
	case 0, 1:
		l.pays(old.ID)
		return
	case 2: // the cash is a word alone
		l.must("set aside", l.till.SetAside(l.ctx, old.ID, journal.AsidePaidCash))
		return
	}
	_, err := l.till.TakeCash(l.ctx, l.draft(old.ID), 10_000_000)
	l.must("cash instead", err)
}

func (l *life) count() {
	_, err := l.till.Shifts.CountDrawer(l.ctx, l.person(), journal.DrawerCount{Currency: "LYD", Minor: l.rand.Int64N(1_000_000)})
	l.must("count", err)
}

// settles records what became of some money that is owed back.
func (l *life) settles() {
	debts, err := l.store.Debts(l.ctx, journal.DebtQuery{Open: true})
	if err != nil || len(debts) == 0 {
		return
	}
	d := debts[l.rand.IntN(len(debts))]
	part := 1 + l.rand.Int64N(d.Open())
	switch l.rand.IntN(3) {
	case 0:
		l.must("note", l.till.Refunds.NoteDebt(l.ctx, d.Number, l.person()))
	case 1:
		l.must("return", l.till.Refunds.ReturnDebt(l.ctx, d.Number, "Huda", part, d.Open(), fmt.Sprintf("R %d", l.rand.IntN(1000))))
	case 2:
		l.must("keep", l.till.Refunds.KeepDebt(l.ctx, d.Number, "Huda", part, d.Open(), "the customer agreed"))
	}
}

func (l *life) close() {
	s, err := l.store.Shift(l.ctx, 0)
	if err != nil || s.Opened == nil {
		return
	}
	l.count()
	done := make(chan error, 2)
	two := l.rand.IntN(6) == 0 // two people close at once
	for range 1 + map[bool]int{true: 1}[two] {
		go func() {
			_, err := l.till.Shifts.CloseShift(l.ctx, s.Number, "Huda", "counted")
			done <- err
		}()
	}
	if l.rand.IntN(4) == 0 { // and somebody pays in that moment
		l.bank.moods(l.rand, 0.9)
	}
	l.pass(time.Minute)
	closed := 0
	for range 1 + map[bool]int{true: 1}[two] {
		err := <-done
		l.must("close", err)
		if err == nil {
			closed++
		}
	}
	if closed > 1 {
		l.fault("shift %d was closed twice", s.Number)
	}
	l.tally.Closed += closed
}

// plug pulls the plug, or lets records be put back.
func (l *life) plug() {
	n := l.store.Commits()
	restore := l.rand.IntN(6) == 0 && len(l.marks) > 0
	if restore {
		n = l.marks[l.rand.IntN(len(l.marks))]
	}
	l.store.OnCommit(nil)
	disk, err := l.store.At(n)
	l.till.Close()
	if closed := l.store.Close(); err != nil || closed != nil {
		l.fault("the plug: %v, %v", err, closed)
		l.till = nil
		return
	}
	l.store = disk
	if !restore {
		l.tally.Kills++
		l.opens()
		return
	}
	l.tally.Restores++
	l.marks = slices.DeleteFunc(l.marks, func(m int) bool { return m > n })
	newest := uint64(0)
	zs, err := disk.Zs(l.ctx, 0, 1)
	if err == nil && len(zs) > 0 {
		newest = zs[0].Seq
	}
	freeze := journal.Freeze{Cause: journal.FreezeRestored, Since: l.now().Add(-24 * time.Hour), At: l.now()}
	if old, err := disk.Freeze(l.ctx); err == nil {
		freeze.Day, freeze.Number, freeze.Receipt, freeze.Z, freeze.Cash, freeze.LeftOut = old.Day, old.Number, old.Receipt, old.Z, old.Cash, old.LeftOut
	}
	if err := disk.Commit(l.ctx, journal.Change{Freeze: &freeze}); err != nil {
		l.fault("put back: %v", err)
	}
	l.forget(newest)
	l.opens()
}

func (l *life) now() time.Time { return time.Now().UTC() }

// forget drops the Zs of a line of records that is gone.
func (l *life) forget(newest uint64) {
	for seq := range l.seen {
		if seq > newest {
			delete(l.seen, seq)
		}
	}
}

// check lets the oracle read everything.
func (l *life) check() (b oracle.Book) {
	var store journal.Store = l.store
	if l.lie != nil && l.tally.Days == each {
		store = l.lie(store)
	}
	if err := l.store.Sound(); err != nil {
		l.fault("the file: %v", err)
	}
	b, err := oracle.ReadBook(l.ctx, store, journal.DayOf(l.now()))
	if err != nil {
		l.fault("read: %v", err)
		return b
	}
	for _, breach := range b.Breaches() {
		l.fault("%s", breach)
	}
	l.once(b)
	for _, breach := range l.seen.Compare(b, 0) {
		l.fault("Z STANDS: %s", breach)
	}
	return b
}

// play lives some days and returns the book at its end.
func (l *life) play(days int) oracle.Book {
	l.opens()
	for range days {
		if len(l.found) > 0 || l.till == nil {
			break
		}
		l.day()
	}
	if l.till != nil {
		l.store.OnCommit(nil)
		l.bank.moods(l.rand, 1)
		l.pass(3 * time.Hour)
		l.goesOn()
		l.till.Close()
	}
	b := l.check()
	if err := l.store.Close(); err != nil {
		l.fault("close: %v", err)
	}
	l.tally.count(b)
	return b
}

// story is what went wrong in a life, in few lines.
func (l *life) story() string {
	if len(l.found) > 8 {
		l.found = append(l.found[:8:8], "...")
	}
	return strings.Join(l.found, "\n  ")
}
