package app

import (
	"context"

	"sanduq/core/journal"
	"sanduq/core/till"
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
	who := person{a, shell}
	failed := func(err error) { a.log.Warn("day", "err", err) }
	var export func(exporting.Request)
	if shell.Exports() {
		export = shell.ExportAsked
	}
	if a.till.Settings().Shifts {
		before = []reports.Tab{{Key: "day.title", Free: true, Make: func(row reports.Row) screen.Screen {
			return day.New(env, day.Deps{Tabs: row.Shown, Turned: row.Turned, Till: newDesk(a.till), Records: newDesk(a.till), Ways: ways{shell, turn}, Drawer: a.drawer, Person: who, Export: export, Mail: a.sent.mail, Failed: failed,
				Papers: papers{a.till, a.till.Entering}, Paper: day.Paper{Print: a.printSlip(), OpenDrawer: a.openDrawer(), Save: downloads.SaveInDownloads}}, &m.day)
		}}}
	}
	after = []reports.Tab{{Key: "statement.tab", Make: func(reports.Row) screen.Screen { return a.statement(env, shell) }},
		{Key: owedTab, Make: func(reports.Row) screen.Screen {
			return owed.New(env, owed.Deps{Till: newDesk(a.till), Currency: a.till.Settings().Currency, Person: who, PutBack: a.till.PutBackAt, Export: export, Failed: failed}, &m.owed)
		}},
		{Key: audit.Tab, Make: func(reports.Row) screen.Screen {
			return audit.New(env, audit.Deps{Book: a.till, Today: a.till.Today, Check: a.checkAudit, Open: shell.OpenSale, Export: export, Failed: failed}, &m.audit)
		}}}
	return before, after
}

// person is who is at the till. It implements permission.Person.
type person struct {
	a     *App
	shell ui.ReportsShell
}

func (p person) By() string                                { return p.a.till.Settings().Cashier }
func (p person) May(right journal.Right) bool              { return p.a.till.Staff.May(right) }
func (p person) Signs() bool                               { return p.shell.Signs() }
func (p person) Delegate(right journal.Right, then func()) { p.shell.Delegate(right, then) }

// ways leads from the day to sales, and to other tabs. It implements day.Ways.
type ways struct {
	ui.ReportsShell
	turn func(key string)
}

func (w ways) Owed()    { w.turn(owedTab) }
func (w ways) Reports() { w.turn(reports.Own) }

// checkAudit follows the chain of the book of decisions.
func (a *App) checkAudit(ctx context.Context, progress func(done, all uint64)) (audit.Checked, error) {
	c, err := a.store.VerifyAudit(ctx, progress)
	return audit.Checked{Entries: c.Rows, Since: c.Since, Broken: c.Broken}, err
}

// papers are what day.Papers asks for.
type papers struct {
	*till.Till
	*till.Entering
}
