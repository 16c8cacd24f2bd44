package day

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// xPage is the open shift on paper. It only shows: nothing is closed by it.
type xPage struct {
	form
	sheet  *sheet
	beside *typeset.Text // what stands in no Z
}

func newXPage(s *Screen) *xPage {
	w := s.env.Words
	p := &xPage{form: newForm(s, "day.x")}
	p.sheet = newSheet(s, p)
	p.frame.Back = s.backTool()
	p.frame.End.SetText(w.T("day.shift", "n", s.view.Shift.Number))
	p.frame.Footer = p.sheet.buttons(theme.PrimaryHigh, "day.printFirst")
	p.beside = typeset.NewParagraph("", typeset.Body)
	p.frame.Body = layout.New(nil, func(b layout.Placer) {
		wide, y := min(paperWide, b.W), float32(0)
		if p.beside.Text() != "" {
			y = p.beside.HeightFor(b.W) + theme.S3
		}
		b.Put(p.beside, 0, 0, b.W, y)
		b.Put(p.sheet.scroll, (b.W-wide)/2, y, wide, min(b.H-y, p.sheet.paper.HeightFor(wide)))
	}, p.beside, p.sheet.scroll)
	p.sheet.scroll.Hide()
	p.frame.Build()
	for _, b := range p.frame.Footer { // there is nothing to be printed yet
		b.Hide()
	}
	return p
}

// ask sums the shift up. What is shown stays until the answer is there.
func (p *xPage) ask() {
	s := p.screen
	var z journal.Z
	var before receipt.BeforeShift
	s.reads(func(ctx context.Context) (err error) {
		if z, err = s.deps.Till.X(ctx, s.deps.Person.By()); err == nil {
			before = s.outsideShift(ctx, z)
		}
		return err
	}, func(err error) {
		if s.page != page(p) {
			return
		}
		if err != nil {
			p.frame.Wrong(unread(s.env, err))
			return
		}
		p.sheet.scroll.Show()
		for _, b := range p.frame.Footer {
			b.Show()
		}
		p.beside.SetText(outsideShift(s.env, before))
		p.sheet.set(z, &before)
		p.frame.Root.Refresh()
	})
}

func (p *xPage) press(k screen.KeyPress) bool {
	switch {
	case k.Name == fyne.KeyF9 && p.screen.deps.Paper.Print != nil:
		p.sheet.toPrinter()
	case k.Name == fyne.KeyF10 && p.screen.deps.Paper.Save != nil:
		p.sheet.toFile()
	case k.Name == fyne.KeyF5:
		p.ask()
	default:
		return p.sheet.press(k)
	}
	return true
}
