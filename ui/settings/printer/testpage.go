package printer

import (
	"errors"
	"image"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core/journal"
	"sanduq/core/printer"
	"sanduq/ui/preferences"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// testPage shows what a test page will look like, prints it, and says what came
// of it. In practice it also lets the practice printer run out of paper.
type testPage struct {
	page  *Page
	shop  func() journal.Settings
	busy  bool
	drawn preferences.Printer

	title *typeset.Text
	paper *canvas.Image
	edge  *graphic.Panel
	said  *typeset.Text
	print *control.Button
	roll  *control.Segmented
	named *typeset.Text
	body  *fyne.Container
	root  fyne.CanvasObject
}

// rolls are the states of the practice printer that can be tried.
var rolls = []printer.State{printer.Ready, printer.PaperOut, printer.Off}

func newTestPage(p *Page, shop func() journal.Settings) *testPage {
	t := &testPage{page: p, shop: shop}
	w := p.env.Words
	t.title = typeset.NewText(w.T("settings.printer.test"), typeset.Lead).Cut()
	t.paper = canvas.NewImageFromImage(image.NewPaletted(image.Rect(0, 0, 1, 1), nil))
	t.paper.FillMode, t.paper.ScaleMode = canvas.ImageFillContain, canvas.ImageScaleSmooth
	t.edge = graphic.NewFrame(theme.Card, theme.Edge, 4)
	t.said = typeset.NewParagraph("", typeset.Label.With(theme.Regular))
	t.print = control.NewButton(control.ButtonSpec{Icon: "printer", Label: w.T("settings.printer.printIt"), Mid: true}, t.send)
	t.named = typeset.NewText(w.T("settings.printer.roll"), typeset.Caption).Cut()
	t.roll = control.NewSegmented(form.Words(rolls, func(r printer.State) string { return w.T("settings.printer.roll." + string(r)) }), 0, func(i int) {
		p.printers.SetRoll(rolls[i])
		p.ask(p.printers.Practice())
		p.Paint()
	})
	t.body = layout.New(nil, func(b layout.Placer) {
		y := float32(0)
		h := t.title.MinSize().Height
		b.Put(t.title, 0, y, b.W, h)
		low := b.H
		if !t.roll.Hidden {
			low -= t.roll.MinSize().Height
			b.Put(t.roll, 0, low, b.W, t.roll.MinSize().Height)
			low -= t.named.MinSize().Height + 2
			b.Put(t.named, 0, low, b.W, t.named.MinSize().Height)
			low -= theme.S2
		}
		low -= theme.Target
		b.Put(t.print, 0, low, b.W, theme.Target)
		low -= theme.S2
		if t.said.Text() != "" {
			high := t.said.HeightFor(b.W)
			low -= high
			b.Put(t.said, 0, low, b.W, high)
			low -= theme.S2
		}
		t.placeSlip(b, h+theme.S2, low)
	}, t.title, t.edge, t.paper, t.said, t.print, t.named, t.roll)
	t.root = graphic.NewCardPadded(t.body, 20, theme.S4)
	return t
}

// placeSlip fits the whole page between two heights: a page that is cut shows
// nothing of its width.
func (t *testPage) placeSlip(b layout.Placer, top, bottom float32) {
	img := t.paper.Image.Bounds()
	wide, high := b.W, b.W*float32(img.Dy())/float32(max(1, img.Dx()))
	if room := bottom - top; high > room {
		wide, high = wide*room/high, room
	}
	x := (b.W - wide) / 2
	b.Put(t.edge, x, top, wide, high)
	b.Put(t.paper, x+2, top+2, wide-4, high-4)
}

func (t *testPage) paint(chosen preferences.Printer) {
	p := t.page
	if chosen.Dots != t.drawn.Dots {
		img, err := p.printers.Preview(chosen.Dots, t.shop(), p.env.Now())
		p.host.Failed(err)
		if err == nil {
			t.paper.Image, t.drawn = img, chosen
			t.paper.Refresh()
		}
	}
	practising := p.printers.Practice() != "" && chosen.Address == ""
	t.roll.Hidden, t.named.Hidden = !practising, !practising
	label := "settings.printer.printIt"
	if t.busy {
		label = "settings.printer.printing"
	}
	t.print.SetLabel(p.env.Words.T(label))
	t.print.SetDisabled(t.busy || p.effective(chosen.Address) == "")
	t.body.Refresh()
	t.root.Refresh()
}

func (t *testPage) showResult(text string, bad bool) {
	style := typeset.Label.With(theme.Regular)
	if bad {
		style = typeset.Label.With(theme.SemiBold).Tint(theme.Failed)
	}
	t.said.SetSpans(typeset.Span{Text: text, Style: style})
}

// send prints the page.
func (t *testPage) send() {
	p := t.page
	if t.busy {
		return
	}
	t.busy = true
	t.showResult("", false)
	p.Paint()
	to, shop := p.env.Preferences.Get().Printer, t.shop()
	var said bool
	var err error
	page.Later(p.host, func() { said, err = p.printers.TestPage(p.env.Life, to, shop, p.env.Now()) }, func() {
		t.busy = false
		p.host.Failed(err)
		key, bad := "settings.printer.handed", err != nil
		e, known := errors.AsType[*journal.PaperError](err)
		switch {
		case known && p.env.Words.Has("printer."+e.Code):
			key = "printer." + e.Code
		case bad:
			key = "printer.unknown"
		case said:
			key = "settings.printer.tested"
		}
		t.showResult(p.env.Words.T(key), bad)
		p.ask(p.effective(to.Address))
		p.Paint()
	})
}
