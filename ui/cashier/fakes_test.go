package cashier

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
	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

// fakeDesk writes down what it was asked.
type fakeDesk struct {
	asked []string
	err   error
	next  journal.SaleID
	view  journal.View
	draft journal.Draft

	printed bool // the printer confirms what it is sent

	banks   []core.Institution
	noBanks error
	listed  int // how often the institutions were asked for
}

func (d *fakeDesk) note(format string, args ...any) error {
	d.asked = append(d.asked, fmt.Sprintf(format, args...))
	return d.err
}

func (d *fakeDesk) Charge(_ context.Context, draft journal.Draft) (journal.View, error) {
	d.draft = draft
	return d.view, d.note("charge %s %s %s", draft.Amount.Major(), draft.Route, draft.Reference)
}
func (d *fakeDesk) TakeCash(_ context.Context, draft journal.Draft, given int64) (journal.View, error) {
	d.draft = draft
	return d.view, d.note("cash %s given %d", draft.Amount.Major(), given)
}
func (d *fakeDesk) DueInCash(a money.Amount) (journal.CashDue, error) {
	return journal.DueInCash(a, 250)
}
func (d *fakeDesk) OfferQR(_ context.Context, id journal.SaleID) error {
	return d.note("offer %s", present.Number(id))
}
func (d *fakeDesk) PickRoute(_ context.Context, id journal.SaleID, r core.Route) error {
	return d.note("pick %s %s", present.Number(id), r)
}
func (d *fakeDesk) Institutions(_ context.Context, id journal.SaleID, r core.Route) ([]core.Institution, error) {
	d.listed++
	return d.banks, d.noBanks
}
func (d *fakeDesk) Validate(_ context.Context, id journal.SaleID, e journal.AccountEntry) error {
	return d.note("validate %s %s %s %s at %s", present.Number(id), e.Route, e.Account.Reveal(), e.InstitutionCode, e.InstitutionName)
}
func (d *fakeDesk) SendCodeAgain(_ context.Context, id journal.SaleID) error {
	return d.note("again %s", present.Number(id))
}
func (d *fakeDesk) SubmitOTP(_ context.Context, id journal.SaleID, otp core.Secret, again bool) error {
	return d.note("code %s %s %v", present.Number(id), otp.Reveal(), again)
}
func (d *fakeDesk) RepeatOTP(_ context.Context, id journal.SaleID, otp core.Secret, by string) error {
	return d.note("repeat %s %s by %s", present.Number(id), otp.Reveal(), by)
}
func (d *fakeDesk) Check(_ context.Context, id journal.SaleID) error {
	return d.note("check %s", present.Number(id))
}
func (d *fakeDesk) SetAside(_ context.Context, id journal.SaleID, why string) error {
	return d.note("aside %s %s", present.Number(id), why)
}
func (d *fakeDesk) ToManager(_ context.Context, id journal.SaleID, why string) error {
	return d.note("manager %s %s", present.Number(id), why)
}
func (d *fakeDesk) ResolveOutside(_ context.Context, id journal.SaleID, why, by string) error {
	return d.note("resolve %s %s by %s", present.Number(id), why, by)
}
func (d *fakeDesk) ReadLateAlert(_ context.Context, id journal.SaleID) error {
	return d.note("read %s", present.Number(id))
}
func (d *fakeDesk) Acknowledge(_ context.Context, id journal.SaleID) error {
	return d.note("acknowledge %s", present.Number(id))
}
func (d *fakeDesk) PrintUnknown(_ context.Context, id journal.SaleID, by string) (bool, error) {
	return d.printed, d.note("print unknown %s by %s", present.Number(id), by)
}
func (d *fakeDesk) Print(_ context.Context, id journal.SaleID, by string) error {
	return d.note("print %s by %s", present.Number(id), by)
}
func (d *fakeDesk) NextID() journal.SaleID { return d.next }

// fakeSteps writes down where a screen led.
type fakeSteps struct {
	went     []string
	decision *ask.Decision
	closed   int
}

func (s *fakeSteps) NewSale()  { s.went = append(s.went, "new") }
func (s *fakeSteps) ToRoutes() { s.went = append(s.went, "routes") }
func (s *fakeSteps) ToCash()   { s.went = append(s.went, "cash") }
func (s *fakeSteps) ToCashInstead(id journal.SaleID) {
	s.went = append(s.went, "cash instead of "+present.Number(id))
}
func (s *fakeSteps) ToSale(id journal.SaleID) { s.went = append(s.went, "sale "+present.Number(id)) }
func (s *fakeSteps) ToDay()                   { s.went = append(s.went, "day") }
func (s *fakeSteps) ToGuard()                 { s.went = append(s.went, "guard") }
func (s *fakeSteps) ToAmount()                { s.went = append(s.went, "amount") }
func (s *fakeSteps) Retry(v journal.View)     { s.went = append(s.went, "retry "+present.Number(v.ID)) }
func (s *fakeSteps) Replace(v journal.View, reason, manager string) {
	s.went = append(s.went, strings.TrimSpace("replace "+present.Number(v.ID)+" "+reason+" "+manager))
}
func (s *fakeSteps) Show(id journal.SaleID, k Kind) {
	s.went = append(s.went, strings.TrimSpace("show "+present.Number(id)+" "+string(k)))
}
func (s *fakeSteps) Leaving(journal.SaleID) func(func()) {
	return func(next func()) {
		if next != nil {
			next()
		}
	}
}
func (s *fakeSteps) Opened(v journal.View, _ *pay.Draft) {
	s.went = append(s.went, "opened "+present.Number(v.ID))
}
func (s *fakeSteps) Failed(err error) { s.went = append(s.went, "failed "+err.Error()) }
func (s *fakeSteps) Decide(d ask.Decision) func() {
	s.decision = &d
	return func() { s.closed++; s.decision = nil }
}

// harness is a screen's surroundings: a till, a shell and a clock, all fake.
type harness struct {
	t     *testing.T
	desk  *fakeDesk
	steps *fakeSteps
	now   time.Time
	later []func() // what waits for time to pass
	deps  Deps
	size  fyne.Size
}

var errBroken = errors.New("broken")

func newHarness(t *testing.T) *harness {
	t.Helper()
	uitest.NewApp(t)
	r := &harness{t: t, desk: &fakeDesk{next: "20261120-000012"}, steps: &fakeSteps{}, now: noon, size: fyne.NewSize(1134, 610)}
	r.deps = Deps{
		Env: screen.Env{Life: context.Background(), Preferences: preferences.Open(nil), Words: words.MustLoad(words.English), Practice: true, Post: func(f func()) { f() }, Go: func(f func()) { f() },
			Now: func() time.Time { return r.now }, Zone: time.UTC,
			After: func(_ time.Duration, f func()) func() { r.later = append(r.later, f); return func() {} }},
		Desk: r.desk, Steps: r.steps,
		Forms: NewForms(),
		Offer: Offer{Routes: []core.Route{core.RouteQR}, Replacing: true}, Shop: func() journal.Settings {
			return journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Cashier: "Samira"}
		},
	}
	r.apply(theme.Look{Still: true})
	return r
}

// remember has an institution used last on a route.
func (r *harness) remember(route core.Route, code string) {
	r.deps.Preferences.Override(func(v *preferences.Values) { v.Institutions.Used(route, code) })
}

// apply changes the look for this test alone.
func (r *harness) apply(l theme.Look) {
	l.Still = true
	theme.Apply(fyne.CurrentApp(), l)
	r.t.Cleanup(func() { theme.Use(theme.Look{}) })
}

func (r *harness) window(s screen.Screen) fyne.Window {
	w := test.NewTempWindow(r.t, s.Object())
	w.SetPadded(false)
	w.Resize(r.size)
	s.Shown()
	return w
}

// picture keeps what a screen looks like, for eyes, when SANDUQ_PICTURES names
// a folder.
func (r *harness) picture(name string, s screen.Screen) {
	r.t.Helper()
	uitest.Picture(r.t, r.window(s), name)
}

func (r *harness) asked(want ...string) {
	r.t.Helper()
	if got := strings.Join(r.desk.asked, "; "); got != strings.Join(want, "; ") {
		r.t.Errorf("the till was asked %q, want %q", got, strings.Join(want, "; "))
	}
}

func (r *harness) went(want ...string) {
	r.t.Helper()
	if got := strings.Join(r.steps.went, "; "); got != strings.Join(want, "; ") {
		r.t.Errorf("the screen led to %q, want %q", got, strings.Join(want, "; "))
	}
}

func name(n fyne.KeyName) screen.KeyPress { return screen.KeyPress{Name: n} }

func lyd(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }

// sale is #12 of 12.500 LYD with a QR on show.
func sale(change ...func(*journal.View)) journal.View {
	v := journal.View{Sale: journal.Sale{ID: "20261120-000012", OrderID: "o12", Amount: lyd(12500), Environment: core.Sandbox,
		CreatedAt: noon.Add(-2 * time.Minute), UpdatedAt: noon.Add(-4 * time.Second), Step: journal.StepSession, Route: core.RouteQR,
		Session: core.PaymentSession{PaymentID: "p12", State: core.StateQRGenerated, Route: core.RouteQR, RawStatus: "PENDING",
			QRPayload: strings.Repeat("00020101021226", 12), UpdatedAt: noon.Add(-4 * time.Second)}}}
	v.Live = journal.LiveStatus{LastAnswer: noon.Add(-4 * time.Second), LastWord: "PENDING", Asked: 12,
		PollingSince: noon.Add(-192 * time.Second), PollingUntil: noon.Add(108 * time.Second)}
	for _, c := range change {
		c(&v)
	}
	return v
}

func state(s core.State) func(*journal.View) { return func(v *journal.View) { v.Session.State = s } }

func paid(v *journal.View) {
	v.Session.State, v.ReceiptSeq, v.SettledAt = core.StateSuccess, 412, noon
	v.Session.TransactionID, v.Live = "8F2K-71QD-0446", journal.LiveStatus{}
}

func capped(v *journal.View) {
	v.Capped = true
	v.Watch = journal.Watch{Since: noon, Next: noon.Add(6 * time.Minute)}
	v.Live = journal.LiveStatus{LastAnswer: noon.Add(-4 * time.Second), LastWord: "PROCESSING", Asked: 37, PollingUntil: noon}
	v.History = []journal.HistoryEvent{{At: noon.Add(-5 * time.Minute), Code: journal.HistoryQRShown}, {At: noon, Code: journal.HistoryCapped}}
}

// pass lets everything happen that waits for time, once.
func (r *harness) pass(d time.Duration) {
	r.now = r.now.Add(d)
	due := r.later
	r.later = nil
	for _, f := range due {
		f()
	}
}

// typed is an entry after some keys.
func typed(currency, keys string) amount.Entry {
	e := amount.NewEntry(currency)
	for _, r := range keys {
		e.Type(r)
	}
	return e
}
