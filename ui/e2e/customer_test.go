//go:build e2e

package e2e

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core/tests/needs"
	"sanduq/ui/e2e/harness"
)

// customerWindow is the title of the customer's window in English.
const customerWindow = "Customer view"

// window is a till in a real window on a display.
type window struct {
	t      *testing.T
	screen *harness.Display
	app    *harness.App
	dir    string // of pictures
}

func openTill(t *testing.T, screen *harness.Display, data string) *window {
	t.Helper()
	app, err := harness.StartApp(screen, binary(t), data, []string{"LANG=C"}, "--bank-addr", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = app.Stop() })
	w := &window{t, screen, app, filepath.Join(pictures(t), "customer")}
	if err := os.MkdirAll(w.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := timeout(t, 45*time.Second)
	defer cancel()
	_, err = app.Ready(ctx, screen)
	w.do(err)
	time.Sleep(time.Second) // the first frames
	return w
}

func (w *window) do(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *window) log(parts ...string) {
	w.t.Helper()
	ctx, cancel := timeout(w.t, 45*time.Second)
	defer cancel()
	if _, err := w.app.WaitLog(ctx, parts...); err != nil {
		w.t.Fatal(err)
	}
}

// charge opens a payment by QR, with the practice phone beside it.
func (w *window) charge(amount, number string) {
	w.t.Helper()
	w.do(w.screen.Type(amount))
	w.do(w.screen.Key("Return"))
	time.Sleep(300 * time.Millisecond)
	w.do(w.screen.Key("1"))
	w.log("number="+number+" ", "status=waiting")
}

// reads reads a QR off a part of the screen.
func (w *window) reads(name, area string) string {
	w.t.Helper()
	payload, err := w.screen.ReadQROf(filepath.Join(w.dir, name+".png"), area)
	w.do(err)
	if _, err := harness.BankLink(payload); err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	return payload
}

// until waits for something to come true.
func (w *window) until(what string, ok func() bool) {
	w.t.Helper()
	w.within(10*time.Second, what, ok)
}

func (w *window) within(long time.Duration, what string, ok func() bool) {
	w.t.Helper()
	for range long / (250 * time.Millisecond) {
		if ok() {
			return
		}
		time.Sleep(250 * time.Millisecond)
	}
	w.t.Fatalf("never: %s\n%s", what, w.app.Log())
}

// pixel is a colour on a part of the screen.
func (w *window) pixel(name, area string, x, y int) color.Color {
	w.t.Helper()
	img := w.image(name, area)
	if !(image.Point{X: x, Y: y}).In(img.Bounds()) {
		w.t.Fatalf("%s has no pixel at %d, %d: %v", name, x, y, img.Bounds())
	}
	return img.At(x, y)
}

// image is what a part of the screen shows.
func (w *window) image(name, area string) image.Image {
	w.t.Helper()
	path := filepath.Join(w.dir, name+".png")
	w.do(w.screen.PictureOf(path, area))
	f, err := os.Open(path)
	w.do(err)
	defer func() { _ = f.Close() }()
	img, err := png.Decode(f)
	w.do(err)
	return img
}

var (
	practiceYellow = color.NRGBA{0xff, 0xc4, 0, 0xff}
	lightGround    = color.NRGBA{0xf4, 0xf6, 0xf9, 0xff}
)

func same(a, b color.Color) bool {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	return ar == br && ag == bg && ab == bb
}

// TestTheCustomersMonitor takes a payment over two monitors and pulls one out
// on the way.
func TestTheCustomersMonitor(t *testing.T) {
	screen, err := harness.StartMonitors(t.Context(), t.TempDir())
	needs.Check(t, err)
	defer screen.Stop()
	w := openTill(t, screen, t.TempDir())
	w.until("a window on the second monitor", func() bool { return screen.Shows(customerWindow) })
	w.charge("12.5", "1")
	mine, theirs := w.reads("till-qr", harness.TillArea), w.reads("customer-qr", harness.CustomerArea)
	if mine != theirs {
		t.Fatalf("the till shows %s, the customer sees %s", mine, theirs)
	}

	w.do(screen.Unplug())
	w.until("the window goes with its monitor", func() bool { return !screen.Shows(customerWindow) })
	if again := w.reads("unplugged", ""); again != mine {
		t.Fatalf("after the cable was pulled the till shows %s", again)
	}
	w.do(screen.Click(1216, 430)) // Approve, on the practice phone
	w.log("number=1 ", "status=paid")

	w.do(screen.Plug())
	w.until("the window comes back", func() bool { return screen.Shows(customerWindow) })
	w.until("the customer reads of the end", func() bool {
		return same(w.pixel("customer-paid", harness.CustomerArea, 280, 566), practiceYellow)
	})
	time.Sleep(time.Second) // an end is deaf at first
	w.do(screen.Key("Return"))
	w.within(40*time.Second, "the receipt had its time, and it goes blank", func() bool {
		return same(w.pixel("customer-blank", harness.CustomerArea, 280, 566), lightGround) && same(w.pixel("customer-blank", harness.CustomerArea, 4, 600), lightGround)
	})

	w.charge("48", "2")
	second := w.reads("customer-second", harness.CustomerArea)
	w.do(screen.Key("F2"))
	w.charge("7", "3")
	third := w.reads("till-third", harness.TillArea)
	w.isReadElsewhere(third, "7.000")
	if third == second || w.reads("customer-pinned", harness.CustomerArea) != second {
		t.Fatal("another sale at the till moved the customer's view")
	}
	w.do(screen.Key("F6"))
	w.until("F6 shows it to the customer", func() bool { return w.reads("customer-third", harness.CustomerArea) == third })
}

// TestOneMonitorIsTurned gives the only window to the customer and back.
func TestOneMonitorIsTurned(t *testing.T) {
	t.Parallel()
	screen, err := harness.StartDisplay(t.Context(), harness.Width, harness.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Stop()
	w := openTill(t, screen, t.TempDir())
	w.charge("12.5", "1")
	mine := w.reads("one-till", "")
	w.isReadElsewhere(mine, "12.500")
	// Both sides have a practice strip. The cashier's words begin it, the customer's stand in its middle.
	ribbon := func(name string) bool {
		img := w.image(name, "")
		for x := 250; x < 400; x++ {
			if !same(img.At(x, 14), practiceYellow) {
				return true
			}
		}
		return false
	}
	if !ribbon("one-till") {
		t.Fatal("no ribbon on the cashier's window")
	}
	w.do(screen.Key("F6"))
	w.until("the window is turned", func() bool { return !ribbon("one-turned") })
	if theirs := w.reads("one-turned", ""); theirs != mine {
		t.Fatalf("the customer sees %s, want %s", theirs, mine)
	}
	w.do(screen.Key("F2", "Return", "F7", "Return", "F4", "ctrl+1", "BackSpace"))
	w.do(screen.Click(1216, 430))
	w.do(screen.Click(120, 520))
	time.Sleep(time.Second)
	if ribbon("one-ignored") || w.reads("one-ignored", "") != mine || w.app.Last("status=setAside") != "" {
		t.Fatal("a key or a touch of the customer's did something")
	}
	w.do(screen.Key("Escape"))
	w.until("Esc brings the cashier back", func() bool { return ribbon("one-back") })
	if w.reads("one-back", "") != mine {
		t.Fatal("the cashier is elsewhere")
	}
	w.do(screen.Key("F6"))
	w.until("the window is turned again", func() bool { return !ribbon("one-again") })
	w.do(screen.Key("F6"))
	w.until("F6 brings the cashier back too", func() bool { return ribbon("one-back-again") })
}

// TestAPlainWindowForTheCustomer puts the view into a window beside the till's.
func TestAPlainWindowForTheCustomer(t *testing.T) {
	t.Parallel()
	screen, err := harness.StartDisplay(t.Context(), harness.Width+1000, harness.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Stop()
	data := t.TempDir()
	kept := filepath.Join(data, "config", "fyne", "ly.sanduq.till")
	if err := os.MkdirAll(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(kept, "preferences.json"), []byte(`{"customer":"plain"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openTill(t, screen, data)
	w.until("a plain window", func() bool { return screen.Shows(customerWindow) })
	w.do(screen.Move(customerWindow, harness.Width+20, 40))
	w.charge("12.5", "1")
	mine, theirs := w.reads("plain-till", "1366x690+0+0"), w.reads("plain-customer", "1000x690+1366+0")
	if mine != theirs {
		t.Fatalf("the till shows %s, the customer sees %s", mine, theirs)
	}
}
