package cashier

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay"
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
	r.deps.Offer.Routes = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}
	v := harness.Sale()
	for name, s := range map[string]pay.Screen{
		"qr": r.steps().Sale(KindQR, v), "waiting": r.steps().Sale(KindWaiting, harness.Sale(harness.State(core.StateWaitingPayment))), "unknown": r.steps().Sale(KindUnknown, harness.Sale(harness.Capped)),
		"account": r.steps().Sale(FormOf(core.RouteAccount), v), "code": r.steps().Sale(KindCode, harness.Sale(harness.State(core.StateOTPRequired))),
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
	aside := r.steps().Sale(KindWaiting, harness.Sale(func(v *journal.View) { v.SetAside = &journal.Decision{At: harness.Noon, Reason: pay.ReasonNoCode} }))
	r.Window(aside)
	if harness.Tap(aside.Object(), func(b *control.Button) bool { return b.Spec().Icon == "screen" }) {
		t.Error("a sale that is set aside can be shown")
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
		for name, s := range map[string]pay.Screen{"qr": r.steps().Sale(KindQR, harness.Sale()), "waiting": r.steps().Sale(KindWaiting, harness.Sale(harness.State(core.StateWaitingPayment))),
			"unknown": r.steps().Sale(KindUnknown, harness.Sale(harness.Capped)), "code": r.steps().Sale(KindCode, harness.Sale(harness.State(core.StateOTPRequired)))} {
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
