// Package harness drives the real application in a real window on a virtual
// display, as a cashier and a customer would: key presses, clicks, pictures of
// the screen, a QR read off such a picture, and a browser on the bank's page.
package harness

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
)

// Size of the virtual screen: a cheap till computer's, less its task bar.
const (
	Width  = 1366
	Height = 690
)

// Display is one virtual screen.
type Display struct {
	name string
	cmd  *exec.Cmd
}

// StartDisplay starts Xvfb on a free number, with more options of its own if
// any are given. Stop it.
func StartDisplay(ctx context.Context, width, height int, options ...string) (*Display, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	cmd := exec.CommandContext(ctx, "Xvfb", append([]string{"-displayfd", "3", "-screen", "0",
		fmt.Sprintf("%dx%dx24", width, height), "-nolisten", "tcp", "-noreset"}, options...)...)
	cmd.ExtraFiles = []*os.File{w}
	if err := cmd.Start(); err != nil {
		_ = w.Close()
		return nil, fmt.Errorf("start Xvfb: %w", err)
	}
	_ = w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		return nil, errors.Join(errors.New("virtual display did not start"), err, cmd.Process.Kill())
	}
	return &Display{name: ":" + strings.TrimSpace(number), cmd: cmd}, nil
}

// Stop ends the display.
func (d *Display) Stop() {
	_ = d.cmd.Process.Signal(syscall.SIGTERM)
	_ = d.cmd.Wait()
}

// Name is what X clients call the display, such as :7.
func (d *Display) Name() string { return d.name }

// Env returns the environment of a program that is to appear on the display. It
// has no message bus: nothing is to come into the keyring of anyone who runs this.
func (d *Display) Env() []string {
	env := []string{"DISPLAY=" + d.name, "LIBGL_ALWAYS_SOFTWARE=1", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere"}
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "DISPLAY=") && !strings.HasPrefix(kv, "WAYLAND_DISPLAY=") && !strings.HasPrefix(kv, "DBUS_SESSION_BUS_ADDRESS=") {
			env = append(env, kv)
		}
	}
	return env
}

// run runs a small program on the display and returns what it printed.
func (d *Display) run(name string, args ...string) (string, error) {
	return d.runWithin(20*time.Second, name, args...)
}

func (d *Display) runWithin(limit time.Duration, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = d.Env()
	var complaints strings.Builder
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	if err != nil {
		return string(out), fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, complaints.String())
	}
	return string(out), nil
}

// Type presses the keys of a text, one after the other, at a person's pace.
func (d *Display) Type(text string) error {
	_, err := d.run("xdotool", "type", "--delay", "120", text)
	return err
}

// TypeForeign is Type for letters that the keyboard does not have: each lies on
// a key as long as that is held, so that the program must see it in time.
func (d *Display) TypeForeign(text string) error {
	_, err := d.run("xdotool", "type", "--delay", "500", text)
	return err
}

// Key presses keys by their X names: Return, Escape, F5, ctrl+1.
func (d *Display) Key(names ...string) error {
	press := append([]string{"key", "--delay", "60"}, names...)
	limit := 5*time.Second + time.Duration(len(names))*time.Second
	_, err := d.runWithin(limit, "xdotool", press...)
	if exit, ended := errors.AsType[*exec.ExitError](err); ended && exit.ExitCode() < 0 { // it hung, now and then, before it had pressed anything
		_, err = d.run("xdotool", press...)
	}
	return err
}

// Window waits, up to twenty seconds, until a window with a title is there.
func (d *Display) Window(title string) error {
	_, err := d.run("xdotool", "search", "--sync", "--onlyvisible", "--name", title)
	return err
}

// Click clicks the first mouse button at a point of the screen.
func (d *Display) Click(x, y int) error {
	_, err := d.run("xdotool", "mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.1", "click", "1")
	return err
}

// LongPress presses the primary button at a place for some time.
func (d *Display) LongPress(x, y int, long time.Duration) error {
	_, err := d.run("xdotool", "mousemove", fmt.Sprint(x), fmt.Sprint(y), "sleep", "0.1", "mousedown", "1", "sleep", fmt.Sprint(long.Seconds()), "mouseup", "1")
	return err
}

// Point moves the pointer without a click.
func (d *Display) Point(x, y int) error {
	_, err := d.run("xdotool", "mousemove", fmt.Sprint(x), fmt.Sprint(y))
	return err
}

// Picture saves what the whole screen shows as a PNG.
func (d *Display) Picture(path string) error { return d.PictureOf(path, "") }

// PictureOf is Picture of a part of the screen, "1920x1080+1368+0"; blank for
// all of it.
func (d *Display) PictureOf(path, area string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	args := []string{"-window", "root", "-depth", "8", "-define", "png:exclude-chunks=date,time"}
	if area != "" {
		args = append(args, "-crop", area, "+repage")
	}
	_, err := d.run("import", append(args, "png24:"+path)...)
	return err
}

// SaveStable saves a picture of the screen once two pictures in a row were the
// same, or after five seconds: something on it may turn for ever.
func (d *Display) SaveStable(path string) error {
	var last []byte
	for range 16 {
		time.Sleep(300 * time.Millisecond)
		if err := d.Picture(path); err != nil {
			return err
		}
		now, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if bytes.Equal(now, last) {
			return nil
		}
		last = now
	}
	return nil
}

// ReadQR saves pictures of the screen until an independent reader finds a QR
// on one, and returns its text.
func (d *Display) ReadQR(path string) (string, error) { return d.ReadQROf(path, "") }

// ReadQROf is ReadQR of a part of the screen.
func (d *Display) ReadQROf(path, area string) (string, error) {
	for range 25 {
		if err := d.PictureOf(path, area); err != nil {
			return "", err
		}
		out, err := d.run("zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path)
		if err == nil {
			return strings.TrimSpace(out), nil
		}
		time.Sleep(300 * time.Millisecond)
	}
	return "", fmt.Errorf("no QR can be read off %s", path)
}
