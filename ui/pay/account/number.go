package account

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

const (
	leastNumber   = 4  // signs of the shortest account number or wallet ID
	longestNumber = 40 // and of the longest
)

// numberSign is a sign of an account number or wallet ID as it is kept: digits
// of any script in Latin shape, letters of account numbers as capitals. False
// means that no such number has the sign.
func numberSign(r rune, route core.Route) (rune, bool) {
	if d, ok := money.Digit(r); ok {
		return d, true
	}
	way := present.WayOf(route)
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	if way.IBAN && r >= 'a' && r <= 'z' {
		r -= 'a' - 'A'
	}
	return r, letter || strings.ContainsRune(way.Marks, r)
}

// numberSigns keeps what belongs to a number of a text that was pasted.
func numberSigns(text string, route core.Route) string {
	var b strings.Builder
	for _, r := range text {
		if s, ok := numberSign(r, route); ok && b.Len() < longestNumber {
			b.WriteRune(s)
		}
	}
	return b.String()
}

// onlyDigits reports whether a number is nothing else, and something.
func onlyDigits(number string) bool {
	return number != "" && strings.Trim(number, "0123456789") == ""
}

// grouped parts a number in fours for reading. A wallet ID that is more than
// digits stays as it is.
func grouped(number string, route core.Route) string {
	if !present.WayOf(route).IBAN && !onlyDigits(number) {
		return number
	}
	var b strings.Builder
	for i, r := range number {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// numberField shows a number while it is typed. It has the focus and takes no
// keys: the screen does, so that digits count wherever the focus is.
type numberField struct {
	widget.BaseWidget
	stop   *stop
	tapped func()
	typing bool // what is typed goes here
	wrong  bool

	frame, caret *graphic.Panel
	part         *graphic.Panel // between whose it is and the number
	whose        *typeset.Text  // the institution that a digit chose; blank for none
	line, holder *typeset.Text
	end          fyne.CanvasObject // a button inside, at the end; may be nil
	box          *fyne.Container
}

func newNumberField(placeholder string, end fyne.CanvasObject, tapped func()) *numberField {
	f := &numberField{tapped: tapped, end: end, frame: graphic.NewFrame(theme.Card, theme.Edge, theme.Radius),
		caret: graphic.NewPanel(theme.Primary), line: typeset.NewText("", typeset.Title),
		part: graphic.NewPanel(theme.Edge), whose: typeset.NewText("", typeset.Body.Tint(theme.Primary).With(theme.SemiBold)).Cut(),
		holder: typeset.NewText(placeholder, typeset.Body.Tint(theme.Muted)).Cut()}
	f.stop = newStop(func() { f.Refresh() })
	all := []fyne.CanvasObject{f.frame, f.stop, f.part, f.whose, f.holder, f.line, f.caret}
	if end != nil {
		all = append(all, end)
	}
	f.box = layout.New(layout.Least(fyne.NewSize(0, theme.Target)), f.place, all...)
	f.ExtendBaseWidget(f)
	return f
}

// set shows a number as it is grouped. A mark in front keeps the groups in
// their order where words run from right to left.
func (f *numberField) set(text string) {
	f.holder.Hidden = text != ""
	if text != "" {
		text = "\u200e" + text
	}
	f.line.SetText(text)
	f.Refresh()
}

// begin says whose number it is before its first digit: the digit that chose them
// is no part of it. Blank for nobody.
func (f *numberField) begin(whose string) {
	if f.whose.Text() != whose {
		f.whose.SetText(whose)
		f.Refresh()
	}
}

func (f *numberField) mark(typing, wrong bool) {
	if f.typing != typing || f.wrong != wrong {
		f.typing, f.wrong = typing, wrong
		f.Refresh()
	}
}

func (f *numberField) Tapped(*fyne.PointEvent) { f.tapped() }

func (f *numberField) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(f.box) }

func (f *numberField) Refresh() {
	line, stroke := theme.Edge, theme.Border()
	if f.wrong {
		line, stroke = theme.Failed, 2
	}
	f.frame.Line, f.frame.Stroke = line, stroke
	f.frame.Refresh()
	f.caret.Hidden = !f.typing
	f.box.Refresh()
}

func (f *numberField) place(p layout.Placer) {
	w, h := p.W, p.H
	p.Put(f.frame, 0, 0, w, h)
	p.Put(f.stop, 0, 0, w, h)
	room := w - 2*theme.S4 - 1
	if f.end != nil {
		m := f.end.MinSize()
		p.Put(f.end, w-theme.S1-m.Width, (h-m.Height)/2, m.Width, m.Height)
		layout.SetVisible(f.fit(room-m.Width).Width <= room-m.Width, f.end) // the number goes before its helper
		if f.end.Visible() {
			room -= m.Width
		}
	}
	x := theme.S4 + 1
	before := f.before(p, room)
	x, room = x+before, room-before
	m := f.fit(room)
	p.Put(f.line, x, (h-m.Height)/2, m.Width, m.Height)
	at := x + m.Width + 3
	if theme.Now().RTL { // a number grows to the right in every language
		at = x - 4
	}
	p.Put(f.caret, at, (h-34)/2, 2, 34)
	t := f.holder.MinSize().Height
	p.Put(f.holder, x-1+theme.S3, (h-t)/2, room-theme.S3, t)
}

// before puts whose number it is in front of it, and returns how much room that
// takes. A long name is cut, and the number goes before it.
func (f *numberField) before(p layout.Placer, room float32) float32 {
	m := f.whose.MinSize()
	wide := min(f.whose.Width(), room/2)
	whole := wide + 2*theme.S3 + theme.Border()
	f.whose.Hidden = f.whose.Text() == "" || f.fit(room-whole).Width > room-whole
	f.part.Hidden = f.whose.Hidden
	if f.whose.Hidden {
		return 0
	}
	p.Put(f.whose, theme.S4+1, (p.H-m.Height)/2, wide, m.Height)
	p.Put(f.part, theme.S4+1+wide+theme.S3, (p.H-m.Height)/2, theme.Border(), m.Height)
	return whole
}

// fit takes the largest size in which the whole number can be read.
func (f *numberField) fit(room float32) fyne.Size {
	for _, size := range []theme.Size{theme.Title, theme.Lead, theme.Body} {
		f.line.SetStyle(typeset.Title.Sized(size))
		if f.line.MinSize().Width <= room {
			break
		}
	}
	return f.line.MinSize()
}
