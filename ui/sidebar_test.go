package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/cashier"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/shell/sidebar"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/list"
)

// tenSales is a busy hour: #20 to #11, all waiting.
func tenSales(r *harness, _ *Options) {
	for n := 20; n > 10; n-- {
		r.till.sales = append(r.till.sales, sale(n))
	}
}

// standing is the numbers on the sidebar, from the top.
func (r *harness) standing() string {
	var all []string
	for _, tile := range r.tiles() {
		all = append(all, tile.Spec().Number)
	}
	return strings.Join(all, " ")
}

// whole reports whether a tile is seen from top to bottom.
func (r *harness) whole(tile *list.SaleTile) bool {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(tile)
	frame := fyne.CurrentApp().Driver().AbsolutePositionForObject(r.slide())
	return at.Y >= frame.Y && at.Y+tile.Size().Height <= frame.Y+r.slide().Size().Height
}

func TestWhatNeedsAttentionStandsFirst(t *testing.T) {
	r := newHarness(t, tenSales)
	for _, step := range []struct {
		view journal.View
		want string
	}{
		{sale(13, version(2), capped), "#13 #20 #19 #18 #17 #16 #15 #14 #12 #11"},
		{sale(15, version(2), state(core.StateFailed)), "#13 #20 #19 #18 #17 #16 #14 #12 #11 #15"},
		{sale(17, version(2), paid), "#13 #20 #19 #18 #16 #14 #12 #11 #17 #15"},
		{sale(11, version(2), aside, paid), "#13 #20 #19 #18 #16 #14 #12 #11 #17 #15"},
		{sale(14, version(2), aside, paid), "#13 #20 #19 #18 #16 #12 #14 #11 #17 #15"},
		{sale(16, version(2), func(v *journal.View) { v.Session.Conflict = "amount" }), "#16 #13 #20 #19 #18 #12 #14 #11 #17 #15"},
		{sale(13, version(3)), "#16 #20 #19 #18 #13 #12 #14 #11 #17 #15"},
		{sale(20, version(2), aside), "#16 #20 #19 #18 #13 #12 #14 #11 #17 #15"},
		{sale(21), "#16 #21 #20 #19 #18 #13 #12 #14 #11 #17 #15"},
	} {
		r.notice(step.view)
		if got := r.standing(); got != step.want {
			t.Errorf("after #%d became %s: %s, want %s", step.view.ID.Number(), step.view.Status(), got, step.want)
		}
	}
}

func TestTheManagersSalesSaySo(t *testing.T) {
	r := newHarness(t, shopFloor)
	r.notice(sale(9, capped, version(2), func(v *journal.View) { v.WithManager = &journal.Decision{At: noon} }))
	r.says("Manager")
	r.notice(sale(9, capped, version(3), paid, func(v *journal.View) { v.WithManager = &journal.Decision{At: noon} }))
	r.saysNot("Manager")
}

func TestTenSalesScrollByKeyAndFinger(t *testing.T) {
	for _, size := range []fyne.Size{{Width: 1366, Height: 690}, {Width: 1024, Height: 640}} {
		r := newHarness(t, tenSales)
		r.win.Resize(size)
		r.pass(0)
		order := r.tiles()
		last := order[len(order)-1]
		if !r.whole(order[0]) || r.whole(last) {
			t.Fatalf("%v: not the first of ten stand in sight", size)
		}
		for i := range order {
			if i == 0 {
				r.win.Canvas().Focus(order[0])
			} else {
				r.key(fyne.KeyDown)
			}
			if r.win.Canvas().Focused() != fyne.Focusable(order[i]) || !r.whole(order[i]) {
				t.Errorf("%v: tile %d is not in sight with the focus", size, i)
			}
		}
		r.key(fyne.KeyDown)
		r.key(fyne.KeyReturn)
		if r.shell.nav.At.Sale.Number() != 11 || !r.whole(last) {
			t.Errorf("%v: Enter opened #%d", size, r.shell.nav.At.Sale.Number())
		}
		ways{r.shell}.OpenNth(0)
		if !r.whole(order[0]) {
			t.Errorf("%v: the sale that Ctrl 1 opened is out of sight", size)
		}
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r.slide())
		test.Drag(r.win.Canvas(), at.AddXY(40, 100), 0, -2000)
		if !r.whole(last) || r.shell.nav.At.Sale.Number() != 20 {
			t.Errorf("%v: a finger does not reach the last tile, or it opened #%d", size, r.shell.nav.At.Sale.Number())
		}
	}
}

// everyPlace is a window with all places at the foot of its sidebar.
func everyPlace(r *harness, o *Options) {
	everything(r, o)
	o.Reports = func(screen.Env, ReportsShell, ReportsStart) screen.Screen { return blank{} }
}

// TestTheStripShowsWholeTiles: no sliver of one stands at the edge of the frame, at
// any size of text, with all places at its foot; and one is always in sight.
func TestTheStripShowsWholeTiles(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1366, 690), fyne.NewSize(1366, 720), fyne.NewSize(1366, 768), fyne.NewSize(1024, 640)} {
		for _, scale := range []float32{1, 1.25, 1.5, 2} {
			for name, places := range map[string]func(*harness, *Options){"few": func(*harness, *Options) {}, "all": everyPlace} {
				r := newHarness(t, tenSales, places)
				r.wear(dress{size: size, text: scale})
				r.pass(0)
				r.picture(fmt.Sprintf("strip-%.0f-%.0f-%.0f-%s", size.Width, size.Height, scale*100, name))
				tile := r.tiles()[0].Size().Height + gap()
				if left := math.Mod(float64(r.slide().Size().Height-2*bleed+gap()), float64(tile)); left > .5 && left < float64(tile)-.5 {
					t.Errorf("%v at %.0f %%, %s places: %.1f of a tile of %.0f are seen", size, scale*100, name, left, tile)
				}
				if !r.whole(r.tiles()[0]) {
					t.Errorf("%v at %.0f %%, %s places: no sale is in sight", size, scale*100, name)
				}
				r.shell.Detach()
			}
		}
	}
}

func TestTheSmallStripCountsWhatIsOutOfSight(t *testing.T) {
	r := newHarness(t, tenSales)
	r.saysNot("+1", "+2", "+3", "+4", "+5", "+6", "+7")
	r.win.Resize(fyne.NewSize(1024, 640))
	r.pass(0)
	count := func() string {
		n := 0
		for _, tile := range r.tiles() {
			if !r.whole(tile) {
				n++
			}
		}
		return fmt.Sprintf("+%d", n)
	}
	before := count()
	r.says(before)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r.slide())
	test.Drag(r.win.Canvas(), at.AddXY(40, 100), 0, -30)
	if now := count(); now == before {
		t.Errorf("a part of a tile counts as seen: %s", now)
	}
	r.says(count())
}

func TestNumberKeysOpenTheSalesInTheirOrder(t *testing.T) {
	r := newHarness(t, tenSales)
	r.notice(sale(13, version(2), capped))
	for i, tile := range r.tiles()[:9] {
		ways{r.shell}.OpenNth(i)
		if got := present.Number(r.shell.nav.At.Sale); got != tile.Spec().Number {
			t.Errorf("Ctrl %d opened %s, not %s", i+1, got, tile.Spec().Number)
		}
	}
	r.asked() // going from sale to sale asks nothing of the till
}

func TestNewsOfAnotherSaleIsQuietAndPasses(t *testing.T) {
	r := newHarness(t, tenSales)
	r.shell.open("20261120-000020")
	r.notice(sale(14, version(2), capped))
	tile := r.tile("20261120-000014")
	r.says("#14: Not known")
	if !tile.Spec().News {
		t.Error("the tile does not stand out")
	}
	r.pass(sidebar.NewsTime)
	r.saysNot("#14: Not known")
	if tile.Spec().News {
		t.Error("the tile stands out for ever")
	}
	r.notice(sale(15, version(2), aside))
	r.saysNot("#15: Set aside")
}

// conditions are what a sale can come to.
var conditions = map[string]func(*journal.View){
	"qr": func(*journal.View) {}, "waiting": state(core.StateWaitingPayment), "unknown": capped, "aside": aside, "paid": paid,
	"failed": state(core.StateFailed), "expired": state(core.StateExpired), "code": state(core.StateOTPRequired),
	"choosing": func(v *journal.View) {
		v.Step, v.Session.State, v.Live = journal.StepCreated, core.StatePending, journal.LiveStatus{}
	},
	"entry": func(v *journal.View) {
		v.Step, v.Route, v.Live = journal.StepValidateIntent, core.RouteAccount, journal.LiveStatus{}
	},
	"not sent": func(v *journal.View) { v.Step, v.Session = journal.StepNotSent, core.PaymentSession{} },
	"late":     func(v *journal.View) { aside(v); paid(v) },
	"twice":    func(v *journal.View) { aside(v); paid(v); v.PaidTwiceWith = "20261120-000099" },
	"conflict": func(v *journal.View) { v.Session.Conflict = "amount" },
	"resolved": func(v *journal.View) { v.ResolvedOutside = &journal.Decision{At: noon, By: "Huda", Reason: "Cash"} },
}

// Whatever happens to nine other sales, the cashier keeps the screen, the focus
// and what was typed; only the sale that is shown changes its own screen.
func TestOnlyTheSaleOnTheScreenChangesIt(t *testing.T) {
	r := newHarness(t, tenSales)
	count := map[journal.SaleID]uint64{}
	names := make([]string, 0, len(conditions))
	for n := range conditions {
		names = append(names, n)
	}
	rapid.Check(t, func(t *rapid.T) {
		shown := rapid.SampledFrom([]int{0, 11, 15, 20}).Draw(t, "shown")
		r.shell.newSale()
		id := journal.NewSaleID("20261120", shown)
		if shown != 0 {
			r.shell.open(id)
		}
		focus := r.tiles()[0]
		r.win.Canvas().Focus(focus)
		for range rapid.IntRange(1, 10).Draw(t, "notices") {
			n := rapid.IntRange(11, 20).Draw(t, "number")
			condition := rapid.SampledFrom(names).Draw(t, "condition")
			change := conditions[condition]
			one := journal.NewSaleID("20261120", n)
			count[one]++
			v := sale(n, change, version(10+count[one]))
			screen, kind, decision := r.shell.work.Screen(), r.shell.nav.Kind, r.shell.decisions.Card()
			at := slices.Index(r.tiles(), focus)
			r.notice(v)
			if order := r.tiles(); !slices.Contains(order, focus) { // paid and seen before, and so in the fold
				if focus = r.fold(); !slices.Contains(order, focus) {
					focus = order[min(at, len(order)-1)]
				}
			}
			if r.shell.nav.At.Sale != id && shown != 0 || shown == 0 && r.shell.nav.At.Location != navigation.Amount {
				t.Fatalf("%s of #%d led to %v", condition, n, r.shell.nav.At)
			}
			if r.shell.decisions.Card() != decision {
				t.Fatalf("%s of #%d opened a decision", condition, n)
			}
			if n != shown {
				if r.shell.work.Screen() != screen || r.win.Canvas().Focused() != fyne.Focusable(focus) {
					t.Fatalf("%s of #%d took the screen or the focus", condition, n)
				}
				continue
			}
			if want := cashier.KindOf(v, r.now); r.shell.nav.Kind != want && r.shell.nav.Kind == kind {
				t.Fatalf("#%d came to %s and its screen is still %s", n, condition, kind)
			}
			r.win.Canvas().Focus(focus)
		}
		for i, tile := range r.tiles()[1:] {
			if !r.whole(tile) {
				break
			}
			if before := r.tiles()[i]; tile.Position().Y < before.Position().Y+before.Size().Height {
				t.Fatalf("%s and %s overlap", before.Spec().Number, tile.Spec().Number)
			}
		}
	})
	r.asked()
	r.pass(time.Second)
}

func TestTheSaleOnTheScreenIsInSight(t *testing.T) {
	r := newHarness(t, tenSales)
	id := journal.SaleID("20261120-000011")
	tile := func() *list.SaleTile { return r.tile(id) }
	r.shell.open(id)
	if !r.whole(tile()) {
		t.Error("it is out of sight")
	}
	r.notice(sale(11, version(2), capped))
	if !r.whole(tile()) {
		t.Errorf("it is out of sight since it went to another place: %s", r.standing())
	}
	r.win.Resize(fyne.NewSize(1024, 640))
	r.pass(0)
	if !r.whole(tile()) {
		t.Error("it is out of sight in a small window")
	}
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r.slide())
	test.Drag(r.win.Canvas(), at.AddXY(40, 100), 0, -200)
	r.notice(sale(15, version(2), capped))
	r.notice(sale(11, version(3), capped))
	if r.whole(tile()) {
		t.Error("the sidebar does not stay where a finger left it")
	}
}

// TestNoSaleSlidesUnderTheHeading: whichever is opened, the sidebar brings it into sight
// and begins with a whole tile.
func TestNoSaleSlidesUnderTheHeading(t *testing.T) {
	for _, size := range []fyne.Size{fyne.NewSize(1366, 690), fyne.NewSize(1366, 768), fyne.NewSize(1024, 640)} {
		for _, scale := range []float32{1, 1.5, 2} {
			r := newHarness(t, busyHour, everyPlace)
			r.win.Resize(size)
			r.pass(0)
			look := theme.Now()
			look.TextScale = scale
			r.shell.SetLook(look)
			moved := 0
			for _, v := range r.shell.feed.Groups().Shown() {
				r.shell.open(v.ID)
				if !r.whole(r.tile(v.ID)) {
					t.Errorf("%v at %.0f %%: %s is out of sight", size, scale*100, v.ID)
				}
				from := r.slide().Offset()
				if from > 0 {
					moved++
				}
				for _, tile := range r.tiles() {
					if top := tile.Position().Y; top < from-.5 && top+tile.Size().Height > from+bleed+.5 {
						t.Errorf("%v at %.0f %%, %s: a part of %s stands under the heading", size, scale*100, v.ID, tile.Spec().Number)
					}
				}
			}
			if moved == 0 {
				t.Errorf("%v at %.0f %%: the strip never scrolled", size, scale*100)
			}
		}
	}
}
