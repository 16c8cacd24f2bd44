package statement

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/pages"
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
	band       *graphic.Panel // below head
	head, note *typeset.Text
	rows       *fyne.Container
	body       fyne.CanvasObject
	open       func(journal.BankStatement)
	root       *fyne.Container
}

// mostLast is how many are listed.
const mostLast = 30

func newLastCard(w *words.Catalogue, open func(journal.BankStatement)) *lastCard {
	c := &lastCard{frame: graphic.NewFrame(theme.Card, theme.Line, theme.Radius), head: typeset.NewText(w.T("statement.last"), typeset.Caption.With(theme.SemiBold)).Cut(),
		note: paragraph(w.T("statement.once"), typeset.Caption), rows: layout.Rows(0), open: open}
	c.body = c.rows
	if !pages.Large() { // then the page scrolls
		c.body = container.NewVScroll(c.rows)
	}
	c.band = graphic.NewFrame(theme.Sunken, theme.Transparent, theme.Radius)
	c.root = layout.New(c.min, c.place, c.frame, c.band, c.head, c.body, c.note)
	return c
}

// set lists statements, the newest first, and below them files that may be the next.
func (c *lastCard) set(env screen.Env, all []journal.BankStatement, files []File, open func(path string)) {
	w := env.Words
	c.rows.Objects = nil
	for _, s := range all {
		spec := list.LineSpec{Icon: "bank", Name: s.Bank, Below: w.T("statement.until", "day", exporting.Date(w, s.To)), Note: w.T("statement.settled"), Open: true}
		if s.Bank == "" {
			spec.Name = s.File
		}
		if s.Open > 0 {
			spec.Note = w.N("statement.toGo", s.Open)
		}
		c.rows.Objects = append(c.rows.Objects, list.NewLine(spec, func() { c.open(s) }))
	}
	if len(all) == 0 {
		c.rows.Objects = append(c.rows.Objects, layout.Padding(theme.S4, theme.S4, typeset.NewText(w.T("statement.lastNone"), typeset.Body.Tint(theme.Muted))))
	}
	if len(files) > 0 {
		c.rows.Objects = append(c.rows.Objects, layout.Padding(theme.S4, theme.S2, typeset.NewText(w.T("statement.found"), typeset.Caption.With(theme.SemiBold)).Cut()))
	}
	for _, f := range files {
		spec := list.LineSpec{Icon: "folder", Name: filepath.Base(f.Path), Below: f.Where + " · " + w.Moment(f.At.In(env.Zone)), Open: true}
		c.rows.Objects = append(c.rows.Objects, list.NewLine(spec, func() { open(f.Path) }))
	}
	c.rows.Refresh()
	c.root.Refresh()
}

// around is what stands above and below the rows.
func (c *lastCard) around(wide float32) (head, foot float32) {
	return max(32, c.head.MinSize().Height+theme.S2), c.note.HeightFor(wide - 2*theme.S4)
}

func (c *lastCard) min() fyne.Size {
	head, foot := c.around(400)
	return fyne.NewSize(200, head+c.rows.MinSize().Height+foot+theme.S5())
}

func (c *lastCard) place(b layout.Placer) {
	b.Put(c.frame, 0, 0, b.W, b.H)
	head, foot := c.around(b.W)
	b.Put(c.band, 1, 1, b.W-2, head)
	line := c.head.MinSize().Height
	b.Put(c.head, theme.S4, (head-line)/2, b.W-2*theme.S4, line)
	b.Put(c.body, 1, head, b.W-2, max(0, b.H-head-foot-theme.S5()))
	b.Put(c.note, theme.S4, b.H-foot-theme.S3, b.W-2*theme.S4, foot)
}
