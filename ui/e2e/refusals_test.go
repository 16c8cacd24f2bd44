//go:build e2e

package e2e

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/ui/e2e/harness"
)

// refusal is a start that must fail in words, with a status, without a panic,
// and with the data folder as it was.
type refusal struct {
	name string
	// prepare breaks something; the folder already holds a till's data.
	prepare func(t *testing.T, f *folder)
	env     []string
	args    []string
	noGL    bool   // on a display without OpenGL
	says    string // part of the sentence on stderr
}

var refusals = []refusal{
	{name: "damaged database", prepare: func(t *testing.T, f *folder) { f.overwrite(t, "till.db", 2*4096, 1<<20) }, says: "are damaged and were left as they are"},
	{name: "database cut short", prepare: func(t *testing.T, f *folder) { f.truncate(t, "till.db", 6000) }, says: "are damaged and were left as they are"},
	{name: "database without its key", prepare: func(t *testing.T, f *folder) { f.remove(t, "till.key") }, says: "is missing. Without it nobody can read them"},
	{name: "another till's key", prepare: func(t *testing.T, f *folder) { f.replaceKey(t) }, says: "belongs to other data"},
	{name: "second copy", prepare: func(t *testing.T, f *folder) { f.firstCopy(t) }, says: "already running. Its window was brought forward"},
	{name: "second copy that cannot be raised", prepare: func(t *testing.T, f *folder) { f.firstCopy(t); f.remove(t, "window.sock") }, says: "Another copy of Sanduq has these data open"},
	{name: "busy port", prepare: func(t *testing.T, f *folder) { f.busyPort(t) }, args: []string{"--bank-addr", "PORT"}, says: "practice bank cannot listen"},
	{name: "unwritable folder", args: []string{"--data-dir", "/proc/sanduq"}, says: "cannot write in"},
	{name: "misspelt SERVICE_ENV", env: []string{"SERVICE_ENV=Live"}, says: "must be “sandbox” or “live”"},
	{name: "live whose keyring is gone", prepare: func(t *testing.T, f *folder) { f.live(t) }, env: []string{"SERVICE_ENV=live", "SERVICE_BASE_URL_LIVE=https://pay.invalid", "SERVICE_API_KEY=k",
		"SERVICE_SECRET_KEY=s"}, says: "has no keyring now"},
	{name: "unusable profile", args: []string{"--profile", "PROFILE"}, prepare: func(t *testing.T, f *folder) { f.write(t, "profile.json", `{"paths":{"nope":1}}`) }, says: "wire profile"},
	{name: "no display", env: []string{"DISPLAY=", "WAYLAND_DISPLAY="}, says: "There is no screen here"},
	{name: "display that is not there", env: []string{"DISPLAY=:4711"}, says: "window could not be opened"},
	// Where a desktop has a program that shows a sentence, the start waits until somebody has closed it.
	{name: "no OpenGL", noGL: true, env: []string{"PATH=/nowhere"}, says: "window could not be opened"},
	{name: "live without an address", env: []string{"SERVICE_ENV=live", "SERVICE_BASE_URL_LIVE="}, says: "gateway’s address cannot be used"},
	{name: "live with http", env: []string{"SERVICE_ENV=live", "SERVICE_BASE_URL_LIVE=http://pay.invalid"}, says: "gateway’s address cannot be used"},
	{name: "unknown flag", args: []string{"--fast"}, says: "Try sanduq --help"},
}

func TestRefusalsInWords(t *testing.T) {
	used := usedFolder(t)
	for _, r := range refusals {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel() // they wait more than they work
			r.run(t, used)
		})
	}
}

// small is a display of its own, with more options of Xvfb's.
func small(t *testing.T, options ...string) *harness.Display {
	t.Helper()
	screen, err := harness.StartDisplay(context.Background(), 800, 600, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(screen.Stop)
	return screen
}

func (r refusal) run(t *testing.T, used string) {
	f := &folder{root: t.TempDir()}
	f.dir = filepath.Join(f.root, "sandbox")
	if err := os.CopyFS(f.root, os.DirFS(used)); err != nil {
		t.Fatal(err)
	}
	if r.prepare != nil {
		r.prepare(t, f)
	}
	before := f.print(t)
	args := append([]string{"--data-dir", f.root}, r.args...)
	for i, a := range args {
		args[i] = strings.NewReplacer("PORT", f.port, "PROFILE", filepath.Join(f.dir, "profile.json")).Replace(a)
	}
	ctx, cancel := timeout(t, time.Minute) // four windows start at a time
	defer cancel()
	cmd := exec.CommandContext(ctx, binary(t), args...)
	var options []string
	if r.noGL {
		options = []string{"-extension", "GLX"}
	}
	screen := small(t, options...)
	cmd.Env = append(append(screen.Env(), "LANG=C", "XDG_CONFIG_HOME="+filepath.Join(f.root, "config")), r.env...)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	closed := make(chan struct{})
	go closeWindows(ctx, screen, closed)
	err := cmd.Wait()
	close(closed)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() <= 0 {
		t.Fatalf("exit: %v\n%s", err, said.String())
	}
	line, _, _ := strings.Cut(said.String(), "\n")
	t.Logf("%-34s exit %d  %s", r.name, exit.ExitCode(), line)
	if !strings.Contains(said.String(), r.says) {
		t.Errorf("it says\n%s\nwant %q", said.String(), r.says)
	}
	if strings.Contains(said.String(), "panic") || strings.Contains(said.String(), "goroutine ") {
		t.Errorf("a panic reached the person:\n%s", said.String())
	}
	if after := f.print(t); after != before {
		t.Errorf("the data folder changed:\n%s\nwas\n%s", after, before)
	}
}

// closeWindows closes the window that says why, by its key.
func closeWindows(ctx context.Context, screen *harness.Display, done chan struct{}) {
	for {
		select {
		case <-done:
			return
		case <-ctx.Done():
			return
		case <-time.After(1500 * time.Millisecond):
			_ = screen.Key("Escape")
		}
	}
}

// folder is a till's data.
type folder struct{ root, dir, port string }

// usedFolder makes a till's data by a first run.
func usedFolder(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	app, err := harness.StartApp(small(t), binary(t), root, nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := timeout(t, 30*time.Second)
	defer cancel()
	if _, err := app.WaitLog(ctx, "msg=ready"); err != nil {
		t.Fatal(err)
	}
	if err := app.Stop(); err != nil {
		t.Fatal(err)
	}
	return root
}

func (f *folder) path(name string) string { return filepath.Join(f.dir, name) }

func (f *folder) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(f.path(name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (f *folder) overwrite(t *testing.T, name string, from, to int) {
	t.Helper()
	data, err := os.ReadFile(f.path(name))
	if err != nil {
		t.Fatal(err)
	}
	for i := from; i < min(to, len(data)); i++ {
		data[i] ^= 0x5a
	}
	f.write(t, name, string(data))
}

func (f *folder) truncate(t *testing.T, name string, size int64) {
	t.Helper()
	if err := os.Truncate(f.path(name), size); err != nil {
		t.Fatal(err)
	}
}

func (f *folder) remove(t *testing.T, name string) {
	t.Helper()
	if err := os.Remove(f.path(name)); err != nil {
		t.Fatal(err)
	}
}

func (f *folder) replaceKey(t *testing.T) {
	t.Helper()
	f.write(t, "till.key", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n")
}

// live lays the file of a live till there, whose key is elsewhere.
func (f *folder) live(t *testing.T) {
	t.Helper()
	if err := os.Mkdir(filepath.Join(f.root, "live"), 0o700); err != nil {
		t.Fatal(err)
	}
	f.write(t, "../live/till.db", "a database whose key is in a keyring")
}

func (f *folder) firstCopy(t *testing.T) {
	t.Helper()
	app, err := harness.StartApp(small(t), binary(t), f.root, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Kill() })
	ctx, cancel := timeout(t, 30*time.Second)
	defer cancel()
	if _, err := app.WaitLog(ctx, "msg=ready"); err != nil {
		t.Fatal(err)
	}
}

func (f *folder) busyPort(t *testing.T) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	f.port = l.Addr().String()
}

// print lists the till's own files with their contents' sums; logs may grow.
func (f *folder) print(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("sh", "-c", "cd \"$1\" && find . -name 'till.*' -type f ! -name '*.lock' ! -name till.open | sort | xargs sha256sum", "sh", f.root).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
