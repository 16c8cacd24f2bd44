package printer

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// usbTree is where Linux shows printers on USB.
type usbTree struct{ class, devices string }

var usb = usbTree{class: "/sys/class/usbmisc", devices: "/dev/usb"}

func openUSB(name string, l Limits) (Printer, error) {
	return newDevice(usb.opener(name), l), nil
}

// opener looks for the device each time: one that was plugged in again has another number.
func (u usbTree) opener(name string) func(context.Context) (line, error) {
	return func(ctx context.Context) (line, error) {
		if ctx.Err() != nil {
			return nil, failed(ctx, Stopped, 0, ctx.Err())
		}
		path := name
		if !filepath.IsAbs(name) {
			if path = u.path(name); path == "" {
				return nil, &Error{Code: Gone}
			}
		}
		if info, err := os.Stat(path); err != nil {
			return nil, failed(ctx, Gone, 0, err)
		} else if info.Mode()&os.ModeCharDevice == 0 {
			return nil, &Error{Code: NotAPrinter}
		}
		f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
		if err != nil {
			return nil, failed(ctx, Gone, 0, err)
		}
		return deviceFile{f}, nil
	}
}

// deviceFile is an open device. One that only listens, or has nothing to say, is a printer that does not answer:
// reading goes on until the deadline.
type deviceFile struct{ *os.File }

func (f deviceFile) Read(b []byte) (int, error) {
	for {
		n, err := f.File.Read(b)
		if n > 0 || !errors.Is(err, syscall.EINVAL) && !errors.Is(err, io.EOF) {
			return n, err
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// found lists the printers that are plugged in.
func (u usbTree) found() (all []Found) {
	links, _ := filepath.Glob(filepath.Join(u.class, "lp*")) // the pattern is right
	for _, link := range links {
		id := fields(read(link, "device/ieee1284_id"))
		maker := cmp.Or(id["MFG"], id["MANUFACTURER"], read(link, "device/../manufacturer"))
		model := cmp.Or(id["MDL"], id["MODEL"], read(link, "device/../product"))
		name := strings.TrimSpace(maker + " " + model)
		if name == "" {
			name = filepath.Base(link)
		}
		identity := strings.TrimSpace(name + " " + cmp.Or(read(link, "device/../serial"), id["SN"], id["SERN"]))
		all = append(all, Found{Address: Address(WayUSB, identity), Way: WayUSB, Name: name,
			Place: filepath.Join(u.devices, filepath.Base(link))})
	}
	return all
}

// path is where a device of that identity is now; blank when it is nowhere.
func (u usbTree) path(identity string) string {
	for _, f := range u.found() {
		if f.Address == Address(WayUSB, identity) {
			return f.Place
		}
	}
	return ""
}

// read returns a small text of the system's tree, blank when it is not there. The name may climb out of a link, so it
// is the system that resolves it, not this program.
func read(dir, name string) string {
	f, err := os.Open(dir + "/" + name)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	text, _ := io.ReadAll(io.LimitReader(f, 1024))
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, string(text))), " ")
}

// fields reads "MFG:EPSON;MDL:TM-T20III;".
func fields(id string) map[string]string {
	out := map[string]string{}
	for part := range strings.SplitSeq(id, ";") {
		if key, value, ok := strings.Cut(part, ":"); ok {
			out[strings.ToUpper(strings.TrimSpace(key))] = strings.TrimSpace(value)
		}
	}
	return out
}

func findUSB(context.Context) ([]Found, error) { return usb.found(), nil }
