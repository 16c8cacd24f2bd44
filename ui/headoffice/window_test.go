package headoffice

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/places"
	"sanduq/ui/preferences"
	"sanduq/ui/receipts"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

// office is one of three tills, of two shops.
type office struct {
	practice bool
	refuse   error // to anyone who signs in
	lost     error // to every question about tills
	sales    []journal.Sale
	asked    []journal.SaleQuery
	silent   bool // Old Town
	in       string
	figured  []string // the places of which figures were asked
	coarse   bool     // neither hours nor cashiers are told
}

func (o *office) Host() string   { return "office.example" }
func (o *office) Practice() bool { return o.practice }
func (o *office) SignOut()       { o.in = "" }
func (o *office) SignIn(_ context.Context, name string, password core.Secret) error {
	if o.refuse == nil {
		o.in = name + "/" + password.Reveal()
	}
	return o.refuse
}

func (o *office) Heard(context.Context) (Heard, error) {
	return Heard{Tills: []Till{{Place: "till:1", Name: "Harbour 1", At: noon}, {Place: "till:2", Name: "Old Town 1", At: noon.Add(-209 * time.Minute), Silent: o.silent},
		{Place: "till:3", Name: "Garden 1", At: noon}}}, o.lost
}

func (o *office) Watch(context.Context, func()) error { return nil }

func (o *office) Places() []places.Place {
	return []places.Place{{ID: "shop:1", Name: "Harbour", Shop: true}, {ID: "till:1", Name: "Harbour 1"}, {ID: "till:2", Name: "Old Town 1"}}
}
func (o *office) PlaceOf(journal.SaleID) string { return "Harbour 1" }
func (o *office) ReceiptOf(_ context.Context, s journal.Sale) (journal.Receipt, error) {
	return journal.Receipt{Seq: 3, SaleID: s.ID, Amount: s.Amount, Shop: "Al Noor Market", Till: "Till 1", SettledAt: noon, Route: s.Route, Environment: core.Live}, nil
}
func (o *office) Sales(_ context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	o.asked = append(o.asked, q)
	return journal.SalePage{Sales: o.sales}, nil
}
func (o *office) Totals(context.Context, journal.SaleQuery) ([]journal.Total, error) {
	return []journal.Total{{Group: journal.GroupPaid, Currency: "LYD", Count: len(o.sales), Minor: 12500}}, nil
}
func (o *office) Receipt(context.Context, uint64) (journal.Receipt, error) {
	return journal.Receipt{}, errors.New("of which till?")
}
func (o *office) Attempts(context.Context, journal.SaleID) ([]journal.Sale, error) { return nil, nil }
func (o *office) Today() journal.Day                                               { return "20261120" }
func (o *office) Settings() journal.Settings                                       { return journal.Settings{Currency: "LYD"} }
func (o *office) Users() []journal.User                                            { return nil }

// sell puts a sale at the top of the list.
func (o *office) sell(number int, status journal.Status) {
	s := journal.Sale{ID: journal.SaleID(fmt.Sprintf("20261120-%018d-00000001-0001-%06d", number, number)), Version: 1, Amount: money.Amount{Minor: 12500, Currency: "LYD"},
		CreatedAt: noon, Route: core.RouteQR, Step: journal.StepSession, Session: core.PaymentSession{State: core.StateWaitingPayment}}
	if status == journal.StatusPaid {
		s.ReceiptSeq, s.Session.State = 3, core.StateSuccess
	}
	o.sales = append([]journal.Sale{s}, o.sales...)
}

// harness is the window over an office.
type harness struct {
	*testing.T
	*office
	window *Window
	win    fyne.Window
	due    []func()
	failed []error
}

func newHarness(t *testing.T, practice bool) *harness {
	t.Helper()
	app := uitest.OwnApp(t)
	theme.Apply(app, theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	h := &harness{T: t, office: &office{practice: practice}}
	life, end := context.WithCancel(t.Context())
	w, shown, drawer, summed := words.MustLoad(words.English), &receipts.Memory{}, receipts.NewDrawer(), &reports.Memory{}
	h.window = New(screen.Env{Life: life, Words: w, Preferences: preferences.Open(nil), Practice: true, Post: func(f func()) { f() },
		Go: func(f func()) { f() },
		After: func(_ time.Duration, f func()) func() {
			h.due = append(h.due, f)
			return func() {}
		},
		Now: func() time.Time { return noon }, Zone: time.UTC}, Deps{Office: h.office,
		Receipts: func(e screen.Env) *receipts.Screen {
			return receipts.New(e, receipts.Deps{History: h.office, Drawer: drawer, Currency: "LYD"}, shown)
		},
		Reports: func(e screen.Env, drillDown func(journal.SaleQuery)) *reports.Screen {
			return reports.New(e, reports.Deps{Figures: figures{h.office}, Today: h.office.Today, Currency: "LYD", DrillDown: drillDown}, summed)
		},
		Speak: func(lang string) {
			_ = w.Use(lang)
			theme.Apply(app, theme.Look{Still: true, RTL: w.RTL()})
		},
		Failed: func(err error) { h.failed = append(h.failed, err) }})
	h.window.watching = func(context.Context, int) {}
	h.win = test.NewTempWindow(t, nil)
	h.win.Resize(fyne.NewSize(1366, 690))
	h.window.Attach(h.win)
	h.win.Resize(fyne.NewSize(1366, 690))
	t.Cleanup(func() { h.window.Close(); end() })
	return h
}

func (h *harness) signIn() {
	h.Helper()
	h.window.form.name.SetText("Huda")
	h.window.form.password.SetText("secret words")
	test.Tap(h.window.form.enter)
}

func (h *harness) says(yes bool, sentences ...string) {
	h.Helper()
	text := strings.ReplaceAll(uitest.Words(h.win.Canvas().Content()), " ", "")
	for _, s := range sentences {
		if strings.Contains(text, strings.ReplaceAll(s, " ", "")) != yes {
			h.Errorf("says %q is not %v: %s", s, yes, text)
		}
	}
}

// pass lets what is due happen once.
func (h *harness) pass() {
	all := h.due
	h.due = nil
	for _, f := range all {
		f()
	}
}

// TestWhenATillWasHeard: a time of the day, and the day once that would mislead.
func TestWhenATillWasHeard(t *testing.T) {
	h := newHarness(t, false)
	for ago, want := range map[time.Duration]string{0: "last contact 14:31", 11 * time.Hour: "no contact since 03:31", 15 * time.Hour: "no contact since 19 Nov 2026"} {
		if got := h.window.side.said(Till{At: noon.Add(-ago), Silent: ago > 0}); got != want {
			t.Errorf("%v ago: %q", ago, got)
		}
	}
	if got := h.window.side.said(Till{Silent: true}); got != "no contact yet" {
		t.Errorf("never: %q", got)
	}
}

func TestSomebodySignsIn(t *testing.T) {
	h := newHarness(t, false)
	for err, want := range map[error]string{ErrSignIn: "do not match", ErrLocked: "Too many wrong passwords", ErrCertificate: "cannot prove its identity", errors.New("x"): "does not answer"} {
		h.refuse = err
		h.signIn()
		if h.says(true, want); h.window.form.password.Text() != "" || h.window.session != nil {
			t.Errorf("%v: the password stays, or somebody is in", err)
		}
	}
	h.refuse = nil
	h.sell(12, journal.StatusPaid)
	h.signIn()
	h.says(true, "3 of 3 tills connected", "LIVE", "All sales", "Harbour 1", "last contact 14:31", "as far as received", "#12", "Any shop", "Any till", "Open receipt")
	h.says(false, "Practice", "What happened")
	if len(h.failed) != 4 || h.in != "Huda/secret words" {
		t.Errorf("logged %v, in as %q", h.failed, h.in)
	}
	test.Tap(h.window.bar.user)
	h.says(true, "Sign in")
	if h.in != "" || h.window.session != nil {
		t.Error("still in")
	}
}

// TestAnotherLanguageDropsNoAnswer to who signs in, and asks nobody twice.
func TestAnotherLanguageDropsNoAnswer(t *testing.T) {
	for _, refused := range []bool{false, true} {
		h := newHarness(t, false)
		var waits []func()
		run := h.window.env.Go
		h.window.env.Go = func(f func()) { waits = append(waits, f) }
		h.signIn()
		h.window.speak()
		h.signIn()
		if len(waits) != 1 {
			t.Errorf("the office is asked %d times", len(waits))
		}
		h.window.env.Go = run
		if refused {
			h.refuse = ErrSignIn
		}
		waits[0]()
		if in := h.window.session != nil; in == refused || in != (h.in != "") {
			t.Errorf("refused %v: in %v, at the office as %q", refused, in, h.in)
		}
		if refused {
			h.says(true, h.window.env.Words.T("office.wrong"))
			h.refuse = nil
			if h.signIn(); h.window.session == nil {
				t.Error("nobody can sign in any more")
			}
		}
	}
}

// TestTheComputerIsATillAgain: where it was one, and once that is kept.
func TestTheComputerIsATillAgain(t *testing.T) {
	h := newHarness(t, false)
	h.says(false, "till again")
	asked, full := 0, errors.New("disk full")
	h.window.deps.Till = func() error {
		asked++
		return full
	}
	h.window.build()
	test.Tap(h.window.form.till)
	h.says(true, "Make this computer a till again", "could not be saved")
	full = nil
	test.Tap(h.window.form.till)
	h.says(true, "From its next start this computer is a till again.")
	test.Tap(h.window.form.till)
	if asked != 2 || len(h.failed) != 1 {
		t.Errorf("asked %d times, logged %v", asked, h.failed)
	}
}

// TestAnotherLanguageKeepsWhatWasTypedAndAsked at the sign-in.
func TestAnotherLanguageKeepsWhatWasTypedAndAsked(t *testing.T) {
	h := newHarness(t, false)
	var waits []func()
	h.window.env.Go = func(f func()) { waits = append(waits, f) }
	h.window.deps.Till = func() error { return nil }
	h.window.build()
	h.window.form.name.SetText("huda")
	h.window.form.password.SetText("half of it")
	test.Tap(h.window.form.till)
	h.window.speak()
	if f := h.window.form; f.name.Text() != "huda" || f.password.Text() != "half of it" {
		t.Errorf("the form holds %q and %q", f.name.Text(), f.password.Text())
	}
	test.Tap(h.window.form.till)
	for _, f := range waits {
		f()
	}
	h.says(true, strings.Fields(h.window.env.Words.T("office.till.done"))[1])
	h.window.speak()
	h.says(true, strings.Fields(h.window.env.Words.T("office.till.done"))[1])
	if test.Tap(h.window.form.till); len(waits) != 1 {
		t.Errorf("asked %d times", len(waits))
	}
}

// TestTheFirstLiveTill comes while the window shows the practice bank's: from then on it shows live sales as such.
func TestTheFirstLiveTill(t *testing.T) {
	h := newHarness(t, true)
	h.sell(12, journal.StatusPaid)
	h.signIn()
	h.says(true, "Practice. No money moves.", "#12")
	h.practice, h.sales = false, nil
	h.sell(13, journal.StatusPaid)
	h.pass()
	h.says(true, "LIVE", "#13")
	h.says(false, "Practice. No money moves.", "#12")
	asked := len(h.asked)
	if h.pass(); len(h.asked) != asked {
		t.Errorf("nothing happens, and the list is read %d times more", len(h.asked)-asked)
	}
}

// TestTheOwnerSeesWhatHappens: a sale that comes, a till that falls silent, an office
// that is away, a session that has ended.
func TestTheOwnerSeesWhatHappens(t *testing.T) {
	h := newHarness(t, true)
	h.sell(12, journal.StatusPaid)
	h.signIn()
	h.says(true, "Practice. No money moves.", "3 of 3 tills connected")
	h.says(false, "LIVE", "#13")
	for range 20 {
		h.sell(len(h.sales)+12, journal.StatusWaiting)
	}
	h.window.news(h.window.visit)
	h.window.news(h.window.visit)
	asked := len(h.asked)
	h.pass()
	if h.says(true, "#32"); len(h.asked) != asked+1 {
		t.Errorf("asked %d times for news that came together", len(h.asked)-asked)
	}
	h.silent = true
	h.pass()
	h.says(true, "2 of 3 tills connected", "no contact since 11:02")
	if got := uitest.Words(h.window.side.rows.Objects[0]); !strings.Contains(got, "Old Town 1") {
		t.Errorf("the silent till does not stand first, but %s", got)
	}
	test.Tap(uitest.All[*control.Button](h.window.side.rows.Objects[1])[0])
	if q := h.asked[len(h.asked)-1]; q.Place != "till:1" || q.From != "20261120" || q.To != "20261120" {
		t.Errorf("a tap on Harbour asks %+v", q)
	}
	test.Tap(h.window.side.all)
	if q := h.asked[len(h.asked)-1]; q.Place != "" {
		t.Errorf("all sales asks %+v", q)
	}
	h.lost = errors.New("no way there")
	h.pass()
	h.says(true, "No answer since 14:31")
	h.lost, h.silent = nil, false
	h.pass()
	h.says(true, "3 of 3 tills connected")
	h.says(false, "silent since")
	for _, lang := range []string{words.Arabic, words.French} {
		h.window.speak()
		h.pass()
		uitest.Picture(t, h.win, "office-"+lang)
	}
	h.says(true, "d’après ce qui est reçu", "dernier contact 14:31")
	h.lost = ErrSession
	h.pass()
	if h.window.form == nil || h.in != "" {
		t.Error("a session that has ended is not left")
	}
}
