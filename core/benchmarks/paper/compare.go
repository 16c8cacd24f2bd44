//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"sanduq/core/printer"
	"sanduq/core/receipt"
	"sanduq/ui/words"
)

// The rows of one command as the peers have it.
const (
	encoderRows = 255
	thermalRows = 0xffff
)

// compare holds each slip's bytes against the encoders, and its picture against the decoder's.
func compare(folder string, slips []slip, versions map[string]string) error {
	var wrong []error
	count, size := map[string]int{}, 0
	for _, s := range slips {
		for peer, differs := range map[string]func(string, slip) error{
			"@point-of-sale/receipt-printer-encoder": encoder, "node-thermal-printer": thermal, "npos": decoder,
		} {
			if err := differs(filepath.Join(folder, s.name), s); err != nil {
				wrong = append(wrong, fmt.Errorf("%s, %s: %w", s.name, peer, err))
				continue
			}
			count[peer]++
		}
		size += len(s.job)
	}
	fmt.Printf("%d slips: 6 kinds, 3 languages, 384 and 576 dots; %d KB of jobs\n", len(slips), size/1024)
	for _, row := range []struct{ peer, what string }{
		{"@point-of-sale/receipt-printer-encoder", "GS v 0, ESC p and GS V byte for byte"},
		{"node-thermal-printer", "GS v 0 byte for byte, its mode '0' for 0"},
		{"npos", "decodes our jobs, dot for dot"},
	} {
		fmt.Printf("  %-38s  %-7s  %-42s  %d of %d\n", row.peer, versions[row.peer], row.what, count[row.peer], len(slips))
	}
	return errors.Join(wrong...)
}

// encoder wants the whole of the picture, the pulse and the cut as the peer wrote them, in that order.
func encoder(name string, s slip) error {
	theirs, err := os.ReadFile(name + ".encoder")
	if err != nil {
		return err
	}
	p := profile(s.img.Rect.Dx())
	p.Rows, p.Drawer = encoderRows, printer.NoPin
	ours, err := printer.Encode(s.img, p)
	if err != nil {
		return err
	}
	want := rasters(ours)
	got := rasters(theirs)
	if !bytes.Equal(got, want) {
		return differ(got, want)
	}
	rest := theirs[bytes.Index(theirs, []byte{0x1d, 'v', '0'})+len(got):]
	for _, command := range [][]byte{printer.Pulse(printer.Pin2), {0x1d, 'V', 0}} {
		i := bytes.Index(rest, command)
		if i < 0 || !bytes.Contains(s.job, command) {
			return fmt.Errorf("% x is not in both", command)
		}
		rest = rest[i+len(command):]
	}
	return nil
}

func thermal(name string, s slip) error {
	theirs, err := os.ReadFile(name + ".thermal")
	if err != nil {
		return err
	}
	p := profile(s.img.Rect.Dx())
	p.Rows = thermalRows
	ours, err := printer.Encode(s.img, p)
	if err != nil {
		return err
	}
	const mode = 3
	want, got := rasters(ours), slices.Clone(rasters(theirs))
	if len(got) > mode && got[mode] == '0' {
		got[mode] = 0
	}
	if !bytes.Equal(got, want) {
		return differ(got, want)
	}
	return nil
}

func decoder(name string, s slip) error {
	seen, err := os.ReadFile(name + ".npos")
	if err != nil {
		return err
	}
	head, dots, _ := strings.Cut(string(seen), "\n")
	if want := fmt.Sprintf("%d %d", s.img.Rect.Dx(), s.img.Rect.Dy()); head != want {
		return fmt.Errorf("it sees %s dots, drawn are %s", head, want)
	}
	if dots != string(s.img.Pix) {
		return differ([]byte(dots), s.img.Pix)
	}
	return nil
}

// rasters are the commands of a picture as they stand, from the first on, as long as they follow each other.
func rasters(job []byte) []byte {
	from := bytes.Index(job, []byte{0x1d, 'v', '0'})
	if from < 0 {
		return nil
	}
	end := from
	for end+8 <= len(job) && bytes.HasPrefix(job[end:], []byte{0x1d, 'v', '0'}) {
		end += 8 + (int(job[end+4])|int(job[end+5])<<8)*(int(job[end+6])|int(job[end+7])<<8)
	}
	return job[from:min(end, len(job))]
}

func differ(got, want []byte) error {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Errorf("byte %d is %#02x, ours is %#02x", i, got[i], want[i])
		}
	}
	return fmt.Errorf("%d bytes, ours are %d", len(got), len(want))
}

// most is what an Arabic receipt for 80 mm paper may take from its content to its bytes.
const most = 15 * time.Millisecond

func measure(rounds int) error {
	d, err := newDrawer()
	if err != nil {
		return err
	}
	c, err := words.Load(words.Arabic)
	if err != nil {
		return err
	}
	var times []time.Duration
	size, before := 0, worked()
	for range rounds {
		began := time.Now()
		img, err := d.Paper(receipt.NewContent(sample(true), receipt.Copy{}, language{c}).Slip(), printer.Dots80)
		if err != nil {
			return err
		}
		job, err := printer.Encode(img, profile(printer.Dots80))
		if err != nil {
			return err
		}
		times, size = append(times, time.Since(began)), len(job)
	}
	work := (worked() - before) / time.Duration(rounds)
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Printf("\nAn Arabic receipt of 576 dots, drawn and encoded, %d bytes: %.1f ms of a processor, %d allowed; by the clock %.1f ms the fastest, %.1f the median of %d, %.1f the slowest of 100\n",
		size, ms(work), most.Milliseconds(), ms(times[0]), ms(times[len(times)/2]), len(times), ms(times[len(times)*99/100]))
	if work > most {
		return fmt.Errorf("a receipt takes %v of a processor", work)
	}
	return nil
}

// worked is how long processors have worked for this program, collecting garbage included: the clock also counts
// what else the machine does.
func worked() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // its arguments are right
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
