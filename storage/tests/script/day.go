package script

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// day is what a shop with shifts knows of the present one, and the numbers that it
// gives out besides.
type day struct {
	shift                          journal.Shift
	figures                        journal.ShiftFigures
	z, cash, movement, debt, debts uint64 // debts are the rows
}

// Trading returns the changes of a Day in a shop that uses shifts and takes cash:
// like Script's, with cash sales, money that goes into the drawer and out of it,
// what is owed back, and a Z after every few sales, some of which are under way
// then. Its numbers follow those of from.
func Trading(sales int, from journal.Head) []journal.Change {
	w := &writer{audit: from.Audit, receipt: from.Receipt, day: day{z: from.Z, cash: from.Cash, movement: from.Movement, debt: from.Debt, debts: from.DebtRow}}
	w.settings()
	w.owe(1)
	w.begin()
	w.open()
	for number := 1; number <= sales; number++ {
		sale := w.sale(number)
		if number%4 == 2 {
			sale = w.inCash(number)
		}
		w.work(sale, number == sales)
		switch number % 3 {
		case 0:
			w.owe(number)
			w.giveBack()
		case 1:
			w.move(journal.MovementIn, number)
			w.move(journal.MovementOut, number)
		case 2:
			w.count()
			w.end()
			w.open()
		}
	}
	w.settings()
	return w.changes
}

func (w *writer) now() time.Time { return Noon.Add(time.Duration(len(w.changes)) * time.Second) }

// act adds a change that is about no sale.
func (w *writer) act(action journal.AuditAction, c journal.Change) {
	c.Audit = w.row(action, "")
	w.changes = append(w.changes, c)
}

// must is for figures that follow from the script alone.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func (w *writer) addTaken(key journal.TakenKey, minor, rounding int64, seq uint64) {
	if w.shift.Number != 0 {
		w.figures = must(w.figures.AddTaken(key, minor, rounding, seq))
	}
}

func (w *writer) begin() {
	w.shift = journal.Shift{Number: w.z + 1, Version: 1, After: w.z, Begun: w.now()}
	w.figures = journal.ShiftFigures{Owed: []journal.OwedSum{{Currency: "LYD", Before: w.figures.Owed[0].Opened}}}
	w.settings()
	w.changes[len(w.changes)-1].Shift = new(w.shift)
}

func (w *writer) advanceShift(action journal.AuditAction) {
	w.shift.Version++
	w.act(action, journal.Change{Shift: new(w.shift)})
}

func (w *writer) open() {
	w.shift.Opened = &journal.Opening{At: w.now(), By: "Amal", Currency: "LYD", Float: 50_000}
	w.advanceShift(journal.AuditShiftOpened)
}

func (w *writer) count() {
	w.shift.Counts = append([]journal.ShiftCount(nil), journal.ShiftCount{At: w.now(), By: "Amal", Cash: journal.DrawerCount{Currency: "LYD",
		Pieces: []journal.Pieces{{Value: 10_000, Number: 5}}, Minor: 50_000}, NewestCash: w.cash, NewestMovement: w.movement})
	w.advanceShift(journal.AuditCounted)
}

func (w *writer) end() {
	before := w.z
	w.z++
	z := must(journal.SumUp(w.shift, w.figures, journal.Closing{Settings: journal.Settings{Shop: "Al Noor Market", Till: "Till 2"}, Environment: core.Sandbox,
		At: w.now(), By: "Huda", Seq: w.z, Before: before, Reason: "a note was torn"}))
	w.figures = must(w.figures.Next())
	w.shift = journal.Shift{Number: w.z + 1, Version: 1, After: w.z, Begun: z.At}
	w.act(journal.AuditShiftClosed, journal.Change{Z: &z, Shift: new(w.shift)})
}

func (w *writer) move(kind journal.MovementKind, number int) {
	w.movement++
	m := journal.Movement{Seq: w.movement, Shift: w.shift.Number, Kind: kind, At: w.now(), By: "Amal", Minor: int64(number) * 250, Reason: "change"}
	w.figures = must(w.figures.Move(m.Signed()))
	w.act(journal.AuditCashIn, journal.Change{Movements: []journal.Movement{m}})
}

func (w *writer) owe(number int) {
	w.debt++
	w.debts++
	row := journal.DebtRow{Seq: w.debts, Debt: w.debt, Kind: journal.DebtOpened, At: w.now(), Shift: w.shift.Number, Cause: journal.DebtPaidTwice,
		Sale: journal.NewSaleID(Day, number), With: journal.NewSaleID(Day, number+1), Amount: money.Amount{Minor: 1_000, Currency: "LYD"}}
	w.figures = must(w.figures.Owe(journal.OwedSum{Currency: "LYD", Opened: 1_000}))
	w.act(journal.AuditOwed, journal.Change{Debts: []journal.DebtRow{row}})
}

func (w *writer) giveBack() {
	w.debts++
	row := journal.DebtRow{Seq: w.debts, Debt: w.debt, Kind: journal.DebtReturned, At: w.now(), By: "Huda", Shift: w.shift.Number, Minor: 400, Open: 1_000,
		Reference: fmt.Sprint("FT ", w.debt)}
	w.figures = must(w.figures.Owe(journal.OwedSum{Currency: "LYD", Returned: 400, Alone: 400}))
	w.act(journal.AuditOwedReturned, journal.Change{Debts: []journal.DebtRow{row}})
}

// inCash is a sale that is taken in cash, and acknowledged later.
func (w *writer) inCash(number int) func() bool {
	id, amount := journal.NewSaleID(Day, number), money.Amount{Minor: int64(number)*1250 + 130, Currency: "LYD"}
	s := journal.Sale{ID: id, OrderID: id.Paper() + "-cash", Environment: core.Sandbox, BaseURL: "embedded", Amount: amount, Cashier: "Amal", CreatedAt: Noon,
		Step: journal.StepCash, Route: journal.RouteCash}
	return func() bool {
		c := journal.Change{}
		s.Version++
		s.UpdatedAt = w.now()
		if s.Version == 1 {
			w.cash++
			s.Shift, s.CashSeq = w.shift.Number, w.cash
			r := journal.CashReceipt{Seq: w.cash, SaleID: id, Amount: amount, Rounding: -130, Given: amount.Minor, TakenAt: s.UpdatedAt, Shift: s.Shift,
				Shop: "Al Noor Market", Till: "Till 2", Cashier: "Amal", Environment: core.Sandbox}
			w.addTaken(journal.TakenKey{Opened: s.Shift, Route: journal.RouteCash, Cashier: "Amal", Currency: "LYD"}, amount.Minor, r.Rounding, w.cash)
			c.Cash, c.Audit = &r, w.row(journal.AuditCash, id)
		} else {
			s.AcknowledgedAt = s.UpdatedAt
		}
		c.Sale = new(s)
		w.changes = append(w.changes, c)
		return s.Version < 2
	}
}

// readDay reads what shifts leave behind.
func (b *Book) readDay(ctx context.Context, s journal.Store, head journal.Head) error {
	var failed error
	for number := uint64(1); number <= head.Shift; number++ {
		collect(&failed, &b.Shifts)(s.Shift(ctx, number))
		rows, err := s.Movements(ctx, number, 0, 1<<20)
		b.Movements, failed = append(b.Movements, rows...), errors.Join(failed, err)
	}
	for seq := uint64(1); seq <= head.Cash; seq++ {
		collect(&failed, &b.Cash)(s.CashReceipt(ctx, seq))
	}
	for debt := uint64(1); debt <= head.Debt; debt++ {
		rows, err := s.DebtRows(ctx, debt)
		b.DebtRows, failed = append(b.DebtRows, rows...), errors.Join(failed, err)
	}
	var err error
	if b.Zs, err = s.Zs(ctx, 0, 1<<20); err == nil {
		b.Debts, err = s.Debts(ctx, journal.DebtQuery{Limit: 1 << 20})
	}
	return errors.Join(failed, err)
}

// collect adds what was read, unless there is none.
func collect[T any](failed *error, to *[]T) func(T, error) {
	return func(v T, err error) {
		switch {
		case err == nil:
			*to = append(*to, v)
		case !errors.Is(err, journal.ErrNotFound):
			*failed = errors.Join(*failed, err)
		}
	}
}
