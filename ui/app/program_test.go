package app

import (
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
