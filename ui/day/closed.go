package day

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/day/figures"
	"sanduq/ui/pages"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// closedPage is the Z that has just ended a shift.
type closedPage struct {
	screen *Screen
	frame  *pages.Frame
	sheet  *sheet
	ends   []*control.Button // at the end of the head, or of the row of tabs
	root   *fyne.Container
}

func newClosedPage(s *Screen) *closedPage {
	w, z := s.env.Words, *s.memory.z
	p := &closedPage{screen: s, frame: pages.NewFrame(w.T("day.closed", "n", z.Shift))}
	p.frame.Tabbed = s.deps.Tabs
	if p.ends = []*control.Button{s.zsTool()}; !s.deps.Tabs {
		p.frame.Tools = p.ends
	}
	p.sheet = newSheet(s, p)
	if p.sheet.first = s.memory.fresh; s.deps.Tabs {
		p.sheet.done = p.frame.Under // a line of its own would push the reason out of view
	}
	from := z.Begun
	if z.Opened != nil {
		from = z.Opened.At
	}
	p.frame.Sub.SetText(w.T("day.from", "from", present.Clock(from, s.env.Zone), "to", present.Clock(z.At, s.env.Zone)))
	rows := figures.Taken(s.env, z)
	if z.Drawer != nil && z.Drawer.Counted != nil {
		rows = append(rows, graphic.NewDivider(), figures.Difference(s.env, *z.Drawer, true))
		if z.Drawer.Reason != "" {
			rows = append(rows, graphic.NewDivider(), figures.AtEnd(typeset.NewText(w.T("day.reason"), typeset.Body.Tint(theme.Muted)),
				typeset.NewText(w.T("day.reason.kept", "z", journal.ZNumber(z.Seq), "name", present.Somebody(s.env.Words, z.By), "time", present.Clock(z.At, s.env.Zone)), typeset.Caption)),
				typeset.NewParagraph(z.Drawer.Reason, typeset.Fact))
		}
	} else {
		rows = append(rows, typeset.NewParagraph(journal.ZNumber(z.Seq), typeset.Title))
	}
	if s.deps.Mail != nil {
		rows = append(rows, p.sheet.mail.line)
	}
	card := graphic.NewCardPadded(scrolled(layout.BesideBar(layout.Rows(theme.S1, rows...))), theme.S5(), theme.S3)
	actions := p.sheet.zButtons(theme.ChipHeight)
	var objects []fyne.CanvasObject
	for _, b := range actions {
		objects = append(objects, layout.Grow(1, b))
	}
	second := layout.Rows(theme.S3, layout.Grow(1, card), layout.Columns(theme.S2, objects...))
	if pages.Large() {
		second = layout.Rows(theme.S4, graphic.NewCardPadded(layout.Rows(theme.S2, rows...), theme.S5(), theme.S4), layout.Rows(theme.S2, objects...))
	}
	p.frame.Body = second
	if pages.Large() {
		p.frame.Body = scrolled(layout.Rows(theme.S4, second, p.sheet.whole()))
	}
	p.frame.Primary = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "drawer", Label: w.T("day.begin"), Key: "Enter"}, p.next)
	p.frame.Build()
	p.root = p.frame.Root
	if !pages.Large() {
		p.root = beside(p.sheet, p.frame)
	}
	return p
}

// ask reads what belongs on the paper. A Z that was made just now goes to the printer
// by itself.
func (p *closedPage) ask() {
	s := p.screen
	fresh := s.memory.fresh
	s.memory.fresh = false
	p.sheet.set(*s.memory.z, nil)
	if fresh && s.deps.Paper.Print != nil {
		p.sheet.toPrinter()
	}
}

func (p *closedPage) tools() []*control.Button { return p.ends }

func (p *closedPage) object() fyne.CanvasObject { return p.root }

func (p *closedPage) face() *pages.Frame { return p.frame }

func (p *closedPage) refresh() {}

func (p *closedPage) press(k screen.KeyPress) bool {
	switch {
	case !p.screen.rested(): // it was meant for the screen before
	case enter(k):
		p.next()
	case k.Name == fyne.KeyF9 && p.screen.deps.Paper.Print != nil:
		p.sheet.toPrinter()
	case k.Name == fyne.KeyEscape: // the next shift is one key away, and not this one
	case k.Name == fyne.KeyF10 && p.screen.deps.Paper.Save != nil:
		p.sheet.toFile()
	default:
		return false
	}
	return true
}

// next goes to the shift that the Z began.
func (p *closedPage) next() {
	if p.screen.rested() {
		p.screen.memory.z = nil
		p.screen.goTo(stepDay)
	}
}
