package filechooser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/laws"
	"sanduq/ui/words"
)

// rig is a chooser in a window, over a folder with two folders and three files.
type rig struct {
	*Chooser
	t      *testing.T
	root   string
	win    fyne.Window
	picked string
}

func newRig(t *testing.T, lang string, change func(*Options)) *rig {
	t.Helper()
	r := &rig{t: t, root: t.TempDir()}
	for _, name := range []string{"Backups/2026", "backups of May", ".hidden"} {
		if err := os.MkdirAll(filepath.Join(r.root, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"bank.json", "notes.txt", "Backups/till.JSON"} {
		if err := os.WriteFile(filepath.Join(r.root, name), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := words.MustLoad(lang)
	theme.Apply(uitest.NewApp(t), theme.Look{Still: true, RTL: w.RTL()})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	o := Options{Words: w, Start: r.root, Go: func(f func()) { f() }, Post: func(f func()) { f() }, Picked: func(path string) { r.picked = path }}
	change(&o)
	r.Chooser = New(o)
	r.win = test.NewTempWindow(t, r.Object())
	r.win.Resize(fyne.NewSize(640, 520))
	return r
}

func (r *rig) keys(names ...fyne.KeyName) {
	for _, n := range names {
		if !r.Press(screen.KeyPress{Name: n}) {
			r.t.Errorf("%s is not taken", n)
		}
	}
}

// rowsRead are the names of the rows.
func (r *rig) rowsRead() string {
	var all []string
	for _, row := range r.rows {
		all = append(all, row.Spec().Label)
	}
	return strings.Join(all, ", ")
}

func (r *rig) primary(want string) {
	r.t.Helper()
	if got, _ := r.Primary(); words.Plain(got) != want {
		r.t.Errorf("the button says %q, want %q", got, want)
	}
}

func TestAFolderIsChosenByKeysAlone(t *testing.T) {
	r := newRig(t, words.English, func(o *Options) { o.Folder = true })
	if got := r.rowsRead(); got != "Backups, backups of May" {
		t.Errorf("shown are %s", got)
	}
	r.primary("Use " + filepath.Base(r.root))
	r.keys(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp)
	r.primary("Use Backups")
	r.keys(fyne.KeyRight)
	r.primary("Use Backups")
	r.keys(fyne.KeyDown)
	r.primary("Use 2026")
	uitest.Picture(t, r.win, "filechooser-folder")
	r.keys(fyne.KeyBackspace, fyne.KeyDown, fyne.KeyReturn)
	if r.picked != filepath.Join(r.root, "Backups") {
		t.Errorf("picked %q", r.picked)
	}
}

func TestAFolderIsChosenByTaps(t *testing.T) {
	r := newRig(t, words.English, func(o *Options) { o.Folder = true })
	test.Tap(r.rows[0])
	test.Tap(r.rows[0])
	if test.Tap(r.up); r.at != filepath.Join(r.root, "Backups") {
		t.Errorf("at %q", r.at)
	}
	_, do := r.Primary()
	if do(); r.picked != r.at {
		t.Errorf("picked %q", r.picked)
	}
}

func TestAFileIsChosenByItsKind(t *testing.T) {
	r := newRig(t, words.English, func(o *Options) {
		o.Suffixes, o.Start = []string{".json"}, filepath.Join(o.Start, "gone", "bank.json")
	})
	if got := r.rowsRead(); got != "Backups, backups of May, bank.json" {
		t.Errorf("shown are %s", got)
	}
	r.primary("")
	r.keys(fyne.KeyReturn)
	if r.picked != "" {
		t.Errorf("picked %q before anything was", r.picked)
	}
	r.keys(fyne.KeyDown)
	r.primary("Open Backups")
	r.keys(fyne.KeyReturn, fyne.KeyDown, fyne.KeyDown)
	r.primary("Use till.JSON")
	r.keys(fyne.KeyReturn)
	if r.picked != filepath.Join(r.root, "Backups", "till.JSON") {
		t.Errorf("picked %q", r.picked)
	}
}

// TestTheWayBackIsSeenAndHasAKey: a button with its key at the head, in each language and in large words;
// where the page around the list has one, Esc is left to that.
func TestTheWayBackIsSeenAndHasAKey(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, scale := range []float32{1, 2} {
			went := 0
			r := newRig(t, lang, func(o *Options) { o.Back = func() { went++ } })
			theme.Use(theme.Look{Still: true, RTL: theme.Now().RTL, TextScale: scale})
			r.keys(fyne.KeyEscape)
			if r.back == nil || r.back.Spec().Key != "Esc" || r.back.Spec().Label != r.opt.Words.T("account.back") {
				t.Fatalf("%s: no button leads back", lang)
			}
			test.Tap(r.back)
			if went != 2 || r.picked != "" {
				t.Errorf("%s: went back %d times, picked %q", lang, went, r.picked)
			}
			for _, f := range laws.Faults(r.win.Canvas()) {
				t.Errorf("%s at %v: %s", lang, scale, f)
			}
			uitest.Picture(t, r.win, "filechooser-back-"+lang)
		}
	}
	if r := newRig(t, words.English, func(*Options) {}); r.back != nil || r.Press(screen.KeyPress{Name: fyne.KeyEscape}) {
		t.Error("Esc is kept from the page")
	}
}

func TestAFolderThatCannotBeReadIsSaid(t *testing.T) {
	r := newRig(t, words.English, func(o *Options) { o.Folder = true })
	r.open(filepath.Join(r.root, "gone"))
	if got := uitest.Words(r.win.Canvas().Content()); !strings.Contains(got, "This folder cannot be read.") {
		t.Errorf("it reads %q", got)
	}
	r.primary("")
	r.open(filepath.Join(r.root, "backups of May"))
	if got := uitest.Words(r.win.Canvas().Content()); !strings.Contains(got, "Nothing here to choose.") {
		t.Errorf("it reads %q", got)
	}
}

// TestAnswersAboutAnotherFolderAreDropped: a slow stick may answer when the
// person is elsewhere already.
func TestAnswersAboutAnotherFolderAreDropped(t *testing.T) {
	var waiting []func()
	r := newRig(t, words.English, func(o *Options) {
		o.Folder = true
		o.Post = func(f func()) { waiting = append(waiting, f) }
	})
	r.open(filepath.Join(r.root, "Backups"))
	for _, f := range []int{1, 0} {
		waiting[f]()
	}
	if got := r.rowsRead(); got != "2026" {
		t.Errorf("shown are %s", got)
	}
}

// TestTheArrowsTurnAround from right to left, and everything keeps the laws.
func TestTheArrowsTurnAround(t *testing.T) {
	r := newRig(t, words.Arabic, func(o *Options) { o.Folder, o.Places = true, []string{"/media/till/STICK"} })
	r.keys(fyne.KeyDown, fyne.KeyLeft)
	if r.at != filepath.Join(r.root, "Backups") {
		t.Errorf("at %q", r.at)
	}
	if r.keys(fyne.KeyRight); r.at != r.root {
		t.Errorf("at %q", r.at)
	}
	for _, b := range laws.Broken(r.win.Canvas()) {
		t.Error(b)
	}
	uitest.Picture(t, r.win, "filechooser-ar")
}
