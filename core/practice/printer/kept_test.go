package printer

import (
	"bytes"
	"runtime"
	"testing"

	"sanduq/core/printer"
)

// TestWhatIsKeptIsSmall: the till holds the last slips all day, so each dot of them takes a bit.
func TestWhatIsKeptIsSmall(t *testing.T) {
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	p := start(t, Options{})
	before := held()
	const high, slips = 900, 50
	for range slips {
		p.store(Slip{Image: noise(printer.Dots80, high)})
	}
	if grown, most := int64(held()-before), int64(slips*printer.Dots80*high/8*5/4); grown > most {
		t.Errorf("%d slips of %d × %d dots take %d bytes, at most %d are wanted", slips, printer.Dots80, high, grown, most)
	}
	for wide := range 20 { // whole bytes of dots and others
		sent := noise(wide, 7)
		p.store(Slip{Image: sent, Odd: wide})
		all := p.Slips()
		if got := all[len(all)-1]; got.Odd != wide || got.Image.Rect != sent.Rect || !bytes.Equal(got.Image.Pix, sent.Pix) {
			t.Errorf("%d dots wide: it comes back as another one", wide)
		}
	}
}
