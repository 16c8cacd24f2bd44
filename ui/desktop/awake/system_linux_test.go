package awake

import (
	"bufio"
	"os/exec"
	"strings"
	"testing"
	"time"

	"sanduq/core/tests/needs"

	"github.com/godbus/dbus/v5"
)

// saver is a desktop's screen saver on a bus of its own.
type saver struct{ news chan string }

func (s *saver) Inhibit(app, reason string) (uint32, *dbus.Error) {
	s.news <- "held by " + app + ": " + reason
	return 41, nil
}

func (s *saver) UnInhibit(cookie uint32) *dbus.Error {
	if cookie == 41 {
		s.news <- "let go"
	}
	return nil
}

// bus starts a bus that this test alone knows.
func bus(t *testing.T) (address string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), needs.Program(t, "dbus-daemon", "test"), "--session", "--nofork", "--nopidfile", "--print-address", "--address=unix:dir="+t.TempDir())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(line)
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", address)
	t.Setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
	return address
}

func (s *saver) hears(t *testing.T, want string) {
	t.Helper()
	select {
	case got := <-s.news:
		if got != want {
			t.Errorf("the desktop heard %q, want %q", got, want)
		}
	case <-time.After(10 * time.Second):
		t.Errorf("the desktop did not hear %q", want)
	}
}

func TestTheDesktopIsAskedAndReleased(t *testing.T) {
	c, err := dbus.Connect(bus(t))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	s := &saver{news: make(chan string, 4)}
	if err := c.Export(s, "/org/freedesktop/ScreenSaver", "org.freedesktop.ScreenSaver"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.RequestName("org.freedesktop.ScreenSaver", dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	release, err := System()
	if err != nil {
		t.Fatal(err)
	}
	s.hears(t, "held by Sanduq: A sale is open")
	release()
	s.hears(t, "let go")
}

func TestABusWithoutADesktopIsAnError(t *testing.T) {
	bus(t)
	release, err := System()
	if err == nil || release != nil || !strings.Contains(err.Error(), "screen saver") || !strings.Contains(err.Error(), "logins") {
		t.Errorf("nobody listens: %v", err)
	}
}
