package onscreenkeyboard

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

const (
	holdTime   = 450 * time.Millisecond // until a key offers its variants
	firstPause = 400 * time.Millisecond // until Backspace repeats
	nextPause  = 60 * time.Millisecond
)

// board is the keyboard as it is seen and pressed. It is one widget: presses
// between two keys go to the nearer one, a finger may slide from key to key and
// into the variants of a held key, and Fyne's chain of Tab never enters it.
type board struct {
	widget.BaseWidget

	after    func(time.Duration, func()) (cancel func())
	dressing dressing
	high     func() float32 // of a key
	// began and ended frame each press. ended has what was typed or asked for,
	// nil when the press came to nothing; acts is for what a key does while it
	// is still down.
	began func()
	acts  func(keycap)
	ended func(*keycap)

	keys    []*key
	press   *key // held now
	cancel  func()
	offered []*key // variants of a key that was held
	panel   *key   // below them
	sliding bool   // they came up under the finger that is still down
}

func newBoard(after func(time.Duration, func()) func()) *board {
	b := &board{after: after}
	b.ExtendBaseWidget(b)
	return b
}

// set shows a page.
func (b *board) set(p page, d dressing) {
	b.release()
	b.dressing, b.keys = d, nil
	for y, row := range keysOf(p) {
		for _, c := range row {
			b.keys = append(b.keys, newKey(c, y, d))
		}
	}
	b.withdraw()
	b.Refresh()
}

func (b *board) MouseDown(e *desktop.MouseEvent) {
	b.began()
	b.release()
	for _, v := range b.offered {
		if v.holds(e.Position) {
			b.longPress(v)
			return
		}
	}
	b.withdraw()
	k := b.at(e.Position)
	if k == nil {
		return
	}
	b.longPress(k)
	switch {
	case k.what == back:
		b.acts(k.keycap)
		b.repeat(firstPause)
	case len(k.offers()) > 0:
		b.cancel = b.after(holdTime, func() { b.offer(k) })
	}
}

// repeat goes on with a key while it is held.
func (b *board) repeat(pause time.Duration) {
	k := b.press
	b.cancel = b.after(pause, func() {
		if b.press == k && k != nil {
			b.acts(k.keycap)
			b.repeat(nextPause)
		}
	})
}

// Dragged is for Fyne: the finger slides.
func (b *board) Dragged(e *fyne.DragEvent) {
	if b.press == nil {
		return
	}
	if len(b.offered) > 0 {
		for _, v := range b.offered {
			if v.holds(e.Position) && v != b.press {
				b.longPress(v)
			}
		}
		return
	}
	if k := b.at(e.Position); k != b.press {
		b.release()
		if k != nil && k.what != back {
			b.longPress(k)
		}
	}
}

func (b *board) DragEnd() {}

func (b *board) MouseUp(*desktop.MouseEvent) {
	k, slid := b.press, b.sliding
	b.release()
	b.sliding = false
	if k == nil || k.what == back || slid && !k.variant { // variants that came up stay, to be tapped
		b.ended(nil)
		return
	}
	b.withdraw()
	typed := k.keycap
	typed.types = cased(typed.types, b.dressing.up())
	b.ended(&typed)
}

func (b *board) longPress(k *key) {
	b.release()
	b.press = k
	k.setPressed(true)
}

func (b *board) release() {
	if b.cancel != nil {
		b.cancel()
		b.cancel = nil
	}
	if b.press != nil {
		b.press.setPressed(false)
		b.press = nil
	}
}

// offer shows the variants of a key above it.
func (b *board) offer(k *key) {
	if b.press != k {
		return
	}
	b.sliding = true
	b.panel = newKey(keycap{}, 0, b.dressing)
	for _, text := range k.offers() {
		v := newKey(keycap{types: text, wide: 1}, 0, b.dressing)
		v.variant = true
		b.offered = append(b.offered, v)
	}
	b.placeOffered(k)
	b.Refresh()
}

// withdraw takes the variants away.
func (b *board) withdraw() {
	if b.offered != nil {
		b.offered, b.panel = nil, nil
		b.Refresh()
	}
}

// at is the key at a place; the room between two keys belongs to the nearer.
func (b *board) at(p fyne.Position) *key {
	for _, k := range b.keys {
		if k.holds(p) {
			return k
		}
	}
	return nil
}

// Tapped keeps a press from what is below.
func (b *board) Tapped(*fyne.PointEvent) {}

var (
	_ desktop.Mouseable = (*board)(nil)
	_ fyne.Draggable    = (*board)(nil)
	_ fyne.Tappable     = (*board)(nil)
)
