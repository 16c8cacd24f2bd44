package records

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/filechooser"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Backups are the copies of the till's data. State is quick, the others may be
// slow.
type Backups interface {
	State() State
	// Make makes a copy now.
	Make(ctx context.Context) error
	// SetSecond chooses another folder for copies, none when blank. Errors are
	// a *startup.Problem.
	SetSecond(ctx context.Context, folder string) error
	// Drives are sticks and other disks that copies could go to.
	Drives() []string
	// Restore closes the till and opens the window that restores a copy.
	Restore()
}

// State is what a manager should know of the data.
type State struct {
	Folder string
	Last   time.Time // of the newest verified copy; zero when there is none
	// Failing is the code of why no copy can be made, below "backup.why.", and
	// Since when; blank while all is well.
	Failing string
	Since   time.Time

	Second     string // the other folder; blank for none
	SecondLast time.Time
	SecondGone bool // the other folder is not there now
	SecondBad  bool // it is there, and the copy did not succeed

	// Notes are codes of what is not as it should be with the place of the
	// data, below "note.".
	Notes []string
}

// Backup is the page that tells of the copies, makes one, and says where else they go.
type Backup struct {
	page.Card
	env     screen.Env
	host    page.Host
	backups Backups             // nil where there is nothing to copy
	second  *form.Draft[string] // the other folder, blank for none
	working bool

	now, none, restore *control.Button
	form               *form.Form
	browse             *page.Browser
}

const placeSecond = "second"

// NewBackup is the page; second is what was changed of where copies go.
func NewBackup(env screen.Env, h page.Host, backups Backups, second *form.Draft[string]) *Backup {
	p := &Backup{Card: page.NewCard(theme.S3), env: env, host: h, backups: backups, second: second}
	w := env.Words
	p.now = control.NewButton(control.ButtonSpec{Kind: control.Tonal, Label: w.T("settings.backup.now"), Mid: true}, p.make)
	p.none = control.NewButton(control.ButtonSpec{Label: w.T("settings.backup.stop"), Mid: true}, func() { p.choose("") })
	p.restore = control.NewButton(control.ButtonSpec{Label: w.T("settings.backup.restore"), Mid: true}, func() {
		h.Leaving(func() { h.WithRights(backups.Restore, journal.RightRecover) })
	})
	p.browse = page.NewBrowser(env, h, p.Paint, func() filechooser.Options {
		return filechooser.Options{Folder: true, Start: second.Now, Places: backups.Drives(), Picked: p.choose}
	})
	p.form = form.New(w, form.Look{Fault: typeset.Fact.Tint(theme.Failed)},
		form.Hooks{Changed: func() { h.Changed(); p.Paint() }, Enter: func(*control.Field) { h.Enter() }},
		form.Field{Kind: form.Objects, Draw: p.drives},
		form.Field{Name: "folder", Kind: form.Latin, Hint: "settings.backup.second.hint",
			Value:  form.Value{Get: func() string { return second.Now }, Set: func(t string) { second.Now = strings.TrimSpace(t) }},
			Around: func(line *control.Field) fyne.CanvasObject { return page.AtEnd(line, p.browse.Button, p.none) }},
		form.Field{Name: placeSecond, Kind: form.Said})
	return p
}

// Press is for page.Page.
func (p *Backup) Press(k screen.KeyPress) bool { return p.browse.Press(k) }

// Primary is for page.Page.
func (p *Backup) Primary() (control.ButtonSpec, func(), bool) { return p.browse.Primary() }

// ShowAt is for page.Page.
func (p *Backup) ShowAt(place, sentence string) {
	p.form.ShowAt(place, sentence)
	p.Paint()
}

func (p *Backup) make() {
	if p.working {
		return
	}
	p.working = true
	p.form.Clear()
	p.Paint()
	var err error
	page.Later(p.host, func() { err = p.backups.Make(p.env.Life) }, func() {
		p.working = false
		p.host.Failed(err) // the state says what came of it
		p.Paint()
	})
}

// choose puts a folder into the field.
func (p *Backup) choose(folder string) {
	p.form.Line("folder").SetText(folder)
	p.Paint()
}

// Part is what is saved of the page.
func (p *Backup) Part() page.Part {
	return page.Value[string]{Draft: p.second, May: journal.RightRecover, Copies: "copies",
		Set: func(folder string) error { return p.backups.SetSecond(p.env.Life, folder) },
		Refused: func(err error) page.Fault {
			key := "settings.backup.second.unusable"
			if known, ok := errors.AsType[*startup.Problem](err); ok && known.Code == "STORE_ABSENT" {
				key = "settings.backup.second.absent"
			}
			return page.Fault{Page: p, Place: placeSecond, Key: key}
		}}
}

// Paint is for page.Page.
func (p *Backup) Paint() {
	if p.backups == nil {
		return
	}
	if o := p.browse.Object(); o != nil {
		p.Show(o)
		return
	}
	w, st := p.env.Words, p.backups.State()
	p.second.Update(st.Second)
	last, where := w.T("settings.backup.none"), w.T("settings.backup.first")
	if !st.Last.IsZero() {
		where = w.T("settings.backup.folder", "folder", st.Folder)
		last = w.T("settings.backup.last", "at", p.moment(st.Last))
	}
	all := []fyne.CanvasObject{page.Explained(typeset.NewParagraph(last, typeset.Lead), p.now), page.Plain(where)}
	if st.Failing != "" {
		key := "backup.why." + st.Failing
		if !w.Has(key) {
			key = "backup.why.other"
		}
		all = append(all, page.Failed(w.T("backup.failing", "since", p.moment(st.Since))+" "+w.T(key)))
	}
	all = append(all, graphic.NewDivider(), typeset.NewText(w.T("settings.backup.second"), typeset.Label))
	p.form.Paint()
	all = append(all, p.form.Rows()...)
	for _, code := range st.Notes {
		all = append(all, graphic.NewDivider(), typeset.NewParagraph(w.T("note."+code), typeset.Fact))
	}
	all = append(all, graphic.NewDivider(), page.Explained(page.Plain(w.T("settings.backup.restore.text")), p.restore))
	p.setButtons()
	p.Show(all...)
}

func (p *Backup) moment(at time.Time) string { return p.env.Words.Moment(at.In(p.env.Zone)) }

// drives is how it stands with the other folder, and where it could be.
func (p *Backup) drives() []fyne.CanvasObject {
	w, st := p.env.Words, p.backups.State()
	news := w.T("settings.backup.second.soon")
	switch {
	case p.second.Now == "":
		news = w.T("settings.backup.second.text")
	case p.second.Now != st.Second:
	case st.SecondGone:
		news = w.T("settings.backup.second.gone")
	case st.SecondBad:
		news = w.T("settings.backup.second.bad")
	case !st.SecondLast.IsZero():
		news = w.T("settings.backup.second.last", "at", p.moment(st.SecondLast))
	}
	all := []fyne.CanvasObject{page.Plain(news)}
	var chips []fyne.CanvasObject
	for _, drive := range p.backups.Drives() {
		chip := control.NewChip(filepath.Base(drive), "", false, func() { p.choose(drive) })
		chip.SetSelected(drive == p.second.Now)
		chips = append(chips, chip)
	}
	if len(chips) > 0 {
		all = append(all, layout.Flow(theme.S2, chips...))
	}
	return all
}

// setButtons enables what can be pressed now.
func (p *Backup) setButtons() {
	label := "settings.backup.now"
	if p.working {
		label = "rescue.working"
	}
	p.now.SetLabel(p.env.Words.T(label))
	for b, on := range map[*control.Button]bool{p.now: true, p.restore: true, p.none: p.second.Now != ""} {
		b.SetDisabled(!on || p.working)
	}
}
