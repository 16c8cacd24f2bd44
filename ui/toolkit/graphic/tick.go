package graphic

import (
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// tickTime is how long a tick takes to be drawn on.
const tickTime = 300 * time.Millisecond

// DrawOn draws the tick of a paid sale as a pen would, from its short stroke to its long one, once; ground is what the
// icon stands on. Other states, and everything without motion, are there at once.
func (i *StateIcon) DrawOn(ground theme.Colour) {
	if i.state != StatePaid || i.veil == nil || theme.Now().Still {
		return
	}
	if i.draw != nil {
		i.draw.Stop()
	}
	if i.onDisc() {
		ground = theme.Practice
	}
	i.veil.FillColor = ground.NRGBA()
	i.draw = fyne.NewAnimation(tickTime, i.drawn)
	i.draw.Curve = fyne.AnimationEaseInOut
	i.drawn(0)
	i.draw.Start()
}

// drawn shows the share of the tick, from the left, that a pen has reached: both strokes of a tick lead to the right,
// in every language.
func (i *StateIcon) drawn(share float32) {
	left, top, wide, high := i.tick()
	i.veil.Hidden = share >= 1
	i.veil.Resize(fyne.NewSize(wide*(1-share), high))
	i.veil.Move(fyne.NewPos(left+wide*share, top))
	draw.Repaint(i)
}

// tick is the box of the tick inside the icon, measured on the icons' grid of 24.
func (i *StateIcon) tick() (left, top, wide, high float32) {
	box := [4]float32{6.4, 7.6, 11.2, 9.2} // inside the circle of check-circle
	if i.onDisc() {
		box = [4]float32{3, 5.5, 18, 13.5}
	}
	side := i.icon.size
	unit := side / 24
	x, y := (i.Size().Width-side)/2, (i.Size().Height-side)/2
	return x + box[0]*unit, y + box[1]*unit, box[2] * unit, box[3] * unit
}
