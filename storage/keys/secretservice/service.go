//go:build !windows

// Package secretservice runs the keyring of a desktop for tests: GNOME's, on a
// message bus of its own, with its files in a folder of its own. Nothing of it
// meets the session of the user who runs the tests.
package secretservice

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sanduq/core/tests/needs"
)

// patience bounds every wait for the two programs.
const patience = 15 * time.Second

// Service is one message bus with a keyring that can be started, locked,
// stalled, stopped and started again. Its methods are for one goroutine.
type Service struct {
	dir     string
	address string
	bus     *exec.Cmd
	daemon  *exec.Cmd
	noise   bytes.Buffer // what the daemon complained of
}

// config is a bus that starts nothing by itself: what is absent stays absent.
const config = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=%s</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

// Start starts the bus, without a keyring, with all files in dir: a short path,
// since sockets lie in it. A needs.Missing where the programs are not installed.
// Stop it.
func Start(dir string) (*Service, error) {
	for _, name := range []string{"dbus-daemon", "dbus-send", "gnome-keyring-daemon"} {
		if _, err := needs.Find(name, "test"); err != nil {
			return nil, err
		}
	}
	for _, sub := range []string{"home", "data", "run"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return nil, err
		}
	}
	file := filepath.Join(dir, "bus.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, config, filepath.Join(dir, "bus")), 0o600); err != nil {
		return nil, err
	}
	s := &Service{dir: dir}
	s.bus = exec.Command("dbus-daemon", "--config-file="+file, "--nofork", "--nopidfile", "--print-address")
	s.bus.Env = s.env()
	out, err := s.bus.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.bus.Start(); err != nil {
		return nil, err
	}
	timer := time.AfterFunc(patience, func() { _ = s.bus.Process.Kill() })
	defer timer.Stop()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		s.Stop()
		return nil, fmt.Errorf("the message bus did not start: %w", err)
	}
	s.address = strings.TrimSpace(line)
	return s, nil
}

// Address is what DBUS_SESSION_BUS_ADDRESS must hold.
func (s *Service) Address() string { return s.address }

// env is the environment of a session of its own.
func (s *Service) env() []string {
	env := []string{"HOME=" + filepath.Join(s.dir, "home"), "XDG_DATA_HOME=" + filepath.Join(s.dir, "data"),
		"XDG_RUNTIME_DIR=" + filepath.Join(s.dir, "run"), "PATH=" + os.Getenv("PATH"), "LANG=C"}
	if s.address != "" {
		env = append(env, "DBUS_SESSION_BUS_ADDRESS="+s.address)
	}
	return env
}

// Unlocked starts the keyring with its login collection open, as logging in
// does; the first time that makes it.
func (s *Service) Unlocked(password string) error { return s.start(password, "--unlock") }

// Locked starts the keyring as it is when nobody has logged in with a password.
func (s *Service) Locked() error { return s.start("") }

func (s *Service) start(password string, more ...string) error {
	args := append([]string{"--foreground", "--components=secrets", "--control-directory=" + filepath.Join(s.dir, "run")}, more...)
	s.noise.Reset()
	s.daemon = exec.Command("gnome-keyring-daemon", args...)
	s.daemon.Env, s.daemon.Stdin, s.daemon.Stderr = s.env(), strings.NewReader(password), &s.noise
	if err := s.daemon.Start(); err != nil {
		return err
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if s.owned() && (len(more) == 0 || s.open()) {
			return nil
		}
	}
	s.StopDaemon()
	return fmt.Errorf("the keyring did not start: %s", s.noise.String())
}

// owned reports whether somebody answers under the name of the Secret Service.
func (s *Service) owned() bool {
	out, err := s.send("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.secrets")
	return err == nil && strings.Contains(out, "true")
}

const (
	secrets = "org.freedesktop.secrets"
	login   = "/org/freedesktop/secrets/collection/login"
)

// open reports whether the login collection is there and not locked.
func (s *Service) open() bool {
	out, err := s.send(secrets, login, "org.freedesktop.DBus.Properties.Get", "string:org.freedesktop.Secret.Collection", "string:Locked")
	return err == nil && strings.Contains(out, "false")
}

// Lock locks the login collection under the application's feet.
func (s *Service) Lock() error {
	_, err := s.send(secrets, "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock", "array:objpath:"+login)
	if err == nil && s.open() {
		err = errors.New("the collection is still open")
	}
	return err
}

// Stall makes the keyring stop answering without going away.
func (s *Service) Stall() error { return s.daemon.Process.Signal(syscall.SIGSTOP) }

// Continue ends a Stall.
func (s *Service) Continue() error { return s.daemon.Process.Signal(syscall.SIGCONT) }

// Forget throws away every item: a keyring that was reset. The daemon must be
// stopped.
func (s *Service) Forget() error { return os.RemoveAll(filepath.Join(s.dir, "data", "keyrings")) }

// Files is where the keyring keeps its own.
func (s *Service) Files() string { return filepath.Join(s.dir, "data", "keyrings") }

// StopDaemon ends the keyring; the bus goes on without one.
func (s *Service) StopDaemon() {
	if s.daemon == nil {
		return
	}
	end(s.daemon)
	s.daemon = nil
}

// Stop ends both programs.
func (s *Service) Stop() {
	s.StopDaemon()
	end(s.bus)
}

func end(cmd *exec.Cmd) {
	_ = cmd.Process.Signal(syscall.SIGCONT)
	_ = cmd.Process.Signal(syscall.SIGTERM)
	timer := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	_ = cmd.Wait()
	timer.Stop()
}

func (s *Service) send(dest, path, method string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "dbus-send", append([]string{"--bus=" + s.address, "--print-reply", "--dest=" + dest, path, method}, args...)...)
	cmd.Env = s.env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("dbus-send %s: %w: %s", method, err, out)
	}
	return string(out), nil
}
