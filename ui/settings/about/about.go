package about

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/assets"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Program is what this program is.
type Program struct {
	Version string // "0.1.0"
	Commit  string
	Date    string // of the commit, "2026-11-21"
}

// Page tells which version this is and whose work is in it. A tap on one of them
// shows its licence in place of the list.
type Page struct {
	page.Card
	env     screen.Env
	program Program
	news    *news
	list    fyne.CanvasObject
	reading bool
}

// New is the page. updates is nil where no address for news of versions is given; on
// is what was changed of whether they are asked for.
func New(env screen.Env, h page.Host, program Program, updates Updates, on *form.Draft[bool]) *Page {
	return &Page{Card: page.NewCard(0), env: env, program: program, news: newNews(env, h, updates, on)}
}

// Part is what is saved of the page.
func (p *Page) Part() page.Part {
	n := p.news
	return page.Value[bool]{Draft: n.on, May: journal.RightSettings, Set: func(on bool) error { return n.updates.Set(on) },
		Refused: func(error) page.Fault { return page.Fault{Page: p, Key: "settings.news.unkept"} }}
}

// newList is what the page shows first.
func (p *Page) newList() fyne.CanvasObject {
	w, about := p.env.Words, p.program
	all := []fyne.CanvasObject{
		typeset.NewText("Sanduq", typeset.Title),
		page.Named(w.T("settings.about.version"), about.Version), page.Named(w.T("settings.about.commit"), about.Commit), page.Named(w.T("settings.about.date"), about.Date),
		graphic.NewDivider(), p.news.content,
		page.Plain(w.T("settings.about.works")),
	}
	works := assets.ThirdParties()
	for i := range works {
		all = append(all, p.row(&works[i]))
	}
	return layout.Rows(theme.S2, all...)
}

// row is one work of others. In large text and in a small window its licences
// stand below its name.
func (p *Page) row(work *assets.ThirdParty) fyne.CanvasObject {
	name, licences := strings.TrimSpace(work.Name+" "+shortVersion(work.Version)), strings.Join(work.Licences, ", ")
	button := func(label string) fyne.CanvasObject {
		b := control.NewButton(control.ButtonSpec{Kind: control.Quiet, Icon: "receipt", Label: label}, func() { p.open(work) })
		return layout.New(func() fyne.Size { return fyne.NewSize(0, b.MinSize().Height) }, // a long name is cut, and the page no wider for it
			func(to layout.Placer) { to.Put(b, 0, 0, to.W, to.H) }, b)
	}
	if now := theme.Now(); now.TextScale > 1.2 || now.Small {
		return layout.Rows(0, button(name), typeset.NewText(licences, typeset.Caption).Cut())
	}
	return button(name + " · " + licences)
}

// shortVersion leaves out the time and the commit of a version without a
// number of its own.
func shortVersion(v string) string {
	if before, _, dated := strings.Cut(v, "-0."); dated {
		return before
	}
	if before, rest, dated := strings.Cut(v, "-"); dated && len(rest) > 20 {
		return before
	}
	return v
}

// open shows the licence texts of one work.
func (p *Page) open(work *assets.ThirdParty) {
	p.reading = true
	back := control.NewButton(control.ButtonSpec{Icon: "back", Label: p.env.Words.T("account.back"), Key: "Esc", Mid: true}, p.close)
	all := []fyne.CanvasObject{layout.Centred(theme.S3, back, layout.Grow(1, typeset.NewText(work.Name, typeset.Lead).Cut()))}
	side := typeset.Leading
	if theme.Now().RTL {
		side = typeset.Trailing // the texts are English
	}
	for _, t := range work.Texts {
		all = append(all, typeset.NewText(t.File, typeset.Fact).Aligned(side),
			typeset.NewParagraph(strings.TrimSpace(strings.ReplaceAll(t.Text, "\t", "    ")), typeset.Caption.Tint(theme.Text)).Aligned(side))
	}
	p.show(layout.Rows(theme.S4, all...))
}

// close goes back to the list.
func (p *Page) close() {
	p.reading = false
	p.show(p.list)
}

func (p *Page) show(o fyne.CanvasObject) {
	p.Show(o)
	p.Top()
}

// Paint is for page.Page. It makes the list when the page is first looked at: it is
// long.
func (p *Page) Paint() {
	if p.list == nil {
		p.list = p.newList()
		p.close()
	}
	p.news.paint()
	p.Refresh()
}

// ShowAt is for page.Page.
func (p *Page) ShowAt(_, sentence string) {
	p.news.form.ShowAt("", sentence)
	p.news.paint()
}

// Press is for page.Page: Esc goes back to the list.
func (p *Page) Press(k screen.KeyPress) bool {
	if k.Name == fyne.KeyEscape && p.reading {
		p.close()
		return true
	}
	return false
}
