package statement

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// resultRow is a row of the list: finding, receipt, both times, the bank's text,
// both sums.
type resultRow struct {
	head  bool
	icon  *graphic.Icon
	texts [7]*typeset.Text
	line  fyne.CanvasObject
	root  *fyne.Container
}

// shares are how the columns part the width.
var shares = [7]float32{1.5, .8, 1.1, 1.1, 2.4, 1.1, 1.1}

func newResultRow(head bool) *resultRow {
	r := &resultRow{head: head, line: graphic.NewDivider(), icon: graphic.NewIcon("check", markSide, theme.Muted)}
	objects := []fyne.CanvasObject{r.line, r.icon}
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

const markSide = 20

// set shows words; the finding has its colour and its mark, which is blank for none.
func (r *resultRow) set(cells [7]string, finding theme.Colour, mark string) {
	if r.icon.Hidden = mark == ""; mark != "" {
		r.icon.Set(mark, finding)
	}
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
		if i == 0 && !r.head {
			side := r.icon.Side()
			b.Put(r.icon, x, (b.H-side)/2, side, side)
			b.Put(t, x+side+theme.S2, (b.H-h)/2, room-side-theme.S2, h)
			x += w
			continue
		}
		b.Put(t, x, (b.H-h)/2, room, h)
		x += w
	}
}

func rowHigh() float32 { return max(44, typeset.Body.Size.Units()*1.5+theme.S2) }
