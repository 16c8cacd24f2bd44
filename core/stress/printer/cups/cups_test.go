//go:build e2e

package cups

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"os"
	"slices"
	"testing"
	"time"

	"sanduq/core/printer"
	"sanduq/core/tests/needs"
)

// the most that a slip may take from Send to the last byte at the sink.
const most = 250 * time.Millisecond

func slip(t *testing.T) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, printer.Dots80, 520), color.Palette{color.White, color.Black})
	for i := range img.Pix {
		img.Pix[i] = uint8(i * i / 31 & 1)
	}
	data, err := printer.Encode(img, printer.Profile{Dots: printer.Dots80, Cut: printer.FullCut, Drawer: printer.Pin2})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func started(t *testing.T) (*Service, *Sink) {
	t.Helper()
	dir, err := os.MkdirTemp("", "cups")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // the service works as another user
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	s, err := Start(ctx, dir)
	needs.Check(t, err)
	t.Cleanup(s.Stop)
	sink, err := NewSink()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sink.Close() })
	if err := s.AddQueue(ctx, "Counter", sink.Addr); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CUPS_SERVER", s.Socket)
	return s, sink
}

// TestThroughCUPS: byte for byte, in time, and what becomes of a queue that is
// stopped or deleted.
func TestThroughCUPS(t *testing.T) {
	service, sink := started(t)
	found, err := printer.Find(t.Context())
	if err != nil || !slices.ContainsFunc(found, func(f printer.Found) bool { return f.Address == "cups:Counter" }) {
		t.Fatalf("found %+v, %v", found, err)
	}
	p, err := printer.Open("cups:Counter", printer.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	job := slip(t)
	var times []time.Duration
	for range 11 {
		began := time.Now()
		how, err := p.Send(t.Context(), job)
		if err != nil || how != printer.Queued {
			t.Fatalf("%q, %v\n%s", how, err, service.Log())
		}
		select {
		case got := <-sink.Jobs:
			times = append(times, time.Since(began))
			if !bytes.Equal(got, job) {
				t.Fatalf("%d bytes arrived, %d were sent, not the same", len(got), len(job))
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("nothing arrived\n%s", service.Log())
		}
	}
	slices.Sort(times)
	t.Logf("CUPS: %d jobs of %d bytes, byte for byte; %d ms the median, %d ms the slowest, %d ms allowed", len(times), len(job),
		times[len(times)/2].Milliseconds(), times[len(times)-1].Milliseconds(), most.Milliseconds())
	if times[len(times)/2] > most {
		t.Errorf("a slip takes %v", times[len(times)/2])
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for _, c := range []struct {
		tool []string
		want printer.Code
	}{
		{[]string{"/usr/sbin/cupsdisable", "Counter"}, printer.QueuePaused},
		{[]string{"/usr/sbin/cupsenable", "Counter"}, ""},
		{[]string{"/usr/sbin/lpadmin", "-x", "Counter"}, printer.Gone},
	} {
		if err := service.Run(ctx, c.tool[0], c.tool[1:]...); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Send(ctx, job); printer.CodeOf(err) != c.want {
			t.Errorf("after %s: %v", c.tool[0], err)
		}
	}
}
