package app

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"sanduq/core"
	"sanduq/storage/config"
	"sanduq/ui/desktop/singleinstance"
	"sanduq/ui/preferences"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// held are the files, sockets and listeners that this process has open.
func held(t *testing.T) (all []string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return nil
	}
	found, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range found {
		to, err := os.Readlink(filepath.Join("/proc/self/fd", one.Name()))
		if err == nil && !strings.HasPrefix(to, "anon_inode:") && !strings.HasPrefix(to, "pipe:") {
			all = append(all, to)
		}
	}
	slices.Sort(all)
	return all
}

// TestOneTillAfterTheOtherLeavesNothingOpen: the practice bank's port, the
// socket of a second copy, the store's lock and the log are free for the next.
func TestOneTillAfterTheOtherLeavesNothingOpen(t *testing.T) {
	t.Setenv("SERVICE_ENV", "sandbox")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "nobody"))
	gui := uitest.OwnApp(t)
	catalogue := words.MustLoad(words.English)
	theme.Apply(gui, theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	t.Cleanup(draw.DrawWithShaders())
	w := &startup.Window{Window: test.NewTempWindow(t, canvas.NewRectangle(nil)), App: gui, Words: catalogue, Kept: preferences.Open(nil)}
	w.Resize(fyne.NewSize(1366, 690))
	goroutines, files := goleak.IgnoreCurrent(), held(t)

	p := NewProgram(Options{DataDir: t.TempDir(), BankAddr: "127.0.0.1:47829"}, catalogue, io.Discard)
	p.post = func(func()) {} // nobody looks at this window
	var dir string
	for n := range 3 {
		if err := p.Open(t.Context(), nil, nil); err != nil {
			t.Fatalf("opening %d: %v", n+1, err)
		}
		dir = p.app.dir
		var next []startup.Next
		p.Enter(w, func(n startup.Next) { next = append(next, n) })
		if err := singleinstance.Raise(dir); err != nil {
			t.Errorf("opening %d: %v", n+1, err)
		}
		backups{p.app}.Restore()
		if !slices.Equal(next, []startup.Next{startup.PickBackup}) {
			t.Errorf("the settings lead to %v", next)
		}
		p.CloseTill()
		p.Close()
		if singleinstance.Raise(dir) == nil {
			t.Error("a closed till answers a second copy")
		}
		if help := p.Rescue(t.Context()); help == nil {
			t.Error("nothing can be restored")
		}
	}
	p.Close()
	for end := time.Now().Add(5 * time.Second); !slices.Equal(held(t), files) && time.Now().Before(end); {
		time.Sleep(20 * time.Millisecond)
	}
	if now := held(t); !slices.Equal(now, files) {
		t.Errorf("still open: %q\nbefore: %q", now, files)
	}
	goleak.VerifyNone(t, goroutines)
}

// TestPracticeAndLiveHaveTheirOwnPreferences, which a till that was set up live goes on
// with in the window that is there.
func TestPracticeAndLiveHaveTheirOwnPreferences(t *testing.T) {
	t.Setenv("SERVICE_ENV", "")
	root, gui, catalogue := t.TempDir(), uitest.OwnApp(t), words.MustLoad(words.English)
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	start := func(env string) *preferences.Store {
		o := Options{DataDir: root, Env: env}
		a, err := Locate(o, catalogue, io.Discard)
		a.Close()
		if err != nil {
			t.Fatal(err)
		}
		return preferences.Open(Preferences(o, gui.Preferences()))
	}
	practice := start("sandbox")
	practice.Update(func(v *preferences.Values) { v.Language = words.French })
	start("live").Update(func(v *preferences.Values) { v.Language = words.Arabic })
	practice.Update(func(v *preferences.Values) { v.Look.TextPercent = 200 })
	if got := start("live").Get(); got.Language != words.Arabic || got.Look.TextPercent != 100 {
		t.Errorf("live after choices in practice: %+v", got)
	}
	if got := start("sandbox").Get(); got.Language != words.French || got.Look.TextPercent != 200 {
		t.Errorf("practice after choices in live: %+v", got)
	}
	if got := preferences.Open(gui.Preferences()).Get(); got.Language != "" {
		t.Errorf("what all of the toolkit's programs of this name share: %+v", got)
	}
	office := preferences.Open(OfficePreferences(Options{DataDir: root}, gui.Preferences()))
	office.Update(func(v *preferences.Values) { v.Place.Width = 800 })
	if got := start("live").Get(); office.Get().Language != words.Arabic || got.Place.Width != 0 {
		t.Errorf("the office speaks %q; its window's width in live: %d", office.Get().Language, got.Place.Width)
	}
	w := &startup.Window{Window: test.NewTempWindow(t, canvas.NewRectangle(nil)), App: gui, Words: catalogue, Kept: practice}
	a := &App{root: root, env: core.Live}
	w.Move(preferencesIn(a, gui.Preferences()))
	if catalogue.Lang() != words.Arabic || !theme.Now().RTL || theme.Now().TextScale != 1 {
		t.Errorf("the window speaks %s, drawn %+v", catalogue.Lang(), theme.Now())
	}
}

// TestWhoLacksTheBanksKeysComesToPractice, whose settings take them: after a passphrase
// that was forgotten, or a keyring that was lost.
func TestWhoLacksTheBanksKeysComesToPractice(t *testing.T) {
	t.Setenv("SERVICE_ENV", "")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "nobody"))
	root := t.TempDir()
	if err := config.SaveChoices(root, config.Choices{Environment: core.Live, BaseURLLive: "https://bank.example"}); err != nil {
		t.Fatal(err)
	}
	p := NewProgram(Options{DataDir: root}, words.MustLoad(words.English), io.Discard)
	defer p.Close()
	ask := func(context.Context, startup.Question) (core.Secret, error) {
		return core.NewSecret("four words are easy"), nil
	}
	var problem *startup.Problem
	if err := p.Open(t.Context(), ask, nil); !errors.As(err, &problem) || problem.Code != startup.Keys {
		t.Fatalf("live without keys: %v", err)
	}
	p.Practise()
	if err := p.Open(t.Context(), nil, nil); err != nil || !p.app.Practice() {
		t.Fatalf("practice: %v", err)
	}
	if kept, err := config.LoadChoices(root); err != nil || kept.Environment != core.Live {
		t.Errorf("the next start is %q, %v", kept.Environment, err)
	}
}
