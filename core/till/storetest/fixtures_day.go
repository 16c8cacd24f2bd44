package storetest

import (
	"context"
	"errors"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/till"
)

// The settings of a shop with and without shifts.
var (
	withShifts    = till.Settings{Shop: "Practice shop", Till: "1", Currency: "LYD", Shifts: true, Cash: true}
	withoutShifts = till.Settings{Shop: "Practice shop", Till: "1", Currency: "LYD", Cash: true}
)

func headOf(t tester, s till.Store) till.Head {
	t.Helper()
	return must[till.Head](t)(s.Head(context.Background(), today))
}

// present is the present shift; the zero one where there is none.
func present(t tester, s till.Store) till.ShiftState {
	t.Helper()
	state, err := s.Shift(context.Background(), 0)
	if errors.Is(err, till.ErrNotFound) {
		return till.ShiftState{}
	}
	return must[till.ShiftState](t)(state, err)
}

// begins is the change that switches shifts on.
func begins(t tester, s till.Store) till.Change {
	t.Helper()
	h, settings := headOf(t, s), withShifts
	return till.Change{Settings: &settings, Shift: &till.Shift{Number: h.Z + 1, Version: 1, After: h.Z, Begun: noon}}
}

// later is the present shift's next version, changed by f.
func later(t tester, s till.Store, f func(*till.Shift)) till.Change {
	t.Helper()
	shift := present(t, s).Shift
	shift.Version++
	f(&shift)
	return till.Change{Shift: &shift}
}

func opened(t tester, s till.Store, float int64) till.Change {
	t.Helper()
	return later(t, s, func(shift *till.Shift) {
		shift.Opened = &till.Opening{At: noon, By: "Amal", Currency: "LYD", Float: float}
	})
}

func counted(t tester, s till.Store, minor int64) till.Change {
	t.Helper()
	h := headOf(t, s)
	return later(t, s, func(shift *till.Shift) {
		shift.Counts = append(shift.Counts, till.ShiftCount{At: noon, By: "Amal", Cash: till.DrawerCount{Currency: "LYD", Minor: minor},
			NewestCash: h.Cash, NewestMovement: h.Movement})
	})
}

// ends is the change that ends the present shift with its Z.
func ends(t tester, s till.Store) till.Change {
	t.Helper()
	z := summed(t, s)
	return till.Change{Z: &z, Shift: &till.Shift{Number: z.Seq + 1, Version: 1, After: z.Seq, Begun: z.At}}
}

// endsAll is the change that ends the last shift of a shop.
func endsAll(t tester, s till.Store) till.Change {
	t.Helper()
	z, settings := summed(t, s), withoutShifts
	return till.Change{Z: &z, Settings: &settings}
}

// summed is the Z that would end the present shift.
func summed(t tester, s till.Store) till.Z {
	t.Helper()
	before, state := uint64(0), present(t, s)
	for _, z := range must[[]till.Z](t)(s.Zs(context.Background(), 0, 1)) {
		before = z.Seq
	}
	z, err := till.SumUp(state.Shift, state.Figures, till.Closing{Settings: withShifts, Environment: core.Sandbox, At: noon.Add(8 * time.Hour), By: "Huda",
		Seq: headOf(t, s).Z + 1, Before: before, Reason: "a note was torn"})
	if err != nil {
		t.Fatalf("sum up %+v: %v", state, err)
	}
	return z
}

// inCash is a sale of a number that was taken in cash.
func inCash(t tester, s till.Store, number int, minor int64) till.Change {
	t.Helper()
	h := headOf(t, s)
	id, amount := till.NewSaleID(today, number), money.Amount{Minor: minor, Currency: "LYD"}
	sale := till.Sale{ID: id, Version: 1, OrderID: id.Paper() + "-cash", Amount: amount, Environment: core.Sandbox, BaseURL: "https://practice.example",
		Cashier: "Amal", CreatedAt: noon, UpdatedAt: noon, Step: till.StepCash, Route: till.RouteCash, Shift: h.Shift, CashSeq: h.Cash + 1}
	r := till.CashReceipt{Seq: h.Cash + 1, SaleID: id, Amount: amount, Given: minor + 5000, TakenAt: noon, Shift: h.Shift, Shop: "Practice shop", Till: "1",
		Cashier: "Amal", Environment: core.Sandbox}
	if over := minor % 250; over != 0 {
		r.Rounding = -over
		if minor == over {
			r.Rounding = 250 - over
		}
	}
	return till.Change{Sale: &sale, Cash: &r}
}

// charged is a new sale of the present shift.
func charged(t tester, s till.Store, number int) till.Sale {
	t.Helper()
	sale := fresh(today, number)
	sale.Shift = headOf(t, s).Shift
	return sale
}

// paid is the change that settles a sale.
func paid(t tester, s till.Store, sale till.Sale) till.Change {
	t.Helper()
	h := headOf(t, s)
	done, receipt := settled(sale, h.Receipt+1)
	receipt.Shift, receipt.Opened, receipt.Cashier = h.Shift, sale.Shift, sale.Cashier
	return till.Change{Sale: &done, Receipt: &receipt}
}

func moved(t tester, s till.Store, kind till.MovementKind, minor int64) till.Change {
	t.Helper()
	h := headOf(t, s)
	m := till.Movement{Seq: h.Movement + 1, Shift: h.Shift, Kind: kind, At: noon, By: "Amal", Minor: minor, Reason: "change from the bank"}
	if kind == till.MovementHand {
		m.Reason, m.To = "", "Bilal"
	}
	return till.Change{Movements: []till.Movement{m}}
}

// owes is a row that opens a debt.
func owes(t tester, s till.Store, minor int64, currency string) till.Change {
	t.Helper()
	h := headOf(t, s)
	return till.Change{Debts: []till.DebtRow{{Seq: h.DebtRow + 1, Debt: h.Debt + 1, Kind: till.DebtOpened, At: noon, Shift: h.Shift, Cause: till.DebtPaidTwice,
		Sale: till.NewSaleID(today, 1), With: till.NewSaleID(today, 2), Amount: money.Amount{Minor: minor, Currency: currency}}}}
}

// returns is a row that closes a part of a debt of which open is open.
func returns(t tester, s till.Store, debt uint64, minor, open int64, reference string) till.Change {
	t.Helper()
	h := headOf(t, s)
	return till.Change{Debts: []till.DebtRow{{Seq: h.DebtRow + 1, Debt: debt, Kind: till.DebtReturned, At: noon, By: "Huda", Shift: h.Shift, Minor: minor,
		Open: open, Reference: reference}}}
}

func refuses(t tester, s till.Store, what string, c till.Change) {
	t.Helper()
	wantErr(t, what, s.Commit(context.Background(), c), till.ErrRefused)
}
