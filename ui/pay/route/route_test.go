package route

import (
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/words"
)

func routeOf(r *fixture) (*pay.Draft, *Route) {
	d := pay.NewDraft("LYD")
	d.Amount, d.Reference = harness.Typed("LYD", "12.5"), "A1"
	s := New(r.Env, r.deps, d)
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
	New(r.Env, r.deps, d).open("QR")
	if r.Till.Draft.AllowedBy != "Huda" {
		t.Errorf("the till is told %+v", r.Till.Draft)
	}
}

// TestCashIsTheFourthWayToPay: where the shop takes it, and only for what is not
// opened at the bank yet.
func TestCashIsTheFourthWayToPay(t *testing.T) {
	r := newFixture(t)
	r.Shop.Cash, r.Shop.Currency = true, "LYD"
	d := pay.NewDraft("LYD")
	d.Amount = amount.EntryOf(harness.LYD(42_500))
	s := New(r.Env, r.deps, d)
	r.Picture("cash-route", s)
	s.Shown()
	s.Press(screen.KeyPress{Rune: '4'})
	r.Pass(time.Second)
	r.Went("cash")
	if open := NewChoose(r.Env, r.deps, harness.Sale()); len(open.ways) != 3 {
		t.Errorf("an open payment offers %v", open.ways)
	}
	r.Shop.Cash = false
	if none := New(r.Env, r.deps, d); len(none.ways) != 3 {
		t.Errorf("a shop without cash offers %v", none.ways)
	}
}

// The till may learn that money is on its way only while the new payment is
// being opened.
func TestTheTillsOwnDemandForAManagerIsAsked(t *testing.T) {
	r := newFixture(t)
	d := pay.DraftFor(harness.Sale())
	d.Reason = pay.ReasonWrongAmount
	s := New(r.Env, r.deps, d)
	r.Till.Err = &journal.Error{Code: journal.CodeManager}
	s.Press(harness.Name(fyne.KeyReturn))
	r.Asked("charge 12.500 qr ")
	r.Went()
	r.Till.Err, r.Till.View = nil, harness.Sale(func(v *journal.View) { v.ID = "20261120-000013" })
	r.Fields()[0].SetText("Huda")
	harness.Pushed(t, r.Shell.Decision.Content, "Allow")
	if got := r.Till.Draft; got.Manager != "Huda" || got.Replaces != "20261120-000012" || got.Reason != pay.ReasonWrongAmount {
		t.Errorf("the draft names %q, %q, %q", got.Manager, got.Replaces, got.Reason)
	}
	r.Went("opened #13")
}

// TestWhyNothingWasOpenedIsSaid: only of a disk that did not take it is it said that
// the till could not record it.
func TestWhyNothingWasOpenedIsSaid(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		for _, code := range []journal.Code{journal.CodeShift, journal.CodeShiftCurrency, journal.CodeSum, journal.CodeFrozen, journal.CodeDiskFull, journal.CodeAmount, journal.CodeUnavailable} {
			if got := notOpened(w, &journal.Error{Code: code}); got != w.T("error."+string(code)) || got == w.T("opening.notRecorded") {
				t.Errorf("%s, %s: %q", lang, code, got)
			}
		}
		for _, err := range []error{&journal.Error{Code: journal.CodeStore}, errors.New("of nobody knows what")} {
			if got := notOpened(w, err); got != w.T("opening.notRecorded") {
				t.Errorf("%s, %v: %q", lang, err, got)
			}
		}
	}
}

func TestAPaymentWithoutItsQROffersItAgain(t *testing.T) {
	r := newFixture(t)
	v := harness.Sale(func(v *journal.View) {
		v.Step, v.Live = journal.StepCreated, journal.LiveStatus{}
		v.Refusal = &journal.Refusal{Operation: core.OpGenerateQR, Code: journal.RefusalNoAnswer}
	})
	s := NewChoose(r.Env, r.deps, v)
	r.Window(s)
	harness.Mentions(t, s, "The bank did not answer. No QR was shown. Try again.")
	s.Press(harness.Name(fyne.KeyReturn))
	r.Asked("offer #12")
	v.Live.Busy = core.OpGenerateQR
	s.Update(v)
	s.Press(harness.Name(fyne.KeyReturn))
	r.Asked("offer #12")
	s.Press(harness.Name(fyne.KeyF7))
	r.Went("aside #12")
}
