package app

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui"
	"sanduq/ui/audit"
	"sanduq/ui/day"
	"sanduq/ui/exporting"
	"sanduq/ui/owed"
	"sanduq/ui/receipts/downloads"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
)

// dayMemory is what the screens of the day remember while they are away.
type dayMemory struct {
	day   day.Memory
	owed  owed.Memory
	audit audit.Memory
}

// owedTab is the key of the tab of what is owed back.
const owedTab = "owed.tab"

// tabs are the screens before and after the reports. turn goes to another of them.
func (a *App) tabs(env screen.Env, shell ui.ReportsShell, m *dayMemory, turn func(key string)) (before, after []reports.Tab) {
	by := func() string { return a.till.Settings().Cashier }
	failed := func(err error) { a.log.Warn("day", "err", err) }
	var export func(exporting.Request)
	if shell.Exports() {
		export = shell.ExportAsked
	}
	var lend func(journal.Right, func())
	if shell.Signs() {
		lend = shell.Lend
	}
	if a.till.Settings().Shifts {
		before = []reports.Tab{{Key: "day.title", Free: true, Alone: true, Make: func() screen.Screen {
			return day.New(env, day.Deps{Till: newDesk(a.till), Drawer: a.drawer, By: by, Export: export, Lend: lend, Failed: failed,
				Paper: day.Paper{Print: a.printSlip(), OpenDrawer: a.openDrawer(), Save: downloads.SaveInDownloads},
				Ways:  day.Ways{Open: shell.OpenSale, Owed: func() { turn(owedTab) }, Reports: func() { turn(reports.Own) }, NewSale: shell.NewSale}}, &m.day)
		}}}
	}
	after = []reports.Tab{{Key: "statement.tab", Make: func() screen.Screen { return a.statement(env, shell) }},
		{Key: owedTab, Make: func() screen.Screen {
			return owed.New(env, owed.Deps{Till: newDesk(a.till), Currency: a.till.Settings().Currency, By: by, Export: export, Lend: lend, Failed: failed}, &m.owed)
		}},
		{Key: audit.Tab, Make: func() screen.Screen {
			return audit.New(env, audit.Deps{Book: a.till, Today: a.till.Today, Check: a.checkAudit, Open: shell.OpenSale, Export: export, Failed: failed}, &m.audit)
		}}}
	return before, after
}

// checkAudit follows the chain of the book of decisions.
func (a *App) checkAudit(ctx context.Context, progress func(done, all uint64)) (audit.Checked, error) {
	c, err := a.store.VerifyAudit(ctx, progress)
	return audit.Checked{Entries: c.Rows, Since: c.Since, Broken: c.Broken}, err
}
