package printer

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal gives a character device as a printer on USB is one, and its other end.
func terminal(t *testing.T) (other *os.File, path string) {
	t.Helper()
	m, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = m.Close() })
	raw, err := m.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	var wrong error
	err = raw.Control(func(fd uintptr) {
		if wrong = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); wrong != nil {
			return
		}
		n, wrong = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
	})
	if err != nil || wrong != nil {
		t.Fatal(err, wrong)
	}
	path = fmt.Sprintf("/dev/pts/%d", n)
	s, err := os.OpenFile(path, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // kept open: the settings end with the last one
	if err := unix.IoctlSetTermios(int(s.Fd()), unix.TCSETS, &unix.Termios{Cflag: unix.CS8 | unix.CREAD}); err != nil {
		t.Fatal(err)
	}
	return m, path
}

// plug makes a tree of the system in which a printer is at a number.
func plug(t *testing.T, number int, path, serial string) usbTree {
	t.Helper()
	root := t.TempDir()
	u := usbTree{class: filepath.Join(root, "class"), devices: filepath.Join(root, "dev")}
	device := filepath.Join(root, "bus", "1-1", "1-1:1.0")
	lp := fmt.Sprintf("lp%d", number)
	for _, dir := range []string{device, u.devices, filepath.Join(u.class, lp)} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(device, "ieee1284_id"), "MFG:EPSON;CMD:ESC/POS;MDL:TM-T20III;CLS:PRINTER;\n")
	write(filepath.Join(device, "..", "serial"), serial+"\n")
	for link, to := range map[string]string{filepath.Join(u.class, lp, "device"): device, filepath.Join(u.devices, lp): path} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	return u
}

func TestAUSBPrinterIsFoundByWhatItIs(t *testing.T) {
	_, path := terminal(t)
	found := plug(t, 3, path, "X5ZA01").found()
	if len(found) != 1 || found[0].Name != "EPSON TM-T20III" || found[0].Address != Address(WayUSB, "EPSON TM-T20III X5ZA01") {
		t.Fatalf("%+v", found)
	}
	again := plug(t, 0, path, "X5ZA01")
	if got := again.path("EPSON TM-T20III X5ZA01"); got != filepath.Join(again.devices, "lp0") {
		t.Errorf("plugged in again it is at %q", got)
	}
	if got := plug(t, 0, path, "another").path("EPSON TM-T20III X5ZA01"); got != "" {
		t.Errorf("another printer is taken for it: %q", got)
	}
}

func TestADeviceFileIsSpokenTo(t *testing.T) {
	other, path := terminal(t)
	u := plug(t, 0, path, "1")
	p := newDevice(u.opener("EPSON TM-T20III 1"), Limits{Answer: 200 * time.Millisecond, Stall: 300 * time.Millisecond, Confirm: 300 * time.Millisecond}.or())
	job, err := Encode(dotted(576, 100), Profile{Dots: 576})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan []byte)
	go func() {
		const asked, ended = 12, 3 // bytes of four questions, and of the mark
		got := make([]byte, asked+ended+len(job)+ended)
		_, _ = io.ReadFull(other, got[:asked])
		_, _ = other.Write([]byte{0x12, 0x12, 0x12, 0x12})
		_, _ = io.ReadFull(other, got[asked:asked+ended]) // whether it knows the mark
		_, _ = other.Write([]byte{0})
		_, _ = io.ReadFull(other, got[asked+ended:])
		_, _ = other.Write([]byte{0})
		done <- got[asked+ended : asked+ended+len(job)]
	}()
	how, err := p.Send(t.Context(), job)
	if how != Printed || err != nil {
		t.Fatalf("%q, %v", how, err)
	}
	if got := <-done; string(got) != string(job) {
		t.Error("other bytes arrived")
	}
	// Nobody reads any more: a device that takes nothing ends the job.
	began := time.Now()
	how, err = p.Send(t.Context(), append(job, make([]byte, 100_000)...))
	if CodeOf(err) != Stalled || time.Since(began) > 3*time.Second {
		t.Errorf("%q, %v after %v", how, err, time.Since(began))
	}
}

func TestNoDevice(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lp0")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]Code{"/dev/usb/lp77": Gone, "EPSON nowhere": Gone, file: NotAPrinter} {
		p, err := Open(Address(WayUSB, name), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Send(t.Context(), []byte("slip")); CodeOf(err) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if data, err := os.ReadFile(file); err != nil || len(data) != 0 {
		t.Error("a file that is no device was written to")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p, _ := Open("usb:/dev/null", Limits{})
	if _, err := p.Send(ctx, nil); CodeOf(err) != Stopped {
		t.Error(err)
	}
}
