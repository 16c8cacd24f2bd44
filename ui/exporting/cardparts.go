package exporting

import (
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// cut lets the name of a folder, which may be long, make nothing wider than the
// card.
func cut(o fyne.CanvasObject) fyne.CanvasObject {
	return layout.New(func() fyne.Size { return fyne.NewSize(0, o.MinSize().Height) }, func(b layout.Placer) { b.Put(o, 0, 0, b.W, b.H) }, o)
}

// abreast sets objects side by side, or one below the other where words are large.
func abreast(all ...fyne.CanvasObject) fyne.CanvasObject {
	if theme.Now().TextScale > 1.2 {
		return layout.Rows(theme.S2, all...)
	}
	var grown []fyne.CanvasObject
	for _, o := range all {
		grown = append(grown, layout.Grow(1, o))
	}
	return layout.Columns(theme.S3, grown...)
}

func able(o fyne.Disableable, on bool) {
	if on {
		o.Enable()
	} else {
		o.Disable()
	}
}

// wrapped are chips in as many lines as they need.
func wrapped(chips []*control.Chip) fyne.CanvasObject {
	flow := func(width float32, put func(o fyne.CanvasObject, x, y, w, h float32)) float32 {
		var x, y float32
		for _, c := range chips {
			w := c.MinSize().Width
			if x > 0 && x+w > width {
				x, y = 0, y+theme.ChipHeight+theme.S2
			}
			put(c, x, y, w, theme.ChipHeight)
			x += w + theme.S2
		}
		return y + theme.ChipHeight
	}
	objects := layout.Objects(chips)
	width := float32(dialog.DecisionWidth)
	return layout.New(func() fyne.Size {
		return fyne.NewSize(100, flow(width, func(fyne.CanvasObject, float32, float32, float32, float32) {}))
	}, func(b layout.Placer) { width = b.W; flow(b.W, b.Put) }, objects...)
}

// refreshAround lets the card that holds an object take its new height.
func refreshAround(o fyne.CanvasObject) {
	c := fyne.CurrentApp().Driver().CanvasForObject(o)
	if c == nil {
		return
	}
	for _, over := range c.Overlays().List() {
		over.Refresh()
	}
}

// bar is how far an export is: rows, per cent, speed, and a bar below.
type bar struct {
	rows, share *typeset.Text
	track, fill *graphic.Panel
	part        float32
	root        *fyne.Container
}

const barHigh float32 = 12

func newBar() *bar {
	b := &bar{rows: typeset.NewText("", typeset.Body).Cut(), share: typeset.NewText("", typeset.Body.Tint(theme.Muted))}
	b.track, b.fill = graphic.NewFrame(theme.Sunken, theme.Transparent, barHigh/2), graphic.NewFrame(theme.Primary, theme.Transparent, barHigh/2)
	b.root = layout.New(func() fyne.Size { return fyne.NewSize(200, b.rows.MinSize().Height+theme.S2+barHigh) }, func(board layout.Placer) {
		m := b.share.MinSize()
		board.Put(b.rows, 0, 0, board.W-m.Width-theme.S3, b.rows.MinSize().Height)
		board.Put(b.share, board.W-m.Width, 0, m.Width, m.Height)
		board.Put(b.track, 0, board.H-barHigh, board.W, barHigh)
		board.Put(b.fill, 0, board.H-barHigh, max(barHigh, board.W*b.part), barHigh)
	}, b.rows, b.share, b.track, b.fill)
	return b
}

func (b *bar) set(s State, w *words.Catalogue) {
	b.part = s.Share()
	if s.Total > 0 {
		b.rows.SetText(w.T("export.progress", "done", s.Done, "total", s.Total, "speed", s.PerSecond()))
		b.share.SetText(strconv.Itoa(int(b.part*100)) + " %")
	} else {
		b.rows.SetText(w.T("receipts.reading"))
		b.share.SetText("")
	}
	b.root.Refresh()
}

func focus(b *control.Button) {
	if on := fyne.CurrentApp().Driver().CanvasForObject(b); on != nil {
		on.Focus(b)
	}
}
