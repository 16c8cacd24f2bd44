package app

import (
	"context"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/reconcile"
	bank "sanduq/core/report/statement"
	"sanduq/ui"
	"sanduq/ui/desktop/drives"
	"sanduq/ui/permission"
	"sanduq/ui/screen"
	"sanduq/ui/statement"
)

// statement is the screen of a bank's statement.
func (a *App) statement(env screen.Env, shell ui.ReportsShell) screen.Screen {
	return statement.New(env, statement.Deps{History: newDesk(a.till), Today: newDesk(a.till).Today,
		Currency: a.till.Settings().Currency,
		Files:    func() []statement.File { return statement.FilesIn(drives.Folders()) }, Read: statement.ReadFile, Places: drives.Folders, Export: shell.Export,
		Owe: func(ctx context.Context, sale journal.SaleID, amount money.Amount, reference string) error {
			return a.till.Refunds.OweByStatement(ctx, sale, a.till.Settings().Cashier, amount, reference)
		},
		Entered: a.till.Refunds.OwedByBothLegs, Returns: book{a}.returns,
		Allow: func(then func()) {
			permission.Ask(env, person{a, shell}, journal.RightOwed, then, func(string) {}) // somebody can: without users anybody may
		},
		Book:   book{a},
		Failed: func(err error) { a.log.Warn("statement", "err", err) }})
}

// returns are the returns through a bank that people recorded; cash that was taken off
// again went through none.
func (b book) returns(ctx context.Context, from, to journal.Day) (all []bank.Entry, err error) {
	on := journal.BackDays{Zone: time.Local, From: from, To: to}
	for r, err := range queries.Closed(ctx, b.app.store, journal.SaleQuery{}, on.Has) {
		if err != nil {
			return nil, err
		}
		if e, paid := bank.EntryOf(r.Sale); paid && !r.Kept {
			e.TransactionID, e.At, e.Amount.Minor = r.Reference, r.At, -r.Amount.Minor
			all = append(all, e)
		}
	}
	return all, nil
}

// standing is how far the payments of some days are settled with the bank.
func (b book) standing(ctx context.Context, p report.Period, currency string) (reconcile.Standing, error) {
	return reconcile.StandingOf(ctx, b.app.till, p, currency)
}

// book is what the till keeps of statements, in the name of who is at the till.
type book struct{ app *App }

func (b book) Reconciled(ctx context.Context, from, to journal.SaleID) ([]journal.Reconciled, error) {
	return b.app.till.Reconciled(ctx, from, to)
}

func (b book) BankStatements(ctx context.Context, limit int) ([]journal.BankStatement, error) {
	return b.app.till.BankStatements(ctx, limit)
}

func (b book) KeepStatement(ctx context.Context, s journal.BankStatement, records []journal.Reconciled, sign bool) (journal.BankStatement, error) {
	return b.app.till.Statements.KeepStatement(ctx, s, records, b.app.till.Settings().Cashier, sign)
}
