package pages

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
)

// Deck is a card of lines, with a heading or something larger above them. Lines
// share the room that there is. Where there is too little, those that are only read
// become lower, and then they scroll.
type Deck struct {
	frame, band *graphic.Panel
	head        *typeset.Text
	top         fyne.CanvasObject // nil without; above the lines, at its own height
	Lines       []*list.Line
	rule        fyne.CanvasObject // below top
	List        *fyne.Container
	Scroll      *container.Scroll // nil where words are large: then the page scrolls
	body        fyne.CanvasObject
	Root        *fyne.Container
}

// NewDeck is a card without lines; head may be blank, and top nil.
func NewDeck(head string, top fyne.CanvasObject) *Deck {
	d := &Deck{frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius), band: graphic.NewFrame(theme.Sunken, theme.Transparent, theme.Radius),
		head: typeset.NewText(head, typeset.Caption.With(theme.SemiBold).Tint(theme.Text)).Cut(), top: top}
	d.List = layout.New(d.listLeast, d.placeList)
	d.body = d.List
	if !Large() {
		d.Scroll = container.NewVScroll(d.List)
		d.body = d.Scroll
	}
	objects := []fyne.CanvasObject{d.frame, d.band, d.head, d.body}
	if top != nil {
		d.rule = graphic.NewPanel(theme.Line)
		objects = append(objects, top, d.rule)
	}
	d.Root = layout.New(d.min, d.place, objects...)
	return d
}

// Set shows other lines.
func (d *Deck) Set(lines ...*list.Line) {
	d.Lines = lines
	d.List.Objects = nil
	for i, l := range lines {
		s := l.Spec()
		s.Last = i == len(lines)-1
		l.Set(s)
		d.List.Objects = append(d.List.Objects, l)
	}
	d.List.Refresh()
	d.Root.Refresh()
}

func (d *Deck) headHigh() float32 {
	if d.head.Text() == "" {
		return 0
	}
	return max(32, d.head.MinSize().Height+theme.S2)
}

func (d *Deck) listMin() fyne.Size {
	var y float32
	for _, l := range d.Lines {
		y += l.MinSize().Height
	}
	return fyne.NewSize(180, y)
}

// listLeast is the size below which the lines scroll.
func (d *Deck) listLeast() fyne.Size {
	var y float32
	for _, l := range d.Lines {
		y += l.Least()
	}
	return fyne.NewSize(180, y)
}

func (d *Deck) min() fyne.Size {
	y := d.headHigh() + d.listMin().Height + 2*theme.Border()
	if d.top != nil {
		y += d.top.MinSize().Height
	}
	return fyne.NewSize(200, y)
}

// most is how high a line becomes where there is room for more.
const most float32 = 88

func (d *Deck) placeList(b layout.Placer) {
	need, least := d.listMin().Height, d.listLeast().Height
	var y float32
	for _, l := range d.Lines {
		h := l.MinSize().Height
		switch n := float32(len(d.Lines)); {
		case b.H > need:
			h = min(max(h, most), h+(b.H-need)/n)
		case need > least:
			h = l.Least() + (h-l.Least())*max(0, b.H-least)/(need-least)
		}
		b.Put(l, 0, y, b.W, h)
		y += h
	}
}

func (d *Deck) place(b layout.Placer) {
	edge := theme.Border()
	b.Put(d.frame, 0, 0, b.W, b.H)
	y := d.headHigh()
	d.band.Hidden, d.head.Hidden = y == 0, y == 0
	b.Put(d.band, edge, edge, b.W-2*edge, y)
	h := d.head.MinSize().Height
	b.Put(d.head, 20, (y-h)/2, b.W-40, h)
	if d.top != nil {
		h = d.top.MinSize().Height
		if rest := b.H - y - d.listMin().Height - edge; len(d.Lines) > 0 {
			h = max(h, min(rest, h+72))
		} else {
			h = b.H - y - edge
		}
		b.Put(d.top, edge, y, b.W-2*edge, h)
		y += h
		if d.rule.Hide(); len(d.Lines) > 0 {
			d.rule.Show()
		}
		b.Put(d.rule, 0, y-edge, b.W, edge)
	}
	b.Put(d.body, edge, max(y, edge), b.W-2*edge, b.H-max(y, edge)-edge)
}
