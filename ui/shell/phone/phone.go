// Package phone shows the practice phone beside the screens, or in their place: it
// knows where the cashier is and how much room there is. It belongs on the UI goroutine.
package phone

import (
	"sanduq/ui/cashier"
	"sanduq/ui/practicephone"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/shell/frame"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/shell/workarea"
	"sanduq/ui/theme"
)

// phoneMode is what the cashier wants of the practice phone.
type phoneMode int

const (
	phoneAuto phoneMode = iota // beside a QR and the pad for a code, where there is room
	// Beside every screen but an end. Where there is no room for both it takes the
	// Place of a sale that waits for the customer, and of another page only while it
	// was asked for there: what is typed must not go where nobody sees it.
	phoneOpened
	phoneClosed
)

// Deps is what the phone looks at.
type Deps struct {
	Customer practicephone.Customer // nil where there is none
	Place    *navigation.Navigation
	Frame    *frame.Window
	Area     func() *workarea.Area // where it is shown
}

// Phone is the practice phone. It is made when it is first shown: many starts do
// without.
type Phone struct {
	env   screen.Env
	deps  Deps
	panel *practicephone.Phone // nil until it is shown
	mode  phoneMode
	// Asked is where it was opened, as long as nobody left there.
	Asked navigation.Place
}

// New is folded where it was folded last. Where money moves it is never shown.
func New(env screen.Env, d Deps) *Phone {
	p := &Phone{env: env, deps: d}
	if env.Preferences.Get().PhoneFolded {
		p.mode = phoneClosed
	}
	return p
}

// There reports whether there is a phone.
func (p *Phone) There() bool { return p.deps.Customer != nil && p.env.Practice }

// Place shows or hides the phone and tells it whose payment it is to show.
func (p *Phone) Place() {
	if !p.There() {
		return
	}
	nav, area := p.deps.Place, p.deps.Area()
	at := nav.At.Location == navigation.Sale
	beside := at && (nav.Kind == cashier.KindQR || nav.Kind == cashier.KindCode)
	end := p.Over()
	room := p.room()
	if p.Asked != nav.At {
		p.Asked = navigation.Place{}
	}
	open := p.mode == phoneOpened && !end && (room || at && p.plays() || p.Asked.Location != "") || p.mode == phoneAuto && beside && room
	if p.panel == nil {
		if !open {
			return
		}
		p.panel = practicephone.New(p.env, p.deps.Customer, p.Fold)
	}
	order, aside := "", false
	if at {
		order, aside = nav.View.OrderID, nav.View.SetAside != nil
	}
	p.panel.SetOrder(order, aside)
	if !open {
		p.panel.Close()
		area.SetPhone(nil, false)
		return
	}
	area.SetPhone(p.panel.Object(), !room)
	p.panel.Open()
}

// Over reports whether an end is shown: nothing is left for the customer to do, and
// the phone stays away.
func (p *Phone) Over() bool {
	return p.deps.Place.At.Location == navigation.Sale && p.deps.Place.View.Status().Ended()
}

// plays reports whether the customer has something to do for the sale that is shown.
func (p *Phone) plays() bool {
	switch p.deps.Place.Kind {
	case cashier.KindQR, cashier.KindCode, cashier.KindWaiting:
		return true
	}
	return false
}

// besideFrom is how wide the window must be for the phone and a screen beside it.
const besideFrom = 1280

// room reports whether the phone and a screen have room beside each other.
func (p *Phone) room() bool {
	c := p.deps.Frame.Canvas()
	return !theme.Now().Small && theme.Now().TextScale <= 1.2 && (c == nil || c.Size().Width >= besideFrom)
}

// Fold puts the phone away until somebody asks for it.
func (p *Phone) Fold() { p.want(phoneClosed) }

// Toggle opens the phone, or folds it.
func (p *Phone) Toggle() {
	if p.deps.Area().Phone() != nil {
		p.Fold()
		return
	}
	p.want(phoneOpened)
}

func (p *Phone) want(m phoneMode) {
	p.mode, p.Asked = m, p.deps.Place.At
	p.Place()
	p.env.Preferences.Update(func(v *preferences.Values) { v.PhoneFolded = m == phoneClosed })
}

// Discard throws the panel away: it is of another language or look.
func (p *Phone) Discard() {
	if p.panel != nil {
		p.panel.Close()
		p.panel = nil
	}
}
