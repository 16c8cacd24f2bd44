package customer

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

// harness is a customer's side over fake windows and sales.
type harness struct {
	t     *testing.T
	env   screen.Env
	deps  Deps
	side  *Side
	sales map[journal.SaleID]journal.View
	now   time.Time
	later []func()
	shop  string
	hand  handover // of what draw shows

	second  bool
	window  fyne.CanvasObject // nil while there is none
	full    bool
	gone    func()
	opened  int
	focused int

	turned, backed, changed int
}

func (r *harness) Second() bool { return r.second }

func (r *harness) Open(o fyne.CanvasObject, _ string, full bool, gone func()) func() {
	r.window, r.full, r.gone = o, full, gone
	r.opened++
	return func() { r.window = nil }
}

func (r *harness) Focus() { r.focused++ }

func newHarness(t *testing.T, change ...func(*harness)) *harness {
	t.Helper()
	uitest.NewApp(t)
	r := &harness{t: t, sales: map[journal.SaleID]journal.View{}, now: noon, shop: "Al Noor Market سوق النور"}
	r.env = screen.Env{Life: t.Context(), Preferences: preferences.Open(nil), Words: words.MustLoad(words.English), Post: func(f func()) { f() }, Go: func(f func()) { f() },
		Now: func() time.Time { return r.now }, Zone: time.UTC,
		After: func(_ time.Duration, f func()) func() {
			gone := false
			r.later = append(r.later, func() {
				if !gone {
					f()
				}
			})
			return func() { gone = true }
		}}
	r.deps = Deps{
		Shop:    func() journal.Settings { return journal.Settings{Shop: r.shop} },
		Sale:    func(id journal.SaleID) (journal.View, bool) { v, ok := r.sales[id]; return v, ok },
		Windows: r,
		Turn:    func() { r.turned++ }, Back: func() { r.backed++ }, Changed: func() { r.changed++ },
	}
	for _, c := range change {
		c(r)
	}
	r.setLook(theme.Look{})
	r.side = NewSide(r.env, r.deps)
	return r
}

func (r *harness) setLook(l theme.Look) {
	l.Still, l.RTL = true, r.env.Words.RTL()
	theme.Apply(fyne.CurrentApp(), l)
	r.t.Cleanup(func() { theme.Use(theme.Look{}) })
}

// see tells the side of a sale, as the shell does.
func (r *harness) see(v journal.View) {
	r.sales[v.ID] = v
	r.side.Saw(v)
}

// sees compares which sale the customer sees, and what of it.
func (r *harness) sees(n int, want Scene) {
	r.t.Helper()
	id := journal.SaleID("")
	if n > 0 {
		id = journal.NewSaleID("20261120", n)
	}
	if got := r.side.view.Scene(); r.side.sale.ID != id || got != want {
		r.t.Errorf("the customer sees %q of %q, want %q of %q", got, r.side.sale.ID, want, id)
	}
}

// draw shows a view in a window of a size.
func (r *harness) draw(v journal.View, typed int, size fyne.Size) fyne.Window {
	view := newView(r.env, r.deps.Shop, func() {}, func() {})
	w := test.NewTempWindow(r.t, view.Object())
	w.SetPadded(false)
	w.Resize(size)
	view.show(v, typed, r.hand)
	return w
}

// picture keeps what a window looks like, for eyes, when SANDUQ_PICTURES names
// a folder.
func (r *harness) picture(name string, w fyne.Window) {
	uitest.Picture(r.t, w, "customer-"+name)
}

// read is every word in a window, in drawing order.
func read(w fyne.Window) string {
	return uitest.Words(w.Canvas().Content())
}

// filled reports whether a colour fills the whole window.
func filled(w fyne.Window, c theme.Colour) bool {
	found := false
	uitest.Walk(w.Canvas().Content(), func(o fyne.CanvasObject) {
		if x, ok := o.(*canvas.Rectangle); ok && x.FillColor == c.NRGBA() && x.Size() == w.Canvas().Size() {
			found = true
		}
	})
	return found
}

// has reports whether something of a type is drawn.
func has[T fyne.CanvasObject](w fyne.Window) bool {
	found := false
	uitest.Walk(w.Canvas().Content(), func(o fyne.CanvasObject) {
		if _, ok := o.(T); ok {
			found = true
		}
	})
	return found
}

var hatched = has[*graphic.Hatch]

// framed reports whether a hatched frame is around the whole of a scene.
func framed(w fyne.Window) bool {
	found := false
	uitest.Walk(w.Canvas().Content(), func(o fyne.CanvasObject) {
		if h, ok := o.(*graphic.Hatch); ok && h.Size().Height > w.Canvas().Size().Height/2 {
			found = true
		}
	})
	return found
}

// sale is a sale of 12.500 LYD with a QR on show.
func sale(n int, change ...func(*journal.View)) journal.View {
	v := journal.View{Sale: journal.Sale{ID: journal.NewSaleID("20261120", n), Version: 1, OrderID: "o", Amount: money.Amount{Minor: 12500, Currency: "LYD"},
		Environment: core.Sandbox, CreatedAt: noon.Add(-time.Minute), UpdatedAt: noon, Step: journal.StepSession, Route: core.RouteQR,
		Session: core.PaymentSession{PaymentID: "p", State: core.StateQRGenerated, Route: core.RouteQR,
			QRPayload: strings.Repeat("00020101021226", 12), RawStatus: "PENDING"}}}
	v.Live = journal.LiveStatus{PollingSince: noon.Add(-192 * time.Second), PollingUntil: noon.Add(108 * time.Second)}
	for _, c := range change {
		c(&v)
	}
	return v
}

func version(n uint64) func(*journal.View) { return func(v *journal.View) { v.Version = n } }

func state(s core.State) func(*journal.View) { return func(v *journal.View) { v.Session.State = s } }

func step(s journal.Step) func(*journal.View) { return func(v *journal.View) { v.Step = s } }

func paid(v *journal.View) {
	v.Session.State, v.ReceiptSeq, v.SettledAt = core.StateSuccess, 412, noon
}

func capped(v *journal.View) { v.Capped = true }

func aside(v *journal.View) {
	v.SetAside = &journal.Decision{At: noon, Reason: journal.AsideWrongAmount}
}

func acknowledged(v *journal.View) { v.AcknowledgedAt = noon }

func resolved(v *journal.View) {
	v.ResolvedOutside = &journal.Decision{At: noon, By: "Huda", Reason: "transfer"}
}
