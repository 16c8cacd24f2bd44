package widgets

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
)

// pressTime is how long the tint of a press is seen at least.
const pressTime = 80 * time.Millisecond

// glowTime is how long the tint of a key is seen at most that was pressed on the keyboard: longer than the next key of somebody
// who types takes, in whose frame it goes.
const glowTime = 240 * time.Millisecond

// press is what everything that can be pressed has in common: pointer, Enter and Space, focus ring, off.
type press struct {
	widget.BaseWidget
	// OnTapped is called for a tap, and for Enter or Space when the widget has the focus.
	OnTapped func()

	hovered, pressed, focused, off bool
	down, spent                    bool // Enter or Space is held; this press of it has acted
	burst                          burst
	fixedRing                      bool // the ring is drawn inside: the widget fills its place
	ring                           *canvas.Rectangle
	flash                          *fyne.Animation
	seen                           bool // of a glow: for pressTime
	wid                            fyne.Widget
}

// holding is what an Enter or a Space went down on that was not let go yet; nil for none. Its repeats press nothing that
// took the keys over meanwhile. A window that lost the keyboard never hears of the letting go: what does not repeat for
// heldTime is not held.
var (
	holding   *press
	heardHeld time.Time
)

const heldTime = time.Second

// repeats reports whether an Enter or a Space that was typed is a repeat of one that has pressed already, or that went down
// on something else.
func (p *press) repeats() bool {
	held := holding != nil && holding != p && time.Since(heardHeld) < heldTime
	heardHeld = time.Now()
	if held || p.down && p.spent {
		return true
	}
	p.spent = true
	return false
}

// presses is how often anything was pressed or typed into, on the UI goroutine.
var presses int

// Presses counts whatever people did to the widgets of this package, so that a window can tell that somebody is there.
func Presses() int { return presses }

func (p *press) init(w fyne.Widget) {
	p.wid = w
	p.ring = canvas.NewRectangle(color.Transparent)
	p.ring.Hide()
	p.ExtendBaseWidget(w)
}

// tapping is true while a finger or the mouse presses something: a field that gets the focus then was opened by hand.
var tapping bool

func (p *press) Tapped(*fyne.PointEvent) {
	TellTap(p.wid)
	before := tapping
	tapping = true
	p.activate()
	tapping = before
}

func (p *press) activate() {
	if p.off {
		return
	}
	presses++
	p.tint()
	if p.OnTapped != nil {
		p.OnTapped()
	}
}

func (p *press) tint() {
	if theme.Now().Still {
		p.setPressed(false)
		return
	}
	p.setPressed(true)
	if p.flash != nil {
		p.flash.Stop()
	}
	p.flash = fyne.NewAnimation(pressTime, func(done float32) {
		if done == 1 {
			p.setPressed(false)
		}
	})
	p.flash.Start()
}

// glow tints like a press, until fade or for glowTime.
func (p *press) glow() {
	if theme.Now().Still {
		return
	}
	p.setPressed(true)
	if p.flash != nil {
		p.flash.Stop()
	}
	p.seen = false
	p.flash = fyne.NewAnimation(glowTime, func(done float32) {
		p.seen = done >= float32(pressTime)/float32(glowTime)
		if done == 1 {
			p.setPressed(false)
		}
	})
	p.flash.Curve = fyne.AnimationLinear
	p.flash.Start()
}

// fade ends a glow that was seen for pressTime.
func (p *press) fade() {
	if p.flash != nil && p.seen {
		p.flash.Stop()
		p.setPressed(false)
	}
}

func (p *press) setPressed(on bool) {
	if p.pressed != on {
		p.pressed = on
		p.wid.Refresh()
	}
}

func (p *press) MouseDown(*desktop.MouseEvent) { p.setPressed(!p.off) }

func (p *press) MouseUp(*desktop.MouseEvent) { p.setPressed(false) }

func (p *press) MouseIn(*desktop.MouseEvent) { p.hover(true) }

func (p *press) MouseMoved(*desktop.MouseEvent) {}

func (p *press) MouseOut() {
	p.pressed = false
	p.hover(false)
}

func (p *press) hover(on bool) {
	p.hovered = on
	p.wid.Refresh()
}

func (p *press) Cursor() desktop.Cursor {
	if p.off {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

func (p *press) FocusGained() {
	p.focused = true
	p.wid.Refresh()
	TellFocus(p.wid, true)
}

func (p *press) FocusLost() {
	p.focused = false
	p.wid.Refresh()
	TellFocus(p.wid, false)
}

// TypedKey presses on Enter, once however long it is held, and hands every other key on to the canvas, with the Enter
// of a barcode scanner.
func (p *press) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if p.burst.scanned() > 0 {
			p.spent = true
			passKey(p.wid, e)
			return
		}
		if !p.repeats() {
			p.activate()
		}
	case fyne.KeySpace: // its rune follows, and is the last of the press
	default:
		passKey(p.wid, e)
	}
}

// TypedRune presses on Space, once however long it is held, unless that is within a barcode, and hands every other rune on
// to the canvas.
func (p *press) TypedRune(r rune) {
	if fast := p.burst.typed(); r == ' ' && !fast {
		if !p.repeats() {
			p.activate()
		}
		return
	}
	passRune(p.wid, r)
}

func (p *press) KeyDown(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		p.down, p.spent, holding, heardHeld = true, false, p, time.Now()
	}
	passDown(canvasOf(p.wid), e)
}

func (p *press) KeyUp(e *fyne.KeyEvent) {
	p.down, holding = false, nil
	passUp(canvasOf(p.wid), e)
}

// Disable makes the widget grey and deaf.
func (p *press) Disable() { p.setOff(true) }

// Enable undoes Disable.
func (p *press) Enable() { p.setOff(false) }

// Disabled reports whether the widget is deaf.
func (p *press) Disabled() bool { return p.off }

func (p *press) setOff(off bool) {
	if p.off != off {
		p.off = off
		p.wid.Refresh()
	}
}

// arrangeRing puts the focus ring around bounds of the given radius.
func (p *press) arrangeRing(pos fyne.Position, size fyne.Size, radius float32) {
	w := theme.FocusRing()
	out := theme.FocusGap + w
	if p.fixedRing {
		out = 0
	}
	box(p.ring, color.NRGBA{}, theme.Primary.NRGBA(), w, radius+out)
	p.ring.Resize(fyne.NewSize(size.Width+2*out, size.Height+2*out))
	p.ring.Move(fyne.NewPos(pos.X-out, pos.Y-out))
	p.ring.Hidden = !p.focused || p.off
}

// ground is a fill under hover and press.
func (p *press) ground(fill, ink color.NRGBA) color.NRGBA {
	switch {
	case p.off:
		return fill
	case p.pressed:
		return mix(fill, ink, .16)
	case p.hovered:
		return mix(fill, ink, .06)
	default:
		return fill
	}
}
