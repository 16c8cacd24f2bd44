package statement

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/filechooser"
	"sanduq/ui/pages"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// choosePage takes the bank's file: dropped, looked for, or one of those that were found.
type choosePage struct {
	opened *opened
	steps  steps
	files  []File
	busy   bool
	wrong  string // why the file before was not read
	gone   bool   // wrong is no failure of a file

	zone    *zone
	choose  *control.Button
	looking *filechooser.Chooser // over the page; nil unless a file is looked for
	take    *control.Button      // what is picked there
	last    *lastCard
	page    fyne.CanvasObject
	root    *fyne.Container
}

// kinds are the files that can be read, as people know them.
var kinds = []string{"camt.052, 053, 054", "MT940", "OFX", "QIF", "BAI2", "CSV", "Excel"}

func newChoosePage(o *opened, s steps) *choosePage {
	w := o.env.Words
	p := &choosePage{opened: o, steps: s}
	p.zone = newZone(p.browseFile)
	p.choose = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "folder", Label: w.T("statement.file"), Key: "Enter"}, p.browseFile)
	p.take = control.NewPrimary("", "Enter", nil)
	p.last = newLastCard(w, p.again)
	read := []fyne.CanvasObject{layout.Padding(0, theme.S1, typeset.NewText(w.T("statement.kinds"), typeset.Caption))}
	for _, k := range kinds {
		read = append(read, tag(k))
	}
	card := graphic.NewCardPadded(layout.Rows(theme.S4, layout.Grow(1, p.zone), layout.Flow(theme.S2, read...)), 20, 20)
	p.page = layout.Rows(theme.S4, layout.Grow(1, pages.Columns(theme.S4, pages.Side(), card, p.last.root)), p.choose)
	p.root = container.NewStack(p.page)
	p.paint()
	return p
}

// browseFile lets a person look for a file in the place of the page.
func (p *choosePage) browseFile() {
	if p.busy {
		return
	}
	env, d := p.opened.env, p.opened.deps
	p.looking = filechooser.New(filechooser.Options{Words: env.Words, Suffixes: suffixes, Places: d.Places(), Go: env.Go, Post: env.Post, Changed: p.laid, Back: p.back, Picked: p.open})
	p.laid()
}

// laid shows the files that are looked through, and what can be taken.
func (p *choosePage) laid() {
	if p.looking == nil {
		return
	}
	list := p.looking.Object()
	label, do := p.looking.Primary()
	p.take.SetLabel(label)
	p.take.OnTapped = do
	p.take.Hidden = label == ""
	p.root.Objects = []fyne.CanvasObject{layout.New(nil, func(b layout.Placer) {
		foot := b.H
		if !p.take.Hidden {
			foot -= p.take.MinSize().Height
			b.Put(p.take, 0, foot, b.W, b.H-foot)
			foot -= theme.S4
		}
		b.Put(list, 0, 0, b.W, foot)
	}, list, p.take)}
	p.root.Refresh()
}

// back goes back to the page.
func (p *choosePage) back() {
	p.looking = nil
	p.root.Objects = []fyne.CanvasObject{p.page}
	p.root.Refresh()
}

// find looks for files again.
func (p *choosePage) find() {
	env, d := p.opened.env, p.opened.deps
	env.Go(func() {
		all := d.Files()
		var last []journal.BankStatement
		if d.Book != nil {
			var err error
			last, err = d.Book.BankStatements(env.Life, mostLast)
			env.Report(d.Failed, err)
		}
		env.Post(func() {
			p.files = all
			p.last.set(env, last, all, p.open)
			p.page.Refresh() // where words are large, the card has another height
			p.paint()
		})
	})
}

// again opens the file of a statement that was read before, where it is still there.
func (p *choosePage) again(s journal.BankStatement) {
	for _, f := range p.files {
		if filepath.Base(f.Path) == s.File {
			p.open(f.Path)
			return
		}
	}
	p.say(p.opened.env.Words.T("statement.fileGone", "file", s.File))
}

// say tells why no file is open, which is no failure of one.
func (p *choosePage) say(text string) {
	p.wrong, p.gone = text, true
	p.paint()
}

// showError tells why a file was not read; nil takes it away.
func (p *choosePage) showError(err error) {
	p.wrong, p.gone = "", false
	if err != nil {
		p.wrong = exporting.Sentence(p.opened.env.Words, err)
	}
	p.paint()
}

// open reads a file, one at a time.
func (p *choosePage) open(path string) {
	if p.busy {
		return
	}
	if p.looking != nil {
		p.back()
	}
	p.steps.open(path)
}

func (p *choosePage) paint() {
	w := p.opened.env.Words
	switch {
	case p.busy:
		p.zone.say(w.T("receipts.reading"), w.T("statement.compared"), false)
	case p.wrong != "":
		p.zone.say(w.T("statement.drop"), p.wrong, !p.gone)
	default:
		p.zone.say(w.T("statement.drop"), w.T("statement.compared"), false)
	}
}

func (p *choosePage) press(k screen.KeyPress) bool {
	if p.looking != nil {
		return p.looking.Press(k)
	}
	if k.Name == fyne.KeyReturn || k.Name == fyne.KeyEnter {
		p.browseFile()
		return true
	}
	return false
}
