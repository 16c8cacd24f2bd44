package printing

import (
	"bytes"
	"context"
	"io"
	"net"
	"slices"
	"testing"
	"time"

	practice "sanduq/core/practice/printer"
	"sanduq/core/printer"
	"sanduq/core/tests/broken"
	"sanduq/ui/preferences"
)

// TestADrawerIsOpenedOnItsPin, and on none where the shop has none; no paper moves.
func TestADrawerIsOpenedOnItsPin(t *testing.T) {
	roll, err := practice.Start(practice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = roll.Close() })
	p := newPrinting(t, roll.Address(), printer.Limits{})
	var want []printer.Pin
	for _, pin := range preferences.Pins() {
		p.Set(preferences.Printer{Address: roll.Address(), Dots: printer.Dots80, Drawer: pin})
		asked, err := p.OpenDrawer(t.Context())
		if err != nil || asked != (pin != printer.NoPin) {
			t.Fatalf("pin %d: asked %v, %v", pin, asked, err)
		}
		if asked {
			want = append(want, pin)
		}
	}
	var got []printer.Pin
	for range 100 {
		got = nil
		for _, s := range roll.Slips() {
			got = append(got, s.Pulses...)
			if !s.Image.Bounds().Empty() || s.Odd != 0 {
				t.Fatalf("%v came out, with %d odd bytes", s.Image.Bounds(), s.Odd)
			}
		}
		if len(got) >= len(want) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if len(want) != 2 || !slices.Equal(got, want) {
		t.Errorf("pulses on %v, want %v", got, want)
	}
}

// TestTheBytesThatOpenADrawer are ESC p, as printers take them.
func TestTheBytesThatOpenADrawer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	came := make(chan []byte, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			came <- nil
			return
		}
		defer func() { _ = c.Close() }()
		all, _ := io.ReadAll(c)
		came <- all
	}()
	p := newPrinting(t, "", printer.Limits{Answer: 20 * time.Millisecond, Confirm: 20 * time.Millisecond})
	p.Set(preferences.Printer{Address: printer.Address(printer.WayTCP, l.Addr().String()), Dots: printer.Dots80, Drawer: printer.Pin5})
	if asked, err := p.OpenDrawer(t.Context()); !asked || err != nil {
		t.Fatal(asked, err)
	}
	if got := <-came; bytes.Count(got, []byte{0x1b, 'p', 1, 50, 250}) != 1 || bytes.Contains(got, []byte{0x1d, 'v', '0'}) {
		t.Errorf("% x", got)
	}
}

// TestADrawerAtABrokenPrinterIsAnErrorInTime: nothing is said to have opened.
func TestADrawerAtABrokenPrinterIsAnErrorInTime(t *testing.T) {
	limits := printer.Limits{Dial: time.Second, Answer: 50 * time.Millisecond, Stall: 300 * time.Millisecond, Confirm: 300 * time.Millisecond}
	for name, b := range map[string]broken.Behaviour{"sends rubbish": broken.SendsRubbish, "is a web server": broken.WebServer} {
		address := broken.Start(t, b)
		p := newPrinting(t, "", limits)
		p.Set(preferences.Printer{Address: address, Dots: printer.Dots80, Drawer: printer.Pin2})
		ctx, done := context.WithTimeout(t.Context(), 10*time.Second)
		began := time.Now()
		if asked, err := p.OpenDrawer(ctx); asked || err == nil || ctx.Err() != nil {
			t.Errorf("%s: asked %v, %v after %v", name, asked, err, time.Since(began))
		}
		done()
	}
}
