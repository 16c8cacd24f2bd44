package printer

import (
	"bufio"
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sanduq/core/printer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// noise is a picture that no two bands of are alike.
func noise(wide, high int) *image.Paletted {
	img := image.NewPaletted(image.Rect(0, 0, wide, high), color.Palette{color.White, color.Black})
	r := rand.New(rand.NewPCG(1, uint64(wide)))
	for i := range img.Pix {
		img.Pix[i] = uint8(r.IntN(2))
	}
	return img
}

func start(t *testing.T, o Options) *Printer {
	t.Helper()
	p, err := Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p
}

func way(t *testing.T, p *Printer) printer.Printer {
	t.Helper()
	w, err := printer.Open(p.Address(), printer.Limits{Answer: 200 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func job(t *testing.T, img image.Image, p printer.Profile) []byte {
	t.Helper()
	data, err := printer.Encode(img, p)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func slipsOf(data []byte, dots int) (all []Slip) {
	d := &decoder{from: bufio.NewReader(bytes.NewReader(data)), dots: dots, ready: func() error { return nil },
		done: func(s Slip) { all = append(all, s) }, reply: func(byte) {}}
	_ = d.run()
	return all
}

func TestWhatIsSentComesOut(t *testing.T) {
	for _, dots := range []int{printer.Dots58, printer.Dots80} {
		folder := t.TempDir()
		var heard []Slip
		p := start(t, Options{Dots: dots, Folder: folder, OnSlip: func(s Slip) { heard = append(heard, s) }})
		img := noise(dots, 700)
		how, err := way(t, p).Send(t.Context(), job(t, img, printer.Profile{Dots: dots, Cut: printer.PartialCut, Drawer: printer.Pin5}))
		if err != nil || how != printer.Printed {
			t.Fatalf("%s, %v", how, err)
		}
		if len(heard) != 1 || len(p.Slips()) != 0 {
			t.Fatalf("%d slips told of, %d in memory beside their files", len(heard), len(p.Slips()))
		}
		s := heard[0]
		if !bytes.Equal(s.Image.Pix, img.Pix) || s.Cut != printer.PartialCut || !slices.Equal(s.Pulses, []printer.Pin{printer.Pin5}) || s.Odd != 0 || s.Beside {
			t.Errorf("%d dots: picture as sent %v, cut %s, pulses %v, odd %d", dots, bytes.Equal(s.Image.Pix, img.Pix), s.Cut, s.Pulses, s.Odd)
		}
		f, err := os.Open(filepath.Join(folder, "slip-000001.png"))
		if err != nil {
			t.Fatal(err)
		}
		kept, err := png.Decode(f)
		if _ = f.Close(); err != nil {
			t.Fatal(err)
		}
		if pal, ok := kept.(*image.Paletted); !ok || !bytes.Equal(pal.Pix, img.Pix) {
			t.Error("the file shows something else")
		}
		if err := p.Err(); err != nil {
			t.Error(err)
		}
	}
}

func TestEveryStateIsSeen(t *testing.T) {
	p := start(t, Options{})
	w := way(t, p)
	for _, want := range []printer.State{printer.Ready, printer.PaperLow, printer.PaperOut, printer.CoverOpen, printer.Fault, printer.Off, printer.Ready} {
		p.SetState(want)
		if got, err := w.Status(t.Context()); got != want || err != nil {
			t.Errorf("%s, %v; want %s", got, err, want)
		}
	}
}

// TestPaperThatEndsInTheMiddle: what came out may be a part, and the job goes on
// where it stood once there is paper.
func TestPaperThatEndsInTheMiddle(t *testing.T) {
	p := start(t, Options{})
	w := way(t, p)
	p.SetState(printer.PaperOut)
	data := job(t, noise(576, 400), printer.Profile{Dots: 576, Cut: printer.FullCut})
	if _, err := w.Send(t.Context(), data); printer.CodeOf(err) != printer.NoPaper || sent(err) != 0 {
		t.Fatalf("%v, %d sent", err, sent(err))
	}
	if n := len(p.Slips()); n != 0 {
		t.Fatalf("%d slips without paper", n)
	}
	p.SetState(printer.Ready)
	gate := make(chan struct{})
	p.options.OnSlip = func(Slip) { <-gate }
	go func() {
		for len(p.Slips()) == 0 {
			time.Sleep(time.Millisecond)
		}
		p.SetState(printer.PaperOut) // after the cut, before the mark is answered
		close(gate)
	}()
	if _, err := w.Send(t.Context(), data); printer.CodeOf(err) != printer.NoPaper || sent(err) != len(data) {
		t.Fatalf("%v, %d of %d sent", err, sent(err), len(data))
	}
}

func sent(err error) int {
	if e, ok := err.(*printer.Error); ok {
		return e.Sent
	}
	return -1
}

func TestOnlyTheLastSlipsAreKept(t *testing.T) {
	folder := t.TempDir()
	for range 2 { // a new start goes on counting
		p := start(t, Options{Folder: folder, Keep: 2})
		for range 3 {
			if _, err := way(t, p).Send(t.Context(), job(t, noise(576, 9), printer.Profile{Dots: 576, Cut: printer.FullCut})); err != nil {
				t.Fatal(err)
			}
		}
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
	p := start(t, Options{Keep: 2})
	for range 3 {
		p.store(Slip{Image: noise(576, 9)})
	}
	if len(p.Slips()) != 2 {
		t.Errorf("%d slips in memory", len(p.Slips()))
	}
	names, _ := filepath.Glob(filepath.Join(folder, "*"))
	if len(names) != 2 || filepath.Base(names[1]) != "slip-000006.png" {
		t.Errorf("%v", names)
	}
}

func TestAPictureThatIsTooWideIsSeenToBeCut(t *testing.T) {
	all := slipsOf(job(t, noise(576, 40), printer.Profile{Dots: 576, Cut: printer.FullCut}), printer.Dots58)
	if len(all) != 1 || !all[0].Beside || all[0].Image.Rect.Dx() != printer.Dots58 {
		t.Fatalf("%d slips", len(all))
	}
	if all := slipsOf(job(t, noise(384, 40), printer.Profile{Dots: 384, Cut: printer.FullCut}), printer.Dots58); all[0].Beside {
		t.Error("one that fits is said to be cut")
	}
}

func TestOnlyLoopback(t *testing.T) {
	for _, listen := range []string{"0.0.0.0:0", "192.0.2.1:0", ":0", "x"} {
		if p, err := Start(Options{Listen: listen}); err == nil {
			_ = p.Close()
			t.Errorf("%s is listened on", listen)
		}
	}
}

func TestCloseEndsAJobThatWaits(t *testing.T) {
	p := start(t, Options{})
	p.SetState(printer.Unknown) // answers as if it could print
	done := make(chan error, 1)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	p.options.OnSlip = func(Slip) { p.SetState(printer.CoverOpen) }
	go func() {
		_, err := way(t, p).Send(ctx, job(t, noise(576, 3000), printer.Profile{Dots: 576, Cut: printer.FullCut}))
		done <- err
	}()
	if err := <-done; printer.CodeOf(err) != printer.CoverIsOpen {
		t.Error(err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func FuzzDecode(f *testing.F) {
	data, _ := printer.Encode(noise(16, 9), printer.Profile{Dots: 16, Cut: printer.FullCut, Drawer: printer.Pin2})
	f.Add(data)
	f.Add([]byte("\x1dv0\x00\xff\xff\xff\xff"))
	f.Add([]byte("GET / HTTP/1.1\r\n\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, s := range slipsOf(data, 64) {
			if s.Image.Rect.Dx() != 64 || s.Image.Rect.Dy() > longest+1 {
				t.Fatalf("%v", s.Image.Rect)
			}
		}
	})
}
