// Package popover is what hangs below a chip, over a screen: a list to pick from,
// or a calendar. It takes the keys while it is open.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package popover

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

// Popover is a card that hangs below a chip, over the list, or stands above it where there is no room below. It
// takes the keys while it is open; a tap beside it or Esc closes it. It lives in the work area, so that banners
// and the sidebar stay in reach.
type Popover struct {
	// Closed is called when it was taken away; may be nil.
	Closed func()
	// Above lets it stand above its anchor wherever there is room for it.
	Above bool

	layer   *fyne.Container
	body    Body
	anchor  fyne.CanvasObject
	back    fyne.Focusable // the anchor, where it had the focus
	visible bool
}

// Body is what stands on the card.
type Body interface {
	Object() fyne.CanvasObject
	Press(p screen.KeyPress) bool
}

// New is closed.
func New() *Popover {
	p := &Popover{}
	p.layer = layout.New(nil, func(b layout.Placer) {
		for _, o := range p.layer.Objects {
			b.Put(o, 0, 0, b.W, b.H)
		}
	})
	return p // not hidden while it is closed, but empty: a canvas does not know where an object is that it never drew
}

// Open hangs a body below an anchor; both are in the same work area.
func (p *Popover) Open(anchor fyne.CanvasObject, body Body) {
	p.body, p.anchor, p.visible = body, anchor, true
	p.back = focused(anchor)
	pad := theme.S4
	if _, lines := body.(*Choices); lines { // their words have room of their own
		pad = theme.S2
	}
	card := graphic.NewCardPadded(body.Object(), pad, pad).Edged()
	p.layer.Objects = []fyne.CanvasObject{newCatcher(p.dismiss, layout.New(nil, func(b layout.Placer) {
		m := card.MinSize()
		w, h := min(m.Width, b.W-2*theme.S2), min(m.Height, b.H-2*theme.S2)
		at, size := p.within(anchor), anchor.Size()
		x := at.X
		if theme.Now().RTL {
			x = b.W - x - size.Width
		}
		if x+w > b.W-theme.S2 { // it ends where the anchor ends
			x += size.Width - w
		}
		y := at.Y + size.Height + theme.S2
		if above := at.Y - theme.S2 - h; (p.Above || y+h > b.H-theme.S2) && above >= 0 {
			y = above
		}
		b.Put(card, max(theme.S2, min(x, b.W-w-theme.S2)), max(theme.S2, min(y, b.H-h-theme.S2)), w, h)
	}, card))}
	p.layer.Refresh()
	draw.Focus(anchor, nil)
}

// Layer is what a screen puts over all of itself.
func (p *Popover) Layer() fyne.CanvasObject { return p.layer }

// Body is what stands on it; nil while it is closed.
func (p *Popover) Body() Body { return p.body }

// within is where an anchor stands in the layer.
func (p *Popover) within(anchor fyne.CanvasObject) fyne.Position {
	d := fyne.CurrentApp().Driver()
	return d.AbsolutePositionForObject(anchor).Subtract(d.AbsolutePositionForObject(p.layer))
}

// Toggle opens, or closes what hangs below the same anchor.
func (p *Popover) Toggle(anchor fyne.CanvasObject, body Body) {
	if p.visible && p.anchor == anchor {
		p.Close()
		return
	}
	p.Open(anchor, body)
}

// Close takes it away.
func (p *Popover) Close() {
	if !p.visible {
		return
	}
	p.visible, p.body = false, nil
	p.layer.Objects = nil
	p.layer.Refresh()
	if p.Closed != nil {
		p.Closed()
	}
}

// dismiss takes it away with nothing picked: the focus goes back to where it came from.
func (p *Popover) dismiss() {
	p.Close()
	if p.back != nil {
		draw.Focus(p.anchor, p.back)
	}
}

// focused is an object where it has the focus, else nil.
func focused(o fyne.CanvasObject) fyne.Focusable {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		if f := c.Focused(); f != nil && fyne.CanvasObject(o) == any(f) {
			return f
		}
	}
	return nil
}

// Press takes every key while the popover is open but function keys, which belong to the shell.
func (p *Popover) Press(k screen.KeyPress) bool {
	if !p.visible {
		return false
	}
	if k.Name == fyne.KeyEscape {
		p.dismiss()
		return true
	}
	if p.body.Press(k) {
		return true
	}
	return k.Rune != 0
}

// catcher takes the taps beside the card that is in it.
type catcher struct {
	widget.BaseWidget
	tapped  func()
	content fyne.CanvasObject
}

func newCatcher(tapped func(), content fyne.CanvasObject) *catcher {
	c := &catcher{tapped: tapped, content: content}
	c.ExtendBaseWidget(c)
	return c
}

// Popover says what it is to anyone who looks at what is drawn.
func (c *catcher) Popover() {}

func (c *catcher) Tapped(*fyne.PointEvent) { c.tapped() }

// Scrolled keeps the wheel from the list below.
func (c *catcher) Scrolled(*fyne.ScrollEvent) {}

func (c *catcher) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.content) }
