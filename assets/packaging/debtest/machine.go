// Package debtest proves the Debian package on a fresh Debian: install,
// start from the menu entry, take a payment, upgrade with a sale in flight,
// remove. Its tests need a root file system and two packages; make
// package-linux-test makes them.
package debtest

import (
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

	"sanduq/assets/packaging/installtest"
)

// Machine is a root file system with a shop's user in it. Commands in it end
// after a time limit.
type Machine struct{ Root string }

const (
	user = "shop"
	home = "/home/" + user
)

// Run runs a command as the administrator.
func (m Machine) Run(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "chroot", append([]string{m.Root}, args...)...)
	cmd.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8", "HOME=/root"}
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		return string(out), fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

// Path is a file of the machine as this one sees it.
func (m Machine) Path(name string) string { return filepath.Join(m.Root, name) }

// Exec is the command of a menu entry.
func (m Machine) Exec(entry string) (string, error) {
	data, err := os.ReadFile(m.Path("/usr/share/applications/" + entry))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(data)) {
		if command, is := strings.CutPrefix(strings.TrimSpace(line), "Exec="); is {
			return command, nil
		}
	}
	return "", fmt.Errorf("%s has no Exec", entry)
}

// Program is a program that the shop's user started.
type Program struct {
	cmd    *exec.Cmd
	done   chan struct{}
	stderr bytes.Buffer
	err    error
}

// Start starts a command line as the shop's user, as a menu does.
func (m Machine) Start(command string, env ...string) (*Program, error) {
	p := &Program{done: make(chan struct{})}
	p.cmd = exec.Command("chroot", append([]string{"--userspec=" + user, m.Root, "/usr/bin/env", "-i", "HOME=" + home, "USER=" + user,
		"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}, append(env, "sh", "-c", "cd && exec "+command)...)...)
	p.cmd.Stderr = &p.stderr
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go func() { p.err = p.cmd.Wait(); close(p.done) }()
	return p, nil
}

// Stop asks the program to close, and after ten seconds makes it.
func (p *Program) Stop() error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	return p.Ended(10 * time.Second)
}

// Ended waits for the end; a program that goes on is killed, which is an error.
func (p *Program) Ended(limit time.Duration) error {
	select {
	case <-p.done:
		return nil
	case <-time.After(limit):
		_ = p.cmd.Process.Kill()
		<-p.done
		return errors.New("the program did not end")
	}
}

// Running reports whether the program still runs.
func (p *Program) Running() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// Said is the exit status and what stood on the terminal, after the end.
func (p *Program) Said() (int, string) {
	<-p.done
	return p.cmd.ProcessState.ExitCode(), p.stderr.String()
}

// Log is the application's log of practice.
const Log = home + "/.local/share/sanduq/sandbox/log/sanduq.log"

// WaitLog waits for a line of the log that holds all the parts and stands
// behind the first skip bytes.
func (m Machine) WaitLog(ctx context.Context, skip int, parts ...string) error {
	return installtest.Line(ctx, func() []byte {
		data, _ := os.ReadFile(m.Path(Log))
		return data[min(skip, len(data)):]
	}, parts...)
}

// LogSize is how long the log is now.
func (m Machine) LogSize() int {
	data, _ := os.ReadFile(m.Path(Log))
	return len(data)
}
