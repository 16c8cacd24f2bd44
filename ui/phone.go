package ui

import (
	"sanduq/ui/cashier"
	"sanduq/ui/theme"
)

// phoneMode is what the cashier wants of the practice phone.
type phoneMode int

const (
	phoneAuto   phoneMode = iota // beside a QR, where there is room
	phoneOpened                  // wherever it fits, or over the screen
	phoneClosed
)

// placePhone shows or hides the practice phone and tells it whose payment it
// is to show. It is made when it is first shown: many starts do without.
func (s *Shell) placePhone() {
	if s.opt.Phone == nil || !s.opt.Practice {
		return
	}
	qr := s.nav.at.spot == spotSale && s.nav.kind == cashier.KindQR
	end := s.nav.at.spot == spotSale && s.nav.view.Status().Ended()
	code := s.nav.at.spot == spotSale && s.nav.kind == cashier.KindCode
	room := !theme.Now().Small && theme.Now().TextScale <= 1.2
	open := s.phoneOpen == phoneOpened && !end || s.phoneOpen == phoneAuto && qr && room
	if s.phone == nil {
		if !open {
			return
		}
		s.phone = cashier.NewPhone(s.deps(), s.opt.Phone, s.closePhone)
	}
	order := ""
	if s.nav.at.spot == spotSale {
		order = s.nav.view.OrderID
	}
	s.phone.SetOrder(order)
	if !open {
		s.phone.Close()
		s.work.setPhone(nil, false)
		return
	}
	s.work.setPhone(s.phone.Object(), room && (qr || code))
	s.phone.Open()
}

func (s *Shell) closePhone() {
	s.phoneOpen = phoneClosed
	s.placePhone()
	s.tellPhone()
}

func (s *Shell) togglePhone() {
	if s.work.phone != nil {
		s.closePhone()
		return
	}
	s.phoneOpen = phoneOpened
	s.placePhone()
	s.tellPhone()
}

// tellPhone lets the program remember whether the phone is folded away.
func (s *Shell) tellPhone() {
	if s.opt.PhoneFoldedChanged != nil {
		s.opt.PhoneFoldedChanged(s.phoneOpen == phoneClosed)
	}
}
