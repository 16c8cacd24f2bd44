package customer

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/preferences"
)

func TestTheViewIsPinnedToOneSale(t *testing.T) {
	r := newHarness(t)
	r.sees(0, Blank)
	r.see(sale(12))
	r.sees(0, Blank) // a notice alone shows nobody anything
	r.side.Opened(sale(12))
	r.sees(12, QR)

	r.see(sale(13))
	r.side.Opened(sale(13)) // another customer; the first still waits
	r.sees(12, QR)
	r.see(sale(13, version(2), paid))
	r.sees(12, QR)
	r.see(sale(12, version(2), state(core.StateWaitingPayment)))
	r.sees(12, Checking)
	r.see(sale(12, version(1)))
	r.sees(12, Checking) // an older notice

	r.side.Show("20261120-000013")
	r.sees(13, Paid)
	r.side.Show("20261120-000099")
	r.side.Show("")
	r.sees(13, Paid)
	r.see(sale(13, version(3), paid, acknowledged))
	r.sees(0, Blank)
	r.see(sale(12, version(3), paid))
	r.sees(0, Blank)
}

func TestTheViewGoesBlank(t *testing.T) {
	for name, end := range map[string][]func(*journal.View){
		"at set aside":          {aside},
		"when closed":           {capped, resolved},
		"at a paid end's note":  {paid, acknowledged},
		"at a failed one's":     {state(core.StateFailed), acknowledged},
		"at an unsent one's":    {step(journal.StepNotSent), acknowledged},
		"set aside, then ended": {aside, state(core.StateExpired)},
	} {
		t.Run(name, func(t *testing.T) {
			r := newHarness(t)
			r.see(sale(12))
			r.side.Opened(sale(12))
			r.see(sale(12, append(end, version(2))...))
			r.sees(0, Blank)
			r.side.Show("20261120-000012")
			r.sees(0, Blank)
			r.see(sale(13))
			r.side.Opened(sale(13))
			r.sees(13, QR)
		})
	}
}

func TestANewSaleFollowsAnEndThatNobodyTookNoteOf(t *testing.T) {
	r := newHarness(t)
	r.see(sale(12))
	r.side.Opened(sale(12))
	r.see(sale(12, version(2), paid))
	r.see(sale(13))
	r.side.Opened(sale(13))
	r.sees(13, QR)
}

// Whatever happens to other sales, the view stays where it is.
func TestOtherSalesNeverMoveTheView(t *testing.T) {
	r := newHarness(t)
	rapid.Check(t, func(t *rapid.T) {
		r.side = NewSide(r.env, r.deps)
		r.see(sale(12))
		r.side.Opened(sale(12))
		for n := range rapid.IntRange(1, 8).Draw(t, "notices") {
			v := anyView(t)
			v.ID, v.Version = journal.NewSaleID("20261120", rapid.IntRange(13, 15).Draw(t, "sale")), uint64(n+2)
			r.see(v)
			r.side.Opened(v)
			r.side.Typed(v.ID, 3)
			r.side.Tick()
			if r.side.sale.ID != "20261120-000012" || r.side.typed != 0 {
				t.Fatalf("%s moved it to %s", v.ID, r.side.sale.ID)
			}
		}
	})
}

func TestTheSecondMonitorComesAndGoes(t *testing.T) {
	r := newHarness(t)
	r.side.Tick()
	if r.window != nil {
		t.Fatal("a window on one monitor would cover the till")
	}
	r.second = true
	r.side.Tick()
	r.side.Tick()
	if r.window == nil || !r.full || r.opened != 1 {
		t.Fatalf("window %v, full %v, opened %d times", r.window != nil, r.full, r.opened)
	}
	r.second = false
	r.side.Tick()
	if r.window != nil || r.side.Own() {
		t.Fatal("the window stays without its monitor")
	}
	r.see(sale(12))
	r.side.Opened(sale(12))
	r.second = true
	r.side.Tick()
	if r.window == nil || r.opened != 2 || !r.side.Shows("20261120-000012") {
		t.Fatal("the window does not come back with its sale")
	}
	r.gone() // a person closes it
	r.side.Tick()
	if r.side.Own() || r.opened != 2 {
		t.Fatal("it comes back by itself")
	}
	r.side.Present("")
	if !r.side.Own() || r.turned != 0 {
		t.Fatal("it does not come back when it is asked for")
	}
	r.side.SetMode(preferences.CustomerKey)
	if r.side.Own() || r.window != nil {
		t.Fatal("a window against the settings")
	}
	r.side.SetMode(preferences.CustomerPlain)
	if !r.side.Own() || r.full {
		t.Fatal("no plain window")
	}
	r.side.Close()
	if r.window != nil {
		t.Fatal("it stays")
	}
}

func TestWithOneMonitorTheMainWindowIsTurned(t *testing.T) {
	r := newHarness(t)
	r.see(sale(12))
	r.side.Present("20261120-000012")
	if r.turned != 1 || !r.side.Turned() || r.side.Shows("20261120-000012") {
		t.Fatalf("turned %d times", r.turned)
	}
	r.second = true
	r.side.Tick() // a monitor is put in while the customer looks
	if r.window != nil {
		t.Fatal("the view is in two windows")
	}
	r.side.Back()
	r.side.Back()
	r.side.Tick()
	if r.backed != 1 || !r.side.Own() {
		t.Fatalf("backed %d times, window %v", r.backed, r.side.Own())
	}
}

func TestATouch(t *testing.T) {
	r := newHarness(t)
	g := r.side.view.shield
	g.Resize(fyne.NewSize(1920, 1080))
	at := func(x, y float32) *desktop.MouseEvent {
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, y)}}
	}
	g.MouseDown(at(900, 500))
	if r.focused != 1 {
		t.Error("the keyboard does not go back to the cashier")
	}
	r.side.Present("")
	g.MouseDown(at(900, 500))
	g.MouseDown(at(10, 1000))
	if len(r.later) != 0 || r.focused != 1 {
		t.Error("a touch in the middle means something")
	}
	g.MouseDown(at(1900, 20))
	g.MouseUp(at(1900, 20))
	r.later[0]()
	if r.backed != 0 {
		t.Error("a short touch brought the cashier back")
	}
	g.MouseDown(at(20, 20))
	r.later[1]()
	if r.backed != 1 {
		t.Error("a long touch in a corner did not bring the cashier back")
	}
}
