package receipts

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

const friday journal.Day = "20261120"

// fakeHistory answers from a list of sales, newest first.
type fakeHistory struct {
	sales    []journal.Sale
	receipts map[uint64]journal.Receipt
	today    journal.Day
	asked    []journal.SaleQuery // of Sales
	read     int                 // sales handed out
	fail     error
	given    map[journal.SaleID]int64 // parts that were given back
}

func (h *fakeHistory) Today() journal.Day { return h.today }

func (h *fakeHistory) Attempts(_ context.Context, id journal.SaleID) (all []journal.Sale, err error) {
	for _, s := range h.sales {
		if s.ID == id || s.Replaces == id || s.ReplacedBy == id {
			all = append(all, s)
		}
	}
	slices.Reverse(all)
	return all, h.fail
}

func (h *fakeHistory) Settings() journal.Settings {
	return journal.Settings{Shop: "Al Noor Market", Place: "Tripoli", Till: "2", Currency: "LYD"}
}

func (h *fakeHistory) Users() []journal.User {
	return []journal.User{{Name: "Samira"}, {Name: "سميرة"}}
}

func (h *fakeHistory) match(q journal.SaleQuery, s journal.Sale) bool {
	day := s.ID.Day()
	return (q.From == "" || day >= q.From) && (q.To == "" || day <= q.To) &&
		(q.Status == "" || s.Status() == q.Status) && (q.Route == "" || s.Route == q.Route) &&
		(q.Search == "" || strings.HasPrefix(s.Amount.Major(), q.Search) || present.Number(s.ID) == q.Search || present.Receipt(s.ReceiptSeq) == q.Search ||
			s.Session.MaskedAccount != "" && strings.HasSuffix(s.Session.MaskedAccount, q.Search)) &&
		(q.Cashier == "" || s.Cashier == q.Cashier) && q.Amounts.Has(s.Amount.Minor, s.Amount.Currency) &&
		(!q.Owed || !s.OwedSince.IsZero() && s.Owed()) && (!q.Returned || h.backOf(s) != 0) && (q.Before == "" || s.ID < q.Before)
}

func (h *fakeHistory) Sales(_ context.Context, q journal.SaleQuery) (journal.SalePage, error) {
	h.asked = append(h.asked, q)
	if h.fail != nil {
		return journal.SalePage{}, h.fail
	}
	var p journal.SalePage
	for _, s := range h.sales {
		if !h.match(q, s) {
			continue
		}
		if len(p.Sales) == q.Limit {
			p.More = true
			break
		}
		p.Sales = append(p.Sales, s)
	}
	h.read += len(p.Sales)
	return p, nil
}

func (h *fakeHistory) Totals(_ context.Context, q journal.SaleQuery) ([]journal.Total, error) {
	if h.fail != nil {
		return nil, h.fail
	}
	var out []journal.Total
	q.Before = ""
	for _, s := range h.sales {
		if !h.match(q, s) {
			continue
		}
		g := s.Status().Group()
		i := slices.IndexFunc(out, func(t journal.Total) bool { return t.Group == g && t.Currency == s.Amount.Currency })
		if i < 0 {
			i = len(out)
			out = append(out, journal.Total{Group: g, Currency: s.Amount.Currency})
		}
		out[i].Count++
		out[i].Minor += s.Amount.Minor
	}
	return out, nil
}

// backOf is what was given back of a sale: a part that is said here, or all of one that
// says so.
func (h *fakeHistory) backOf(s journal.Sale) int64 {
	if minor := h.given[s.ID]; minor != 0 || s.OwedSince.IsZero() || !s.Returned() {
		return minor
	}
	return s.Amount.Minor
}

func (h *fakeHistory) GivenBack(_ context.Context, q journal.SaleQuery) (map[journal.SaleID]int64, error) {
	back := map[journal.SaleID]int64{}
	q.Before, q.Returned = "", true
	for _, s := range h.sales {
		if h.match(q, s) {
			back[s.ID] = h.backOf(s)
		}
	}
	return back, h.fail
}

// Returned adds up what GivenBack says.
func (h *fakeHistory) Returned(ctx context.Context, q journal.SaleQuery) (all []journal.Line, err error) {
	back, err := h.GivenBack(ctx, q)
	for _, minor := range back {
		if len(all) == 0 {
			all = []journal.Line{{Currency: "LYD"}}
		}
		all[0].Number, all[0].Minor = all[0].Number+1, all[0].Minor+minor
	}
	return all, err
}

func (h *fakeHistory) Receipt(_ context.Context, seq uint64) (journal.Receipt, error) {
	if r, ok := h.receipts[seq]; ok {
		return r, nil
	}
	return journal.Receipt{}, journal.ErrNotFound
}

// add puts a sale of today on top.
func (h *fakeHistory) add(number int, clock string, status journal.Status, route core.Route, minor int64) *journal.Sale {
	return h.addOn(friday, number, clock, status, route, minor)
}

func (h *fakeHistory) addOn(day journal.Day, number int, clock string, status journal.Status, route core.Route, minor int64) *journal.Sale {
	at, err := time.Parse("20060102 15:04", string(day)+" "+clock)
	if err != nil {
		panic(err)
	}
	s := journal.Sale{ID: journal.NewSaleID(day, number), Route: route, Amount: money.Amount{Minor: minor, Currency: "LYD"},
		CreatedAt: at, Cashier: "Samira", Step: journal.StepSession, Environment: core.Sandbox}
	s.Session.Amount, s.Session.State, s.Session.Route = s.Amount, core.StateWaitingPayment, route
	if route == core.RouteAccount {
		s.Session.MaskedAccount, s.Session.MaskedCustomer = "•••• 4417", "A••• B•••"
	}
	s.History = []journal.HistoryEvent{{At: at, Code: journal.HistoryCharged}, {At: at.Add(8 * time.Second), Code: journal.HistoryCodeSent}}
	switch status {
	case journal.StatusPaid:
		s.Session.State, s.ReceiptSeq = core.StateSuccess, uint64(400+number)
		s.History = append(s.History, journal.HistoryEvent{At: at.Add(50 * time.Second), Code: journal.HistoryCodeTaken},
			journal.HistoryEvent{At: at.Add(68 * time.Second), Code: journal.HistoryPaid})
		h.receipts[s.ReceiptSeq] = journal.Receipt{Seq: s.ReceiptSeq, SaleID: s.ID, TransactionID: "8F2K-71QD-0446", Amount: s.Amount,
			Route: route, Payer: s.Session.MaskedAccount, Institution: "First Practice Bank", SettledAt: at.Add(68 * time.Second),
			Shop: "Al Noor Market", Place: "Tripoli", Till: "2", Cashier: "Samira", Environment: core.Sandbox}
	case journal.StatusFailed:
		s.Session.State = core.StateFailed
	case journal.StatusExpired:
		s.Session.State = core.StateExpired
	case journal.StatusUnknown:
		s.Capped = true
	case journal.StatusSetAside:
		s.SetAside = &journal.Decision{Reason: "left"}
	}
	h.sales = slices.Insert(h.sales, 0, s)
	return &h.sales[0]
}

// friday20 is the day of the pictures.
func friday20() *fakeHistory {
	h := &fakeHistory{receipts: map[uint64]journal.Receipt{}, today: friday}
	h.add(1, "09:12", journal.StatusPaid, core.RouteQR, 750750)
	h.add(2, "10:02", journal.StatusPaid, core.RouteWallet, 20000)
	h.add(3, "11:40", journal.StatusFailed, core.RouteQR, 18000)
	h.add(4, "12:10", journal.StatusPaid, core.RouteAccount, 32250)
	h.add(5, "12:51", journal.StatusPaid, core.RouteQR, 102500)
	h.add(6, "13:22", journal.StatusPaid, core.RouteWallet, 7750)
	h.add(7, "13:40", journal.StatusFailed, core.RouteAccount, 86250)
	h.add(8, "13:58", journal.StatusPaid, core.RouteQR, 325000)
	h.add(9, "14:12", journal.StatusUnknown, core.RouteAccount, 40000)
	h.add(10, "14:20", journal.StatusSetAside, core.RouteQR, 15250)
	h.add(11, "14:29", journal.StatusWaiting, core.RouteQR, 48000)
	h.add(12, "14:31", journal.StatusPaid, core.RouteAccount, 12500)
	return h
}

// harness is a screen in a window of the test driver, over a fake history.
type harness struct {
	t       *testing.T
	history *fakeHistory
	env     screen.Env
	deps    Deps
	memory  *Memory
	screen  *Screen
	window  fyne.Window

	opened  []journal.SaleID
	saved   []string
	files   [][]byte
	handed  []string // receipts shown to the customer
	printed []journal.SaleID
	slips   []receipt.Slip
	copied  string
	errs    []error
	fresh   int
	alone   bool // the customer sees nothing
	now     time.Time
	later   []func()
	slow    bool // answers wait for settle
	waiting []func()
}

// shell notes what is asked of it. It exports nothing.
type shell struct{ r *harness }

func (s shell) OpenSale(id journal.SaleID) { s.r.opened = append(s.r.opened, id) }
func (s shell) NewSale()                   { s.r.fresh++ }
func (s shell) HandOver() func(journal.Sale, journal.Receipt) {
	if s.r.alone {
		return nil
	}
	return func(s2 journal.Sale, slip journal.Receipt) {
		s.r.handed = append(s.r.handed, string(s2.ID)+" "+slip.TransactionID)
	}
}
func (s shell) Sums() bool                               { return true }
func (s shell) Exports() bool                            { return false }
func (s shell) Export(q journal.SaleQuery, asked string) {}

// inView are the rows that show something.
func (l *list) inView() (all []*row) {
	for o, w := range l.rows {
		if _, shown := l.window.Row(o); shown {
			all = append(all, w)
		}
	}
	return all
}

func newHarness(t *testing.T, h *fakeHistory) *harness {
	t.Helper()
	theme.Use(theme.Look{Still: true})
	return build(t, h, words.English)
}

func build(t *testing.T, h *fakeHistory, lang string) *harness {
	t.Helper()
	theme.Apply(uitest.NewApp(t), theme.Now())
	r := &harness{t: t, history: h, memory: &Memory{}, now: time.Date(2026, 11, 20, 14, 32, 0, 0, time.UTC)}
	r.env, r.deps = screen.Env{
		Life: context.Background(), Words: words.MustLoad(lang), Practice: true, Zone: time.UTC,
		Post: func(f func()) { f() },
		Go: func(f func()) {
			if r.slow {
				r.waiting = append(r.waiting, f)
				return
			}
			f()
		},
		After: func(_ time.Duration, f func()) func() {
			stopped := false
			r.later = append(r.later, func() {
				if !stopped {
					f()
				}
			})
			return func() { stopped = true }
		},
		Now:  func() time.Time { return r.now },
		Copy: func(s string) { r.copied = s },
	}, Deps{
		History: h, Drawer: testDrawer(t), Currency: "LYD",
		Save: func(_ context.Context, name string, data []byte) (string, error) {
			if len(data) == 0 {
				return "", errors.New("empty file")
			}
			r.saved, r.files = append(r.saved, name), append(r.files, data)
			return "Documents/" + name, nil
		},
		Paper: Paper{Print: func(_ context.Context, id journal.SaleID) error { r.printed = append(r.printed, id); return nil },
			PrintSlip: func(_ context.Context, s receipt.Slip) error { r.slips = append(r.slips, s); return nil }},
		Cashier: func() string { return "Omar" },
		Shell:   shell{r},
		Failed:  func(err error) { r.errs = append(r.errs, err) },
	}
	return r
}

// show puts the screen into a window as large as the work area.
func (r *harness) show() *harness {
	r.t.Helper()
	r.screen = New(r.env, r.deps, r.memory)
	r.window = test.NewTempWindow(r.t, r.screen.Object())
	r.window.SetPadded(false)
	r.window.Resize(fyne.NewSize(1134, 610))
	r.window.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { r.screen.Press(screen.KeyPress{Name: e.Name}) })
	r.screen.Shown()
	return r
}

// key presses a named key.
func (r *harness) key(names ...fyne.KeyName) {
	for _, n := range names {
		if f := r.window.Canvas().Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: n})
			continue
		}
		r.screen.Press(screen.KeyPress{Name: n})
	}
}

// wait lets every pause pass.
func (r *harness) wait() {
	all := r.later
	r.later = nil
	for _, f := range all {
		f()
	}
}

// answerQuestions lets the questions asked so far be answered, in an order.
func (r *harness) answerQuestions(order ...int) {
	all := r.waiting
	r.waiting = nil
	if len(order) == 0 {
		for _, f := range all {
			f()
		}
		return
	}
	for _, n := range order {
		all[n]()
	}
}

func (r *harness) selected() journal.SaleID {
	s, _ := r.screen.index.list.Selected()
	return s.ID
}

func testDrawer(t *testing.T) *receipt.Drawer {
	t.Helper()
	read := func(weight string) []byte {
		data, err := os.ReadFile(filepath.Join("..", "..", "assets", "fonts", "IBMPlexSansArabic-"+weight+".woff"))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	d, err := receipt.NewDrawer(receipt.Fonts{Regular: read("Regular"), Medium: read("Medium"), SemiBold: read("SemiBold"), Bold: read("Bold")})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// walk calls visit with every text below an object.
func walk(o fyne.CanvasObject, visit func(string)) {
	if t, ok := o.(interface{ Text() string }); ok {
		visit(t.Text())
	}
	switch o := o.(type) {
	case *fyne.Container:
		for _, c := range o.Objects {
			walk(c, visit)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			walk(c, visit)
		}
	}
}
