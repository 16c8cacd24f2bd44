package day

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// deck is a card of lines, with a heading or something larger above them. Lines
// share the room that there is, and scroll where there is too little.
type deck struct {
	frame, band *widgets.Panel
	head        *widgets.Text
	top         fyne.CanvasObject // nil without; above the lines, at its own height
	lines       []*widgets.Line
	rule        fyne.CanvasObject // below top
	list        *fyne.Container
	scroll      *container.Scroll // nil where words are large: then the page scrolls
	body        fyne.CanvasObject
	root        *fyne.Container
}

func newDeck(head string, top fyne.CanvasObject) *deck {
	d := &deck{frame: widgets.NewFrame(theme.Card, theme.Line, theme.Radius), band: widgets.NewFrame(theme.Sunken, theme.Transparent, theme.Radius),
		head: widgets.NewText(head, widgets.Caption.With(theme.SemiBold).Tint(theme.Text)).Cut(), top: top}
	d.list = screen.Lay(d.listMin, d.placeList)
	d.body = d.list
	if !large() {
		d.scroll = container.NewVScroll(d.list)
		d.body = d.scroll
	}
	objects := []fyne.CanvasObject{d.frame, d.band, d.head, d.body}
	if top != nil {
		d.rule = widgets.NewPanel(theme.Line)
		objects = append(objects, top, d.rule)
	}
	d.root = screen.Lay(d.min, d.place, objects...)
	return d
}

// set shows other lines.
func (d *deck) set(lines ...*widgets.Line) {
	d.lines = lines
	d.list.Objects = nil
	for i, l := range lines {
		s := l.Spec()
		s.Last = i == len(lines)-1
		l.Set(s)
		d.list.Objects = append(d.list.Objects, l)
	}
	d.list.Refresh()
	d.root.Refresh()
}

func (d *deck) headHigh() float32 {
	if d.head.Text() == "" {
		return 0
	}
	return max(32, d.head.MinSize().Height+theme.S2)
}

func (d *deck) listMin() fyne.Size {
	var y float32
	for _, l := range d.lines {
		y += l.MinSize().Height
	}
	return fyne.NewSize(180, y)
}

func (d *deck) min() fyne.Size {
	y := d.headHigh() + d.listMin().Height + 2*theme.Border()
	if d.top != nil {
		y += d.top.MinSize().Height
	}
	return fyne.NewSize(200, y)
}

// most is how high a line becomes where there is room for more.
const most float32 = 88

func (d *deck) placeList(b screen.Board) {
	need := d.listMin().Height
	var y float32
	for _, l := range d.lines {
		h := l.MinSize().Height
		if n := float32(len(d.lines)); b.H > need {
			h = min(max(h, most), h+(b.H-need)/n)
		}
		b.Put(l, 0, y, b.W, h)
		y += h
	}
}

func (d *deck) place(b screen.Board) {
	edge := theme.Border()
	b.Put(d.frame, 0, 0, b.W, b.H)
	y := d.headHigh()
	d.band.Hidden, d.head.Hidden = y == 0, y == 0
	b.Put(d.band, edge, edge, b.W-2*edge, y)
	h := d.head.MinSize().Height
	b.Put(d.head, 20, (y-h)/2, b.W-40, h)
	if d.top != nil {
		h = d.top.MinSize().Height
		if rest := b.H - y - d.listMin().Height - edge; len(d.lines) > 0 {
			h = max(h, min(rest, h+72))
		} else {
			h = b.H - y - edge
		}
		b.Put(d.top, edge, y, b.W-2*edge, h)
		y += h
		show(d.rule, len(d.lines) > 0)
		b.Put(d.rule, 0, y-edge, b.W, edge)
	}
	b.Put(d.body, edge, max(y, edge), b.W-2*edge, b.H-max(y, edge)-edge)
}
