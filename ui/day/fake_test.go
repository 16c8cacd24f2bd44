package day

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/ui/exporting"
	"sanduq/ui/keys"
	"sanduq/ui/preferences"
	"sanduq/ui/receipts"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 20, 4, 0, 0, time.UTC)

// fakeTill keeps one shift, by the till's own arithmetic.
type fakeTill struct {
	ahead  journal.Day // where the books stand
	set    journal.Settings
	shift  journal.Shift
	figs   journal.ShiftFigures
	zs     []journal.Z // newest first
	moves  []journal.Movement
	counts map[uint64][]journal.ShiftCount // by shift
	debts  []journal.Debt
	last   *journal.LastCount

	missing int64 // of the cash receipt that is taken off again
	open    journal.StillOpen
	flight  []journal.View // what may still be paid, as open has it
	users   []journal.User
	rights  journal.RightSet
	fail    error // of the next act
	torn    error // of each reading of the day
	lost    error // of each reading of movements

	blank   bool                            // the day is read without sums
	blind   bool                            // it is read without what the drawer should hold
	outside map[uint64]queries.OutsideShift // by Z, 0 is the X
	papers  []queries.Entered
	asked   []string
	now     func() time.Time
}

func newFakeTill() *fakeTill {
	at := noon.Add(-12 * time.Hour).Add(-2 * time.Minute)
	f := &fakeTill{set: journal.Settings{Shop: "Al Noor Market", Place: "Tripoli", Till: "2", Currency: "LYD", Shifts: true, Cash: true}, rights: journal.Rights(),
		now: func() time.Time { return noon }, counts: map[uint64][]journal.ShiftCount{}}
	f.shift = journal.Shift{Number: 42, Version: 2, After: 41, Begun: at.Add(-10 * time.Hour), Opened: &journal.Opening{At: at, By: "Samira", Currency: "LYD", Float: 150_000}}
	taken := func(opened uint64, route core.Route, by string, n, minor int64) journal.Taken {
		return journal.Taken{TakenKey: journal.TakenKey{Opened: opened, Route: route, Cashier: by, Currency: "LYD"}, Number: n, Minor: minor}
	}
	f.figs = journal.ShiftFigures{Taken: []journal.Taken{taken(41, core.RouteQR, "Samira", 2, 88_000), taken(42, core.RouteAccount, "Samira", 12, 1_204_500), taken(42, journal.RouteCash, "Samira", 15, 437_500),
		taken(42, core.RouteQR, "Yusuf", 29, 1_758_750), taken(42, core.RouteWallet, "Samira", 6, 214_250)},
		Receipts: journal.SeqRange{First: 2407, Last: 2455}, Cash: journal.SeqRange{First: 1, Last: 15}, In: journal.Tally{Number: 1, Minor: 50_000}, Out: journal.Tally{Number: 1, Minor: 20_000}}
	f.open = journal.StillOpen{Sales: []journal.SaleID{"20261120-000058", "20261120-000070"}, Sums: map[string]journal.Tally{"LYD": {Number: 2, Minor: 88_000}}}
	f.flight = []journal.View{openSale("20261120-000058", 40_000, true), openSale("20261120-000070", 48_000, false)}
	f.debts = []journal.Debt{{Number: 1, Cause: journal.DebtAfterCash, Sale: "20261120-000008", With: "20261120-000009", Amount: money.Amount{Minor: 15_250, Currency: "LYD"}, Since: at}}
	f.moves = []journal.Movement{{Seq: 2, Shift: 42, Kind: journal.MovementOut, By: "Samira", Minor: 20_000, Reason: "cleaning"}, {Seq: 1, Shift: 42, Kind: journal.MovementIn, By: "Yusuf", Minor: 50_000, Reason: "change from the bank"}}
	for n := uint64(41); n > 38; n-- {
		z, err := journal.SumUp(journal.Shift{Number: n, Begun: at.AddDate(0, 0, int(n)-42)}, journal.ShiftFigures{Taken: []journal.Taken{taken(n, core.RouteQR, "Yusuf", 9, int64(n)*10_000)},
			Receipts: journal.SeqRange{First: n * 50, Last: n*50 + 8}},
			journal.Closing{Settings: f.set, Environment: core.Live, At: at.AddDate(0, 0, int(n)-42), By: "Huda", Seq: n, Before: n - 1})
		if err != nil {
			panic(err)
		}
		f.zs = append(f.zs, z)
	}
	return f
}

// openSale is a sale that may still be paid; nobody knows of one whose status was asked about to the end.
func openSale(id journal.SaleID, minor int64, unknown bool) journal.View {
	return journal.View{Sale: journal.Sale{ID: id, Amount: money.Amount{Minor: minor, Currency: "LYD"}, Route: core.RouteQR, Step: journal.StepSession, Capped: unknown,
		Session: core.PaymentSession{State: core.StateWaitingPayment}}}
}

func (f *fakeTill) InFlight() []journal.View { return f.flight }

func (f *fakeTill) sum(seq, before uint64, by, reason string) (journal.Z, error) {
	return journal.SumUp(f.shift, f.figs, journal.Closing{Settings: f.set, Environment: core.Live, At: f.now(), By: by, Open: f.open, Seq: seq, Before: before, Reason: reason})
}

func (f *fakeTill) Day(context.Context) (journal.DayView, error) {
	if f.torn != nil {
		return journal.DayView{}, f.torn
	}
	x, err := f.sum(0, 0, "", "")
	if f.blank {
		for i := range x.Taken {
			x.Taken[i].Minor = 0
		}
		if d := x.Drawer; d != nil {
			x.Drawer = &journal.DrawerSum{Currency: d.Currency, Float: d.Float}
		}
	}
	if f.blind {
		x = blinded(x)
	}
	return journal.DayView{Shift: journal.ShiftState{Shift: f.shift, Figures: f.figs}, Present: true, X: x, Debts: f.debts, Blank: f.blank, Last: f.last, Ahead: f.ahead}, err
}

func (f *fakeTill) X(_ context.Context, by string) (journal.Z, error) {
	x, err := f.sum(0, 0, by, "")
	if f.blind {
		x = blinded(x)
	}
	return x, err
}

// blinded is an X as the till gives it to anyone who may not see what the drawer should
// hold.
func blinded(x journal.Z) journal.Z {
	x.Blind, x.Taken = true, slices.DeleteFunc(slices.Clone(x.Taken), func(t journal.Taken) bool { return t.Route == journal.RouteCash })
	if d := x.Drawer; d != nil {
		x.Drawer = &journal.DrawerSum{Currency: d.Currency, Float: d.Float, Sales: journal.Tally{Number: d.Sales.Number}, In: journal.Tally{Number: d.In.Number}, Out: journal.Tally{Number: d.Out.Number}}
	}
	return x
}

// does takes note of an act, and refuses it where it is to fail.
func (f *fakeTill) does(what string) error {
	err := f.fail
	f.fail = nil
	if err == nil {
		f.asked = append(f.asked, what)
	}
	return err
}

func (f *fakeTill) OpenShift(_ context.Context, by string, float int64, reason string) error {
	said := "open " + money.Amount{Minor: float, Currency: "LYD"}.Major()
	if reason != "" {
		said += " " + reason
	}
	err := f.does(said)
	if err == nil {
		f.shift.Opened = &journal.Opening{At: f.now(), By: by, Currency: f.set.Currency, Float: float}
	}
	return err
}

func (f *fakeTill) Reversal(_ context.Context, number uint64) (journal.Reversal, error) {
	if number != 15 {
		return journal.Reversal{}, &journal.Error{Code: journal.CodeNoSale}
	}
	r := journal.Reversal{Cash: journal.CashReceipt{Seq: 15, SaleID: "20261120-000044", Amount: money.Amount{Minor: 1_250_000, Currency: "LYD"}, TakenAt: noon.Add(-time.Hour), Cashier: "Samira"}}
	if f.missing != 0 {
		r.Z, r.Missing = 41, f.missing
	}
	return r, nil
}

func (f *fakeTill) ReverseCash(_ context.Context, id journal.SaleID, _ string, missing int64, reason string) error {
	return f.does("reverse " + string(id) + " missing " + money.Amount{Minor: missing, Currency: "LYD"}.Major() + " " + reason)
}

func (f *fakeTill) CorrectFloat(_ context.Context, _ string, float int64, reason string) error {
	return f.does("float " + money.Amount{Minor: float, Currency: "LYD"}.Major() + " " + reason)
}

func (f *fakeTill) CountDrawer(_ context.Context, by string, c journal.DrawerCount) (journal.DrawerSum, error) {
	if err := f.does("count " + money.Amount{Minor: c.Minor, Currency: c.Currency}.Major()); err != nil {
		return journal.DrawerSum{}, err
	}
	f.shift.Counts = append(f.shift.Counts, journal.ShiftCount{At: f.now(), By: by, Cash: c})
	f.counts[f.shift.Number] = f.shift.Counts
	z, err := f.sum(f.shift.Number, f.shift.Number-1, by, "")
	return *z.Drawer, err
}

func (f *fakeTill) CloseShift(_ context.Context, number uint64, by, reason string) (journal.Z, error) {
	if err := f.does("close: " + reason); err != nil {
		return f.zs[0], err
	}
	z, err := f.sum(number, number-1, by, reason)
	f.zs = slices.Insert(f.zs, 0, z)
	f.shift, f.figs = journal.Shift{Number: number + 1, Version: 1, After: number, Begun: f.now()}, journal.ShiftFigures{}
	return z, err
}

func (f *fakeTill) MoveCash(_ context.Context, _ string, kind journal.MovementKind, minor int64, reason string, _ journal.SaleID) error {
	return f.does(string(kind) + " " + money.Amount{Minor: minor, Currency: "LYD"}.Major() + " " + reason)
}

func (f *fakeTill) MoveCashBeyond(_ context.Context, _ string, minor int64, reason string, _ journal.SaleID) error {
	return f.does("out beyond " + money.Amount{Minor: minor, Currency: "LYD"}.Major() + " " + reason)
}

func (f *fakeTill) AcceptDay(_ context.Context, by string, day journal.Day) error {
	return f.does("accept " + string(day))
}

func (f *fakeTill) SetBookingBack(_ context.Context, by, reason string) error {
	f.ahead = ""
	return f.does("set back " + reason)
}

func (f *fakeTill) HandOver(_ context.Context, _, to string) error { return f.does("hand to " + to) }

func (f *fakeTill) Zs(_ context.Context, before uint64, limit int) (some []journal.Z, err error) {
	for _, z := range f.zs {
		if (before == 0 || z.Seq < before) && len(some) < limit {
			some = append(some, z)
		}
	}
	return some, nil
}

func (f *fakeTill) OutsideShift(_ context.Context, z journal.Z) (queries.OutsideShift, error) {
	return f.outside[z.Seq], f.torn
}

func (f *fakeTill) LeftOut(context.Context) ([]journal.LeftOut, error) {
	return f.outside[0].LeftOut, nil
}

func (f *fakeTill) LeftOutRuns(context.Context) (runs []queries.LeftOutRun, err error) {
	for _, l := range f.outside[0].LeftOut {
		runs = append(runs, queries.LeftOutRun{LeftOut: l, Documents: f.papers})
	}
	return runs, f.lost
}

func (f *fakeTill) Enter(_ context.Context, by string, e queries.Entered) error {
	if err := f.does("enter " + e.Detail(0) + " by " + by); err != nil {
		return err
	}
	e.By = by
	f.papers = append(f.papers, e)
	return nil
}

func (f *fakeTill) Withdraw(_ context.Context, by string, e queries.Entered, reason string) error {
	f.papers = nil
	return f.does("withdraw " + e.Name() + " " + reason + " by " + by)
}

func (f *fakeTill) Movements(_ context.Context, shift, before uint64, _ int) (some []journal.Movement, err error) {
	if f.lost != nil {
		return nil, f.lost
	}
	for _, m := range f.moves {
		if m.Shift == shift && (before == 0 || m.Seq < before) {
			some = append(some, m)
		}
	}
	return some, nil
}

func (f *fakeTill) Counts(_ context.Context, shift uint64) ([]journal.ShiftCount, error) {
	return f.counts[shift], f.lost
}

func (f *fakeTill) May(r journal.Right) bool { return f.rights.Has(r) }
func (f *fakeTill) OpenToCount(_ context.Context, by string) error {
	return f.does("opened to count by " + by)
}
func (f *fakeTill) LookAtSums(context.Context) error { return f.does("look") }
func (f *fakeTill) Settings() journal.Settings       { return f.set }
func (f *fakeTill) Users() []journal.User            { return f.users }

// person is Samira, with the rights that the till knows.
type person struct{ r *harness }

func (p person) By() string                   { return "Samira" }
func (p person) May(right journal.Right) bool { return p.r.till.May(right) }
func (p person) Signs() bool                  { return !p.r.unsigned }
func (p person) Delegate(right journal.Right, then func()) {
	p.r.delegated = append(p.r.delegated, right)
	then()
}

// ways notes where a person went.
type ways struct{ r *harness }

func (w ways) ToSettle()                  { w.r.went = append(w.r.went, "to settle") }
func (w ways) OpenSale(id journal.SaleID) { w.r.went = append(w.r.went, "open "+string(id)) }
func (w ways) Owed()                      { w.r.went = append(w.r.went, "owed") }
func (w ways) Reports()                   { w.r.went = append(w.r.went, "reports") }

// harness is the screen in a window of the test driver.
type harness struct {
	t         *testing.T
	till      *fakeTill
	env       screen.Env
	deps      Deps
	memory    Memory
	screen    *Screen
	window    fyne.Window
	now       time.Time
	printed   []receipt.Slip
	saved     []string
	delegated []journal.Right
	unsigned  bool // nobody signs in
	went      []string
	paper     error
	taken     []exporting.Request
}

func newHarness(t *testing.T, lang string, look theme.Look, change ...func(*harness)) *harness {
	t.Helper()
	look.Still, look.RTL = true, lang == words.Arabic
	theme.Use(look)
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	theme.Apply(uitest.NewApp(t), theme.Now())
	r := &harness{t: t, till: newFakeTill(), now: noon}
	r.till.now = func() time.Time { return r.now }
	input.TypedAt = func() time.Time { return r.now }
	t.Cleanup(func() { input.TypedAt = time.Now })
	r.env, r.deps = screen.Env{Life: context.Background(), Words: words.MustLoad(lang), Zone: time.UTC, Post: func(f func()) { f() }, Go: func(f func()) { f() },
		After: func(time.Duration, func()) func() { return func() {} }, Now: func() time.Time { return r.now }, Preferences: preferences.Open(nil)}, Deps{
		Till: r.till, Drawer: receipts.NewDrawer(), Records: r.till, Papers: r.till, Person: person{r}, Ways: ways{r},
		Paper: Paper{Print: func(_ context.Context, s receipt.Slip) error { r.printed = append(r.printed, s); return r.paper },
			Save: func(_ context.Context, name string, data []byte) (string, error) {
				if len(data) == 0 {
					return "", errors.New("empty")
				}
				r.saved = append(r.saved, name)
				return "Downloads/" + name, nil
			}},
		Export: func(q exporting.Request) { r.taken = append(r.taken, q) },
		Failed: func(error) {},
	}
	for _, c := range change {
		c(r)
	}
	r.show()
	return r
}

// show builds the screen again over its memory.
func (r *harness) show() {
	r.screen = New(r.env, r.deps, &r.memory)
	r.window = test.NewTempWindow(r.t, r.screen.Object())
	r.window.SetPadded(false)
	r.window.Resize(fyne.NewSize(1134, 638))
	r.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { r.screen.Press(screen.KeyPress{Name: keys.Normal(e.Name)}) })
	r.window.Canvas().SetOnTypedRune(func(c rune) { r.screen.Press(screen.KeyPress{Rune: c}) })
	r.screen.Shown()
}

// key presses keys once somebody has looked at what is shown; all but the first at
// once.
func (r *harness) key(names ...fyne.KeyName) {
	r.now = r.now.Add(time.Second)
	r.hurried(names...)
}

// hurried presses keys in the moment in which it is called.
func (r *harness) hurried(names ...fyne.KeyName) {
	for _, n := range names {
		if f := r.window.Canvas().Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: n})
			continue
		}
		r.screen.Press(screen.KeyPress{Name: n})
	}
}

// runes types by hand.
func (r *harness) runes(text string) { r.types(text, 100*time.Millisecond) }

// types types with a pause before each character.
func (r *harness) types(text string, pause time.Duration) {
	for _, c := range text {
		r.now = r.now.Add(pause)
		if f := r.window.Canvas().Focused(); f != nil {
			f.TypedRune(c)
			continue
		}
		r.screen.Press(screen.KeyPress{Rune: c})
	}
}

func (r *harness) words() string { return uitest.Words(r.window.Canvas().Content()) }

// counted types a count of the drawer, from the largest note down.
func (r *harness) counted(numbers ...string) {
	for _, n := range numbers {
		r.runes(n)
		r.key(fyne.KeyReturn)
	}
}
