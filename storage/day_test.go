package storage

import (
	"context"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

const tradingDay journal.Day = "20261120"

// desk trades on a store, each act a commit of its own.
type desk struct {
	testing.TB
	s    *Store
	mark journal.Settings
	now  time.Time
}

func newDesk(t testing.TB, s *Store) *desk {
	return &desk{t, s, journal.Settings{Shop: "Practice shop", Till: "1", Currency: "LYD", Shifts: true, Cash: true}, time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)}
}

func (d *desk) head() journal.Head {
	d.Helper()
	h, err := d.s.Head(context.Background(), tradingDay)
	if err != nil {
		d.Fatal(err)
	}
	return h
}

func (d *desk) shift() journal.ShiftState {
	d.Helper()
	state, err := d.s.Shift(context.Background(), 0)
	if err != nil {
		d.Fatal(err)
	}
	return state
}

func (d *desk) commit(c journal.Change) {
	d.Helper()
	if err := d.s.Commit(context.Background(), c); err != nil {
		d.Fatal(err)
	}
}

func (d *desk) at() time.Time {
	d.now = d.now.Add(time.Minute)
	return d.now
}

func lyd(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }

// begin switches shifts on.
func (d *desk) begin() {
	d.Helper()
	h := d.head()
	d.commit(journal.Change{Settings: &d.mark, Shift: &journal.Shift{Number: h.Z + 1, Version: 1, After: h.Z, Begun: d.at()}})
}

func (d *desk) open(float int64) {
	d.Helper()
	shift := d.shift().Shift
	shift.Version++
	shift.Opened = &journal.Opening{At: d.at(), By: "Amal", Currency: "LYD", Float: float}
	d.commit(journal.Change{Shift: &shift})
}

func (d *desk) count(minor int64) {
	d.Helper()
	h, shift := d.head(), d.shift().Shift
	shift.Version++
	shift.Counts = append(shift.Counts, journal.ShiftCount{At: d.at(), By: "Amal", Cash: journal.DrawerCount{Currency: "LYD", Minor: minor},
		NewestCash: h.Cash, NewestMovement: h.Movement})
	d.commit(journal.Change{Shift: &shift})
}

// charge opens a sale.
func (d *desk) charge(minor int64) journal.Sale {
	d.Helper()
	h := d.head()
	id := journal.NewSaleID(tradingDay, h.Number+1)
	at := d.at()
	sale := journal.Sale{ID: id, Version: 1, OrderID: id.Paper() + "-K3", Amount: lyd(minor), Environment: core.Sandbox, BaseURL: "embedded", Cashier: "Amal",
		CreatedAt: at, UpdatedAt: at, Step: journal.StepCreated, Route: core.RouteQR, Shift: h.Shift,
		Session: core.PaymentSession{PaymentID: "P-" + string(id), OrderID: id.Paper() + "-K3", Amount: lyd(minor), State: core.StatePending, UpdatedAt: at}}
	d.commit(journal.Change{Sale: &sale})
	return sale
}

// settled is the change with which a sale is paid.
func (d *desk) settled(sale journal.Sale) journal.Change {
	d.Helper()
	h := d.head()
	sale.Version++
	sale.Step, sale.Session.State, sale.ReceiptSeq, sale.SettledAt = journal.StepSession, core.StateSuccess, h.Receipt+1, d.at()
	return journal.Change{Sale: &sale, Receipt: &journal.Receipt{Seq: sale.ReceiptSeq, SaleID: sale.ID, OrderID: sale.OrderID, PaymentID: sale.Session.PaymentID,
		Amount: sale.Amount, Route: sale.Route, SettledAt: sale.SettledAt, Shop: "Practice shop", Till: "1", Cashier: sale.Cashier,
		Environment: sale.Environment, Shift: h.Shift, Opened: sale.Shift}}
}

func (d *desk) pay(sale journal.Sale) {
	d.Helper()
	d.commit(d.settled(sale))
}

func (d *desk) cash(minor int64) {
	d.Helper()
	h := d.head()
	id, at := journal.NewSaleID(tradingDay, h.Number+1), d.at()
	d.commit(journal.Change{
		Sale: &journal.Sale{ID: id, Version: 1, OrderID: id.Paper() + "-K3", Amount: lyd(minor), Environment: core.Sandbox, BaseURL: "embedded", Cashier: "Amal",
			CreatedAt: at, UpdatedAt: at, Step: journal.StepCash, Route: journal.RouteCash, Shift: h.Shift, CashSeq: h.Cash + 1},
		Cash: &journal.CashReceipt{Seq: h.Cash + 1, SaleID: id, Amount: lyd(minor), Given: minor, TakenAt: at, Shift: h.Shift, Shop: "Practice shop", Till: "1",
			Cashier: "Amal", Environment: core.Sandbox}})
}

func (d *desk) move(kind journal.MovementKind, minor int64) {
	d.Helper()
	h := d.head()
	d.commit(journal.Change{Movements: []journal.Movement{{Seq: h.Movement + 1, Shift: h.Shift, Kind: kind, At: d.at(), By: "Amal", Minor: minor, Reason: "change"}}})
}

func (d *desk) owe(minor int64) {
	d.Helper()
	h := d.head()
	d.commit(journal.Change{Debts: []journal.DebtRow{{Seq: h.DebtRow + 1, Debt: h.Debt + 1, Kind: journal.DebtOpened, At: d.at(), Shift: h.Shift,
		Cause: journal.DebtPaidTwice, Sale: journal.NewSaleID(tradingDay, 1), With: journal.NewSaleID(tradingDay, 2), Amount: lyd(minor)}}})
}

func (d *desk) giveBack(debt uint64, minor, open int64, reference string) {
	d.Helper()
	h := d.head()
	d.commit(journal.Change{Debts: []journal.DebtRow{{Seq: h.DebtRow + 1, Debt: debt, Kind: journal.DebtReturned, At: d.at(), By: "Huda", Shift: h.Shift,
		Minor: minor, Open: open, Reference: reference}}})
}

// z is the one that would end the present shift.
func (d *desk) z() journal.Z {
	d.Helper()
	h, state := d.head(), d.shift()
	before := manifestOf(d, d.s).Zs.Seq
	z, err := journal.SumUp(state.Shift, state.Figures, journal.Closing{Settings: d.mark, Environment: core.Sandbox, At: d.at(), By: "Huda", Seq: h.Z + 1, Before: before})
	if err != nil {
		d.Fatal(err)
	}
	return z
}

// end ends the present shift; the next one begins.
func (d *desk) end() {
	d.Helper()
	z := d.z()
	d.commit(journal.Change{Z: &z, Shift: &journal.Shift{Number: z.Seq + 1, Version: 1, After: z.Seq, Begun: z.At}})
}

// trade fills a store with two shifts and the beginning of a third: money of each
// way, some of it late, and debts of each state.
func (d *desk) trade() {
	d.Helper()
	early := d.charge(1_000) // before there were shifts
	d.owe(700)
	d.begin()
	d.open(20_000)
	d.pay(early)
	d.pay(d.charge(2_000))
	late := d.charge(3_000)
	d.cash(4_000)
	d.move(journal.MovementIn, 500)
	d.owe(2_000)
	d.giveBack(1, 700, 700, "FT 1")
	d.count(24_500)
	d.end()
	d.pay(late)
	d.open(0)
	d.cash(5_000)
	d.move(journal.MovementOut, 250)
	d.giveBack(2, 500, 2_000, "FT 2")
	d.end()
	d.open(100)
	d.cash(6_000)
	d.move(journal.MovementIn, 50)
	d.pay(d.charge(7_000))
	d.owe(900)
}

// tradedFolder is the folder of a store that was closed after some shifts.
func tradedFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	s := openTest(t, dir)
	newDesk(t, s).trade()
	closeStore(t, s)
	return dir
}

// readDay gives all that trade leaves behind to line.
func readDay(ctx context.Context, s *Store, size string, line func(any, error)) {
	for n := range uint64(4) {
		state, err := s.Shift(ctx, n)
		line(state, err)
		if n == 0 {
			continue
		}
		if n < 3 {
			z, err := s.Z(ctx, n)
			line(z, err)
		}
		receipt, err := s.CashReceipt(ctx, n)
		line(receipt, err)
		moved, err := s.Movements(ctx, n, 0, 9)
		line(moved, err)
		rows, err := s.DebtRows(ctx, n)
		line(rows, err)
	}
	zs, err := s.Zs(ctx, 0, 9)
	line(zs, err)
	for _, q := range []journal.DebtQuery{{}, {Open: true}, {Sale: journal.NewSaleID(tradingDay, 2)}, {Open: true, Sale: journal.NewSaleID(tradingDay, 1)}} {
		if q.Sale == "" || size != "large" { // a list that may come out short
			debts, err := s.Debts(ctx, q)
			line(debts, err)
		}
	}
}

// day is all that a store that traded holds, in words.
func (d *desk) day() string {
	d.Helper()
	if _, err := d.s.Verify(context.Background()); err != nil {
		d.Fatal(err)
	}
	return readEverything(d.s, "small")
}
