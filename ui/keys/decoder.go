package keys

import (
	"time"

	"sanduq/core/money"

	"fyne.io/fyne/v2"
)

// Decoder reads the keys and runes of one canvas in the order in which they come. Not safe for several goroutines: it
// lives on the UI goroutine.
//
// Digits are reported as they are typed, without waiting for a burst to show itself: a till must not feel slow. When a
// burst turns out to be a scan, the event at its end says how many characters to take back.
type Decoder struct {
	now   func() time.Time
	burst Burst
	typed []rune // of the burst
}

// NewDecoder reads the time from now; nil means time.Now.
func NewDecoder(now func() time.Time) *Decoder {
	if now == nil {
		now = time.Now
	}
	return &Decoder{now: now}
}

// Rune takes a typed rune. Text that a press of a named key types too (space) comes here as well.
func (d *Decoder) Rune(r rune) Event {
	if d.burst.Add(d.now()) {
		d.typed = d.typed[:0]
	}
	d.typed = append(d.typed, r)
	if digit, ok := money.Digit(r); ok {
		return Event{Kind: Digit, Rune: digit}
	}
	if isPoint(r) {
		return Event{Kind: Point, Rune: '.'}
	}
	return Event{Kind: Text, Rune: r}
}

// Key takes a named key. Keys that type a rune mean nothing here: the rune follows. Enter, or Tab, at the end of a
// burst is the scanner's own and becomes the scan.
func (d *Decoder) Key(e *fyne.KeyEvent) Event {
	name := Normal(e.Name)
	if typesRune(name) {
		return Event{}
	}
	if name == Enter || name == fyne.KeyTab {
		if code, ok := d.finish(); ok {
			return Event{Kind: Scan, Code: code, Taken: len([]rune(code))}
		}
	}
	d.finish()
	return Event{Kind: Command, Name: name}
}

// Flush ends a burst whose scanner sends no Enter. Call it some time after a rune, StallGap at least; it gives a scan
// once, else nothing.
func (d *Decoder) Flush() Event {
	if !d.Scanning() || d.burst.Quiet(d.now()) < StallGap {
		return Event{}
	}
	code := d.last(d.burst.Count())
	d.burst, d.typed = Burst{}, d.typed[:0]
	return Event{Kind: Scan, Code: code, Taken: len([]rune(code))}
}

// Scanning reports whether the runes so far came too fast for a hand.
func (d *Decoder) Scanning() bool { return d.burst.Count() > 0 }

// last is the newest n characters.
func (d *Decoder) last(n int) string { return string(d.typed[len(d.typed)-n:]) }

func (d *Decoder) finish() (string, bool) {
	n := d.burst.End(d.now())
	code := d.last(n)
	d.typed = d.typed[:0]
	return code, n > 0
}

// typesRune reports names of keys whose rune arrives too: letters, digits and signs have names of one character.
func typesRune(name fyne.KeyName) bool {
	switch name {
	case fyne.KeySpace, fyne.KeyUnknown:
		return true
	}
	return len(name) == 1
}
