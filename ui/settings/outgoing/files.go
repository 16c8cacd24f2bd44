package outgoing

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/exporting"
	"sanduq/ui/exporting/daily"
	"sanduq/ui/filechooser"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Files writes files by itself. State is quick, the others may be slow.
type Files interface {
	State() daily.Status
	Set(ctx context.Context, c daily.Config) error
	// Again tries at once.
	Again() error
	// Drives are folders where files may go.
	Drives() []string
}

// FilesPage says which files are written each day, where and when, and how that went.
type FilesPage struct {
	page.Card
	env    screen.Env
	host   page.Host
	files  Files // nil where none are written
	draft  *form.Draft[daily.Config]
	form   *form.Form
	browse *page.Browser
	now    *control.Button
	next   screen.Timer // the next look
}

// NewFiles is the page; d is what was changed.
func NewFiles(env screen.Env, h page.Host, f Files, d *form.Draft[daily.Config]) *FilesPage {
	p := &FilesPage{Card: page.NewCard(theme.S3), env: env, host: h, files: f, draft: d}
	w, c := env.Words, &d.Now
	on := func() bool { return c.When != daily.Off }
	p.now = control.NewButton(control.ButtonSpec{Kind: control.Tonal, Label: w.T("settings.files.now"), Mid: true}, p.again)
	p.browse = page.NewBrowser(env, h, p.Paint, func() filechooser.Options {
		return filechooser.Options{Folder: true, Start: c.Folder, Places: f.Drives(), Picked: func(path string) { p.form.Line(daily.FieldFolder).SetText(path) }}
	})
	whens := []daily.When{daily.Off, daily.AfterZ, daily.AtTime}
	p.form = form.New(w, form.Plain(), form.Hooks{Changed: func() { h.Changed(); p.Paint() }, Faded: p.Paint, Enter: func(*control.Field) { h.Enter() }},
		form.Field{Kind: form.Objects, Draw: p.standing},
		form.Field{Kind: form.Choice, Label: "settings.files.when", Options: form.OneOf(whens, func(a daily.When) string {
			return w.T("settings.files.when." + map[daily.When]string{daily.Off: "off", daily.AfterZ: "z", daily.AtTime: "time"}[a])
		}, &c.When)},
		form.Field{Name: daily.FieldAt, Kind: form.Latin, Label: "settings.files.at", Placeholder: "22:30", Value: plain(&c.At), Offered: func() bool { return c.When == daily.AtTime }},
		form.Field{Name: daily.FieldFolder, Kind: form.Latin, Label: "settings.files.folder", Value: trimmed(&c.Folder), Offered: on,
			Around: func(line *control.Field) fyne.CanvasObject { return page.AtEnd(line, p.browse.Button) }},
		form.Field{Name: daily.FieldKinds, Kind: form.Said},
		form.Field{Kind: form.Objects, Draw: p.kinds, Offered: on})
	return p
}

// Press is for page.Page.
func (p *FilesPage) Press(k screen.KeyPress) bool { return p.browse.Press(k) }

// Primary is for page.Page.
func (p *FilesPage) Primary() (control.ButtonSpec, func(), bool) { return p.browse.Primary() }

// Left is for page.Page: nothing looks any more.
func (p *FilesPage) Left() { p.next.Stop() }

// ShowAt is for page.Page.
func (p *FilesPage) ShowAt(place, sentence string) {
	if sentence == "" {
		p.form.Clear()
	} else {
		p.form.ShowAt(place, sentence)
	}
	p.Paint()
}

// Paint is for page.Page.
func (p *FilesPage) Paint() {
	if p.files == nil {
		return
	}
	if o := p.browse.Object(); o != nil {
		p.Show(o)
		return
	}
	p.draft.Update(p.files.State().Config)
	p.form.Paint()
	p.Show(p.form.Rows()...)
	p.next.Once(p.env, every, func() {
		if p.host.Shows(p) {
			p.Paint()
		}
	})
}

// standing is when files were written last, or why they are not.
func (p *FilesPage) standing() []fyne.CanvasObject {
	w, s := p.env.Words, p.files.State()
	all := []fyne.CanvasObject{page.Plain(w.T("settings.files.text"))}
	switch {
	case s.Unread:
		return append(all, page.Failed(w.T("settings.files.unread")))
	case s.Config.When == daily.Off:
		return all
	case s.Err != nil:
		text := w.T("settings.files.failing", "since", w.Moment(s.Since.In(p.env.Zone))) + " " + exporting.Sentence(w, s.Err)
		if s.Next.After(p.env.Now()) {
			text += " " + w.T("settings.files.next", "at", present.Clock(s.Next, p.env.Zone))
		}
		all = append(all, page.Explained(page.Failed(text), p.now))
	case s.Last.IsZero():
		all = append(all, page.Explained(page.Plain(w.T("settings.files.never")), p.now))
	default:
		all = append(all, page.Explained(typeset.NewParagraph(w.T("settings.files.last", "at", w.Moment(s.Last.In(p.env.Zone))), typeset.Fact), p.now))
	}
	return append(all, graphic.NewDivider())
}

func (p *FilesPage) again() {
	var err error
	page.Later(p.host, func() { err = p.files.Again() }, func() {
		p.host.Failed(err)
		p.Paint()
	})
}

// kinds are chips of all kinds, a row for each book.
func (p *FilesPage) kinds() (all []fyne.CanvasObject) {
	w := p.env.Words
	var of exporting.Book = "none"
	var row []fyne.CanvasObject
	flush := func() {
		if len(row) > 0 {
			all = append(all, layout.Flow(theme.S2, row...))
		}
		row = nil
	}
	for _, k := range daily.Kinds() {
		if k.Of != of {
			flush()
			of = k.Of
			key := "settings.files.of"
			if of != exporting.OfSales {
				key += "." + string(of)
			}
			all = append(all, typeset.NewText(w.T(key), typeset.Label))
		}
		chip := control.NewChip(exporting.Label(w, k.Form), "", false, func() {
			p.draft.Now = p.draft.Now.Toggle(k)
			p.form.ShowAt(daily.FieldKinds, "")
			p.host.Changed()
			p.Paint()
		})
		chip.SetSelected(p.draft.Now.Has(k))
		row = append(row, chip)
	}
	flush()
	return all
}

// Part is what is saved of the page.
func (p *FilesPage) Part() page.Part {
	return filesPart{p, page.Value[daily.Config]{Draft: p.draft, May: journal.RightRecover, Copies: "files",
		Set: func(c daily.Config) error { return p.files.Set(p.env.Life, c) },
		Refused: func(error) page.Fault {
			return page.Fault{Page: p, Place: daily.FieldKinds, Key: "settings.files.unkept"}
		}}}
}

// filesPart is checked before it is saved.
type filesPart struct {
	p *FilesPage
	page.Value[daily.Config]
}

// Check is for page.Part.
func (f filesPart) Check() []page.Fault {
	at := f.Draft.Now.Check()
	if f.p.files == nil || !f.Edited() || at == "" {
		return nil
	}
	return []page.Fault{{Page: f.p, Place: at, Key: "settings.files.wrong." + at}}
}
