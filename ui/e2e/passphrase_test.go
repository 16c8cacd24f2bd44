//go:build e2e

package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sanduq/storage/keys/secretservice"
	"sanduq/ui/e2e/harness"
)

// liveEnv is a live till whose gateway is nowhere.
func liveEnv(more ...string) []string {
	return append([]string{"SERVICE_ENV=live", "SERVICE_BASE_URL_LIVE=https://pay.invalid", "SERVICE_API_KEY=CANARY-api-9f",
		"SERVICE_SECRET_KEY=CANARY-secret-9f", "LANG=C"}, more...)
}

const phrase, wrongPhrase = "canary phrase of four", "canary phrase of five"

func TestLiveWithoutAKeyringOpensWithAPassphrase(t *testing.T) {
	t.Parallel()
	screen, err := harness.StartDisplay(t.Context(), harness.Width, harness.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Stop()
	root := t.TempDir()
	env := liveEnv()
	begin := func() *harness.App {
		t.Helper()
		app, err := harness.StartApp(screen, binary(t), root, env)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = app.Stop() })
		if err := screen.Window("Sanduq"); err != nil {
			t.Fatalf("%v\n%s", err, app.Log())
		}
		time.Sleep(700 * time.Millisecond) // its first frame
		return app
	}
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ready := func(app *harness.App) {
		t.Helper()
		ctx, cancel := timeout(t, 30*time.Second)
		defer cancel()
		if _, err := app.WaitLog(ctx, "msg=ready", "environment=live", "key=passphrase"); err != nil {
			t.Fatal(err)
		}
		do(app.Stop())
		for _, one := range []string{phrase, wrongPhrase, "CANARY"} {
			if strings.Contains(app.Log(), one) {
				t.Errorf("the log holds %q", one)
			}
		}
	}

	// Nobody gives one.
	app := begin()
	do(screen.SaveStable(filepath.Join(pictures(t), "passphrase-new.png")))
	do(screen.Key("Escape"))
	if code, err := app.Ended(20 * time.Second); err != nil || code != 1 || !strings.Contains(app.Log(), "No passphrase was given") {
		t.Errorf("exit %d, %v\n%s", code, err, app.Log())
	}
	if left, _ := filepath.Glob(filepath.Join(root, "live", "till.[dw]*")); len(left) != 0 {
		t.Errorf("it left %v", left)
	}

	// A new one, twice, by keys alone.
	app = begin()
	do(screen.Type(phrase))
	do(screen.Key("Return"))
	do(screen.Type(phrase))
	do(screen.Key("Return"))
	ready(app)

	// The wrong one, then the right one.
	app = begin()
	do(screen.Type(wrongPhrase))
	do(screen.Key("Return"))
	time.Sleep(2500 * time.Millisecond) // the try, then a second of waiting
	do(screen.SaveStable(filepath.Join(pictures(t), "passphrase-wrong.png")))
	do(screen.Type(phrase))
	do(screen.Key("Return"))
	ready(app)

	// It asks in the window that the till will have, and in no other process.
	app = begin()
	if more := children(t, app.PID()); len(more) != 0 {
		t.Errorf("while it asks it has started %q", more)
	}
	do(screen.Type(phrase))
	do(screen.Key("Return"))
	ready(app)
}

// children are the command lines of the processes that a process has started.
func children(t *testing.T, parent int) (all []string) {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(found) == 0 {
		t.Fatalf("no processes are seen: %v", err)
	}
	for _, path := range found {
		stat, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // the name before may hold blanks
		if fields[1] == strconv.Itoa(parent) {
			line, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
			all = append(all, string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return all
}

func TestLiveWithADesktopsKeyring(t *testing.T) {
	service := secretservice.Begin(t)
	if err := service.Unlocked("a login"); err != nil {
		t.Fatal(err)
	}
	screen, err := harness.StartDisplay(t.Context(), harness.Width, harness.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Stop()
	root := t.TempDir()
	for range 2 {
		app, err := harness.StartApp(screen, binary(t), root, liveEnv("DBUS_SESSION_BUS_ADDRESS="+service.Address()))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := timeout(t, 30*time.Second)
		_, err = app.WaitLog(ctx, "msg=ready", "environment=live", "key=keyring")
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if err := app.Stop(); err != nil {
			t.Fatal(err)
		}
		service.StopDaemon()
		if err := service.Unlocked("a login"); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(says string) {
		t.Helper()
		ctx, cancel := timeout(t, 30*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, binary(t), "--data-dir", root)
		cmd.Env = append(append(screen.Env(), "XDG_CONFIG_HOME="+filepath.Join(root, "config")), liveEnv("DBUS_SESSION_BUS_ADDRESS="+service.Address())...)
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan struct{})
		go closeWindows(ctx, screen, done)
		err := cmd.Wait()
		close(done)
		if err == nil || !strings.Contains(said.String(), says) {
			t.Errorf("%v, it says\n%s\nwant %q", err, said.String(), says)
		}
		line, _, _ := strings.Cut(said.String(), "\n")
		t.Log(line)
	}
	if err := service.Lock(); err != nil {
		t.Fatal(err)
	}
	refused("keyring is locked")
	service.StopDaemon()
	refused("has no keyring now")
	if err := service.Forget(); err != nil {
		t.Fatal(err)
	}
	if err := service.Unlocked("a login"); err != nil {
		t.Fatal(err)
	}
	refused("is missing. Without it nobody can read them")
	if err := service.Stall(); err != nil {
		t.Fatal(err)
	}
	refused("keyring does not answer")
}
