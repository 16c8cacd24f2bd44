package input

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
)

// pressTime is how long the tint of a press is seen at least.
const pressTime = 80 * time.Millisecond

// glowTime is how long the tint of a key is seen at most that was pressed on the keyboard: longer than the next key of
// somebody who types takes, in whose frame it goes.
const glowTime = 240 * time.Millisecond

// Pressable is embedded in everything that can be pressed: pointer, Enter and Space, focus ring, off. The widget calls
// Init first, draws on Ground, and puts Ring last among the objects of its renderer and ArrangeRing in its layout.
type Pressable struct {
	widget.BaseWidget
	// OnTapped is called for a tap, and for Enter or Space when the widget has the focus.
	OnTapped func()

	hovered, pressed, focused, off bool
	down, spent                    bool // Enter or Space is held; this press of it has acted
	burst                          Burst
	fixedRing                      bool // the ring is drawn inside: the widget fills its place
	ring                           *canvas.Rectangle
	flash                          *fyne.Animation
	seen                           bool // of a glow: for pressTime
	wid                            fyne.Widget
	found                          func() // see WhenFocused
}

// holding is what an Enter or a Space went down on that was not let go yet; nil for none. Its repeats press nothing
// that took the keys over meanwhile. A window that lost the keyboard never hears of the letting go: what does not
// repeat for heldTime is not held.
var (
	holding   *Pressable
	heardHeld time.Time
)

const heldTime = time.Second

// repeats reports whether an Enter or a Space that was typed is a repeat of one that has pressed already, or that went
// down on something else.
func (p *Pressable) repeats() bool {
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

// CountPress tells Presses of something that is no press of a widget: a letter typed, a step with an arrow.
func CountPress() { presses++ }

// Presses counts whatever people did to the widgets of this package, so that a window can tell that somebody is there.
func Presses() int { return presses }

// Init makes a widget pressable: w is what embeds p.
func (p *Pressable) Init(w fyne.Widget) {
	p.wid = w
	p.ring = canvas.NewRectangle(color.Transparent)
	p.ring.Hide()
	p.ExtendBaseWidget(w)
}

// tapping is true while a finger or the mouse presses something: a field that gets the focus then was opened by hand.
var tapping bool

// Tapping reports whether a finger or the mouse presses something now.
func Tapping() bool { return tapping }

// Tapped is a press by finger or mouse.
func (p *Pressable) Tapped(*fyne.PointEvent) {
	TellTap(p.wid)
	before := tapping
	tapping = true
	p.Activate()
	tapping = before
}

// Activate presses the widget from the program, unless it is off.
func (p *Pressable) Activate() {
	if p.off {
		return
	}
	presses++
	p.tint()
	if p.OnTapped != nil {
		p.OnTapped()
	}
}

func (p *Pressable) tint() {
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

// Glow tints like a press, until EndGlow or for glowTime.
func (p *Pressable) Glow() {
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

// EndGlow ends a glow that was seen for pressTime.
func (p *Pressable) EndGlow() {
	if p.flash != nil && p.seen {
		p.flash.Stop()
		p.setPressed(false)
	}
}

func (p *Pressable) setPressed(on bool) { draw.Change(p.wid, &p.pressed, on) }

// MouseDown is for Fyne, as MouseUp, MouseIn, MouseMoved, MouseOut and Cursor.
func (p *Pressable) MouseDown(*desktop.MouseEvent) { p.setPressed(!p.off) }

func (p *Pressable) MouseUp(*desktop.MouseEvent) { p.setPressed(false) }

func (p *Pressable) MouseIn(*desktop.MouseEvent) { p.hover(true) }

func (p *Pressable) MouseMoved(*desktop.MouseEvent) {}

func (p *Pressable) MouseOut() {
	p.pressed = false
	p.hover(false)
}

func (p *Pressable) hover(on bool) {
	p.hovered = on
	p.wid.Refresh()
}

func (p *Pressable) Cursor() desktop.Cursor {
	if p.off {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// FocusGained shows the ring and tells the watcher of the window, as FocusLost.
func (p *Pressable) FocusGained() {
	p.focused = true
	p.wid.Refresh()
	TellFocus(p.wid, true)
	if p.found != nil && !p.hovered {
		p.found()
	}
}

// WhenFocused tells one listener when the widget gets the focus by a key: what a pointer presses is in sight, and must
// not move under it.
func (p *Pressable) WhenFocused(f func()) { p.found = f }

func (p *Pressable) FocusLost() {
	p.focused = false
	p.wid.Refresh()
	TellFocus(p.wid, false)
}

// TypedKey presses on Enter, once however long it is held, and hands every other key on to the canvas, with the Enter
// of a barcode scanner.
func (p *Pressable) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
		if p.burst.Scanned() > 0 {
			p.spent = true
			PassKey(p.wid, e)
			return
		}
		if !p.repeats() {
			p.Activate()
		}
	case fyne.KeySpace: // its rune follows, and is the last of the press
	default:
		PassKey(p.wid, e)
	}
}

// TypedRune presses on Space, once however long it is held, unless that is within a barcode, and hands every other rune
// on to the canvas.
func (p *Pressable) TypedRune(r rune) {
	if fast := p.burst.Typed(); r == ' ' && !fast {
		if !p.repeats() {
			p.Activate()
		}
		return
	}
	PassRune(p.wid, r)
}

// KeyDown and KeyUp follow Enter and Space, and go on to the canvas.
func (p *Pressable) KeyDown(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		p.down, p.spent, holding, heardHeld = true, false, p, time.Now()
	}
	PassDown(draw.CanvasOf(p.wid), e)
}

func (p *Pressable) KeyUp(e *fyne.KeyEvent) {
	p.down, holding = false, nil
	PassUp(draw.CanvasOf(p.wid), e)
}

// Disable makes the widget grey and deaf.
func (p *Pressable) Disable() { p.SetDisabled(true) }

// Enable undoes Disable.
func (p *Pressable) Enable() { p.SetDisabled(false) }

// Disabled reports whether the widget is deaf.
func (p *Pressable) Disabled() bool { return p.off }

// SetDisabled is Disable or Enable.
func (p *Pressable) SetDisabled(on bool) { draw.Change(p.wid, &p.off, on) }

// SetOff is SetDisabled without a Refresh: for constructors, and for a widget that decides it while it is laid out.
func (p *Pressable) SetOff(off bool) { p.off = off }

// Pressed reports whether the tint of a press is seen.
func (p *Pressable) Pressed() bool { return p.pressed }

// Animation is that of its tint, nil before the first.
func (p *Pressable) Animation() *fyne.Animation { return p.flash }

// RingInside draws the focus ring inside the bounds, for a widget that fills its place.
func (p *Pressable) RingInside() { p.fixedRing = true }

// Ring is the last object of the widget's renderer.
func (p *Pressable) Ring() *canvas.Rectangle { return p.ring }

// ArrangeRing puts the focus ring around bounds of the given radius.
func (p *Pressable) ArrangeRing(pos fyne.Position, size fyne.Size, radius float32) {
	w := theme.FocusRing()
	out := theme.FocusGap + w
	if p.fixedRing {
		out = 0
	}
	draw.Box(p.ring, color.NRGBA{}, theme.Primary.NRGBA(), w, radius+out)
	p.ring.Resize(fyne.NewSize(size.Width+2*out, size.Height+2*out))
	p.ring.Move(fyne.NewPos(pos.X-out, pos.Y-out))
	p.ring.Hidden = !p.focused || p.off
}

// Ground is a fill under hover and press.
func (p *Pressable) Ground(fill, ink color.NRGBA) color.NRGBA {
	switch {
	case p.off:
		return fill
	case p.pressed:
		return draw.Mix(fill, ink, .16)
	case p.hovered:
		return draw.Mix(fill, ink, .06)
	default:
		return fill
	}
}
