package harness

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"sanduq/core/tests/needs"
)

// The two monitors of StartMonitors: the till's, and the customer's beside it.
const (
	TillWide     = 1368
	CustomerWide = 1920
	CustomerHigh = 1080
)

// CustomerArea is where the customer's monitor is on the whole screen.
var CustomerArea = fmt.Sprintf("%dx%d+%d+0", CustomerWide, CustomerHigh, TillWide)

// TillArea is where the till's monitor is.
var TillArea = fmt.Sprintf("%dx768+0+0", TillWide)

// monitorConfig is an X server whose graphics card exists in memory alone; it
// has sixteen outputs to plug monitors into.
const monitorConfig = `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "DontVTSwitch" "true"
  Option "AllowMouseOpenFail" "true"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 4096 2160
  EndSubSection
EndSection
`

// StartMonitors starts an X server with two monitors side by side, which can
// be unplugged. Its files go to dir. Stop it.
func StartMonitors(ctx context.Context, dir string) (*Display, error) {
	config := filepath.Join(dir, "monitors.conf")
	if err := os.WriteFile(config, []byte(monitorConfig), 0o600); err != nil {
		return nil, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	server := "/usr/lib/xorg/Xorg" // itself, not a wrapper that wants a console
	if _, err := os.Stat(server); err != nil {
		if server, err = needs.Find("Xorg", "monitors"); err != nil {
			return nil, err
		}
	}
	cmd := exec.CommandContext(ctx, server, "-displayfd", "3", "-config", config, "-logfile", filepath.Join(dir, "monitors.log"),
		"-noreset", "-nolisten", "tcp", "-sharevts", "-novtswitch")
	cmd.ExtraFiles = []*os.File{w}
	if err := cmd.Start(); err != nil {
		_ = w.Close()
		return nil, fmt.Errorf("start Xorg: %w", err)
	}
	_ = w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		return nil, errors.Join(errors.New("the monitors did not start"), err, cmd.Process.Kill())
	}
	d := &Display{name: ":" + strings.TrimSpace(number), cmd: cmd}
	_, err1 := d.run("xrandr", "--output", "DUMMY0", "--mode", fmt.Sprintf("%dx768", TillWide))
	_, err2 := d.run("xrandr", "--addmode", "DUMMY1", fmt.Sprintf("%dx%d", CustomerWide, CustomerHigh))
	if err := errors.Join(err1, err2, d.Plug()); err != nil {
		d.Stop()
		return nil, err
	}
	return d, nil
}

// Plug puts the customer's monitor in. The server looks at its outputs only
// when it is asked; a real one is told by the cable.
func (d *Display) Plug() error {
	_, err := d.run("xrandr", "--output", "DUMMY1", "--mode", fmt.Sprintf("%dx%d", CustomerWide, CustomerHigh), "--pos", fmt.Sprintf("%dx0", TillWide))
	_, asked := d.run("xrandr", "--query")
	return errors.Join(err, asked)
}

// Unplug pulls it out.
func (d *Display) Unplug() error {
	_, err := d.run("xrandr", "--output", "DUMMY1", "--off")
	return err
}

// Shows reports whether a window with a title is on the screen now.
func (d *Display) Shows(title string) bool {
	all, err := d.Windows(title)
	return err == nil && len(all) > 0
}

// Windows are the server's numbers of the windows with a title that are on the
// screen now.
func (d *Display) Windows(title string) ([]string, error) {
	out, err := d.run("xdotool", "search", "--onlyvisible", "--name", title)
	return strings.Fields(out), err
}

// Move puts a window somewhere else.
func (d *Display) Move(title string, x, y int) error {
	_, err := d.run("xdotool", "search", "--onlyvisible", "--name", title, "windowmove", fmt.Sprint(x), fmt.Sprint(y))
	return err
}
