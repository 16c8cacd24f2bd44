package till

import (
	"context"
	"errors"

	"sanduq/core/journal"
)

// mostOwed bounds how many entries of what is owed back are shown at once.
const mostOwed = 200

// Day returns the present shift and what stands beside it. Who may not see sums
// gets the numbers of sales without what they add up to, and of the drawer its
// float alone; who may not see what should be in the drawer gets X without a sum of
// cash. Error: CodeStore.
func (t *Till) Day(ctx context.Context) (journal.DayView, error) {
	debts, err := t.cfg.Store.Debts(ctx, journal.DebtQuery{Open: true, Limit: mostOwed})
	if err != nil {
		return journal.DayView{}, journal.Refuse(journal.CodeStore, err)
	}
	v := journal.DayView{Debts: debts}
	v.Shift, err = t.cfg.Store.Shift(ctx, 0)
	switch {
	case errors.Is(err, journal.ErrNotFound):
		return v, nil
	case err != nil:
		return v, journal.Refuse(journal.CodeStore, err)
	}
	v.Present = true
	c, err := t.closing(ctx, t.Settings(), t.whose(""))
	if err != nil {
		return v, err
	}
	if v.X, err = journal.SumUp(v.Shift.Shift, v.Shift.Figures, c); err != nil {
		return v, journal.Refuse(journal.CodeSum, err)
	}
	switch {
	case !t.May(journal.RightSums):
		v.HideSums()
	case !t.seesExpected():
		v.X.HideExpected()
	}
	return v, nil
}

// ReadZ returns one Z; ErrNotFound when there is none.
func (t *Till) ReadZ(ctx context.Context, seq uint64) (journal.Z, error) {
	return t.cfg.Store.Z(ctx, seq)
}

// Zs returns up to limit Zs before a number, newest first, as Store.Zs does.
func (t *Till) Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error) {
	return t.cfg.Store.Zs(ctx, before, limit)
}

// Counts returns how the drawer of a shift was counted, oldest first: the newest is the
// one that its Z holds. None is ever taken away, so that a second count, made by who
// knows the difference of the first, is seen to be one. Error: CodeStore.
func (t *Till) Counts(ctx context.Context, shift uint64) ([]journal.ShiftCount, error) {
	s, err := t.cfg.Store.Shift(ctx, shift)
	if err != nil {
		return nil, journal.Refuse(journal.CodeStore, err)
	}
	return s.Counts, nil
}

// Movements returns movements of a shift's drawer, as Store.Movements does.
func (t *Till) Movements(ctx context.Context, shift, before uint64, limit int) ([]journal.Movement, error) {
	return t.cfg.Store.Movements(ctx, shift, before, limit)
}

// CashReceipt returns one cash receipt; ErrNotFound when there is none.
func (t *Till) CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error) {
	return t.cfg.Store.CashReceipt(ctx, seq)
}

// Debts returns entries of what is owed back, as Store.Debts does.
func (t *Till) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	return t.cfg.Store.Debts(ctx, q)
}

// DebtRows returns the rows of one entry, as Store.DebtRows does.
func (t *Till) DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error) {
	return t.cfg.Store.DebtRows(ctx, debt)
}

// Audit returns rows of the book of decisions, as Store.Audit does.
func (t *Till) Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error) {
	return t.cfg.Store.Audit(ctx, before, limit)
}
