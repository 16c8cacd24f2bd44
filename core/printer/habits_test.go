package printer_test

import (
	"bufio"
	"context"
	"image"
	"image/color"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core/printer"
	"sanduq/core/tests/broken"
)

// partly is a printer that answers a part of what it is asked.
type partly struct {
	questions []byte        // of DLE EOT
	mark      bool          // it knows GS r
	late      time.Duration // until it answers
	noPaper   bool
	slow      time.Duration // for one slip on paper

	mu     sync.Mutex
	pulses []time.Time
	slips  int
}

// behave reads commands one after the other, as a decoder of its own.
func (p *partly) behave(_ context.Context, c net.Conn) {
	from := bufio.NewReader(c)
	take := func(n int) []byte {
		b := make([]byte, n)
		if _, err := io.ReadFull(from, b); err != nil {
			return nil
		}
		return b
	}
	pulse := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.pulses = append(p.pulses, time.Now())
	}
	var printing time.Time
	for {
		b, err := from.ReadByte()
		if err != nil {
			return
		}
		switch b {
		case 0x10:
			if kind := take(1); kind == nil {
				return
			} else if kind[0] == 0x14 {
				take(3)
				pulse()
				continue
			}
			n := take(1)
			if n == nil || !slices.Contains(p.questions, n[0]) {
				continue
			}
			time.Sleep(p.late)
			reply := byte(0x12)
			if p.noPaper {
				reply |= map[byte]byte{1: 0x08, 2: 0x20, 4: 0x6c}[n[0]]
			}
			_, _ = c.Write([]byte{reply})
		case 0x1b:
			switch kind := take(1); {
			case kind == nil:
				return
			case kind[0] == 'p':
				take(3)
				pulse()
			case kind[0] == 'd':
				take(1)
				printing = time.Now().Add(p.slow)
				p.mu.Lock()
				p.slips++
				p.mu.Unlock()
			}
		case 0x1d:
			switch kind := take(1); {
			case kind == nil:
				return
			case kind[0] == 'v':
				h := take(6)
				if h == nil {
					return
				}
				take((int(h[2]) + int(h[3])<<8) * (int(h[4]) + int(h[5])<<8))
			case kind[0] == 'V':
				take(1)
			case kind[0] == 'r':
				take(1)
				if p.mark {
					wait := time.Until(printing)
					go func() { // what comes meanwhile is read
						time.Sleep(wait)
						_, _ = c.Write([]byte{0})
					}()
				}
			}
		}
	}
}

func (p *partly) seen() (pulses []time.Time, slips int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.pulses), p.slips
}

// receipt is a job as long as a usual slip.
func usualSlip(t testing.TB) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, printer.Dots80, 700), color.Palette{color.White, color.Black})
	for i := range img.Pix {
		img.Pix[i] = uint8(i / 7 & 1)
	}
	data, err := printer.Encode(img, printer.Profile{Dots: printer.Dots80, Cut: printer.FullCut})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestPrintersThatAnswerInPart, with the limits of the product: what a printer does not
// answer is waited for once, and never by the drawer.
func TestPrintersThatAnswerInPart(t *testing.T) {
	const soon = 450 * time.Millisecond // with 100 ms to hang up, on a busy machine
	for name, c := range map[string]struct {
		*partly
		how  printer.Delivery
		code printer.Code
	}{
		"all but the mark":        {&partly{questions: []byte{1, 2, 3, 4}}, printer.Sent, ""},
		"whether it is on line":   {&partly{questions: []byte{1}}, printer.Sent, ""},
		"paper, and the mark":     {&partly{questions: []byte{4}, mark: true}, printer.Printed, ""},
		"the line and the paper":  {&partly{questions: []byte{1, 4}}, printer.Sent, ""},
		"the mark alone":          {&partly{mark: true}, printer.Sent, ""},
		"nothing":                 {&partly{}, printer.Sent, ""},
		"late, not the mark":      {&partly{questions: []byte{1, 2, 3, 4}, late: 60 * time.Millisecond}, printer.Sent, ""},
		"not the mark, no paper":  {&partly{questions: []byte{1, 2, 3, 4}, noPaper: true}, "", printer.NoPaper},
		"everything (to compare)": {&partly{questions: []byte{1, 2, 3, 4}, mark: true}, printer.Printed, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := c.partly
			address, job := broken.Start(t, p.behave), usualSlip(t)
			var opened, printed [2]time.Duration
			way := func() printer.Printer {
				w, err := printer.Open(address, printer.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				return w
			}
			w, drawer := way(), way() // the drawer's first time is that of a printer that nobody spoke to
			for i := range 2 {
				before, _ := p.seen()
				began := time.Now()
				if err := drawer.OpenDrawer(t.Context(), printer.Pin2); err != nil {
					t.Error(err)
				}
				now, _ := p.seen()
				if len(now) != len(before)+1 {
					t.Fatalf("%d pulses", len(now)-len(before))
				}
				opened[i] = now[len(now)-1].Sub(began)
			}
			for i := range 2 {
				began := time.Now()
				how, err := w.Send(t.Context(), job)
				printed[i] = time.Since(began)
				if how != c.how || printer.CodeOf(err) != c.code {
					t.Errorf("%q, %v", how, err)
				}
			}
			t.Logf("pulse %d, then %d ms; slip %d, then %d ms", opened[0].Milliseconds(), opened[1].Milliseconds(), printed[0].Milliseconds(), printed[1].Milliseconds())
			if opened[0] > soon || opened[1] > soon || printed[0] > 6*time.Second || printed[1] > soon+6*c.late {
				t.Error("that is late")
			}
			if _, slips := p.seen(); slips != 2 && c.code == "" || slips != 0 && c.code != "" {
				t.Errorf("%d slips", slips)
			}
		})
	}
}

// TestTheDrawerWaitsForNoPaper: while a slip comes out the drawer opens at once.
func TestTheDrawerWaitsForNoPaper(t *testing.T) {
	p := &partly{questions: []byte{1, 2, 3, 4}, mark: true, slow: 1500 * time.Millisecond}
	w, err := printer.Open(broken.Start(t, p.behave), printer.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	job := usualSlip(t)
	done := make(chan error)
	go func() {
		_, err := w.Send(t.Context(), job)
		done <- err
	}()
	time.Sleep(300 * time.Millisecond)
	began := time.Now()
	if err := w.OpenDrawer(t.Context(), printer.Pin5); err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	time.Sleep(100 * time.Millisecond)
	pulses, _ := p.seen()
	if len(pulses) != 1 || took > 300*time.Millisecond {
		t.Errorf("%d pulses after %v", len(pulses), took)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
	t.Logf("%d ms within a slip of 1500 ms", took.Milliseconds())
}

// TestAPrinterThatSpeaksAgainIsHeard: one that was silent once and answers later is asked
// again, so that paper that ran out is said.
func TestAPrinterThatSpeaksAgainIsHeard(t *testing.T) {
	silent, answering := &partly{}, &partly{questions: []byte{1, 2, 3, 4}, noPaper: true}
	var speaks atomic.Bool
	w, err := printer.Open(broken.Start(t, func(ctx context.Context, c net.Conn) {
		if speaks.Load() {
			answering.behave(ctx, c)
		} else {
			silent.behave(ctx, c)
		}
	}), short)
	if err != nil {
		t.Fatal(err)
	}
	if how, err := w.Send(t.Context(), usualSlip(t)); how != printer.Sent || err != nil {
		t.Fatal(how, err)
	}
	speaks.Store(true)
	var last error
	for range 2 {
		_, last = w.Send(t.Context(), usualSlip(t))
	}
	if printer.CodeOf(last) != printer.NoPaper {
		t.Error(last)
	}
}
