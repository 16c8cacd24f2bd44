package ui

import (
	"sanduq/ui/cashier"
	"sanduq/ui/preferences"
	"sanduq/ui/theme"
)

// phoneMode is what the cashier wants of the practice phone.
type phoneMode int

const (
	phoneAuto   phoneMode = iota // beside a QR, where there is room
	phoneOpened                  // beside every screen but an end; in its place where there is no room for both
	phoneClosed
)

// phone is the practice phone. It is made when it is first shown: many starts do
// without.
type phone struct {
	shell *Shell
	panel *cashier.Phone // nil until it is shown
	mode  phoneMode
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
	if s.opt.Phone == nil || !s.opt.Practice {
		return
	}
	at := s.nav.at.spot == spotSale
	qr := at && s.nav.kind == cashier.KindQR
	end := at && s.nav.view.Status().Ended()
	room := !theme.Now().Small && theme.Now().TextScale <= 1.2
	open := p.mode == phoneOpened && !end || p.mode == phoneAuto && qr && room
	if p.panel == nil {
		if !open {
			return
		}
		p.panel = cashier.NewPhone(s.deps(), s.opt.Phone, p.fold)
	}
	order := ""
	if at {
		order = s.nav.view.OrderID
	}
	p.panel.SetOrder(order)
	if !open {
		p.panel.Close()
		s.work.setPhone(nil, false)
		return
	}
	s.work.setPhone(p.panel.Object(), !room)
	p.panel.Open()
}

// fold puts the phone away until somebody asks for it.
func (p *phone) fold() { p.want(phoneClosed) }

// toggle opens the phone, or folds it.
func (p *phone) toggle() {
	if p.shell.work.phone != nil {
		p.fold()
		return
	}
	p.want(phoneOpened)
}

func (p *phone) want(m phoneMode) {
	p.mode = m
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
