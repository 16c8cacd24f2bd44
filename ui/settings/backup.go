package settings

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
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
	wrong   bool

	now, use, stop, restore *widgets.Button
	folder                  *widgets.Field
	content                 *fyne.Container
	root                    fyne.CanvasObject
}

func newBackupPage(s *Screen) *backupPage {
	p := &backupPage{screen: s}
	w := s.deps.Words
	p.now = widgets.NewButton(widgets.ButtonSpec{Kind: widgets.Tonal, Label: w.T("settings.backup.now"), Mid: true}, p.make)
	p.use = widgets.NewButton(widgets.ButtonSpec{Label: w.T("settings.backup.use"), Mid: true}, func() { p.choose(strings.TrimSpace(p.folder.Text())) })
	p.stop = widgets.NewButton(widgets.ButtonSpec{Label: w.T("settings.backup.stop"), Mid: true}, func() { p.choose("") })
	p.restore = widgets.NewButton(widgets.ButtonSpec{Label: w.T("settings.backup.restore"), Mid: true}, func() { s.withManager(s.deps.Backups.Restore) })
	p.folder = widgets.NewField(widgets.FieldSpec{Placeholder: w.T("settings.backup.second.hint"), Input: widgets.InputLatin})
	p.folder.OnSubmit = func(string) { p.choose(strings.TrimSpace(p.folder.Text())) }
	p.folder.OnChanged = func(string) { p.setButtons() }
	p.content = widgets.Rows(theme.S3)
	p.root = card(p.content)
	return p
}

func (p *backupPage) object() fyne.CanvasObject  { return p.root }
func (p *backupPage) aside() fyne.CanvasObject   { return nil }
func (p *backupPage) press(screen.KeyPress) bool { return false }

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

func (p *backupPage) choose(folder string) {
	p.screen.withManager(func() { p.set(folder) })
}

func (p *backupPage) set(folder string) {
	s := p.screen
	p.work(func() error { return s.deps.Backups.SetSecond(s.deps.Life, folder) }, func(err error) {
		if err == nil {
			p.folder.SetText("")
			return
		}
		p.said, p.wrong = s.deps.Words.T("settings.backup.second.unusable"), true
		if known, ok := errors.AsType[*startup.Problem](err); ok && known.Code == "STORE_ABSENT" {
			p.said = s.deps.Words.T("settings.backup.second.absent")
		}
	})
}

func (p *backupPage) paint() {
	d := p.screen.deps
	if d.Backups == nil {
		return
	}
	w, st := d.Words, d.Backups.State()
	plain := widgets.Label.With(theme.Regular)
	last, where := w.T("settings.backup.none"), w.T("settings.backup.first")
	if !st.Last.IsZero() {
		where = w.T("settings.backup.folder", "folder", st.Folder)
		last = w.T("settings.backup.last", "at", w.Moment(st.Last.In(d.Zone)))
	}
	all := []fyne.CanvasObject{
		widgets.Centred(theme.S3, widgets.Grow(1, widgets.NewParagraph(last, widgets.Lead)), p.now),
		widgets.NewParagraph(where, plain),
	}
	if st.Failing != "" {
		key := "backup.why." + st.Failing
		if !w.Has(key) {
			key = "backup.why.other"
		}
		all = append(all, widgets.NewParagraph(w.T("backup.failing", "since", w.Moment(st.Since.In(d.Zone)))+" "+w.T(key), widgets.Fact.Tint(theme.Failed)))
	}
	all = append(all, widgets.NewDivider(), widgets.NewText(w.T("settings.backup.second"), widgets.Label))
	all = append(all, p.second(st)...)
	if p.said != "" {
		all = append(all, widgets.NewParagraph(p.said, widgets.Fact.Tint(theme.Failed)))
	}
	for _, code := range st.Notes {
		all = append(all, widgets.NewDivider(), widgets.NewParagraph(w.T("note."+code), widgets.Fact))
	}
	all = append(all, widgets.NewDivider(), widgets.Centred(theme.S3, widgets.Grow(1, widgets.NewParagraph(w.T("settings.backup.restore.text"), plain)), p.restore))
	p.content.Objects = all
	p.setButtons()
	p.content.Refresh()
	p.root.Refresh()
}

// second is the other folder: where it is, or what it could be.
func (p *backupPage) second(st BackupState) []fyne.CanvasObject {
	d := p.screen.deps
	w, plain := d.Words, widgets.Label.With(theme.Regular)
	if st.Second != "" {
		news := w.T("settings.backup.second.soon")
		switch {
		case st.SecondGone:
			news = w.T("settings.backup.second.gone")
		case st.SecondBad:
			news = w.T("settings.backup.second.bad")
		case !st.SecondLast.IsZero():
			news = w.T("settings.backup.second.last", "at", w.Moment(st.SecondLast.In(d.Zone)))
		}
		return []fyne.CanvasObject{widgets.Centred(theme.S3,
			widgets.Grow(1, widgets.Rows(theme.S1, widgets.NewParagraph(st.Second, widgets.Fact), widgets.NewParagraph(news, plain))), p.stop)}
	}
	all := []fyne.CanvasObject{widgets.NewParagraph(w.T("settings.backup.second.text"), plain)}
	var chips []fyne.CanvasObject
	for _, drive := range d.Backups.Drives() {
		chips = append(chips, widgets.NewChip(filepath.Base(drive), "", false, func() { p.choose(drive) }))
	}
	if len(chips) > 0 {
		all = append(all, flow(theme.S2, chips...))
	}
	return append(all, widgets.Centred(theme.S3, widgets.Grow(1, p.folder), p.use))
}

// setButtons enables what can be pressed now.
func (p *backupPage) setButtons() {
	label := "settings.backup.now"
	if p.working {
		label = "rescue.working"
	}
	p.now.SetLabel(p.screen.deps.Words.T(label))
	for b, on := range map[*widgets.Button]bool{p.now: true, p.stop: true, p.restore: true, p.use: strings.TrimSpace(p.folder.Text()) != ""} {
		if on && !p.working {
			b.Enable()
		} else {
			b.Disable()
		}
	}
}
