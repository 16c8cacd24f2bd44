// Package winetest proves the packages for Windows on a computer that Wine plays:
// install, start from the menu, take a payment, refuse while it runs, upgrade
// after a power cut, remove. Its tests need the packages and a display; make
// package-windows-test makes and sets them.
package winetest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf16"

	"sanduq/assets/packaging/installtest"
)

// Computer is a Windows with one user, all of it in a folder. Commands end
// after a time limit.
type Computer struct {
	Dir string   // of the prefix
	Env []string // of the display
	who string
}

// New makes a Windows 7 in a folder. Off ends it, also after an error.
func New(ctx context.Context, dir string, env []string) (*Computer, error) {
	me, err := user.Current()
	c := &Computer{Dir: dir, Env: env}
	if err != nil {
		return c, err
	}
	c.who = me.Username
	if _, err := c.Run(ctx, "wineboot", "-i"); err != nil {
		return c, err
	}
	return c, c.addRandom(ctx)
}

// addRandom adds the library of Windows 10 that Go asks for random bytes,
// which Wine 8 lacks.
func (c *Computer) addRandom(ctx context.Context) error {
	const library = "bcryptprimitives.dll"
	if _, err := os.Stat(c.Path("windows/system32/" + library)); err == nil {
		return nil
	}
	out, err := exec.CommandContext(ctx, "x86_64-w64-mingw32-gcc", "-shared", "-O1", "-s", "-o", c.Path("windows/system32/"+library),
		"testdata/prng.c", "-ladvapi32").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", library, err, out)
	}
	return nil
}

func (c *Computer) command(ctx context.Context, args []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "wine", args...)
	cmd.Env = append(append([]string{}, c.Env...), "WINEPREFIX="+c.Dir, "WINEDEBUG=-all", "WINEDLLOVERRIDES=mscoree,mshtml=", "LC_ALL=C.UTF-8")
	return cmd
}

// Run runs a program of Windows to its end and returns what it printed.
func (c *Computer) Run(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	cmd := c.command(ctx, args)
	said, err := os.CreateTemp("", "said-") // no pipe: what Wine leaves running would hold it open
	if err != nil {
		return "", err
	}
	defer func() { _, _ = said.Close(), os.Remove(said.Name()) }()
	cmd.Stdout, cmd.Stderr = said, said
	err = cmd.Run()
	out, _ := os.ReadFile(said.Name())
	if err != nil {
		return string(out), fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return string(out), nil
}

// Open starts what a menu entry starts, and does not wait for its end.
func (c *Computer) Open(entry string) error {
	cmd := c.command(context.Background(), []string{"start", "/unix", entry})
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }()
	return nil
}

// Off ends everything that runs on the computer.
func (c *Computer) Off() {
	cmd := exec.Command("wineserver", "-k")
	cmd.Env = append(os.Environ(), "WINEPREFIX="+c.Dir)
	_ = cmd.Run() // where nothing runs it complains
}

// Runs reports whether a program of the computer runs. Wine's own list of tasks
// is empty, but here they are processes like any other.
func (c *Computer) Runs(program string) bool {
	lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, line := range lines {
		if said, err := os.ReadFile(line); err != nil || !bytes.Contains(said, []byte(program)) {
			continue
		}
		if env, err := os.ReadFile(filepath.Join(filepath.Dir(line), "environ")); err == nil && bytes.Contains(env, []byte("WINEPREFIX="+c.Dir+"\x00")) {
			return true
		}
	}
	return false
}

// Path is a file of drive C as this system sees it.
func (c *Computer) Path(name string) string { return filepath.Join(c.Dir, "drive_c", name) }

// Home is a file of the user.
func (c *Computer) Home(name string) string { return c.Path("users/" + c.who + "/" + name) }

const (
	program = "AppData/Local/Programs/Sanduq/"
	data    = "AppData/Local/Sanduq"
	menu    = "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/"
)

// Said is the sentence that a silent installer left.
func (c *Computer) Said() string {
	b, _ := os.ReadFile(c.Home("Temp/sanduq-setup.txt"))
	var units []uint16
	for ; len(b) >= 2; b = b[2:] {
		units = append(units, uint16(b[0])|uint16(b[1])<<8)
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\uFEFF")
}

// Log is the application's log of practice from a place on.
func (c *Computer) Log(from int) []byte {
	b, _ := os.ReadFile(c.Home(data + "/sandbox/log/sanduq.log"))
	return b[min(from, len(b)):]
}

// WaitLog waits for a line of the log that holds all the parts and stands
// behind the first skip bytes.
func (c *Computer) WaitLog(ctx context.Context, skip int, parts ...string) error {
	return installtest.Line(ctx, func() []byte { return c.Log(skip) }, parts...)
}
