package waiting

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/pay"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// enlargedRing is the side of the ring beside large words.
const enlargedRing = 112

// HeightFor is for screen.Fitted.
func (s *Waiting) HeightFor(width float32) float32 { return pay.Lay(s.layEnlarged).HeightFor(width, 0) }

// Actions is for screen.Acting.
func (s *Waiting) Actions() []fyne.CanvasObject {
	if !pay.Enlarged() { // others makes the button brief
		return nil
	}
	return s.others().Objects()
}

// others are its buttons besides the primary.
func (s *Waiting) others() pay.Actions {
	all := pay.Actions{s.paid, s.aside, s.manage}
	if s.show.Button != nil && s.View.SetAside == nil {
		s.show.Brief = true
		s.show.Paint()
		all = append(pay.Actions{s.show.Button}, all...)
	}
	return all
}

// layEnlarged lays the screen out with some room around the words, and returns how
// high it is.
func (s *Waiting) layEnlarged(p layout.Placer, slack float32) float32 {
	pad := theme.S5()
	y, x := pad+slack/2, 2*pad+enlargedRing
	wide := p.W - pad - x
	ring, icon := float32(enlargedRing), float32(enlargedRing)*.8
	a := s.amount.MinSize().Height
	middle := y + max(a, ring)/2
	p.Put(s.ring, pad, middle-ring/2, ring, ring)
	p.Put(s.icon, pad+(ring-icon)/2, middle-icon/2, icon, icon)
	p.Put(s.amount, x, middle-a/2, wide, a)
	y += max(a, ring) + theme.S2
	pay.InLines(s.lead, 2, wide, theme.Instruction, theme.Title, theme.Lead)
	words := []*typeset.Text{s.lead, s.detail}
	if s.Says { // what the bank said is what was asked for
		words = []*typeset.Text{s.detail, s.lead}
	}
	for _, t := range words {
		y += p.PutDown(t, x, y, wide) + theme.S2
	}
	y += theme.S2
	y += p.PutDown(s.card, pad, y, p.W-2*pad) + theme.S4 + slack - slack/2
	wide = p.W - 2*pad
	y += s.others().Place(p, pad, y, wide) + theme.S3
	p.Put(s.now, pad, y, wide, theme.PrimaryHigh)
	return y + theme.PrimaryHigh + pad
}
