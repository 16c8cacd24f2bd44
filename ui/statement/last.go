package statement

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// lastCard lists the statements that were read last, and whether each is settled.
type lastCard struct {
	frame      *graphic.Panel
	head, note *typeset.Text
	rows       *fyne.Container
	scroll     *container.Scroll
	open       func(journal.BankStatement)
	root       *fyne.Container
}

// mostLast is how many are listed.
const mostLast = 30

func newLastCard(w *words.Catalogue, open func(journal.BankStatement)) *lastCard {
	c := &lastCard{frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius), head: typeset.NewText(w.T("statement.last"), typeset.Caption.With(theme.SemiBold)).Cut(),
		note: paragraph(w.T("statement.once"), typeset.Caption), rows: layout.Rows(0), open: open}
	c.scroll = container.NewVScroll(c.rows)
	c.root = layout.New(nil, c.place, c.frame, c.head, c.scroll, c.note)
	c.root.Hide()
	return c
}

// set lists statements, the newest first; the card is gone where nothing is kept.
func (c *lastCard) set(env screen.Env, all []journal.BankStatement) {
	w := env.Words
	c.root.Hidden = all == nil
	c.rows.Objects = nil
	for _, s := range all {
		spec := list.LineSpec{Icon: "bank", Name: s.Bank, Below: w.T("statement.until", "day", w.Date(s.To.Time(env.Zone))), Note: w.T("statement.settled"), Open: true}
		if s.Bank == "" {
			spec.Name = s.File
		}
		if s.Open > 0 {
			spec.Note = w.N("statement.toGo", s.Open)
		}
		c.rows.Objects = append(c.rows.Objects, list.NewLine(spec, func() { c.open(s) }))
	}
	if len(all) == 0 {
		c.rows.Objects = append(c.rows.Objects, typeset.NewText("  "+w.T("statement.lastNone"), typeset.Body.Tint(theme.Muted)))
	}
	c.root.Refresh()
}

func (c *lastCard) place(b layout.Placer) {
	b.Put(c.frame, 0, 0, b.W, b.H)
	head := max(32, c.head.MinSize().Height+theme.S2)
	b.Put(c.head, theme.S4, 0, b.W-2*theme.S4, head)
	foot := c.note.HeightFor(b.W - 2*theme.S4)
	b.Put(c.scroll, 1, head, b.W-2, max(0, b.H-head-foot-theme.S5()))
	b.Put(c.note, theme.S4, b.H-foot-theme.S3, b.W-2*theme.S4, foot)
}
