package ui

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/ui/audit"
	"sanduq/ui/day"
	"sanduq/ui/owed"
	"sanduq/ui/receipts"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
)

// withDay lets the shop close its day, take cash and keep its ledger, on the real
// screens.
func withDay(r *harness, o *Options) {
	r.till.set.Shifts, r.till.set.Cash, r.till.set.Place = true, true, "Tripoli"
	f := &dayTill{set: r.till.set, open: true}
	r.day = f
	drawer, shown, read, book := receipts.NewDrawer(), &day.Memory{}, &owed.Memory{}, &audit.Memory{}
	history, memory := someHistory(), &reports.Memory{}
	o.Exporting = exportsOf(r, history, f)
	o.Reports = func(env screen.Env, shell ReportsShell, at ReportsStart) screen.Screen {
		if at.Front {
			memory.Tab = ""
		}
		if at.Owed != "" {
			memory.Tab = "owed.tab"
			read.Select(at.Owed)
		}
		var s *reports.Screen
		s = reports.New(env, reports.Deps{Figures: history, Today: history.Today, Currency: "LYD", DrillDown: shell.DrillDown, Export: shell.Export, May: shell.MaySums, Ask: shell.AskSums, Turned: shell.Turned,
			Before: []reports.Tab{{Key: "day.title", Free: true, Make: func(row reports.Row) screen.Screen {
				return day.New(env, day.Deps{Tabs: row.Shown, Turned: row.Turned, Export: shell.ExportAsked, Till: f, Records: f, Person: atTill{shell, f, "Samira"}, Ways: dayWays{shell, func(key string) { s.ShowTab(key) }}, Drawer: drawer,
					Paper: day.Paper{Print: func(context.Context, receipt.Slip) error { return nil }, Save: func(context.Context, string, []byte) (string, error) { return "Downloads/Z-0042.pdf", nil }}}, shown)
			}}},
			Others: []reports.Tab{{Key: "statement.tab", Make: func(reports.Row) screen.Screen { return bankScreen(env, shell, history) }}, {Key: "owed.tab", Make: func(reports.Row) screen.Screen {
				return owed.New(env, owed.Deps{Till: f, Currency: "LYD", Person: atTill{shell, f, "Huda"}, Export: shell.ExportAsked}, read)
			}}, {Key: audit.Tab, Make: func(reports.Row) screen.Screen {
				return audit.New(env, audit.Deps{Book: f, Today: history.Today, Open: func(journal.SaleID) {}, Export: shell.ExportAsked,
					Check: func(context.Context, func(done, all uint64)) (audit.Checked, error) {
						return audit.Checked{Entries: 1204, Since: noon.AddDate(0, -8, 0)}, nil
					}}, book)
			}}}}, memory)
		return s
	}
}

// atTill is who is at a till, by what it and the shell say.
type atTill struct {
	ReportsShell
	till *dayTill
	name string
}

func (p atTill) By() string                   { return p.name }
func (p atTill) May(right journal.Right) bool { return p.till.May(right) }

// dayWays leads from the day to sales and other tabs.
type dayWays struct {
	ReportsShell
	turn func(key string)
}

func (w dayWays) Owed()    { w.turn("owed.tab") }
func (w dayWays) Reports() { w.turn(reports.Own) }

// dayTill is a till with one shift, by the till's own arithmetic.
type dayTill struct {
	set    journal.Settings
	open   bool
	closed []journal.Z
	counts []journal.ShiftCount
}

// InFlight is one sale that nobody knows about and one that is waited for.
func (f *dayTill) InFlight() []journal.View {
	return []journal.View{
		{Sale: journal.Sale{ID: "20261120-000009", Amount: lyd(20_000), Step: journal.StepSession, Capped: true}},
		{Sale: journal.Sale{ID: "20261120-000015", Amount: lyd(48_000), Step: journal.StepSession}},
	}
}

func (f *dayTill) shift() (journal.Shift, journal.ShiftFigures) {
	s := journal.Shift{Number: 42 + uint64(len(f.closed)), Version: 1, After: 41, Begun: noon.Add(-8 * time.Hour), Counts: f.counts}
	if !f.open {
		return s, journal.ShiftFigures{}
	}
	s.Opened = &journal.Opening{At: noon.Add(-6 * time.Hour), By: "Samira", Currency: "LYD", Float: 150_000}
	key := func(route core.Route) journal.TakenKey {
		return journal.TakenKey{Opened: s.Number, Route: route, Cashier: "Samira", Currency: "LYD"}
	}
	return s, journal.ShiftFigures{Taken: []journal.Taken{{TakenKey: key(core.RouteAccount), Number: 12, Minor: 1_204_500}, {TakenKey: key(journal.RouteCash), Number: 15, Minor: 437_500},
		{TakenKey: key(core.RouteQR), Number: 31, Minor: 1_846_750}},
		Receipts: journal.SeqRange{First: 2407, Last: 2449}, Cash: journal.SeqRange{First: 1, Last: 15}}
}

func (f *dayTill) sum(seq uint64, reason string) (journal.Z, error) {
	s, figures := f.shift()
	before := uint64(0)
	if seq > 0 {
		before = seq - 1
	}
	return journal.SumUp(s, figures, journal.Closing{Settings: f.set, Environment: core.Sandbox, At: noon, By: "Samira", Seq: seq, Before: before, Reason: reason,
		Open: journal.StillOpen{Sales: []journal.SaleID{"20261120-000009"}, Sums: map[string]journal.Tally{"LYD": {Number: 1, Minor: 40_000}}}})
}

func (f *dayTill) Day(context.Context) (journal.DayView, error) {
	x, err := f.sum(0, "")
	s, figures := f.shift()
	return journal.DayView{Shift: journal.ShiftState{Shift: s, Figures: figures}, Present: true, X: x, Debts: f.debts()}, err
}
func (f *dayTill) X(context.Context, string) (journal.Z, error) { return f.sum(0, "") }
func (f *dayTill) Reversal(context.Context, uint64) (journal.Reversal, error) {
	return journal.Reversal{}, journal.ErrNotFound
}

func (f *dayTill) ReverseCash(context.Context, journal.SaleID, string, int64, string) error {
	return nil
}

func (f *dayTill) CorrectFloat(context.Context, string, int64, string) error { return nil }

func (f *dayTill) OpenShift(context.Context, string, int64, string) error {
	f.open = true
	return nil
}
func (f *dayTill) CountDrawer(_ context.Context, by string, c journal.DrawerCount) (journal.DrawerSum, error) {
	f.counts = append(f.counts, journal.ShiftCount{At: noon, By: by, Cash: c})
	z, err := f.sum(42, "")
	return *z.Drawer, err
}
func (f *dayTill) CloseShift(_ context.Context, number uint64, _, reason string) (journal.Z, error) {
	z, err := f.sum(number, reason)
	f.closed, f.open, f.counts = append([]journal.Z{z}, f.closed...), false, nil
	return z, err
}
func (f *dayTill) MoveCashBeyond(context.Context, string, int64, string, journal.SaleID) error {
	return nil
}
func (f *dayTill) MoveCash(context.Context, string, journal.MovementKind, int64, string, journal.SaleID) error {
	return nil
}
func (f *dayTill) AcceptDay(context.Context, string, journal.Day) error { return nil }
func (f *dayTill) SetBookingBack(context.Context, string, string) error { return nil }
func (f *dayTill) HandOver(context.Context, string, string) error       { return nil }
func (f *dayTill) OpenToCount(context.Context, string) error            { return nil }
func (f *dayTill) Zs(context.Context, uint64, int) ([]journal.Z, error) { return f.closed, nil }
func (f *dayTill) LookAtSums(context.Context) error                     { return nil }
func (f *dayTill) May(journal.Right) bool                               { return true }
func (f *dayTill) Settings() journal.Settings                           { return f.set }
func (f *dayTill) Users() []journal.User                                { return someStaff().users }
func (f *dayTill) OutsideShift(context.Context, journal.Z) (queries.OutsideShift, error) {
	return queries.OutsideShift{}, nil
}

func (f *dayTill) LeftOut(context.Context) ([]journal.LeftOut, error) { return nil, nil }

func (f *dayTill) Counts(context.Context, uint64) ([]journal.ShiftCount, error) { return f.counts, nil }

func (f *dayTill) Movements(context.Context, uint64, uint64, int) ([]journal.Movement, error) {
	return []journal.Movement{{Seq: 1, Kind: journal.MovementOut, By: "Yusuf", DelegatedBy: "Huda", Minor: 20_000, Reason: "cleaning"}}, nil
}

func (f *dayTill) debts() []journal.Debt {
	return []journal.Debt{{Number: 2, Cause: journal.DebtAfterCash, Sale: "20261120-000008", With: "20261120-000009", Amount: money.Amount{Minor: 15_250, Currency: "LYD"}, Since: noon.Add(-4 * time.Hour)},
		{Number: 1, Cause: journal.DebtPaidTwice, Sale: "20261118-000019", With: "20261118-000020", Amount: money.Amount{Minor: 125_000, Currency: "LYD"}, Since: noon.Add(-50 * time.Hour)}}
}
func (f *dayTill) Debts(context.Context, journal.DebtQuery) ([]journal.Debt, error) {
	return f.debts(), nil
}
func (f *dayTill) DebtRows(_ context.Context, n uint64) (rows []journal.DebtRow, _ error) {
	for _, d := range f.debts() {
		if d.Number == n {
			rows = append(rows, journal.DebtRow{Seq: n, Debt: n, Kind: journal.DebtOpened, At: d.Since, Cause: d.Cause, Sale: d.Sale, With: d.With, Amount: d.Amount})
		}
	}
	return rows, nil
}
func (f *dayTill) Attempts(context.Context, journal.SaleID) ([]journal.Sale, error) { return nil, nil }
func (f *dayTill) NoteDebt(context.Context, uint64, string) error                   { return nil }
func (f *dayTill) ReturnDebtToo(ctx context.Context, n uint64, by string, minor, open int64, reference string) error {
	return f.ReturnDebt(ctx, n, by, minor, open, reference)
}

func (f *dayTill) ReturnDebt(context.Context, uint64, string, int64, int64, string) error {
	return nil
}
func (f *dayTill) KeepDebt(context.Context, uint64, string, int64, int64, string) error { return nil }
func (f *dayTill) Audit(context.Context, uint64, int) ([]journal.AuditRow, error) {
	return []journal.AuditRow{{Seq: 3, At: noon, By: "Samira", Action: journal.AuditCopy, SaleID: "20261120-000012"}, {Seq: 2, At: noon.Add(-time.Hour), By: "Yusuf", Action: journal.AuditCashOut,
		Detail: "20.000 LYD cleaning", DelegatedBy: "Huda"},
		{Seq: 1, At: noon.Add(-6 * time.Hour), By: "Samira", Action: journal.AuditShiftOpened, Detail: "Z-0042 150.000 LYD"}}, nil
}

// walkCash takes a sale in cash.
func walkCash(r *harness, look func(*harness, string)) {
	r.runes("42.5")
	r.keys(fyne.KeyReturn)
	look(r, "route-cash")
	r.runes("4")
	r.pass(time.Second)
	look(r, "cash")
	r.runes("50")
	look(r, "cash-given")
	r.keys(fyne.KeyReturn)
	look(r, "cash-taken")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
}

// walkDay takes a sale in cash, and closes the shop's day by keys.
func walkDay(r *harness, look func(*harness, string)) {
	w := r.shell.env.Words
	walkCash(r, look)
	r.keys(fyne.KeyF8)
	look(r, "day")
	r.pressed(w.T("day.cashOut"))
	r.runes("20")
	look(r, "day-move")
	r.keys(fyne.KeyEscape)
	r.pressed(w.T("day.x"))
	look(r, "day-x")
	r.keys(fyne.KeyEscape)
	r.pressed(w.T("day.zs"))
	look(r, "day-zs-none")
	r.keys(fyne.KeyEscape)
	r.pressed(w.T("day.hand"))
	look(r, "day-hand")
	r.keys(fyne.KeyEscape)
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	look(r, "day-count")
	r.pressed(w.T("day.done"))
	look(r, "day-count-nothing")
	r.pressed(w.T("day.done")) // which is there still: nothing was counted
	for range 7 {
		r.runes("3")
		r.pass(time.Second)
		r.keys(fyne.KeyReturn)
	}
	look(r, "day-difference")
	r.runes("L")
	r.pass(time.Second)
	look(r, "day-reason")
	r.keys(fyne.KeyReturn)
	look(r, "day-closed")
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	look(r, "day-open")
	r.keys(fyne.KeyReturn)
	r.pressed(w.T("day.zs"))
	look(r, "day-zs")
	exported := func(name string) {
		r.pressed(w.T("export.title"))
		if r.shell.decisions.Card() != nil && name != "day-export-reports.tab" {
			look(r, name+"-asked")
			r.runesIn("2584")
		}
		look(r, name)
		r.shell.decisions.Close()
	}
	exported("day-zs-export")
	r.keys(fyne.KeyEscape)
	for _, tab := range []string{"reports.tab", "owed.tab", audit.Tab} {
		r.pressed(w.T(tab))
		if r.shell.decisions.Card() != nil {
			r.runesIn("2584")
			r.pressed(w.T(tab))
		}
		look(r, "day-"+tab)
		exported("day-export-" + tab)
	}
	r.pressed(w.T("owed.tab"))
	r.runes("FT")
	r.pressed(w.T("owed.part"))
	look(r, "owed-part")
}
