package cashier

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
)

func routeOf(r *fixture) (*pay.Draft, *Route) {
	d := pay.NewDraft("LYD")
	d.Amount, d.Reference = harness.Typed("LYD", "12.5"), "A1"
	s := NewRoute(r.all(), d)
	s.Shown()
	return d, s
}

func TestRouteSendsADraftOnce(t *testing.T) {
	r := newFixture(t)
	r.Till.View = harness.Sale()
	var parked []func()
	r.Env.Go = func(f func()) { parked = append(parked, f) }
	d, s := routeOf(r)
	s.Press(harness.Name(fyne.KeyReturn))
	s.Press(harness.Name(fyne.KeyReturn))
	s.Press(harness.Name(fyne.KeyEscape))
	harness.Keys(s, "1")
	r.Pass(time.Second)
	for _, f := range parked {
		f()
	}
	r.Asked("charge 12.500 qr A1")
	r.Went("opened #12")
	if r.Till.Draft.Cashier != "Samira" || !d.Opening {
		t.Errorf("draft %+v", r.Till.Draft)
	}
}

func TestRouteGoesBackAtNoCost(t *testing.T) {
	r := newFixture(t)
	_, s := routeOf(r)
	s.Press(harness.Name(fyne.KeyEscape))
	r.Went("amount")
	r.Asked()
}

func TestWaysThatTheTillDoesNotHaveCannotBePicked(t *testing.T) {
	r := newFixture(t)
	_, s := routeOf(r)
	harness.Keys(s, "2")
	r.Pass(time.Second)
	harness.Keys(s, "3")
	r.Pass(time.Second)
	r.Asked()
	if harness.Tap(s.Object(), func(*liveTile) bool { return true }); len(r.Till.Asked) != 1 {
		t.Error("the QR tile cannot be tapped")
	}
	if _, focusable := s.tiles[1].(fyne.Focusable); focusable {
		t.Error("a way that this till does not have can get the focus")
	}
}

func TestABarcodePicksNoWayToPay(t *testing.T) {
	r := newFixture(t)
	_, s := routeOf(r)
	harness.Keys(s, "1234561")
	s.Press(screen.KeyPress{Scan: "1234561", Taken: 7})
	r.Pass(time.Second)
	r.Asked()
	harness.Keys(s, "1") // a scanner that sends no Enter, and digits that were meant for another screen
	r.Now = r.Now.Add(40 * time.Millisecond)
	harness.Keys(s, "2")
	r.Pass(time.Second)
	r.Asked()
	harness.Keys(s, "1")
	r.Pass(time.Second)
	r.Asked("charge 12.500 qr A1")
}

func TestADigitPicksAWay(t *testing.T) {
	r := newFixture(t)
	r.deps.Routes = []core.Route{core.RouteQR, core.RouteAccount}
	_, s := routeOf(r)
	harness.Keys(s, "2")
	r.Asked()
	r.Pass(100 * time.Millisecond)
	r.Asked("charge 12.500 account A1")
}

func TestADraftThatWasNotRecordedCanBeSentAgain(t *testing.T) {
	r := newFixture(t)
	r.Till.Err = harness.ErrBroken
	d, s := routeOf(r)
	s.Press(harness.Name(fyne.KeyReturn))
	if !strings.Contains(uitest.Words(s.Object()), "Nothing was sent") || d.Opening {
		t.Error("the screen does not say that nothing was sent")
	}
	r.Till.Err, r.Till.View = nil, harness.Sale()
	s.Press(harness.Name(fyne.KeyReturn))
	r.Went("failed broken", "opened #12")
}

// TestWhoAllowedTheAmountGoesWithTheSale.
func TestWhoAllowedTheAmountGoesWithTheSale(t *testing.T) {
	r := newFixture(t)
	d := pay.NewDraft("LYD")
	d.Amount, d.AllowedBy = amount.EntryOf(harness.LYD(5_000_000)), "Huda"
	NewRoute(r.all(), d).open("QR")
	if r.Till.Draft.AllowedBy != "Huda" {
		t.Errorf("the till is told %+v", r.Till.Draft)
	}
}
