package ui

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/alarm"
	"sanduq/ui/cashier"
	"sanduq/ui/pay"
	"sanduq/ui/practicephone"
	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/shell/feed"
)

var noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

// fakeTill is a till that does what it is told and writes down what it was
// asked. Notices reach the shell when a test sends them.
type fakeTill struct {
	asked   []string
	sales   []journal.View
	past    []journal.Sale // the records, the newest first
	pageOf  int            // how many make a page; 0 for all
	link    journal.Link
	trouble *journal.StoreFault
	put     *journal.Recovery
	set     journal.Settings
	next    int
	err     error
	draft   journal.Draft // that was taken in cash last
	notices feed.Notices
}

func (f *fakeTill) record(format string, args ...any) error {
	f.asked = append(f.asked, fmt.Sprintf(format, args...))
	return f.err
}

func (f *fakeTill) Charge(_ context.Context, d journal.Draft) (journal.View, error) {
	if err := f.record("charge %s %s", d.Amount.Major(), d.Route); err != nil {
		return journal.View{}, err
	}
	v := sale(f.next, func(v *journal.View) {
		v.Amount, v.Step, v.Session, v.Live, v.Replaces = d.Amount, journal.StepIntent, core.PaymentSession{}, journal.LiveStatus{Busy: core.OpInitiate}, d.Replaces
		v.Cashier = d.Cashier
	})
	f.next++
	f.sales = append(f.sales, v)
	return v, nil
}

func (f *fakeTill) TakeCash(_ context.Context, d journal.Draft, given int64) (journal.View, error) {
	f.draft = d
	if err := f.record("cash %s given %d", d.Amount.Major(), given); err != nil {
		return journal.View{}, err
	}
	v := sale(f.next, func(v *journal.View) {
		v.Amount, v.Step, v.Session, v.Live, v.Route, v.CashSeq = d.Amount, journal.StepCash, core.PaymentSession{}, journal.LiveStatus{}, journal.RouteCash, 15
		v.Cashier = d.Cashier
	})
	f.next++
	f.sales = append(f.sales, v)
	return v, nil
}

func (f *fakeTill) DueInCash(a money.Amount) (journal.CashDue, error) {
	return journal.DueInCash(a, 250)
}

func (f *fakeTill) OfferQR(_ context.Context, id journal.SaleID) error {
	return f.record("offer %s", present.Number(id))
}
func (f *fakeTill) PickRoute(_ context.Context, id journal.SaleID, r core.Route) error {
	return f.record("pick %s %s", present.Number(id), r)
}
func (f *fakeTill) Institutions(context.Context, journal.SaleID, core.Route) ([]core.Institution, error) {
	return []core.Institution{{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank}, {Code: "SRB", Name: "Sample River Bank", Rail: core.RailBank}}, nil
}
func (f *fakeTill) Validate(_ context.Context, id journal.SaleID, e journal.AccountEntry) error {
	return f.record("validate %s %s %s", present.Number(id), e.Account.Reveal(), e.InstitutionCode)
}
func (f *fakeTill) SendCodeAgain(_ context.Context, id journal.SaleID) error {
	return f.record("again %s", present.Number(id))
}
func (f *fakeTill) SubmitOTP(_ context.Context, id journal.SaleID, otp core.Secret, _ bool) error {
	return f.record("code %s %s", present.Number(id), otp.Reveal())
}
func (f *fakeTill) RepeatOTP(_ context.Context, id journal.SaleID, otp core.Secret, by string) error {
	return f.record("repeat %d %s by %s", id.Number(), otp.Reveal(), by)
}
func (f *fakeTill) Print(_ context.Context, id journal.SaleID, by string) error {
	return f.record("print %s by %s", present.Number(id), by)
}
func (f *fakeTill) PrintUnknown(_ context.Context, id journal.SaleID, by string) (bool, error) {
	return true, f.record("print unknown %s by %s", present.Number(id), by)
}
func (f *fakeTill) Check(_ context.Context, id journal.SaleID) error {
	return f.record("check %s", present.Number(id))
}
func (f *fakeTill) SetAside(_ context.Context, id journal.SaleID, why string) error {
	return f.record("aside %s %s", present.Number(id), why)
}
func (f *fakeTill) ToManager(_ context.Context, id journal.SaleID, why string) error {
	return f.record("manager %s %s", present.Number(id), why)
}
func (f *fakeTill) ResolveOutside(_ context.Context, id journal.SaleID, why, by string) error {
	return f.record("resolve %s %s by %s", present.Number(id), why, by)
}
func (f *fakeTill) Acknowledge(_ context.Context, id journal.SaleID) error {
	return f.record("acknowledge %s", present.Number(id))
}
func (f *fakeTill) ReadLateAlert(_ context.Context, id journal.SaleID) error {
	return f.record("read %s", present.Number(id))
}
func (f *fakeTill) ReadLate(_ context.Context, id journal.SaleID, by string) error {
	return f.record("late read %s by %s", present.Number(id), by)
}
func (f *fakeTill) OweLate(_ context.Context, id journal.SaleID, by, why string) error {
	return f.record("owe late %s by %s: %s", present.Number(id), by, why)
}
func (f *fakeTill) NextID() journal.SaleID   { return journal.NewSaleID("20261120", f.next) }
func (f *fakeTill) InFlight() []journal.View { return f.sales }
func (f *fakeTill) Sales(_ context.Context, q journal.SaleQuery) (page journal.SalePage, err error) {
	for _, s := range f.past { // the newest first
		if day := s.ID.Day(); day >= q.From && (q.To == "" || day <= q.To) && (q.Before == "" || s.ID < q.Before) {
			if page.More = len(page.Sales) == f.pageOf && f.pageOf > 0; page.More {
				break
			}
			page.Sales = append(page.Sales, s)
		}
	}
	return page, nil
}
func (f *fakeTill) Link() journal.Link          { return f.link }
func (f *fakeTill) Recovery() *journal.Recovery { return f.put }
func (f *fakeTill) ConfirmRecovery(_ context.Context, by string) error {
	return f.record("recovered by %s", by)
}
func (f *fakeTill) StoreFault() *journal.StoreFault { return f.trouble }
func (f *fakeTill) Receipt(_ context.Context, seq uint64) (journal.Receipt, error) {
	for _, v := range f.sales {
		if v.ReceiptSeq == seq {
			return journal.Receipt{Seq: seq, SaleID: v.ID, TransactionID: v.Session.TransactionID, Amount: v.Amount, Route: core.RouteAccount, Payer: "•••• 7120",
				Institution: "Harbour Bank", SettledAt: v.SettledAt, Shop: f.set.Shop, Till: f.set.Till, Environment: v.Environment}, nil
		}
	}
	return journal.Receipt{}, journal.ErrNotFound
}
func (f *fakeTill) Settings() journal.Settings { return f.set }
func (f *fakeTill) Subscribe() feed.Notices    { return f.notices }
func (f *fakeTill) Sale(id journal.SaleID) (journal.View, bool) {
	for _, v := range f.sales {
		if v.ID == id {
			return v, true
		}
	}
	return journal.View{}, false
}

// fakeFeed gives nothing until it ends: tests call Shell.notice themselves.
type fakeFeed struct {
	closed sync.Once
	done   chan struct{}
}

func (f *fakeFeed) Next(ctx context.Context) (journal.Notice, error) {
	<-ctx.Done()
	return journal.Notice{}, ctx.Err()
}
func (f *fakeFeed) Close() { f.closed.Do(func() { close(f.done) }) }

// fakePhone is the customer's side.
type fakePhone struct {
	asked   []string
	state   practicephone.State
	bank    practicephone.Behaviour
	watched int
}

func (p *fakePhone) Payment(order string) (practicephone.Payment, bool) {
	return practicephone.Payment{Payee: "Al Noor Market", Amount: lyd(12500), Account: "•••• 4417", State: p.state}, order != ""
}
func (p *fakePhone) Approve(order string) error {
	p.asked = append(p.asked, "approve "+order)
	return nil
}
func (p *fakePhone) Decline(order string) error {
	p.asked = append(p.asked, "decline "+order)
	return nil
}
func (p *fakePhone) Expire(order string) error {
	p.asked = append(p.asked, "expire "+order)
	return nil
}
func (p *fakePhone) Behaviour() practicephone.Behaviour     { return p.bank }
func (p *fakePhone) SetBehaviour(b practicephone.Behaviour) { p.bank = b }
func (p *fakePhone) Watch(func()) func()                    { p.watched++; return func() { p.watched-- } }

func lyd(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }

// sale is a sale of 12.500 LYD with a QR on show.
func sale(n int, change ...func(*journal.View)) journal.View {
	v := journal.View{Sale: journal.Sale{ID: journal.NewSaleID("20261120", n), Version: 1, OrderID: fmt.Sprintf("o%d", n), Amount: lyd(12500),
		Environment: core.Sandbox, CreatedAt: noon.Add(-time.Minute), UpdatedAt: noon, Step: journal.StepSession, Route: core.RouteQR,
		Session: core.PaymentSession{PaymentID: fmt.Sprintf("p%d", n), State: core.StateQRGenerated, Route: core.RouteQR,
			QRPayload: strings.Repeat("00020101021226", 20), RawStatus: "PENDING"}}}
	v.Live = journal.LiveStatus{LastAnswer: noon.Add(-4 * time.Second), LastWord: "PENDING", Asked: 12,
		PollingSince: noon.Add(-192 * time.Second), PollingUntil: noon.Add(108 * time.Second)}
	for _, c := range change {
		c(&v)
	}
	return v
}

func at(clock string) func(*journal.View) {
	return func(v *journal.View) { v.CreatedAt, _ = time.Parse("2006-01-02 15:04", "2026-11-20 "+clock) }
}

func of(minor int64) func(*journal.View) { return func(v *journal.View) { v.Amount.Minor = minor } }

func version(n uint64) func(*journal.View) { return func(v *journal.View) { v.Version = n } }

func state(s core.State) func(*journal.View) { return func(v *journal.View) { v.Session.State = s } }

func paid(v *journal.View) {
	v.Session.State, v.ReceiptSeq, v.SettledAt, v.Version = core.StateSuccess, 412, noon, v.Version+1
	v.Session.TransactionID, v.Live = "8F2K-71QD-0446", journal.LiveStatus{}
}

func aside(v *journal.View) {
	v.SetAside = &journal.Decision{At: noon, Reason: pay.ReasonWrongAmount}
}

func capped(v *journal.View) { v.Capped = true }

// shopFloor is the sidebar of the pictures: #11 waiting, #10 set aside, #9 not
// known.
func shopFloor(r *harness, _ *Options) {
	r.till.sales = []journal.View{sale(11, of(48000), at("14:29")), sale(10, of(15250), at("14:20"), aside), sale(9, of(40000), at("14:12"), capped)}
}

// fakeWindows are monitors and windows without a screen.
type fakeWindows struct {
	second  bool
	shown   fyne.CanvasObject // in the customer's window; nil while there is none
	full    bool
	gone    func()
	focused int
}

func (f *fakeWindows) Second() bool { return f.second }
func (f *fakeWindows) Open(o fyne.CanvasObject, _ string, full bool, gone func()) func() {
	f.shown, f.full, f.gone = o, full, gone
	o.Resize(fyne.NewSize(1920, 1080))
	return func() { f.shown = nil }
}
func (f *fakeWindows) Focus() { f.focused++ }

func (p *fakePhone) Drills() []practicephone.Drill {
	return []practicephone.Drill{practicephone.DrillWalksAway, practicephone.DrillCalm}
}
func (p *fakePhone) Drill(order string, d practicephone.Drill) error {
	p.asked = append(p.asked, string(d)+" "+order)
	return nil
}

// preferring lets a harness begin with preferences.
func preferring(change func(*preferences.Values)) func(*harness, *Options) {
	return func(r *harness, _ *Options) { r.env.Preferences.Override(change) }
}

// prefer changes preferences as the settings do.
func (r *harness) prefer(change func(*preferences.Values)) { r.shell.env.Preferences.Update(change) }

// prefers is what is preferred now.
func (r *harness) prefers() preferences.Values { return r.shell.env.Preferences.Get() }

// fakeHealth is what those who look after the till say; what is nil is well.
type fakeHealth struct {
	network func() bool
	backup  func() *alarm.Backup
	damage  func() string
}

func (h fakeHealth) Network() bool { return h.network == nil || h.network() }

func (h fakeHealth) Backup() *alarm.Backup {
	if h.backup == nil {
		return nil
	}
	return h.backup()
}

func (h fakeHealth) Damage() string {
	if h.damage == nil {
		return ""
	}
	return h.damage()
}

// steps is the till as the steps of a sale ask it.
func (f *fakeTill) steps() cashier.Till {
	return cashier.Till{Amount: f, Routes: f, Wait: f, Account: f, Code: f, Unknown: f, Result: f, Late: f, Cash: f, SetAside: f, Managers: f, Settle: f}
}
