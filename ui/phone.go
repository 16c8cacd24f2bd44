package ui

import (
	"sanduq/ui/cashier"
	"sanduq/ui/practicephone"
	"sanduq/ui/preferences"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/theme"
)

// phoneMode is what the cashier wants of the practice phone.
type phoneMode int

const (
	phoneAuto phoneMode = iota // beside a QR and the pad for a code, where there is room
	// Beside every screen but an end. Where there is no room for both it takes the
	// place of a sale that waits for the customer, and of another page only while it
	// was asked for there: what is typed must not go where nobody sees it.
	phoneOpened
	phoneClosed
)

// phone is the practice phone. It is made when it is first shown: many starts do
// without.
type phone struct {
	shell *Shell
	panel *practicephone.Phone // nil until it is shown
	mode  phoneMode
	asked navigation.Place // where it was opened, as long as nobody left there
}

func newPhone(s *Shell) phone {
	p := phone{shell: s}
	if s.env.Preferences.Get().PhoneFolded {
		p.mode = phoneClosed
	}
	return p
}

// place shows or hides the phone and tells it whose payment it is to show.
func (p *phone) place() {
	s := p.shell
	if s.opt.Offer.Phone == nil || !s.env.Practice {
		return
	}
	at := s.nav.At.Location == navigation.Sale
	beside := at && (s.nav.Kind == cashier.KindQR || s.nav.Kind == cashier.KindCode)
	end := p.over()
	room := p.room()
	if p.asked != s.nav.At {
		p.asked = navigation.Place{}
	}
	open := p.mode == phoneOpened && !end && (room || at && p.plays() || p.asked.Location != "") || p.mode == phoneAuto && beside && room
	if p.panel == nil {
		if !open {
			return
		}
		p.panel = practicephone.New(s.env, s.opt.Offer.Phone, p.fold)
	}
	order, aside := "", false
	if at {
		order, aside = s.nav.View.OrderID, s.nav.View.SetAside != nil
	}
	p.panel.SetOrder(order, aside)
	if !open {
		p.panel.Close()
		s.work.SetPhone(nil, false)
		return
	}
	s.work.SetPhone(p.panel.Object(), !room)
	p.panel.Open()
}

// over reports whether an end is shown: nothing is left for the customer to do, and
// the phone stays away.
func (p *phone) over() bool {
	return p.shell.nav.At.Location == navigation.Sale && p.shell.nav.View.Status().Ended()
}

// plays reports whether the customer has something to do for the sale that is shown.
func (p *phone) plays() bool {
	switch p.shell.nav.Kind {
	case cashier.KindQR, cashier.KindCode, cashier.KindWaiting:
		return true
	}
	return false
}

// besideFrom is how wide the window must be for the phone and a screen beside it.
const besideFrom = 1280

// room reports whether the phone and a screen have room beside each other.
func (p *phone) room() bool {
	c := p.shell.window.canvas
	return !theme.Now().Small && theme.Now().TextScale <= 1.2 && (c == nil || c.Size().Width >= besideFrom)
}

// fold puts the phone away until somebody asks for it.
func (p *phone) fold() { p.want(phoneClosed) }

// toggle opens the phone, or folds it.
func (p *phone) toggle() {
	if p.shell.work.Phone() != nil {
		p.fold()
		return
	}
	p.want(phoneOpened)
}

func (p *phone) want(m phoneMode) {
	p.mode, p.asked = m, p.shell.nav.At
	p.place()
	p.shell.env.Preferences.Update(func(v *preferences.Values) { v.PhoneFolded = m == phoneClosed })
}

// discard throws the panel away: it is of another language or look.
func (p *phone) discard() {
	if p.panel != nil {
		p.panel.Close()
		p.panel = nil
	}
}
