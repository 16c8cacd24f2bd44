package app

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui"
	"sanduq/ui/permission"
	"sanduq/ui/screen"
	"sanduq/ui/statement"
)

// statement is the screen of a bank's statement.
func (a *App) statement(env screen.Env, shell ui.ReportsShell) screen.Screen {
	return statement.New(env, statement.Deps{History: newDesk(a.till), Today: a.till.Today, Currency: a.till.Settings().Currency,
		Files: func() []statement.File { return statement.FilesIn(drives()) }, Read: statement.ReadFile, Places: drives, Export: shell.Export,
		Owe: func(ctx context.Context, sale journal.SaleID, amount money.Amount, reference string) error {
			return a.till.Refunds.OweByStatement(ctx, sale, a.till.Settings().Cashier, amount, reference)
		},
		Entered: a.till.Refunds.OwedByBothLegs,
		Allow: func(then func()) {
			permission.Ask(env, person{a, shell}, journal.RightOwed, then, func(string) {}) // somebody can: without users anybody may
		},
		Failed: func(err error) { a.log.Warn("statement", "err", err) }})
}
