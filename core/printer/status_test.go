package printer

import (
	"testing"

	"pgregory.net/rapid"
)

func TestAnswersAsPrintersGiveThem(t *testing.T) {
	for _, c := range []struct {
		answers [answers]byte
		want    State
	}{
		{[answers]byte{0x12, 0x12, 0x12, 0x12}, Ready},
		{[answers]byte{0x16, 0x12, 0x12, 0x12}, Ready}, // the drawer's line is high
		{[answers]byte{0x12, 0x12, 0x12, 0x1e}, PaperLow},
		{[answers]byte{0x1a, 0x32, 0x12, 0x7e}, PaperOut},
		{[answers]byte{0x12, 0x12, 0x12, 0x72}, PaperOut},
		{[answers]byte{0x1a, 0x16, 0x12, 0x12}, CoverOpen},
		{[answers]byte{0x1a, 0x36, 0x12, 0x7e}, CoverOpen}, // with the cover open paper cannot be seen
		{[answers]byte{0x1a, 0x52, 0x1a, 0x12}, Fault},
		{[answers]byte{0x1a, 0x12, 0x12, 0x12}, Off},
		{[answers]byte{0x1a, 0x12, 0x12, 0x1e}, Off},
	} {
		if got := stateOf(c.answers); got != c.want {
			t.Errorf("% x is %s, want %s", c.answers, got, c.want)
		}
		for _, b := range c.answers {
			if kindOf(b) != answer {
				t.Errorf("%#x is no answer", b)
			}
		}
	}
}

// TestEveryByteIsOneKind: a printer's bytes are told apart by their fixed bits alone.
func TestEveryByteIsOneKind(t *testing.T) {
	count := map[kind]int{}
	for b := range 256 {
		count[kindOf(byte(b))]++
	}
	want := map[kind]int{answer: 16, automatic: 16, reached: 64, flow: 2, rubbish: 158}
	for k, n := range want {
		if count[k] != n {
			t.Errorf("kind %d: %d bytes, want %d", k, count[k], n)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		var a [answers]byte
		for i := range a {
			a[i] = 0x12 | rapid.Byte().Draw(t, "bits")&0x6c
		}
		if s := stateOf(a); s == Unknown || s == Paused {
			t.Fatalf("% x is %s", a, s)
		}
	})
}
