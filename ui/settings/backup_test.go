package settings

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/ui/settings/records"
	"sanduq/ui/startup"
	"sanduq/ui/words"
)

// fakeBackups does what it is told and writes down what it was asked.
type fakeBackups struct {
	state records.State
	asked []string
	err   error
}

func (f *fakeBackups) State() records.State { return f.state }
func (f *fakeBackups) Make(context.Context) error {
	f.asked = append(f.asked, "make")
	f.state.Last = noon
	return f.err
}
func (f *fakeBackups) SetSecond(_ context.Context, folder string) error {
	f.asked = append(f.asked, "second "+folder)
	if f.err == nil {
		f.state.Second = folder
	}
	return f.err
}
func (f *fakeBackups) Drives() []string { return []string{"/media/till/STICK"} }
func (f *fakeBackups) Restore()         { f.asked = append(f.asked, "restore") }

func backupHarness(t *testing.T, lang string) (*harness, *fakeBackups) {
	t.Helper()
	f := &fakeBackups{state: records.State{Folder: "/data/live/backups"}}
	r := newHarness(t, func(r *harness) { r.deps.Backups, r.env.Words = f, words.MustLoad(lang) })
	r.screen.goTo(atBackup)
	return r, f
}

// tap presses the button with a label.
func tap(t *testing.T, r *harness, label string) {
	t.Helper()
	r.press(label, 0)
}

func TestTheManagerSeesAndMakesBackups(t *testing.T) {
	r, f := backupHarness(t, words.English)
	r.says("No backup yet", "an hour after the start")
	tap(t, r, "Back up now")
	r.says("Last backup: 20 Nov 2026, 14:31, verified", "Folder: /data/live/backups")
	f.state.Failing, f.state.Since, f.err = "STORE_FULL", noon, errors.New("full")
	tap(t, r, "Back up now")
	r.says("No backup has worked since 20 Nov 2026, 14:31.", "The disk is full.")
	tap(t, r, "Restore a backup…")
	if got := strings.Join(f.asked, ", "); got != "make, make, restore" || len(r.failures) != 1 {
		t.Errorf("asked %q, logged %v", got, r.failures)
	}
}

func TestASecondFolderIsChosenAndLeft(t *testing.T) {
	r, f := backupHarness(t, words.English)
	r.says("If the computer burns or is stolen", "STICK")
	r.noSave()
	r.field("settings.backup.second.hint").SetText(" /mnt/out ")
	f.err = &startup.Problem{Code: "STORE_ABSENT", Cause: errors.New("x")}
	tap(t, r, "Save")
	r.says("This folder is not there now.")
	f.err = errors.New("x")
	tap(t, r, "Save")
	r.says("Sanduq cannot write there.")
	f.err = nil
	if tap(t, r, "Save"); f.state.Second != "/mnt/out" {
		t.Errorf("copies go to %q", f.state.Second)
	}
	r.says("The next copy goes there too.")
	r.noSave()
	for _, c := range []struct {
		change func(*records.State)
		want   string
	}{
		{func(s *records.State) { s.SecondLast = noon.Add(-time.Hour) }, "The copy of 20 Nov 2026, 13:31 is there too."},
		{func(s *records.State) { s.SecondBad = true }, "could not be written there"},
		{func(s *records.State) { s.SecondGone = true }, "It is not there now."},
	} {
		c.change(&f.state)
		r.screen.goTo(atBackup)
		r.says(c.want)
	}
	tap(t, r, "Stop these copies")
	if f.state.Second == "" || r.field("settings.backup.second.hint").Text() != "" {
		t.Error("the folder is left before anybody saved")
	}
	tap(t, r, "Save")
	if got := strings.Join(f.asked, ", "); got != "second /mnt/out, second /mnt/out, second /mnt/out, second " {
		t.Errorf("asked %q", got)
	}
}

func TestTheManagerSeesWhatIsWrongWithThePlaceOfTheData(t *testing.T) {
	for _, lang := range words.Languages() {
		r, f := backupHarness(t, lang)
		r.picture("backup-new-" + lang)
		f.state.Last, f.state.Second, f.state.SecondGone = noon, "/media/till/STICK", true
		f.state.Notes = []string{"STORE_ON_NETWORK", "STORE_SYNCED", "STORE_ROLLED_BACK", "STORE_UNMARKED", "keyFile"}
		r.screen.goTo(atBackup)
		for _, code := range f.state.Notes {
			r.says(r.env.Words.T("note." + code)[:12])
		}
		f.state.Notes = f.state.Notes[4:]
		r.screen.goTo(atBackup)
		r.picture("backup-set-" + lang)
	}
}

// TestAFolderForCopiesIsChosenByLooking: nobody types a path, and nothing holds
// before Save.
func TestAFolderForCopiesIsChosenByLooking(t *testing.T) {
	r, f := backupHarness(t, words.English)
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "Copies"), 0o700); err != nil {
		t.Fatal(err)
	}
	r.field("settings.backup.second.hint").SetText(home)
	r.press("Choose…", 0)
	r.says("Choose a folder", "Copies", "STICK")
	r.key(fyne.KeyDown)
	r.picture("backup-browse")
	r.key(fyne.KeyReturn)
	if got := r.field("settings.backup.second.hint").Text(); got != filepath.Join(home, "Copies") || len(f.asked) != 0 {
		t.Errorf("the field says %q, asked %v", got, f.asked)
	}
	r.press("Choose…", 0)
	r.key(fyne.KeyEscape)
	r.saysNot("Choose a folder")
	if tap(t, r, "Save"); f.state.Second != filepath.Join(home, "Copies") {
		t.Errorf("copies go to %q", f.state.Second)
	}
}

// TestAProfileIsChosenByLooking.
func TestAProfileIsChosenByLooking(t *testing.T) {
	r := newHarness(t).reach(atEnvironment)
	home := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(home, "bank.json"), nil, 0o600), os.WriteFile(filepath.Join(home, "notes.txt"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	r.field("settings.profile.none").SetText(filepath.Join(home, "gone.json"))
	r.press("Choose…", 0)
	r.says("bank.json")
	r.saysNot("notes.txt")
	r.key(fyne.KeyDown)
	r.key(fyne.KeyReturn)
	if got := r.field("settings.profile.none").Text(); got != filepath.Join(home, "bank.json") {
		t.Errorf("the profile is %q", got)
	}
	r.picture("environment-browsed")
}
