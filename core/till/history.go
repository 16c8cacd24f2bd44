package till

import (
	"context"
	"errors"
	"iter"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// Sales returns a page of the history.
func (t *Till) Sales(ctx context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	if q.Returned {
		return t.Refunds.ReturnedPage(ctx, q)
	}
	return t.cfg.Store.Sales(ctx, q)
}

// Totals returns the figures of a filter.
func (t *Till) Totals(ctx context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	if q.Returned {
		return t.Refunds.ReturnedTotals(ctx, q)
	}
	return t.cfg.Store.Totals(ctx, q)
}

// Figures yields the figures of the business days from one to the other, as
// Store.Figures does.
func (t *Till) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[journal.Figure, error] {
	return t.cfg.Store.Figures(ctx, from, to)
}

// PutBackAt is when the journal was last put back to an older state: the zero time where
// it never was. What was owed back before may have been returned since that state.
func (t *Till) PutBackAt(ctx context.Context) (time.Time, error) {
	f, err := t.cfg.Store.Freeze(ctx)
	if errors.Is(err, journal.ErrNotFound) {
		err = nil
	}
	return f.At, err
}

// Receipt returns one receipt. Where it was written before the gateway had
// named the transaction, it has the one that a later answer brought.
func (t *Till) Receipt(ctx context.Context, seq uint64) (journal.Receipt, error) {
	return t.payments.Receipt(ctx, seq)
}

// CashReceipt returns one cash receipt; ErrNotFound when there is none.
func (t *Till) CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error) {
	return t.cfg.Store.CashReceipt(ctx, seq)
}

// Zs returns up to limit Zs before a number, newest first, as Store.Zs does.
func (t *Till) Zs(ctx context.Context, before uint64, limit int) ([]journal.Z, error) {
	return t.cfg.Store.Zs(ctx, before, limit)
}

// Counts returns how the drawer of a shift was counted, oldest first: the newest is the
// one that its Z holds. None is ever taken away, so that a second count, made by a person
// who knows the difference of the first, is seen to be one. Error: CodeStore.
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

// OutsideShift returns what was taken before the shift of a Z, or of an X, while there
// was none; nothing where the shift began with the Z of the one before it. What came
// before the shop ever used shifts is not in it. What lies around a shift that took
// nothing is told of once, with the next that came after shifts were off. What belongs
// to it is decided by the order of commits and by no clock. Errors: CodeSum, CodeStore.
func (t *Till) OutsideShift(ctx context.Context, z journal.Z) (queries.OutsideShift, error) {
	return queries.OutsideShiftOf(ctx, t.cfg.Store, z)
}

// LeftOut returns all numbers that were ever left out after the journal was put back to an
// older state, oldest first; nil for none. It costs one record. Error: CodeStore.
func (t *Till) LeftOut(ctx context.Context) ([]journal.LeftOut, error) {
	return queries.LeftOut(ctx, t.cfg.Store)
}

// LeftOutRuns returns all numbers that were ever left out, with what was typed in of them
// from paper, oldest first. It costs a record for each document. Error: CodeStore.
func (t *Till) LeftOutRuns(ctx context.Context) ([]queries.LeftOutRun, error) {
	return queries.LeftOutRuns(ctx, t.cfg.Store)
}

// Debts returns entries of what is owed back, as Store.Debts does.
func (t *Till) Debts(ctx context.Context, q journal.DebtQuery) ([]journal.Debt, error) {
	return t.cfg.Store.Debts(ctx, q)
}

// DebtRows returns the rows of one entry, as Store.DebtRows does.
func (t *Till) DebtRows(ctx context.Context, debt uint64) ([]journal.DebtRow, error) {
	return t.cfg.Store.DebtRows(ctx, debt)
}

// ReturnedDebts is Refunds.ReturnedDebts: queries.Returned asks a till for it.
func (t *Till) ReturnedDebts(ctx context.Context) ([]journal.Debt, error) {
	return t.Refunds.ReturnedDebts(ctx)
}

// Reconciled returns what statements of banks have of sales, as Store.Reconciled does.
func (t *Till) Reconciled(ctx context.Context, from, to journal.SaleID) ([]journal.Reconciled, error) {
	return t.cfg.Store.Reconciled(ctx, from, to)
}

// BankStatements returns the statements that were held against the till, as
// Store.Statements does.
func (t *Till) BankStatements(ctx context.Context, limit int) ([]journal.BankStatement, error) {
	return t.cfg.Store.Statements(ctx, limit)
}

// Audit returns rows of the audit, as Store.Audit does.
func (t *Till) Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error) {
	return t.cfg.Store.Audit(ctx, before, limit)
}
