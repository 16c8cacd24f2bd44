package startup

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// rescuing is the window over a person's hands.
type rescuing struct {
	t      *testing.T
	form   *rescue
	win    fyne.Window
	asked  []string
	answer error
	left   bool
	done   bool
	now    time.Time
}

// pass lets a hand rest, and surely says yes to what is asked once more.
func (r *rescuing) pass() { r.now = r.now.Add(time.Second) }

func (r *rescuing) surely() {
	r.t.Helper()
	r.key(fyne.KeyReturn)
}

func helping(t *testing.T, lang, code string, copies ...Copy) *rescuing {
	t.Helper()
	uitest.OwnApp(t)
	w := words.MustLoad(lang)
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, RTL: w.RTL()})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	r := &rescuing{t: t, now: made}
	r.form = &rescue{now: func() time.Time { return r.now }, problem: &Problem{Code: code, Detail: "/data/sandbox", Cause: errors.New("x")}, words: w,
		goOn: func(f func()) { f() }, post: func(f func()) { f() }, leave: func() { r.left = true }, done: func() { r.done = true },
		Rescue: &Rescue{Copies: func() []Copy { return copies },
			Restore: func(path string, code core.Secret) error {
				r.asked = append(r.asked, "restore "+path+" "+code.Reveal())
				return r.answer
			},
			Unlock: func(code core.Secret) error { r.asked = append(r.asked, "unlock "+code.Reveal()); return r.answer }}}
	r.win = test.NewTempWindow(t, canvas.NewRectangle(nil))
	r.win.SetContent(r.form.content())
	r.win.SetPadded(false)
	r.win.Resize(fyne.NewSize(formWide, formHigh))
	r.win.Canvas().SetOnTypedKey(r.form.key)
	return r
}

func (r *rescuing) key(names ...fyne.KeyName) {
	for _, n := range names {
		r.pass()
		if f := r.win.Canvas().Focused(); f != nil {
			f.TypedKey(&fyne.KeyEvent{Name: n})
			continue
		}
		r.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: n})
	}
}

func (r *rescuing) reads() string {
	return uitest.Words(r.win.Canvas().Content())
}

func (r *rescuing) says(parts ...string) {
	r.t.Helper()
	got := strings.ReplaceAll(r.reads(), " ", "")
	for _, s := range parts {
		if !strings.Contains(got, strings.ReplaceAll(s, " ", "")) {
			r.t.Errorf("the window does not say %q but %q", s, r.reads())
		}
	}
}

func (r *rescuing) picture(name string) {
	uitest.Picture(r.t, r.win, name)
}

var made = time.Date(2026, 11, 20, 14, 2, 0, 0, time.Local)

var twoCopies = []Copy{{Path: "/b/new.db", At: made, Size: 3<<20 + 1<<19}, {Path: "/b/old.db", At: made.Add(-24 * time.Hour), Size: 8192, Where: "STICK", Till: "Harbour, 1"}}

func TestABackupIsPickedByKeyboard(t *testing.T) {
	r := helping(t, words.English, "STORE_DAMAGED", twoCopies...)
	r.says("are damaged and were left as they are", "Restore a backup")
	r.key(fyne.KeyReturn)
	r.says("Which backup?", "20 Nov 2026, 14:02 · 3.5 MB", "Harbour, 1 19 Nov 2026, 14:02 · 8 kB · STICK", "kept beside it under another name")
	r.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyDown)
	r.answer = &Problem{Code: "STORE_BACKUP"}
	r.key(fyne.KeyReturn)
	r.surely()
	r.says("This file is damaged, or is no backup of a till.")
	r.key(fyne.KeyUp)
	r.answer = nil
	r.key(fyne.KeyReturn)
	r.surely()
	if got := strings.Join(r.asked, ", "); got != "restore /b/old.db , restore /b/new.db " || !r.done || r.left {
		t.Errorf("asked %q, done %v, left %v", got, r.done, r.left)
	}
}

// TestNoRowOfEntersRestoresABackup: neither a hurried hand nor a held key, and another
// choice is asked about again.
func TestNoRowOfEntersRestoresABackup(t *testing.T) {
	r := helping(t, words.English, "STORE_DAMAGED", twoCopies...)
	for range 100 {
		r.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyReturn})
		r.now = r.now.Add(40 * time.Millisecond)
	}
	if len(r.asked) != 0 {
		t.Fatalf("a held Enter asked %q", r.asked)
	}
	r.key(fyne.KeyReturn)
	r.says("Restore the backup of 20 Nov 2026, 14:02?", "Yes, restore and start")
	r.key(fyne.KeyDown)
	r.key(fyne.KeyReturn)
	r.says("Restore the backup of 19 Nov 2026, 14:02, made by Harbour, 1?")
	if len(r.asked) != 0 {
		t.Errorf("one Enter asked %q", r.asked)
	}
	r.surely()
	if got := strings.Join(r.asked, ", "); got != "restore /b/old.db " {
		t.Errorf("asked %q", got)
	}
}

func TestEscGoesBackAndThenLeaves(t *testing.T) {
	r := helping(t, words.English, "STORE_DAMAGED", twoCopies...)
	r.key(fyne.KeyReturn, fyne.KeyEscape)
	r.says("did not start")
	if r.key(fyne.KeyEscape); !r.left || len(r.asked) != 0 {
		t.Errorf("left %v, asked %q", r.left, r.asked)
	}
}

func TestABackupOfAnotherComputerAsksForItsCode(t *testing.T) {
	r := helping(t, words.English, "STORE_DAMAGED")
	r.key(fyne.KeyReturn)
	r.says("There is no backup beside the data")
	if !r.form.button.Disabled() {
		t.Error("nothing is picked, and it can be restored")
	}
	r.form.path.SetText("  /media/stick/till.db ")
	r.answer = &Problem{Code: "STORE_WRONG_KEY"}
	r.key(fyne.KeyReturn)
	r.surely()
	r.says("made with another key", "Recovery code")
	r.key(fyne.KeyReturn) // no code yet
	r.answer = &Problem{Code: "STORE_PASSPHRASE"}
	test.Type(r.form.code.Focusable(), "ABCD")
	r.key(fyne.KeyReturn)
	r.says("The code does not fit this file.")
	r.answer = nil
	r.key(fyne.KeyReturn)
	want := "restore /media/stick/till.db , restore /media/stick/till.db ABCD, restore /media/stick/till.db ABCD"
	if got := strings.Join(r.asked, ", "); got != want || !r.done || r.form.code.Text() != "" {
		t.Errorf("asked %q, done %v", got, r.done)
	}
}

func TestTheCodeOpensDataWhoseKeyIsLost(t *testing.T) {
	for _, code := range []string{"STORE_NO_KEY", "STORE_KEYRING_ABSENT"} {
		r := helping(t, words.English, code, twoCopies...)
		r.says("Use the recovery code", "Restore a backup")
		r.form.show(false, true)
		r.says("nothing is lost")
		test.Type(r.form.code.Focusable(), "WXYZ")
		r.key(fyne.KeyReturn)
		if len(r.asked) != 1 || r.asked[0] != "unlock WXYZ" || !r.done || !r.form.problem.Sick() {
			t.Errorf("%s: asked %q, done %v", code, r.asked, r.done)
		}
	}
}

func TestEveryRefusalOfARescueHasWords(t *testing.T) {
	for _, lang := range words.Languages() {
		r := helping(t, lang, "STORE_NO_KEY", twoCopies...)
		r.picture("rescue-1-told-" + lang)
		r.key(fyne.KeyReturn)
		r.picture("rescue-2-list-" + lang)
		seen := map[string]string{}
		for _, code := range []string{"STORE_BACKUP", "STORE_FULL", "STORE_KEYRING", "STORE_LOCKED", "STORE_NEWER", "STORE_NO_KEY",
			"STORE_PASSPHRASE", "STORE_UNWRITABLE", "STORE_WRONG_KEY", "another"} {
			s := RescueSentence(&Problem{Code: code}, r.form.words)
			if seen[s] != "" || strings.Contains(s, "⟨") {
				t.Errorf("%s: %s says %q, as %s does", lang, code, s, seen[s])
			}
			seen[s] = code
		}
		r.answer = &Problem{Code: "STORE_WRONG_KEY"}
		r.key(fyne.KeyReturn)
		r.picture("rescue-2-sure-" + lang)
		r.surely()
		r.form.said = RescueSentence(&Problem{Code: "STORE_PASSPHRASE"}, r.form.words)
		r.form.build()
		r.picture("rescue-3-code-" + lang)
		if strings.Contains(r.reads(), "⟨") {
			t.Errorf("%s: %s", lang, r.reads())
		}
	}
}

// TestABackupIsChosenByLooking: nobody types its path.
func TestABackupIsChosenByLooking(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "till-2026-11-20.backup"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := helping(t, words.English, "STORE_DAMAGED")
	r.form.Drives = func() []string { return []string{folder} }
	r.key(fyne.KeyReturn)
	r.form.path.SetText(folder)
	test.Tap(r.form.browse)
	r.says("Choose a file", "till-2026-11-20.backup", filepath.Base(folder))
	if !r.form.button.Disabled() {
		t.Error("nothing is chosen, and it can be taken")
	}
	r.key(fyne.KeyEscape)
	r.says("Which backup?")
	if strings.Contains(r.reads(), "Choose a file") {
		t.Error("Esc leaves the list open")
	}
	test.Tap(r.form.browse)
	r.key(fyne.KeyDown)
	r.picture("rescue-browse")
	r.key(fyne.KeyReturn)
	r.key(fyne.KeyReturn)
	r.surely()
	if want := "restore " + filepath.Join(folder, "till-2026-11-20.backup") + " "; len(r.asked) != 1 || r.asked[0] != want {
		t.Errorf("asked %q, want %q", r.asked, want)
	}
}
