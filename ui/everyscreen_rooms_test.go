package ui

import (
	"context"
	"iter"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/probe"
	"sanduq/core/report"
	"sanduq/core/tests/shop"
	"sanduq/ui/desktop/autostart"
	"sanduq/ui/exporting"
	"sanduq/ui/receipts"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
	"sanduq/ui/settings"
	"sanduq/ui/settings/about"
	"sanduq/ui/settings/gateway"
	officepage "sanduq/ui/settings/office"
	"sanduq/ui/settings/records"
	"sanduq/ui/setup"
	"sanduq/ui/shell/firstrun"
	"sanduq/ui/statement"
)

// rooms puts the real screens of the history and the settings into the shell.
func rooms(r *harness, o *Options) {
	history, shown, memory := someHistory(), &receipts.Memory{}, &settings.Memory{}
	drawer := receipts.NewDrawer()
	o.Receipts = func(env screen.Env, shell ReceiptsShell) Receipts {
		return receipts.New(env, receipts.Deps{History: history, Drawer: drawer, Currency: "LYD",
			Save:  func(context.Context, string, []byte) (string, error) { return "Documents/receipt.pdf", nil },
			Paper: receipts.Paper{Print: func(context.Context, journal.SaleID) error { return nil }}, Cashier: func() string { return "Samira" },
			Shell: shell}, shown)
	}
	asked := &reports.Memory{}
	o.Exporting = exportsOf(r, history, nil)
	o.Reports = func(env screen.Env, shell ReportsShell, _ ReportsStart) screen.Screen {
		return reports.New(env, reports.Deps{Figures: history, Today: history.Today, Currency: "LYD", DrillDown: shell.DrillDown, Export: shell.Export, Turned: shell.Turned,
			Others: []reports.Tab{{Key: "statement.tab", Make: func(reports.Row) screen.Screen { return bankScreen(env, shell, history) }}}}, asked)
	}
	o.Settings = func(env screen.Env, window settings.Window) screen.Screen {
		return settings.New(env, settings.Deps{Window: window, Shop: fakeShop{r}, Staff: fakeShop{r}, Recovery: fakeShop{r}, Backups: copies{}, Office: joined{},
			Gateway: gateway.Deps{Keys: fakeShop{r}, Choices: fakeShop{r}, BaseURL: "http://127.0.0.1:47821", OwnKeys: true,
				Probe: func(context.Context, core.Environment, string) probe.Report {
					return probe.Report{Name: probe.OK, Secure: probe.Local, Clock: probe.OK}
				}},
			Login: atLogin{}, About: about.Program{Version: "0.1.0", Date: "2026-11-21"}}, memory)
	}
}

// exportsOf takes a history along, and the day's records where there are any.
func exportsOf(r *harness, history *pastSales, day exporting.Books) *exporting.Deps {
	return &exporting.Deps{Source: exporting.Source{History: history, Books: day, Figures: history, Pen: receipts.NewDrawer()},
		Shop: func() exporting.Shop {
			return exporting.Shop{Shop: "Al Noor Market", Till: "2", By: "Huda", Practice: true, Zone: time.UTC, Today: history.Today(), Now: noon}
		},
		Folders: func() []string { return []string{r.t.TempDir(), "/media/huda/STICK"} }, OpenFolder: func(context.Context, string) error { return nil }}
}

func withSetup(r *harness, o *Options) {
	memory := &setup.Memory{}
	o.Setup = func(env screen.Env, shell firstrun.Shell) firstrun.Screen {
		return setup.New(env, setup.Deps{Shop: fakeShop{r}, Staff: nobody{fakeShop{r}}, Recovery: fakeShop{r}, Focus: shell.Focus, Done: shell.Done, Restart: func() {},
			Keys: fakeShop{r}, Choices: fakeShop{r},
			Probe: func(context.Context, core.Environment, string) probe.Report { return probe.Report{} }}, memory)
	}
}

// fakeShop is all that the settings and the first run ask for; it keeps nothing
// but the shop's names.
type fakeShop struct{ r *harness }

func (k fakeShop) Settings() journal.Settings { return k.r.till.set }
func (k fakeShop) SaveSettings(_ context.Context, set journal.Settings, _ string) error {
	k.r.till.set = set
	return nil
}
func (k fakeShop) GatewayChanging(context.Context, string, string) error { return nil }
func (k fakeShop) BackupsChanging(context.Context, string, string) error { return nil }
func (k fakeShop) Kept(context.Context, core.Environment) (map[string]time.Time, error) {
	return map[string]time.Time{gateway.KeyAPI: noon}, nil
}
func (k fakeShop) Change(context.Context, core.Environment, map[string]core.Secret) error { return nil }
func (k fakeShop) Remembered() (core.Environment, string, string, error) {
	return core.Sandbox, "", "", nil
}
func (k fakeShop) Remember(core.Environment, string, string) error { return nil }
func (k fakeShop) GoLive(string, journal.Settings) error           { return nil }
func (k fakeShop) Users() []journal.User                           { return someStaff().users }
func (k fakeShop) AddUser(_ context.Context, name string, _ journal.Role, code core.Secret) (journal.User, error) {
	if name == "" {
		return journal.User{}, &journal.Error{Code: journal.CodeName}
	}
	if len(code.Reveal()) < 4 {
		return journal.User{}, &journal.Error{Code: journal.CodePINShape}
	}
	k.r.added = append(k.r.added, name)
	return journal.User{}, nil
}
func (k fakeShop) RightsOf(r journal.Role) journal.RightSet { return journal.UsualRights(r) }
func (k fakeShop) RightsChosen() bool                       { return true }
func (k fakeShop) SetRights(context.Context, journal.Role, journal.RightSet, string) error {
	return nil
}
func (k fakeShop) ChangeUser(context.Context, string, string, journal.Role, core.Secret) error {
	return nil
}
func (k fakeShop) RemoveUser(context.Context, string) error { return nil }
func (k fakeShop) Made(context.Context) (bool, error)       { return true, nil }
func (k fakeShop) SetUserPreferences(context.Context, string, journal.UserPreferences) error {
	return nil
}
func (k fakeShop) Sheet(context.Context, core.Secret) (string, error) {
	return "Downloads/recovery-code.pdf", nil
}

// Make is for settings.Recovery.
func (k fakeShop) Make(context.Context, string) (core.Secret, error) {
	return core.NewSecret("AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH"), nil
}

// copies is fakeShop for settings.Backups, whose names mean other things.
type copies struct{}

func (copies) State() records.State                    { return records.State{Last: noon} }
func (copies) Make(context.Context) error              { return nil }
func (copies) SetSecond(context.Context, string) error { return nil }
func (copies) Drives() []string                        { return nil }
func (copies) Restore()                                {}

// joined is an office that everything was sent to.
type joined struct{}

func (joined) State(context.Context) officepage.State {
	return officepage.State{Joined: true, Address: "https://office.example", Shop: "Harbour", Till: "Till 2", Heard: noon, Counted: true}
}
func (joined) Join(context.Context, string, string, core.Secret) (officepage.Fault, error) {
	return "", nil
}
func (joined) Unenrol(context.Context, string) error { return nil }
func (joined) Show(context.Context, string, string) (officepage.Fault, error) {
	return "", nil
}

// atLogin is for shop.Login.
type atLogin struct{}

func (atLogin) State() (autostart.State, error) { return autostart.State{On: true}, nil }
func (atLogin) Set(bool) error                  { return nil }

// nobody is a till without users.
type nobody struct{ fakeShop }

func (nobody) Users() []journal.User { return nil }

// pastSales is a history of one day in every status.
type pastSales struct {
	sales []journal.Sale
}

func someHistory() *pastSales {
	h := &pastSales{}
	for i, v := range []journal.View{
		sale(12, paid, of(12500)), sale(11, of(48000)), sale(10, aside, of(15250)), sale(9, capped, of(40000)), sale(8, state(core.StateFailed)),
		sale(7, state(core.StateExpired)), sale(6, paid), sale(5, aside, paid),
		sale(4, aside, paid, func(v *journal.View) { v.PaidTwiceWith = "20261120-000005" }),
	} {
		v.CreatedAt = noon.Add(-time.Duration(i) * 10 * time.Minute)
		v.Session.Amount = v.Amount
		h.sales = append(h.sales, v.Sale)
	}
	return h
}

// Figures is for report.Source.
func (h *pastSales) Figures(ctx context.Context, from, to journal.Day) iter.Seq2[report.Bucket, error] {
	t := &shop.Tally{}
	for _, s := range h.sales {
		_ = t.Add(s, time.UTC) // small sums
	}
	return t.Figures(ctx, from, to)
}

func (h *pastSales) match(q journal.SaleQuery, s journal.Sale) bool {
	return (q.Status == "" || s.Status() == q.Status) && (q.Route == "" || s.Route == q.Route) && (q.Before == "" || s.ID < q.Before) && q.Search == ""
}

func (h *pastSales) Sales(_ context.Context, q journal.SaleQuery) (p journal.SalePage, _ error) {
	for _, s := range h.sales {
		if h.match(q, s) {
			p.Sales = append(p.Sales, s)
		}
	}
	return p, nil
}

func (h *pastSales) Totals(_ context.Context, q journal.SaleQuery) (all []journal.Total, _ error) {
	for _, g := range []journal.Group{journal.GroupPaid, journal.GroupOpen, journal.GroupNotPaid} {
		t := journal.Total{Group: g, Currency: "LYD"}
		for _, s := range h.sales {
			if h.match(q, s) && s.Status().Group() == g {
				t.Count, t.Minor = t.Count+1, t.Minor+s.Amount.Minor
			}
		}
		if t.Count > 0 {
			all = append(all, t)
		}
	}
	return all, nil
}

func (h *pastSales) Receipt(_ context.Context, seq uint64) (journal.Receipt, error) {
	s := h.sales[0]
	return journal.Receipt{Seq: seq, SaleID: s.ID, TransactionID: "8F2K-71QD-0446", Amount: money.Amount{Minor: 12500, Currency: "LYD"}, Route: core.RouteQR,
		SettledAt: noon, Shop: "Al Noor Market", Till: "2", Cashier: "Samira", Environment: core.Sandbox}, nil
}

func (h *pastSales) Attempts(_ context.Context, id journal.SaleID) (all []journal.Sale, _ error) {
	for _, s := range h.sales {
		if s.ID == id {
			all = append(all, s)
		}
	}
	return all, nil
}

func (h *pastSales) Settings() journal.Settings {
	return journal.Settings{Shop: "Al Noor Market", Place: "Tripoli", Till: "2", Currency: "LYD"}
}

func (h *pastSales) Users() []journal.User { return someStaff().users }

func (h *pastSales) Today() journal.Day { return "20261120" }

// bankScreen is the screen of a statement that has two of the sales.
func bankScreen(env screen.Env, shell ReportsShell, h *pastSales) screen.Screen {
	csv := "Date,Time,Amount,Reference,Description\n20/11/2026,14:31:12,12.500,8F2K-71QD-0446,Transfer\n20/11/2026,09:00:00,77.000,XX-1,Transfer\n20/11/2026,10:00:00,seven,XX-2,Transfer\n"
	return statement.New(env, statement.Deps{History: h, Today: h.Today, Currency: "LYD", Export: shell.Export,
		Files: func() []statement.File {
			return []statement.File{{Path: "/media/huda/STICK/november.csv", Where: "STICK", At: noon}}
		},
		Places: func() []string { return nil },
		Read:   func(context.Context, string) ([]byte, error) { return []byte(csv), nil }})
}
