package printer_test

import (
	"context"
	"errors"
	"image"
	"image/color"
	"net"
	"testing"
	"time"

	"go.uber.org/goleak"

	practice "sanduq/core/practice/printer"
	"sanduq/core/printer"
	"sanduq/core/tests/broken"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// short are limits that a test has time for; the product's are in Limits.
var short = printer.Limits{Dial: 300 * time.Millisecond, Answer: 150 * time.Millisecond, Stall: 300 * time.Millisecond, Confirm: 400 * time.Millisecond}

// slip is a job of 576 dots by 4,000 rows: more than the buffers between two
// sockets take at their smallest.
func slip(t testing.TB, dots int) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, dots, 4000), color.Palette{color.White, color.Black})
	for i := range img.Pix {
		img.Pix[i] = uint8(i / 7 & 1)
	}
	data, err := printer.Encode(img, printer.Profile{Dots: dots, Cut: printer.FullCut})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const (
	nothing = iota // nothing can be on paper
	part           // a part may be
	all            // all of it may be
)

// TestBrokenPrinters: each says by its code what is wrong, and by its count
// whether something may be on paper, within its limits.
func TestBrokenPrinters(t *testing.T) {
	job := slip(t, printer.Dots80)
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := printer.Address(printer.WayTCP, closed.Addr().String())
	_ = closed.Close()
	for _, c := range []struct {
		name    string
		address string
		how     printer.Delivery
		code    printer.Code
		sent    int
		within  time.Duration
	}{
		{"stops in the middle", broken.Start(t, broken.StopsInTheMiddle), "", printer.Stalled, part, time.Second},
		{"falls silent", broken.Start(t, broken.FallsSilent), "", printer.Stalled, all, time.Second},
		{"sends rubbish", broken.Start(t, broken.SendsRubbish), "", printer.NotAPrinter, nothing, time.Second},
		{"closes", broken.Start(t, broken.Closes), "", printer.Closed, part, time.Second},
		{"accepts nothing", broken.Start(t, broken.AcceptsNothing), "", printer.Stalled, part, time.Second},
		{"is a web server", broken.Start(t, broken.WebServer), "", printer.NotAPrinter, nothing, time.Second},
		{"is not there", nobody, "", printer.Unreachable, nothing, time.Second},
		{"never answers", broken.Start(t, broken.NeverAnswers), printer.Sent, "", nothing, time.Second},
		{"knows no mark", broken.Start(t, broken.KnowsNoMark), printer.Sent, "", nothing, 2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := printer.Open(c.address, short)
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			how, err := p.Send(t.Context(), job)
			took := time.Since(began)
			sent := 0
			if e, ok := errors.AsType[*printer.Error](err); ok {
				sent = e.Sent
			}
			t.Logf("%q, code %q, %d of %d bytes sent, %d ms", how, printer.CodeOf(err), sent, len(job), took.Milliseconds())
			if how != c.how || printer.CodeOf(err) != c.code {
				t.Errorf("want %q, code %q: %v", c.how, c.code, err)
			}
			if c.sent == nothing && sent != 0 || c.sent == part && (sent <= 0 || sent >= len(job)) || c.sent == all && sent != len(job) && sent == 0 {
				t.Errorf("%d of %d bytes may be on paper", sent, len(job))
			}
			if took > c.within {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// TestTheWrongWidth: a slip for wide paper is refused for a narrow printer
// before any byte, and what a narrow printer does with it otherwise is seen.
func TestTheWrongWidth(t *testing.T) {
	img := image.NewPaletted(image.Rect(0, 0, printer.Dots80, 9), color.Palette{color.Black})
	if _, err := printer.Encode(img, printer.Profile{Dots: printer.Dots58}); printer.CodeOf(err) != printer.TooWide {
		t.Error(err)
	}
	narrow, err := practice.Start(practice.Options{Dots: printer.Dots58})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = narrow.Close() }()
	p, err := printer.Open(narrow.Address(), printer.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if how, err := p.Send(t.Context(), slip(t, printer.Dots80)); how != printer.Printed || err != nil {
		t.Fatalf("%q, %v", how, err)
	}
	if s := narrow.Slips(); len(s) != 1 || !s[0].Beside {
		t.Error("nothing is beside the paper")
	}
}

// TestALostPrinterIsFoundAgain by the same value, when it listens again.
func TestALostPrinterIsFoundAgain(t *testing.T) {
	first, err := practice.Start(practice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := printer.Open(first.Address(), printer.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	job := slip(t, printer.Dots80)
	if how, err := p.Send(t.Context(), job); how != printer.Printed {
		t.Fatal(how, err)
	}
	listen := first.Address()[len(printer.WayTCP)+1:]
	_ = first.Close()
	if _, err := p.Send(t.Context(), job); printer.CodeOf(err) != printer.Unreachable {
		t.Fatal(err)
	}
	host, port, _ := net.SplitHostPort(listen)
	second, err := practice.Start(practice.Options{Listen: net.JoinHostPort(host, port)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = second.Close() }()
	if how, err := p.Send(t.Context(), job); how != printer.Printed {
		t.Fatal(how, err)
	}
}

// TestAJobThatBrokeOffSpoilsNotTheNext: a printer that waits for the rest of a
// band must not take the next slip for it.
func TestAJobThatBrokeOffSpoilsNotTheNext(t *testing.T) {
	taken := make(chan []byte, 2)
	address := broken.Start(t, func(_ context.Context, c net.Conn) {
		buf, got := make([]byte, 64<<10), 0
		for got < 6000 {
			n, err := c.Read(buf[got:])
			if got += n; err != nil {
				break
			}
		}
		taken <- buf[:got]
	})
	p, err := printer.Open(address, short)
	if err != nil {
		t.Fatal(err)
	}
	job := slip(t, printer.Dots80)
	for range 2 {
		if _, err := p.Send(t.Context(), job); printer.CodeOf(err) != printer.Closed {
			t.Fatal(err)
		}
	}
	const questions, line = 12, 2 // it answers nothing, and gets an empty line once
	if first := <-taken; first[questions+line] != 0x1b || first[questions+line+1] != '@' {
		t.Errorf("the first begins with % x", first[questions:questions+4])
	}
	second := <-taken
	for i, b := range second[questions : questions+4096] {
		if b != 0 {
			t.Fatalf("byte %d after a job that broke off is %#x", i, b)
		}
	}
	if second[questions+4096] != 0x1b {
		t.Error("the second job does not follow the zeros")
	}
}

func TestAContextEndsEverything(t *testing.T) {
	long := printer.Limits{Dial: time.Minute, Answer: time.Minute, Stall: time.Minute, Confirm: time.Minute}
	job := slip(t, printer.Dots80)
	for name, do := range map[string]broken.Behaviour{"accepts nothing": broken.AcceptsNothing, "never answers": broken.NeverAnswers,
		"falls silent": broken.FallsSilent} {
		p, err := printer.Open(broken.Start(t, do), long)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		began := time.Now()
		_, err = p.Send(ctx, job)
		if took := time.Since(began); printer.CodeOf(err) != printer.Stopped || took > time.Second {
			t.Errorf("%s: %v after %v", name, err, took)
		}
		cancel()
		if _, err := p.Status(ctx); printer.CodeOf(err) != printer.Stopped {
			t.Errorf("%s, status: %v", name, err)
		}
	}
}

// TestOneJobAtATime, and who waits for its turn can be stopped.
func TestOneJobAtATime(t *testing.T) {
	p, err := printer.Open(broken.Start(t, broken.AcceptsNothing), printer.Limits{Answer: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	first, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := p.Send(first, slip(t, printer.Dots80))
		done <- err
	}()
	time.Sleep(50 * time.Millisecond)
	second, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := p.Status(second); printer.CodeOf(err) != printer.Stopped {
		t.Error(err)
	}
	stop()
	if err := <-done; printer.CodeOf(err) != printer.Stopped {
		t.Error(err)
	}
}

func TestAddresses(t *testing.T) {
	for _, bad := range []string{"", "tcp", "tcp:", "192.168.1.40", "tcp:a b", "tcp:http://x", "tcp:x/y", "tcp:[::1", "tcp:1:2:3", "usb:", "cups:\n", "lpt:1", "tcp:%zz"} {
		if p, err := printer.Open(bad, printer.Limits{}); printer.CodeOf(err) != printer.BadAddress {
			t.Errorf("%q: %v, %v", bad, p, err)
		}
	}
	for _, good := range []string{"tcp:192.168.1.40", "tcp:192.168.1.40:9100", "tcp:printer.local", "tcp:::1", "tcp:[::1]:9101", "tcp:[fe80::1]",
		printer.Address(printer.WayTCP, "[fe80::1%eth0]:9100"), printer.Address(printer.WayTCP, "fe80::1%eth0")} {
		if _, err := printer.Open(good, printer.Limits{}); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	name := "Kasse 1: Küche/صندوق %2F"
	if got := printer.Address(printer.WayUSB, name); got == "usb:"+name {
		t.Errorf("%q is not escaped", got)
	}
}
