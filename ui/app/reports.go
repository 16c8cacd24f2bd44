package app

import (
	"context"
	"time"

	"sanduq/core/report"
	"sanduq/storage/config"
	"sanduq/ui"
	"sanduq/ui/desktop/drives"
	"sanduq/ui/desktop/opener"
	"sanduq/ui/exporting"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
)

// figures are those of the till, by the hours of this computer's clock.
func (a *App) figures() report.Source { return report.Kept(a.till, time.Local) }

// reports is the screen of the day and the reports.
func (a *App) reports() func(screen.Env, ui.ReportsShell, ui.ReportsStart) screen.Screen {
	shown, days := reports.Memory{}, dayMemory{}
	return func(env screen.Env, shell ui.ReportsShell, at ui.ReportsStart) screen.Screen {
		if at.Front {
			shown.Tab = ""
		}
		if at.Owed != "" {
			shown.Tab = owedTab
			days.owed.Select(at.Owed)
		}
		var s *reports.Screen
		before, after := a.tabs(env, shell, &days, func(key string) { s.ShowTab(key) })
		d := reports.Deps{Figures: a.figures(), Today: newDesk(a.till).Today, Currency: a.till.Settings().Currency,
			DrillDown: shell.DrillDown, Export: shell.Export, Before: before, Others: after, Turned: shell.Turned,
			Standing: book{a}.standing,
			Failed:   func(err error) { a.log.Error("reports", "err", err) }}
		if a.till.Settings().Shifts { // without, the person there was asked before they came here
			d.May, d.Ask = shell.MaySums, shell.AskSums
		}
		s = reports.New(env, d, &shown)
		return s
	}
}

// exporting is what takes sales along as files.
func (a *App) exporting() *exporting.Deps {
	d := exporting.Deps{Source: exporting.Source{History: newDesk(a.till), Books: a.till, OutsideShift: a.till.OutsideShift, Figures: a.figures(), Pen: a.drawer, Accounts: a.accounts, Statements: a.till.BankStatements},
		AccountsFile: config.AccountsFile(a.dir),
		Shop: func() exporting.Shop {
			set := a.till.Settings()
			return exporting.Shop{Shop: set.Shop, Till: set.Till, Seller: set.Seller, By: set.Cashier, Practice: a.Practice(),
				Zone: time.Local, Today: newDesk(a.till).Today(), Now: a.till.Now()}
		},
		Folders: func() []string { return exporting.Folders(drives.Folders()) },
		Failed:  func(err error) { a.log.Error("export", "err", err) }}
	if opener.Can() {
		d.OpenFolder = func(ctx context.Context, path string) error { return opener.Folder(ctx, path) }
	}
	return &d
}
