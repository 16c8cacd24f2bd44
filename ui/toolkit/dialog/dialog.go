package dialog

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

// Decision is a card on a scrim over the whole window: the only thing that ever stands in the way, and only where a
// person must decide. Tab stays inside it. The focus begins on the safe action, which Esc means too.
type Decision struct {
	widget.BaseWidget
	// OnKey is asked first for keys that no button of the card took, so that a function key can stand for one.
	OnKey func(*fyne.KeyEvent)

	over  fyne.Canvas
	safe  func()
	first fyne.Focusable
	width float32
	fit   func(room float32) // told how high the content may be; nil for nobody

	scrim  *canvas.Rectangle
	frame  *graphic.Panel
	scroll *container.Scroll // for large text on a small screen
	footer fyne.CanvasObject // along the lower edge of the window; nil for none

	content fyne.CanvasObject
	last    fyne.CanvasObject   // the row of buttons, once the rest scrolls; nil while all fits
	rest    []fyne.CanvasObject // of content, when last was taken from it
	before  fyne.Focusable
	shown   bool
}

// DecisionWidth is the usual width of a decision's card.
const DecisionWidth float32 = 720

// DecisionRoom is how wide a card of the usual width is in the current size of text: wider beside larger words, so that
// what is decided stands in view. It has its place in the smallest window.
func DecisionRoom() float32 { return DecisionWidth * min(max(theme.Now().TextScale, 1), 1.34) }

// Abreast sets the buttons of a decision of the usual width side by side, in pairs, or one below the other, as their
// words have room.
func Abreast(buttons ...fyne.CanvasObject) fyne.CanvasObject {
	for _, columns := range []int{len(buttons), 2} {
		if RoomAbreast(buttons, columns) {
			return layout.Grid(columns, theme.S2, buttons...)
		}
	}
	return layout.Rows(theme.S2, buttons...)
}

// RoomAbreast reports whether the buttons of a decision of the usual width have room for their words in so many
// columns.
func RoomAbreast(buttons []fyne.CanvasObject, columns int) bool {
	n := float32(columns)
	each := (DecisionRoom() - 2*theme.S6() - (n-1)*theme.S2) / n
	for _, b := range buttons {
		if b.MinSize().Width > each {
			return false
		}
	}
	return true
}

func dialogPad() float32 { return theme.S6() + theme.Border() }

// ShowDecision puts content on a card of a width (0 means DecisionRoom) over a canvas. first gets the focus; Esc calls
// safe. The caller closes the decision.
func ShowDecision(over fyne.Canvas, content fyne.CanvasObject, width float32, first fyne.Focusable, safe func()) *Decision {
	if width == 0 {
		width = DecisionRoom()
	}
	d := &Decision{over: over, safe: safe, first: first, width: width, content: content}
	d.scrim = canvas.NewRectangle(theme.Scrim.NRGBA())
	d.frame = graphic.NewFrame(theme.Card, theme.Line, theme.Radius)
	d.scroll = container.NewVScroll(layout.New(
		func() fyne.Size { return content.MinSize().AddWidthHeight(2*dialogPad(), 2*dialogPad()) },
		func(p layout.Placer) {
			pad := dialogPad()
			p.Put(content, pad, pad, p.W-2*pad, p.H-2*pad)
		}, content))
	d.ExtendBaseWidget(d)
	d.before = over.Focused()
	d.Resize(over.Size())
	over.Overlays().Add(d)
	d.shown = true
	if first != nil {
		over.Focus(first)
	}
	return d
}

// Fit tells a content that can do with less height how much there is, now and whenever that changes.
func (d *Decision) Fit(told func(room float32)) {
	d.fit = told
	d.Refresh()
}

// Close takes the decision away and gives the focus back.
func (d *Decision) Close() {
	if !d.shown {
		return
	}
	d.shown = false
	d.over.Overlays().Remove(d)
	if d.before != nil {
		d.over.Focus(d.before)
	}
}

// HearsKeys reports whether keys that no button of the card took do something on it.
func (d *Decision) HearsKeys() bool { return d.OnKey != nil }

// Shown reports whether the decision still waits.
func (d *Decision) Shown() bool { return d.shown }

// Key is for the screen's key handler, which every widget hands its keys to: while a decision is shown, call this and
// nothing else. Esc means the safe action.
func (d *Decision) Key(e *fyne.KeyEvent) {
	switch {
	case e.Name == fyne.KeyEscape:
		if d.safe != nil {
			d.safe()
		}
	case d.OnKey != nil:
		d.OnKey(e)
	}
}

// Tapped swallows taps beside the card: a decision does not go away by chance.
func (d *Decision) Tapped(*fyne.PointEvent) {}

// SetFooter puts something along the lower edge of the window, over the scrim, and moves the card out of its way; nil
// takes it away. inSight, if any, is the part of the card that must be seen.
func (d *Decision) SetFooter(footer, inSight fyne.CanvasObject) {
	d.footer = footer
	d.Refresh()
	if footer != nil && inSight != nil {
		layout.Reveal(d.scroll, d.scroll.Content, inSight)
	}
}

// Reveal scrolls a part of the card into sight.
func (d *Decision) Reveal(part fyne.CanvasObject) { layout.Reveal(d.scroll, d.scroll.Content, part) }

func (d *Decision) CreateRenderer() fyne.WidgetRenderer {
	var r *draw.Renderer
	r = draw.NewRenderer(d, func() fyne.Size { return fyne.Size{} }, d.arrange, func() {
		if r != nil {
			r.SetObjects(d.objects()...)
		}
		d.scrim.FillColor = theme.Scrim.NRGBA()
		d.frame.Refresh()
		d.scroll.Refresh()
	}, d.objects()...)
	return r
}

func (d *Decision) objects() []fyne.CanvasObject {
	objects := []fyne.CanvasObject{d.scrim, d.frame, d.scroll}
	if d.last != nil {
		objects = append(objects, d.last)
	}
	if d.footer != nil {
		objects = append(objects, d.footer)
	}
	return objects
}

func (d *Decision) arrange(s fyne.Size) {
	d.scrim.Resize(s)
	room := s.Height
	if d.footer != nil {
		room -= d.footer.MinSize().Height
		d.footer.Move(fyne.NewPos(0, room))
		d.footer.Resize(fyne.NewSize(s.Width, s.Height-room))
	}
	w := min(d.width, s.Width-2*theme.S4)
	d.scroll.Resize(fyne.NewSize(w, d.frame.Size().Height)) // wrapped text learns its width first
	most, last := room-2*theme.S4, float32(0)
	if d.fit != nil {
		d.fit(most - 2*dialogPad())
	}
	d.join()
	if d.last == nil && d.scroll.Content.MinSize().Height > most {
		d.split()
	}
	if d.last != nil {
		last = d.last.MinSize().Height + dialogPad()
	}
	h := min(d.scroll.Content.MinSize().Height, most-last)
	pos := fyne.NewPos((s.Width-w)/2, (room-h-last)/2)
	d.frame.Resize(fyne.NewSize(w, h+last))
	d.frame.Move(pos)
	d.scroll.Resize(fyne.NewSize(w, h))
	d.scroll.Move(pos)
	if d.fit != nil {
		d.scroll.Refresh() // which leaves its content as high as it was
	}
	if d.last != nil {
		d.last.Resize(fyne.NewSize(w-2*dialogPad(), last-dialogPad()))
		d.last.Move(pos.AddXY(dialogPad(), h))
	}
}

// join forgets the row of buttons that was split off where the content was set
// again since: it has a row of its own again.
func (d *Decision) join() {
	rows, ok := d.content.(*fyne.Container)
	if d.last == nil || !ok || slices.Equal(rows.Objects, d.rest) {
		return
	}
	d.last, d.rest = nil, nil
	d.Refresh()
}

// split takes the lowest row out of a content that has to scroll: what can be decided stays in view.
func (d *Decision) split() {
	rows, ok := d.content.(*fyne.Container)
	if !ok || len(rows.Objects) < 2 {
		return
	}
	if !layout.IsRows(rows) {
		return
	}
	n := len(rows.Objects) - 1
	d.last, rows.Objects = rows.Objects[n], rows.Objects[:n:n]
	d.rest = rows.Objects
	rows.Refresh()
	d.Refresh()
}
