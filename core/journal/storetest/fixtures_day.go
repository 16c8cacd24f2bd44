package storetest

import (
	"context"
	"errors"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// The settings of a shop with and without shifts.
var (
	withShifts    = journal.Settings{Shop: "Practice shop", Till: "1", Currency: "LYD", Shifts: true, Cash: true}
	withoutShifts = journal.Settings{Shop: "Practice shop", Till: "1", Currency: "LYD", Cash: true}
)

func headOf(t tester, s journal.Store) journal.Head {
	t.Helper()
	return must[journal.Head](t)(s.Head(context.Background(), today))
}

// present is the present shift; the zero one where there is none.
func present(t tester, s journal.Store) journal.ShiftState {
	t.Helper()
	state, err := s.Shift(context.Background(), 0)
	if errors.Is(err, journal.ErrNotFound) {
		return journal.ShiftState{}
	}
	return must[journal.ShiftState](t)(state, err)
}

// begins is the change that switches shifts on.
func begins(t tester, s journal.Store) journal.Change {
	t.Helper()
	h, settings := headOf(t, s), withShifts
	return journal.Change{Settings: &settings, Shift: &journal.Shift{Number: h.Z + 1, Version: 1, After: h.Z, Begun: noon}}
}

// later is the present shift's next version, changed by f.
func later(t tester, s journal.Store, f func(*journal.Shift)) journal.Change {
	t.Helper()
	shift := present(t, s).Shift
	shift.Version++
	f(&shift)
	return journal.Change{Shift: &shift}
}

func opened(t tester, s journal.Store, float int64) journal.Change {
	t.Helper()
	return later(t, s, func(shift *journal.Shift) {
		shift.Opened = &journal.Opening{At: noon, By: "Amal", Currency: "LYD", Float: float}
	})
}

func counted(t tester, s journal.Store, minor int64) journal.Change {
	t.Helper()
	h := headOf(t, s)
	return later(t, s, func(shift *journal.Shift) {
		shift.Counts = append(shift.Counts, journal.ShiftCount{At: noon, By: "Amal", Cash: journal.DrawerCount{Currency: "LYD", Minor: minor},
			NewestCash: h.Cash, NewestMovement: h.Movement})
	})
}

// ends is the change that ends the present shift with its Z.
func ends(t tester, s journal.Store) journal.Change {
	t.Helper()
	z := summed(t, s)
	return journal.Change{Z: &z, Shift: &journal.Shift{Number: z.Seq + 1, Version: 1, After: z.Seq, Begun: z.At}}
}

// endsAll is the change that ends the last shift of a shop.
func endsAll(t tester, s journal.Store) journal.Change {
	t.Helper()
	z, settings := summed(t, s), withoutShifts
	return journal.Change{Z: &z, Settings: &settings}
}

// summed is the Z that would end the present shift.
func summed(t tester, s journal.Store) journal.Z {
	t.Helper()
	before, state := uint64(0), present(t, s)
	for _, z := range must[[]journal.Z](t)(s.Zs(context.Background(), 0, 1)) {
		before = z.Seq
	}
	z, err := journal.SumUp(state.Shift, state.Figures, journal.Closing{Settings: withShifts, Environment: core.Sandbox, At: noon.Add(8 * time.Hour), By: "Huda",
		Seq: headOf(t, s).Z + 1, Before: before, Reason: "a note was torn"})
	if err != nil {
		t.Fatalf("sum up %+v: %v", state, err)
	}
	return z
}

// inCash is a sale of a number that was taken in cash.
func inCash(t tester, s journal.Store, number int, minor int64) journal.Change {
	t.Helper()
	h := headOf(t, s)
	id, amount := journal.NewSaleID(today, number), money.Amount{Minor: minor, Currency: "LYD"}
	sale := journal.Sale{ID: id, Version: 1, OrderID: id.Paper() + "-cash", Amount: amount, Environment: core.Sandbox, BaseURL: "https://practice.example",
		Cashier: "Amal", CreatedAt: noon, UpdatedAt: noon, Step: journal.StepCash, Route: journal.RouteCash, Shift: h.Shift, CashSeq: h.Cash + 1}
	r := journal.CashReceipt{Seq: h.Cash + 1, SaleID: id, Amount: amount, Given: minor + 5000, TakenAt: noon, Shift: h.Shift, Shop: "Practice shop", Till: "1",
		Cashier: "Amal", Environment: core.Sandbox}
	if over := minor % 250; over != 0 {
		r.Rounding = -over
		if minor == over {
			r.Rounding = 250 - over
		}
	}
	return journal.Change{Sale: &sale, Cash: &r}
}

// charged is a new sale of the present shift.
func charged(t tester, s journal.Store, number int) journal.Sale {
	t.Helper()
	sale := fresh(today, number)
	sale.Shift = headOf(t, s).Shift
	return sale
}

// paid is the change that settles a sale.
func paid(t tester, s journal.Store, sale journal.Sale) journal.Change {
	t.Helper()
	h := headOf(t, s)
	done, receipt := settled(sale, h.Receipt+1)
	receipt.Shift, receipt.Opened, receipt.Cashier = h.Shift, sale.Shift, sale.Cashier
	return journal.Change{Sale: &done, Receipt: &receipt}
}

func moved(t tester, s journal.Store, kind journal.MovementKind, minor int64) journal.Change {
	t.Helper()
	h := headOf(t, s)
	m := journal.Movement{Seq: h.Movement + 1, Shift: h.Shift, Kind: kind, At: noon, By: "Amal", Minor: minor, Reason: "change from the bank"}
	if kind == journal.MovementHand {
		m.Reason, m.To = "", "Bilal"
	}
	return journal.Change{Movements: []journal.Movement{m}}
}

// owes is a row that opens a debt.
func owes(t tester, s journal.Store, minor int64, currency string) journal.Change {
	t.Helper()
	h := headOf(t, s)
	return journal.Change{Debts: []journal.DebtRow{{Seq: h.DebtRow + 1, Debt: h.Debt + 1, Kind: journal.DebtOpened, At: noon, Shift: h.Shift, Cause: journal.DebtPaidTwice,
		Sale: journal.NewSaleID(today, 1), With: journal.NewSaleID(today, 2), Amount: money.Amount{Minor: minor, Currency: currency}}}}
}

// returns is a row that closes a part of a debt of which open is open.
func returns(t tester, s journal.Store, debt uint64, minor, open int64, reference string) journal.Change {
	t.Helper()
	h := headOf(t, s)
	return journal.Change{Debts: []journal.DebtRow{{Seq: h.DebtRow + 1, Debt: debt, Kind: journal.DebtReturned, At: noon, By: "Huda", Shift: h.Shift, Minor: minor,
		Open: open, Reference: reference}}}
}

func refuses(t tester, s journal.Store, what string, c journal.Change) {
	t.Helper()
	wantErr(t, what, s.Commit(context.Background(), c), journal.ErrRefused)
}
