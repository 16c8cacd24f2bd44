package cashier

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/core"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

const (
	leastNumber   = 4  // signs of the shortest account number or wallet ID
	longestNumber = 40 // and of the longest
)

// numberSign is a sign of an account number or wallet ID as it is kept: digits
// of any script in Latin shape, letters of account numbers as capitals. False
// means that no such number has the sign.
func numberSign(r rune, route core.Route) (rune, bool) {
	if d, ok := digit(r); ok {
		return d, true
	}
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	if route == core.RouteWallet {
		return r, letter || strings.ContainsRune("+@._-", r)
	}
	if r >= 'a' && r <= 'z' {
		r -= 'a' - 'A'
	}
	return r, letter
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

// grouped parts a number in fours for reading. A wallet ID that is more than
// digits stays as it is.
func grouped(number string, route core.Route) string {
	if route == core.RouteWallet && strings.Trim(number, "0123456789") != "" {
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

	frame, caret *widgets.Panel
	line, holder *widgets.Text
	end          fyne.CanvasObject // a button inside, at the end; may be nil
	box          *fyne.Container
}

func newNumberField(placeholder string, end fyne.CanvasObject, tapped func()) *numberField {
	f := &numberField{tapped: tapped, end: end, frame: widgets.NewFrame(theme.Card, theme.Edge, theme.Radius),
		caret: widgets.NewPanel(theme.Primary), line: widgets.NewText("", widgets.Title),
		holder: widgets.NewText(placeholder, widgets.Body.Tint(theme.Muted)).Cut()}
	f.stop = newStop(func() { f.Refresh() })
	all := []fyne.CanvasObject{f.frame, f.stop, f.holder, f.line, f.caret}
	if end != nil {
		all = append(all, end)
	}
	f.box = widgets.NewScreen(fyne.NewSize(0, theme.Target), f.place, all...)
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

func (f *numberField) place(p widgets.Placer) {
	w, h := p.Size.Width, p.Size.Height
	p.Put(f.frame, 0, 0, w, h)
	p.Put(f.stop, 0, 0, w, h)
	room := w - 2*theme.S4 - 1
	if f.end != nil {
		m := f.end.MinSize()
		p.Put(f.end, w-theme.S1-m.Width, (h-m.Height)/2, m.Width, m.Height)
		showOrHide(f.end, f.fit(room-m.Width).Width <= room-m.Width) // the number goes before its helper
		if f.end.Visible() {
			room -= m.Width
		}
	}
	m := f.fit(room)
	p.Put(f.line, theme.S4+1, (h-m.Height)/2, m.Width, m.Height)
	at := theme.S4 + 1 + m.Width + 3
	if p.RTL { // a number grows to the right in every language
		at = theme.S4 - 3
	}
	p.Put(f.caret, at, (h-34)/2, 2, 34)
	t := f.holder.MinSize().Height
	p.Put(f.holder, theme.S4+theme.S3, (h-t)/2, room-theme.S3, t)
}

func showOrHide(o fyne.CanvasObject, on bool) {
	if on != o.Visible() {
		if on {
			o.Show()
		} else {
			o.Hide()
		}
	}
}

// fit takes the largest size in which the whole number can be read.
func (f *numberField) fit(room float32) fyne.Size {
	for _, size := range []theme.Size{theme.Title, theme.Lead, theme.Body} {
		f.line.SetStyle(widgets.Title.Sized(size))
		if f.line.MinSize().Width <= room {
			break
		}
	}
	return f.line.MinSize()
}
