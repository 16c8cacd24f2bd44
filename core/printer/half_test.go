package printer_test

import (
	"bytes"
	"context"
	"net"
	"testing"

	"sanduq/core/printer"
	"sanduq/core/tests/broken"
)

// halves runs out of paper within a slip and tells so by itself, in four bytes: the first
// of them comes before it is asked, the others after. It does not come to the mark.
func halves(_ context.Context, c net.Conn) {
	buf, jobs, told := make([]byte, 64<<10), false, false
	for {
		n, err := c.Read(buf)
		if err != nil {
			return
		}
		got := buf[:n]
		if i := bytes.Index(got, []byte{0x1b, 'd'}); i >= 0 {
			jobs, got = true, got[i:]
		}
		marked := bytes.Contains(got, []byte{0x1d, 'r', 1})
		switch asked := bytes.Contains(got, []byte{0x10, 4, 1, 0x10, 4, 2, 0x10, 4, 3, 0x10, 4, 4}); {
		case marked && !jobs:
			_, _ = c.Write([]byte{0})
		case marked:
			_, _ = c.Write([]byte{0x18})
			told = true
		case asked && jobs && told:
			_, _ = c.Write([]byte{0, 0x0c, 0x0f, 0x1a, 0x32, 0x12, 0x7e})
		case asked:
			_, _ = c.Write([]byte{0x12, 0x12, 0x12, 0x12})
		}
	}
}

// TestHalfAStatusIsNoMark: what a printer tells by itself is in two parts, and says of no
// slip that it was printed.
func TestHalfAStatusIsNoMark(t *testing.T) {
	p, err := printer.Open(broken.Start(t, halves), short)
	if err != nil {
		t.Fatal(err)
	}
	if how, err := p.Send(t.Context(), usualSlip(t)); how != "" || printer.CodeOf(err) != printer.NoPaper {
		t.Errorf("paper that ran out within a slip: %q, %v", how, err)
	}
}

// TestADrawerOpensAfterAJobThatBrokeOff: a printer that still waits for the rest of a
// picture would take the pulse for dots.
func TestADrawerOpensAfterAJobThatBrokeOff(t *testing.T) {
	taken := make(chan []byte, 2)
	p, err := printer.Open(broken.Start(t, func(_ context.Context, c net.Conn) {
		buf, got := make([]byte, 64<<10), 0
		for got < 6000 {
			n, err := c.Read(buf[got:])
			if got += n; err != nil {
				break
			}
		}
		taken <- buf[:got]
	}), short)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Send(t.Context(), slip(t, printer.Dots80)); printer.CodeOf(err) != printer.Closed {
		t.Fatal(err)
	}
	<-taken
	_ = p.OpenDrawer(t.Context(), printer.Pin2) // it says nothing, so that no more is known
	if got := <-taken; !bytes.Contains(got, append(make([]byte, 4096), printer.Pulse(printer.Pin2)...)) {
		t.Errorf("the pulse comes within a picture, after %d bytes", bytes.Index(got, printer.Pulse(printer.Pin2)))
	}
}
