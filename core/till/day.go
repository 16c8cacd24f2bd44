package till

import (
	"context"
	"errors"
)

// DayView is the present shift and what stands beside it, as the disk has it.
type DayView struct {
	Shift   ShiftState
	Present bool // false: the shop uses no shifts
	X       Z
	Debts   []Debt // of which something is still owed, newest first
	Blank   bool   // who asked may not see sums: how many is there, and how much is not
}

// mostOwed bounds how many entries of what is owed back are shown at once.
const mostOwed = 200

// Day returns the present shift and what stands beside it. Who may not see sums
// gets the numbers of sales without what they add up to, and of the drawer its
// float alone; who may not see what should be in the drawer gets X without a sum of
// cash. Error: CodeStore.
func (t *Till) Day(ctx context.Context) (DayView, error) {
	debts, err := t.cfg.Store.Debts(ctx, DebtQuery{Open: true, Limit: mostOwed})
	if err != nil {
		return DayView{}, refuse(CodeStore, err)
	}
	v := DayView{Debts: debts}
	v.Shift, err = t.cfg.Store.Shift(ctx, 0)
	switch {
	case errors.Is(err, ErrNotFound):
		return v, nil
	case err != nil:
		return v, refuse(CodeStore, err)
	}
	v.Present = true
	c, err := t.closing(ctx, t.Settings(), t.whose(""))
	if err != nil {
		return v, err
	}
	if v.X, err = SumUp(v.Shift.Shift, v.Shift.Figures, c); err != nil {
		return v, refuse(CodeSum, err)
	}
	switch {
	case !t.May(RightSums):
		v.blankSums()
	case !t.seesExpected():
		v.X.blind()
	}
	return v, nil
}

// blankSums leaves how many and drops how much.
func (v *DayView) blankSums() {
	v.Blank = true
	for _, taken := range [][]Taken{v.X.Taken, v.Shift.Figures.Taken} {
		for i := range taken {
			taken[i].Minor, taken[i].Rounding = 0, 0
		}
	}
	v.X.Owed, v.Shift.Figures.Owed = nil, nil
	v.Shift.Figures.In.Minor, v.Shift.Figures.Out.Minor = 0, 0
	for currency, sum := range v.X.Open.Sums {
		v.X.Open.Sums[currency] = Tally{Number: sum.Number}
	}
	if d := v.X.Drawer; d != nil {
		v.X.Drawer = d.numbers()
	}
}

// ReadZ returns one Z; ErrNotFound when there is none.
func (t *Till) ReadZ(ctx context.Context, seq uint64) (Z, error) { return t.cfg.Store.Z(ctx, seq) }

// Zs returns up to limit Zs before a number, newest first, as Store.Zs does.
func (t *Till) Zs(ctx context.Context, before uint64, limit int) ([]Z, error) {
	return t.cfg.Store.Zs(ctx, before, limit)
}

// Counts returns how the drawer of a shift was counted, oldest first: the newest is the
// one that its Z holds. None is ever taken away, so that a second count, made by who
// knows the difference of the first, is seen to be one. Error: CodeStore.
func (t *Till) Counts(ctx context.Context, shift uint64) ([]ShiftCount, error) {
	s, err := t.cfg.Store.Shift(ctx, shift)
	if err != nil {
		return nil, refuse(CodeStore, err)
	}
	return s.Counts, nil
}

// Movements returns movements of a shift's drawer, as Store.Movements does.
func (t *Till) Movements(ctx context.Context, shift, before uint64, limit int) ([]Movement, error) {
	return t.cfg.Store.Movements(ctx, shift, before, limit)
}

// CashReceipt returns one cash receipt; ErrNotFound when there is none.
func (t *Till) CashReceipt(ctx context.Context, seq uint64) (CashReceipt, error) {
	return t.cfg.Store.CashReceipt(ctx, seq)
}

// Debts returns entries of what is owed back, as Store.Debts does.
func (t *Till) Debts(ctx context.Context, q DebtQuery) ([]Debt, error) {
	return t.cfg.Store.Debts(ctx, q)
}

// DebtRows returns the rows of one entry, as Store.DebtRows does.
func (t *Till) DebtRows(ctx context.Context, debt uint64) ([]DebtRow, error) {
	return t.cfg.Store.DebtRows(ctx, debt)
}

// Audit returns rows of the book of decisions, as Store.Audit does.
func (t *Till) Audit(ctx context.Context, before uint64, limit int) ([]AuditRow, error) {
	return t.cfg.Store.Audit(ctx, before, limit)
}
