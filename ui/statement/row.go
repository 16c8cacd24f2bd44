package statement

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// resultRow is a row of the list: finding, receipt, both times, the bank's text,
// both sums.
type resultRow struct {
	head  bool
	texts [7]*typeset.Text
	line  fyne.CanvasObject
	root  *fyne.Container
}

// shares are how the columns part the width.
var shares = [7]float32{1.5, .8, 1.1, 1.1, 2.4, 1.1, 1.1}

func newResultRow(head bool) *resultRow {
	r := &resultRow{head: head, line: graphic.NewDivider()}
	objects := []fyne.CanvasObject{r.line}
	for i := range r.texts {
		r.texts[i] = typeset.NewText("", typeset.Body).Cut()
		if i > 4 {
			r.texts[i].Align = typeset.Trailing
		}
		objects = append(objects, r.texts[i])
	}
	r.root = layout.New(nil, r.place, objects...)
	return r
}

// set shows words; the finding has its colour.
func (r *resultRow) set(cells [7]string, finding theme.Colour) {
	for i, t := range r.texts {
		style := typeset.Body
		switch {
		case r.head:
			style = typeset.Caption
		case i == 0:
			style = typeset.Fact.Tint(finding)
		case i > 4:
			style = typeset.Fact
		case i == 4:
			style = typeset.Body.Tint(theme.Muted)
		}
		t.SetSpans(typeset.Span{Text: cells[i], Style: style})
	}
}

// narrow leaves out what a short line has no room for: the bank's text and its
// time.
func narrow(width float32) [7]float32 {
	s := shares
	if width < 620*max(1, theme.Now().TextScale) {
		s[3], s[4] = 0, 0
	}
	return s
}

func (r *resultRow) place(b layout.Placer) {
	b.Put(r.line, 0, b.H-theme.Border(), b.W, theme.Border())
	all, sum := narrow(b.W), float32(0)
	for _, s := range all {
		sum += s
	}
	x := theme.S4
	for i, t := range r.texts {
		w := (b.W - 2*theme.S4) * all[i] / sum
		t.Hidden = w == 0
		h := t.MinSize().Height
		room := w - theme.S2
		if i == 6 {
			room = w
		}
		b.Put(t, x, (b.H-h)/2, room, h)
		x += w
	}
}

func rowHigh() float32 { return max(44, typeset.Body.Size.Units()*1.5+theme.S2) }

func (p *resultPage) place(b layout.Placer) {
	y := p.placeHead(b)
	high := theme.Target
	foot := b.H - high - theme.S3
	head := typeset.Caption.Size.Units()*1.5 + theme.S2
	n := max(1, int((foot-y-head-2)/rowHigh()))
	p.fill(n)
	b.Put(p.frame, 0, y, b.W, foot-y)
	b.Put(p.heads.root, 0, y, b.W, head)
	objects := p.root.Objects[:0:0]
	for _, o := range p.root.Objects {
		if !p.isRow(o) {
			objects = append(objects, o)
		}
	}
	for i, r := range p.rows {
		objects = append(objects, r.root)
		b.Put(r.root, 1, y+head+rowHigh()*float32(i), b.W-2, rowHigh())
	}
	p.root.Objects = objects
	b.Put(p.back, 0, b.H-high, theme.Target, theme.Target)
	b.Put(p.next, theme.Target+theme.S2, b.H-high, theme.Target, theme.Target)
	h := p.where.MinSize().Height
	at := 2*theme.Target + theme.S2 + theme.S4
	end := b.W
	for _, o := range []*control.Button{p.export, p.other, p.columns} {
		if o.Hidden {
			continue
		}
		w := o.MinSize().Width
		if end-w < at {
			w = max(theme.Target, end-at)
		}
		b.Put(o, end-w, b.H-high, w, high)
		end -= w + theme.S2
	}
	p.where.Hidden = at+p.where.MinSize().Width > end
	b.Put(p.where, at, b.H-high/2-h/2, p.where.MinSize().Width, h)
}

func (p *resultPage) isRow(o fyne.CanvasObject) bool {
	for _, r := range p.rows {
		if r.root == o {
			return true
		}
	}
	return false
}

// placeHead puts the words and the chips, and returns where they end.
func (p *resultPage) placeHead(b layout.Placer) float32 {
	y := float32(0)
	h := p.title.HeightFor(b.W)
	b.Put(p.title, 0, y, b.W, h)
	y += h
	h = p.note.HeightFor(b.W)
	b.Put(p.note, 0, y, b.W, h)
	y += h + theme.S2
	y = wrap(&b, b.W, y, p.classes)
	if p.owe.Hidden {
		return y
	}
	m := p.owe.MinSize()
	b.Put(p.owe, 0, y, min(m.Width, b.W), m.Height)
	return y + m.Height + theme.S3
}

// wrap puts the chips that are shown beside each other, in as many rows as they
// need, and returns where the next thing begins; b may be nil.
func wrap(b *layout.Placer, width, y float32, chips []*control.Chip) float32 {
	var x float32
	any := false
	for _, c := range chips {
		if c.Hidden {
			continue
		}
		any = true
		w := min(c.MinSize().Width, width)
		if x > 0 && x+w > width {
			x, y = 0, y+theme.ChipHeight+theme.S2
		}
		if b != nil {
			b.Put(c, x, y, w, theme.ChipHeight)
		}
		x += w + theme.S2
	}
	if any {
		y += theme.ChipHeight + theme.S3
	}
	return y
}
