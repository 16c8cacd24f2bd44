package cashier

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/words"
)

func TestEachScreenOfAnOpenSaleShowsItToTheCustomer(t *testing.T) {
	r := newFixture(t)
	c := &harness.Customer{}
	r.deps.Customer = c
	r.deps.Routes = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}
	v := harness.Sale()
	for name, s := range map[string]pay.Screen{
		"qr": NewQR(r.all(), v), "waiting": NewWaiting(r.all(), harness.Sale(harness.State(core.StateWaitingPayment))), "unknown": NewUnknown(r.all(), harness.Sale(harness.Capped)),
		"account": NewAccount(r.all(), v, core.RouteAccount), "code": NewCode(r.all(), harness.Sale(harness.State(core.StateOTPRequired))),
	} {
		c.Presented, c.Sees = nil, ""
		r.Window(s)
		screenButton := func(b *control.Button) bool { return b.Spec().Icon == "screen" && b.Size().Width >= theme.Target }
		if !harness.Tap(s.Object(), screenButton) || !slices.Equal(c.Presented, []journal.SaleID{v.ID}) {
			t.Errorf("%s: %v was shown", name, c.Presented)
		}
		c.Sees = v.ID
		s.Update(v)
		if !harness.Tap(s.Object(), func(b *control.Button) bool { return screenButton(b) && b.Spec().Chosen }) {
			t.Errorf("%s does not say that the customer sees it", name)
		}
	}
	aside := NewWaiting(r.all(), harness.Sale(func(v *journal.View) { v.SetAside = &journal.Decision{At: harness.Noon, Reason: pay.ReasonNoCode} }))
	r.Window(aside)
	if harness.Tap(aside.Object(), func(b *control.Button) bool { return b.Spec().Icon == "screen" }) {
		t.Error("a sale that is set aside can be shown")
	}
}

func TestTheCodeTellsItsLengthAndNoMore(t *testing.T) {
	r := newFixture(t)
	c := &harness.Customer{}
	r.deps.Customer = c
	s := NewCode(r.all(), harness.Sale(harness.State(core.StateOTPRequired)))
	r.Window(s)
	for _, d := range "739104" {
		s.Press(screen.KeyPress{Rune: d})
	}
	s.Press(screen.KeyPress{Name: fyne.KeyReturn})
	s.Hidden()
	if want := []int{0, 1, 2, 3, 4, 5, 6, 0}; !slices.Equal(c.Told, want) {
		t.Errorf("told %v, want %v", c.Told, want)
	}
}

func TestTheButtonFitsInEveryLook(t *testing.T) {
	for _, c := range []struct {
		name, lang string
		look       theme.Look
		size       fyne.Size
	}{
		{"light", words.English, theme.Look{}, fyne.NewSize(1134, 610)}, {"ar", words.Arabic, theme.Look{RTL: true}, fyne.NewSize(1134, 610)},
		{"fr-small", words.French, theme.Look{Small: true}, fyne.NewSize(928, 560)},
	} {
		r := newFixture(t)
		r.Env.Words, r.deps.Customer, r.Size = words.MustLoad(c.lang), &harness.Customer{}, c.size
		r.Apply(c.look)
		for name, s := range map[string]pay.Screen{"qr": NewQR(r.all(), harness.Sale()), "waiting": NewWaiting(r.all(), harness.Sale(harness.State(core.StateWaitingPayment))),
			"unknown": NewUnknown(r.all(), harness.Sale(harness.Capped)), "code": NewCode(r.all(), harness.Sale(harness.State(core.StateOTPRequired)))} {
			r.Picture("show-"+name+"-"+c.name, s)
			room := s.Object().Size()
			uitest.Walk(s.Object(), func(o fyne.CanvasObject) {
				b, ok := o.(*control.Button)
				if !ok || b.Spec().Icon != "screen" {
					return
				}
				p := fyne.CurrentApp().Driver().AbsolutePositionForObject(b)
				if b.Size().Width < theme.Target || b.Size().Height < theme.Target || p.X < 0 || p.Y < 0 ||
					p.X+b.Size().Width > room.Width || p.Y+b.Size().Height > room.Height {
					t.Errorf("%s %s: the button is %v at %v in %v", name, c.name, b.Size(), p, room)
				}
			})
		}
	}
}
