package settings

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
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Backups are the copies of the till's data. State is quick, the others may be
// slow.
type Backups interface {
	State() BackupState
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

// BackupState is what a manager should know of the data.
type BackupState struct {
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

// backupPage tells of the copies, makes one, and says where else they go.
type backupPage struct {
	screen  *Screen
	working bool
	said    string

	now, none, restore *control.Button
	folder             *control.Field
	browse             *browser
	content            *fyne.Container
	root               fyne.CanvasObject
}

func newBackupPage(s *Screen) *backupPage {
	p := &backupPage{screen: s}
	w := s.deps.Words
	p.now = control.NewButton(control.ButtonSpec{Kind: control.Tonal, Label: w.T("settings.backup.now"), Mid: true}, p.make)
	p.none = control.NewButton(control.ButtonSpec{Label: w.T("settings.backup.stop"), Mid: true}, func() { p.choose("") })
	p.restore = control.NewButton(control.ButtonSpec{Label: w.T("settings.backup.restore"), Mid: true}, func() { s.leaving(func() { s.withRights(s.deps.Backups.Restore, journal.RightRecover) }) })
	p.folder = control.NewField(control.FieldSpec{Placeholder: w.T("settings.backup.second.hint"), Input: control.InputLatin})
	p.folder.OnSubmit = func(string) { s.enter() }
	p.folder.OnChanged = p.wish
	p.browse = newBrowser(s, p.paint, func() filechooser.Options {
		return filechooser.Options{Folder: true, Start: p.second(), Places: s.deps.Backups.Drives(), Picked: p.choose}
	})
	p.content = layout.Rows(theme.S3)
	p.root = card(p.content)
	return p
}

func (p *backupPage) object() fyne.CanvasObject    { return p.root }
func (p *backupPage) aside() fyne.CanvasObject     { return nil }
func (p *backupPage) press(k screen.KeyPress) bool { return p.browse.press(k) }

func (p *backupPage) primary() (control.ButtonSpec, func(), bool) { return p.browse.primary() }

// work does something slow and paints what came of it.
func (p *backupPage) work(do func() error, done func(error)) {
	if p.working || p.screen.deps.Backups == nil {
		return
	}
	p.working, p.said = true, ""
	p.paint()
	var err error
	p.screen.later(func() { err = do() }, func() {
		p.working = false
		p.screen.deps.failed(err)
		done(err)
		p.paint()
	})
}

func (p *backupPage) make() {
	s := p.screen
	p.work(func() error { return s.deps.Backups.Make(s.deps.Life) }, func(error) {}) // the state says what came of it
}

// choose puts a folder into the field.
func (p *backupPage) choose(folder string) {
	p.folder.SetText(folder)
	p.paint()
}

// wish takes what stands in the field into the draft.
func (p *backupPage) wish(text string) {
	d := p.screen.draft()
	if d == nil || p.screen.deps.Backups == nil {
		return
	}
	p.said = ""
	if text = strings.TrimSpace(text); text != p.second() {
		d.second = wish(p.screen, p.screen.deps.Backups.State().Second, text)
		p.screen.changed()
	}
	p.paint()
}

// second is the folder that shall be, blank for none.
func (p *backupPage) second() string {
	if d := p.screen.draft(); d != nil && d.second != nil {
		return *d.second
	}
	return p.screen.deps.Backups.State().Second
}

func (p *backupPage) say(sentence string) {
	p.said = sentence
	p.paint()
}

// secondSentence is the key of why copies cannot go to a folder.
func secondSentence(err error) string {
	if known, ok := errors.AsType[*startup.Problem](err); ok && known.Code == "STORE_ABSENT" {
		return "settings.backup.second.absent"
	}
	return "settings.backup.second.unusable"
}

func (p *backupPage) paint() {
	d := p.screen.deps
	if d.Backups == nil {
		return
	}
	if o := p.browse.object(); o != nil {
		p.content.Objects = []fyne.CanvasObject{o}
		p.content.Refresh()
		p.root.Refresh()
		return
	}
	w, st := d.Words, d.Backups.State()
	plain := typeset.Label.With(theme.Regular)
	last, where := w.T("settings.backup.none"), w.T("settings.backup.first")
	if !st.Last.IsZero() {
		where = w.T("settings.backup.folder", "folder", st.Folder)
		last = w.T("settings.backup.last", "at", w.Moment(st.Last.In(d.Zone)))
	}
	all := []fyne.CanvasObject{
		layout.Centred(theme.S3, layout.Grow(1, typeset.NewParagraph(last, typeset.Lead)), p.now),
		typeset.NewParagraph(where, plain),
	}
	if st.Failing != "" {
		key := "backup.why." + st.Failing
		if !w.Has(key) {
			key = "backup.why.other"
		}
		all = append(all, typeset.NewParagraph(w.T("backup.failing", "since", w.Moment(st.Since.In(d.Zone)))+" "+w.T(key), typeset.Fact.Tint(theme.Failed)))
	}
	all = append(all, graphic.NewDivider(), typeset.NewText(w.T("settings.backup.second"), typeset.Label))
	all = append(all, p.elsewhere(st)...)
	if p.said != "" {
		all = append(all, typeset.NewParagraph(p.said, typeset.Fact.Tint(theme.Failed)))
	}
	for _, code := range st.Notes {
		all = append(all, graphic.NewDivider(), typeset.NewParagraph(w.T("note."+code), typeset.Fact))
	}
	all = append(all, graphic.NewDivider(), layout.Centred(theme.S3, layout.Grow(1, typeset.NewParagraph(w.T("settings.backup.restore.text"), plain)), p.restore))
	p.content.Objects = all
	p.setButtons()
	p.content.Refresh()
	p.root.Refresh()
}

// elsewhere is the other folder: where it is, or what it could be.
func (p *backupPage) elsewhere(st BackupState) []fyne.CanvasObject {
	d := p.screen.deps
	w, plain := d.Words, typeset.Label.With(theme.Regular)
	fill(p.folder, p.second())
	news := w.T("settings.backup.second.text")
	switch {
	case p.second() == "":
	case p.second() != st.Second:
		news = w.T("settings.backup.second.soon")
	case st.SecondGone:
		news = w.T("settings.backup.second.gone")
	case st.SecondBad:
		news = w.T("settings.backup.second.bad")
	case !st.SecondLast.IsZero():
		news = w.T("settings.backup.second.last", "at", w.Moment(st.SecondLast.In(d.Zone)))
	default:
		news = w.T("settings.backup.second.soon")
	}
	all := []fyne.CanvasObject{typeset.NewParagraph(news, plain)}
	var chips []fyne.CanvasObject
	for _, drive := range d.Backups.Drives() {
		chip := control.NewChip(filepath.Base(drive), "", false, func() { p.choose(drive) })
		chip.SetSelected(drive == p.second())
		chips = append(chips, chip)
	}
	if len(chips) > 0 {
		all = append(all, layout.Flow(theme.S2, chips...))
	}
	return append(all, beside(p.folder, p.browse.button, p.none))
}

// setButtons enables what can be pressed now.
func (p *backupPage) setButtons() {
	label := "settings.backup.now"
	if p.working {
		label = "rescue.working"
	}
	p.now.SetLabel(p.screen.deps.Words.T(label))
	for b, on := range map[*control.Button]bool{p.now: true, p.restore: true, p.none: p.second() != ""} {
		if on && !p.working {
			b.Enable()
		} else {
			b.Disable()
		}
	}
}
