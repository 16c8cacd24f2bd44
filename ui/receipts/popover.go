package receipts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// popover is a card that hangs below a chip, over the list. It takes the keys while it is open; a tap beside it or Esc
// closes it. It lives in the work area, so that banners and the sidebar stay in reach.
type popover struct {
	layer   *fyne.Container
	body    popoverBody
	anchor  fyne.CanvasObject
	closed  func()
	visible bool
}

// popoverBody is what stands on the card.
type popoverBody interface {
	object() fyne.CanvasObject
	press(p screen.KeyPress) bool
}

func newPopover() *popover {
	p := &popover{layer: screen.Lay(nil, func(screen.Board) {})}
	p.layer.Hide()
	return p
}

// open hangs a body below an anchor; both are in the same work area.
func (p *popover) open(anchor fyne.CanvasObject, body popoverBody) {
	p.body, p.anchor, p.visible = body, anchor, true
	card := widgets.NewCardPadded(body.object(), theme.S4, theme.S4)
	beside := newCatcher(p.close)
	p.layer.Layout = screen.Lay(nil, func(b screen.Board) {
		b.Put(beside, 0, 0, b.W, b.H)
		m := card.MinSize()
		w, h := min(m.Width, b.W-2*theme.S2), min(m.Height, b.H-2*theme.S2)
		at := p.within(anchor)
		x := at.X
		if theme.Now().RTL {
			x = b.W - x - anchor.Size().Width
		}
		y := at.Y + anchor.Size().Height + theme.S2
		b.Put(card, max(theme.S2, min(x, b.W-w-theme.S2)), max(theme.S2, min(y, b.H-h-theme.S2)), w, h)
	}).Layout
	p.layer.Objects = []fyne.CanvasObject{beside, card}
	p.layer.Show()
	p.layer.Refresh()
	unfocus(anchor)
}

// within is where an anchor stands in the layer.
func (p *popover) within(anchor fyne.CanvasObject) fyne.Position {
	d := fyne.CurrentApp().Driver()
	return d.AbsolutePositionForObject(anchor).Subtract(d.AbsolutePositionForObject(p.layer))
}

// toggle opens, or closes what hangs below the same anchor.
func (p *popover) toggle(anchor fyne.CanvasObject, body popoverBody) {
	if p.visible && p.anchor == anchor {
		p.close()
		return
	}
	p.open(anchor, body)
}

func (p *popover) close() {
	if !p.visible {
		return
	}
	p.visible, p.body = false, nil
	p.layer.Objects = nil
	p.layer.Hide()
	if p.closed != nil {
		p.closed()
	}
}

// press takes every key while the popover is open but function keys, which belong to the shell.
func (p *popover) press(k screen.KeyPress) bool {
	if !p.visible {
		return false
	}
	if k.Name == fyne.KeyEscape {
		p.close()
		return true
	}
	if p.body.press(k) {
		return true
	}
	return k.Rune != 0
}

// unfocus gives the keys back to the screen.
func unfocus(o fyne.CanvasObject) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		c.Unfocus()
	}
}

// catcher takes the taps beside a popover.
type catcher struct {
	widget.BaseWidget
	tapped func()
}

func newCatcher(tapped func()) *catcher {
	c := &catcher{tapped: tapped}
	c.ExtendBaseWidget(c)
	return c
}

func (c *catcher) Tapped(*fyne.PointEvent) { c.tapped() }

// Scrolled keeps the wheel from the list below.
func (c *catcher) Scrolled(*fyne.ScrollEvent) {}

func (c *catcher) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(widgets.NewPanel(theme.Transparent))
}
