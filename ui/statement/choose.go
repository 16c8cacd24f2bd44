package statement

import (
	"path/filepath"
	"sanduq/core/journal"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/exporting"
	"sanduq/ui/filechooser"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// choosePage lists files that may be statements, and takes a path.
type choosePage struct {
	opened *opened
	steps  steps
	files  []File
	busy   bool

	title, note *typeset.Text
	list        *fyne.Container
	scroll      *container.Scroll
	path        *control.Field
	open        *control.Button
	browse      *control.Button
	looking     *filechooser.Chooser // over the page; nil unless a file is looked for
	take        *control.Button      // what is picked there
	last        *lastCard
	page        *fyne.Container
	root        *fyne.Container
}

func newChoosePage(o *opened, s steps) *choosePage {
	w := o.env.Words
	p := &choosePage{opened: o, steps: s, title: paragraph(w.T("statement.choose"), typeset.Lead.With(theme.Regular)), note: paragraph("", typeset.Body), list: layout.Rows(theme.S2)}
	p.scroll = container.NewVScroll(layout.Padding(6, 6, p.list))
	p.path = control.NewField(control.FieldSpec{Placeholder: w.T("statement.path"), Icon: "folder", Input: control.InputLatin})
	p.path.OnSubmit = func(string) { p.typed() }
	p.open = control.NewButton(control.ButtonSpec{Label: w.T("statement.open"), Mid: true}, p.typed)
	p.browse = control.NewButton(control.ButtonSpec{Label: w.T("chooser.browse"), Icon: "folder", Mid: true}, p.browseFile)
	p.take = control.NewPrimary("", "Enter", nil)
	p.last = newLastCard(w, p.again)
	p.page = layout.New(nil, p.place, p.title, p.scroll, p.note, p.path, p.open, p.browse, p.last.root)
	p.root = container.NewStack(p.page)
	return p
}

// browseFile lets a person look for a file in the place of the page.
func (p *choosePage) browseFile() {
	env, d := p.opened.env, p.opened.deps
	p.looking = filechooser.New(filechooser.Options{Words: env.Words, Suffixes: suffixes, Places: d.Places(), Go: env.Go, Post: env.Post, Changed: p.laid, Picked: func(path string) {
		p.back()
		p.steps.open(path)
	}})
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

// find looks for files anew.
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
			p.last.set(env, last)
			p.paint()
		})
	})
}

// again opens the file of a statement that was read before, where it is still there.
func (p *choosePage) again(s journal.BankStatement) {
	for _, f := range p.files {
		if filepath.Base(f.Path) == s.File && !p.busy {
			p.steps.open(f.Path)
			return
		}
	}
	p.note.SetSpans(typeset.Span{Text: p.opened.env.Words.T("statement.fileGone", "file", s.File), Style: typeset.Fact})
	p.paint()
}

// showError tells why a file was not read; nil takes it away.
func (p *choosePage) showError(err error) {
	text := ""
	if err != nil {
		text = exporting.Sentence(p.opened.env.Words, err)
	}
	p.note.SetSpans(typeset.Span{Text: text, Style: typeset.Fact.Tint(theme.Failed)})
	p.paint()
}

func (p *choosePage) typed() {
	if path := strings.Trim(strings.TrimSpace(p.path.Text()), `"'`); path != "" && !p.busy {
		p.steps.open(path)
	}
}

func (p *choosePage) paint() {
	w := p.opened.env.Words
	p.list.Objects = nil
	for _, f := range p.files {
		label := filepath.Base(f.Path) + "  ·  " + f.Where + "  ·  " + w.Moment(f.At.In(p.opened.env.Zone))
		b := control.NewButton(control.ButtonSpec{Label: label, Icon: "bank"}, func() {
			if !p.busy {
				p.steps.open(f.Path)
			}
		})
		p.list.Objects = append(p.list.Objects, b)
	}
	switch {
	case p.busy:
		p.title.SetText(w.T("receipts.reading"))
	case len(p.files) == 0:
		p.title.SetText(w.T("statement.none"))
	default:
		p.title.SetText(w.T("statement.choose"))
	}
	p.list.Refresh()
	p.page.Refresh()
}

func (p *choosePage) press(k screen.KeyPress) bool {
	if p.looking != nil {
		if k.Name == fyne.KeyEscape {
			p.back()
			return true
		}
		return p.looking.Press(k)
	}
	if k.Rune != 0 && k.Rune != ' ' {
		p.path.SetText(p.path.Text() + string(k.Rune))
		p.path.Focus()
		return true
	}
	return false
}

func (p *choosePage) place(b layout.Placer) {
	if wide := b.W - panelWide - theme.S4; !p.last.root.Hidden && wide > panelWide {
		b.Put(p.last.root, wide+theme.S4, 0, panelWide, b.H-max(p.path.MinSize().Height, p.open.MinSize().Height)-theme.S4)
		p.placeFiles(b, wide)
		return
	}
	p.last.root.Resize(fyne.NewSize(0, 0))
	p.placeFiles(b, b.W)
}

// placeFiles places the files in a width; the path below has the whole.
func (p *choosePage) placeFiles(b layout.Placer, wide float32) {
	y := float32(0)
	h := p.title.HeightFor(wide)
	b.Put(p.title, 0, y, wide, h)
	y += h + theme.S3
	foot := b.H
	high := max(p.path.MinSize().Height, p.open.MinSize().Height)
	w := max(160, p.open.MinSize().Width)
	look := p.browse.MinSize().Width
	b.Put(p.path, 0, foot-high, b.W-w-look-2*theme.S3, high)
	b.Put(p.open, b.W-w-look-theme.S3, foot-high, w, high)
	b.Put(p.browse, b.W-look, foot-high, look, high)
	foot -= high + theme.S3
	if p.note.Text() != "" {
		h := p.note.HeightFor(wide)
		b.Put(p.note, 0, foot-h, wide, h)
		foot -= h + theme.S3
	}
	b.Put(p.scroll, -6, y-6, wide+12, foot-y+12)
}
