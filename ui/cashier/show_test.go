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
	"sanduq/ui/words"
)

// fakeCustomer is a customer's view that writes down what it was told.
type fakeCustomer struct {
	sees      journal.SaleID
	presented []journal.SaleID
	typed     []int
	takes     bool
}

func (c *fakeCustomer) Present(id journal.SaleID)    { c.presented = append(c.presented, id) }
func (c *fakeCustomer) Shows(id journal.SaleID) bool { return c.sees == id }
func (c *fakeCustomer) Takes(id journal.SaleID) bool { return c.sees == id && c.takes }
func (c *fakeCustomer) Typed(_ journal.SaleID, n int) {
	if len(c.typed) == 0 || c.typed[len(c.typed)-1] != n {
		c.typed = append(c.typed, n)
	}
}

func TestEachScreenOfAnOpenSaleShowsItToTheCustomer(t *testing.T) {
	r := newHarness(t)
	c := &fakeCustomer{}
	r.deps.Customer = c
	r.deps.Routes = []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet}
	v := sale()
	for name, s := range map[string]pay.Screen{
		"qr": NewQR(r.deps, v), "waiting": NewWaiting(r.deps, sale(state(core.StateWaitingPayment))), "unknown": NewUnknown(r.deps, sale(capped)),
		"account": NewAccount(r.deps, v, core.RouteAccount), "code": NewCode(r.deps, sale(state(core.StateOTPRequired))),
	} {
		c.presented, c.sees = nil, ""
		r.window(s)
		screenButton := func(b *control.Button) bool { return b.Spec().Icon == "screen" && b.Size().Width >= theme.Target }
		if !tap(s.Object(), screenButton) || !slices.Equal(c.presented, []journal.SaleID{v.ID}) {
			t.Errorf("%s: %v was shown", name, c.presented)
		}
		c.sees = v.ID
		s.Update(v)
		if !tap(s.Object(), func(b *control.Button) bool { return screenButton(b) && b.Spec().Chosen }) {
			t.Errorf("%s does not say that the customer sees it", name)
		}
	}
	aside := NewWaiting(r.deps, sale(func(v *journal.View) { v.SetAside = &journal.Decision{At: noon, Reason: pay.ReasonNoCode} }))
	r.window(aside)
	if tap(aside.Object(), func(b *control.Button) bool { return b.Spec().Icon == "screen" }) {
		t.Error("a sale that is set aside can be shown")
	}
}

func TestTheCodeTellsItsLengthAndNoMore(t *testing.T) {
	r := newHarness(t)
	c := &fakeCustomer{}
	r.deps.Customer = c
	s := NewCode(r.deps, sale(state(core.StateOTPRequired)))
	r.window(s)
	for _, d := range "739104" {
		s.Press(screen.KeyPress{Rune: d})
	}
	s.Press(screen.KeyPress{Name: fyne.KeyReturn})
	s.Hidden()
	if want := []int{0, 1, 2, 3, 4, 5, 6, 0}; !slices.Equal(c.typed, want) {
		t.Errorf("told %v, want %v", c.typed, want)
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
		r := newHarness(t)
		r.deps.Words, r.deps.Customer, r.size = words.MustLoad(c.lang), &fakeCustomer{}, c.size
		r.apply(c.look)
		for name, s := range map[string]pay.Screen{"qr": NewQR(r.deps, sale()), "waiting": NewWaiting(r.deps, sale(state(core.StateWaitingPayment))),
			"unknown": NewUnknown(r.deps, sale(capped)), "code": NewCode(r.deps, sale(state(core.StateOTPRequired)))} {
			r.picture("show-"+name+"-"+c.name, s)
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
