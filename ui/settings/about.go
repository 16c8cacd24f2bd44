package settings

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/assets"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// About is what this program is.
type About struct {
	Version string // "0.1.0"
	Commit  string
	Date    string // of the commit, "2026-11-21"
}

// aboutPage tells which version this is and whose work is in it. A tap on one
// of them shows its licence in place of the list.
type aboutPage struct {
	deps    Deps
	news    *newsRow
	list    fyne.CanvasObject
	reading bool
	scroll  *container.Scroll
	content *fyne.Container
	root    fyne.CanvasObject
}

func newAboutPage(s *Screen) *aboutPage {
	p := &aboutPage{deps: s.deps, news: newNewsRow(s), content: layout.Rows(0)}
	p.scroll = container.NewVScroll(layout.Padding(theme.S5()+theme.Border(), theme.S5()+theme.Border(), p.content))
	p.root = graphic.NewCardPadded(p.scroll, theme.Border(), theme.Border())
	return p
}

// newList is what the page shows first.
func (p *aboutPage) newList() fyne.CanvasObject {
	w, about := p.deps.Words, p.deps.About
	fact := func(key, value string) fyne.CanvasObject {
		return layout.Columns(theme.S3, layout.Grow(1, typeset.NewText(w.T(key), typeset.Body.Tint(theme.Muted)).Cut()),
			layout.Grow(3, typeset.NewText(value, typeset.Fact).Cut()))
	}
	all := []fyne.CanvasObject{
		typeset.NewText("Sanduq", typeset.Title),
		fact("settings.about.version", about.Version), fact("settings.about.commit", about.Commit), fact("settings.about.date", about.Date),
		graphic.NewDivider(), p.news.content,
		typeset.NewParagraph(w.T("settings.about.works"), typeset.Label.With(theme.Regular)),
	}
	works := assets.ThirdParties()
	for i := range works {
		all = append(all, p.row(&works[i]))
	}
	return layout.Rows(theme.S2, all...)
}

// row is one work of others. In large text and in a small window its licences
// stand below its name.
func (p *aboutPage) row(work *assets.ThirdParty) fyne.CanvasObject {
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
func (p *aboutPage) open(work *assets.ThirdParty) {
	p.reading = true
	back := control.NewButton(control.ButtonSpec{Icon: "back", Label: p.deps.Words.T("account.back"), Key: "Esc", Mid: true}, p.close)
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
func (p *aboutPage) close() {
	p.reading = false
	p.show(p.list)
}

func (p *aboutPage) show(o fyne.CanvasObject) {
	p.content.Objects = []fyne.CanvasObject{o}
	p.content.Refresh()
	p.scroll.ScrollToTop()
	p.scroll.Refresh()
}

func (p *aboutPage) object() fyne.CanvasObject { return p.root }
func (p *aboutPage) aside() fyne.CanvasObject  { return nil }

// paint makes the list when the page is first looked at: it is long.
func (p *aboutPage) paint() {
	if p.list == nil {
		p.list = p.newList()
		p.close()
	}
	p.news.paint()
	p.content.Refresh()
	p.root.Refresh()
}

func (p *aboutPage) press(k screen.KeyPress) bool {
	if k.Name == fyne.KeyEscape && p.reading {
		p.close()
		return true
	}
	return false
}
