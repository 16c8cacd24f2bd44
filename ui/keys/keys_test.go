package keys

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"pgregory.net/rapid"
)

// clock is a time that tests move by hand.
type clock struct{ t time.Time }

func (c *clock) now() time.Time         { return c.t }
func (c *clock) pass(d time.Duration)   { c.t = c.t.Add(d) }
func newClock() *clock                  { return &clock{time.Unix(1_800_000_000, 0)} }
func key(n fyne.KeyName) *fyne.KeyEvent { return &fyne.KeyEvent{Name: n} }
func (c *clock) typed(d *Decoder, s string, gap time.Duration) (out []Event) {
	for _, r := range s {
		c.pass(gap)
		out = append(out, d.Rune(r))
	}
	return out
}

func TestOnePressIsCountedOnce(t *testing.T) {
	for _, x := range []struct {
		what string
		name fyne.KeyName
		r    rune
		want Event
	}{
		{"digit of an English keyboard", fyne.Key5, '5', Event{Kind: Digit, Rune: '5'}},
		{"digit of a French keyboard, with Shift", fyne.Key5, '5', Event{Kind: Digit, Rune: '5'}},
		{"the same key without Shift", fyne.Key5, '(', Event{Kind: Text, Rune: '('}},
		{"Arabic-Indic digit", fyne.KeyUnknown, '٥', Event{Kind: Digit, Rune: '5'}},
		{"Persian digit", fyne.KeyUnknown, '۷', Event{Kind: Digit, Rune: '7'}},
		{"point", fyne.KeyPeriod, '.', Event{Kind: Point, Rune: '.'}},
		{"comma of a numeric pad", fyne.KeyComma, ',', Event{Kind: Point, Rune: '.'}},
		{"Arabic decimal separator", fyne.KeyUnknown, '٫', Event{Kind: Point, Rune: '.'}},
		{"letter", fyne.KeyA, 'a', Event{Kind: Text, Rune: 'a'}},
		{"Arabic letter", fyne.KeyUnknown, 'ش', Event{Kind: Text, Rune: 'ش'}},
		{"space", fyne.KeySpace, ' ', Event{Kind: Text, Rune: ' '}},
	} {
		c := newClock()
		d := NewDecoder(c.now)
		if got := d.Key(key(x.name)); got.Kind != None {
			t.Errorf("%s: the name alone gave %+v", x.what, got)
		}
		if got := d.Rune(x.r); got != x.want {
			t.Errorf("%s: got %+v, want %+v", x.what, got, x.want)
		}
	}
}

func TestNamedKeysAreCommands(t *testing.T) {
	c := newClock()
	d := NewDecoder(c.now)
	for in, want := range map[fyne.KeyName]fyne.KeyName{
		fyne.KeyReturn: Enter, fyne.KeyEnter: Enter, fyne.KeyBackspace: Backspace, fyne.KeyDelete: Clear, fyne.KeyEscape: Back,
		fyne.KeyF1: Help, fyne.KeyF3: SaysPaid, fyne.KeyF5: Check, fyne.KeyF12: Lock, fyne.KeyUp: fyne.KeyUp,
	} {
		if got := d.Key(key(in)); got.Kind != Command || got.Name != want {
			t.Errorf("%s: %+v", in, got)
		}
	}
}

func TestScannerEndsInEnter(t *testing.T) {
	c := newClock()
	d := NewDecoder(c.now)
	events := c.typed(d, "6281007032018", 5*time.Millisecond)
	if events[0].Kind != Digit {
		t.Fatal("digits wait for the end of a burst")
	}
	if !d.Scanning() {
		t.Error("a burst is not seen")
	}
	c.pass(5 * time.Millisecond)
	if got := d.Key(key(fyne.KeyReturn)); got.Kind != Scan || got.Code != "6281007032018" || got.Taken != 13 {
		t.Errorf("got %+v", got)
	}
	if got := d.Key(key(fyne.KeyReturn)); got.Kind != Command || got.Name != Enter {
		t.Errorf("the next Enter is the cashier's, got %+v", got)
	}
}

func TestScannerWithoutEnter(t *testing.T) {
	c := newClock()
	d := NewDecoder(c.now)
	c.typed(d, "AB-1234", 10*time.Millisecond)
	if got := d.Flush(); got.Kind != None {
		t.Errorf("too early: %+v", got)
	}
	c.pass(StallGap)
	if got := d.Flush(); got.Kind != Scan || got.Code != "AB-1234" {
		t.Errorf("got %+v", got)
	}
	if got := d.Flush(); got.Kind != None {
		t.Errorf("twice: %+v", got)
	}
}

func TestHandsAreNotScanners(t *testing.T) {
	for _, x := range []struct {
		what string
		text string
		gap  time.Duration
	}{
		{"a steady hand", "125000", 120 * time.Millisecond},
		{"just too slow for a scanner", "125000", ScanGap},
		{"a short burst", "12500", 5 * time.Millisecond},
	} {
		c := newClock()
		d := NewDecoder(c.now)
		c.typed(d, x.text, x.gap)
		c.pass(5 * time.Millisecond)
		if got := d.Key(key(fyne.KeyReturn)); got.Kind != Command {
			t.Errorf("%s: Enter was swallowed: %+v", x.what, got)
		}
	}
	// A scan, then a pause, then Enter: the Enter is a person's. The burst is taken back by Flush, not by it.
	c := newClock()
	d := NewDecoder(c.now)
	c.typed(d, "6281007032018", 5*time.Millisecond)
	c.pass(time.Second)
	if got := d.Key(key(fyne.KeyReturn)); got.Kind != Command {
		t.Errorf("an Enter a second later was swallowed: %+v", got)
	}
}

func TestAmountTypedBeforeAScanIsNotPartOfIt(t *testing.T) {
	c := newClock()
	d := NewDecoder(c.now)
	c.typed(d, "12", 150*time.Millisecond)
	c.pass(StallGap)
	c.typed(d, "6281007", 4*time.Millisecond)
	c.pass(4 * time.Millisecond)
	if got := d.Key(key(fyne.KeyEnter)); got.Code != "6281007" || got.Taken != 7 {
		t.Errorf("got %+v", got)
	}
}

// A slow frame between two keys of a scanner splits nothing, wherever it comes and also before the Enter.
func TestASlowFrameDoesNotSplitAScan(t *testing.T) {
	const code = "6281007032018"
	for at := range len(code) + 1 {
		c := newClock()
		d := NewDecoder(c.now)
		c.typed(d, "5", time.Second)
		c.pass(time.Second)
		c.typed(d, code[:at], 3*time.Millisecond)
		c.pass(StallGap - 4*time.Millisecond)
		if got := d.Flush(); got.Kind != None {
			t.Fatalf("split after %d: %+v", at, got)
		}
		c.typed(d, code[at:], 3*time.Millisecond)
		if got := d.Key(key(fyne.KeyReturn)); got.Kind != Scan || got.Code != code {
			t.Errorf("a slow frame after %d characters: %+v", at, got)
		}
	}
}

// Fast hands press two keys almost at once; the next two follow a moment later.
func TestRollingFingersAreNoScanner(t *testing.T) {
	c := newClock()
	d := NewDecoder(c.now)
	for _, pair := range []string{"12", "34", "56", "78"} {
		c.pass(90 * time.Millisecond)
		c.typed(d, pair, 10*time.Millisecond)
	}
	c.pass(60 * time.Millisecond)
	if got := d.Key(key(fyne.KeyReturn)); got.Kind != Command {
		t.Errorf("got %+v", got)
	}
}

// What came at a scanner's pace may become a scan, also before it is as long as one.
func TestWhoHurriesMayBeAScanner(t *testing.T) {
	for _, x := range []struct {
		what string
		gaps []int // milliseconds before each character but the first
		want bool
	}{
		{"one character", nil, false},
		{"a hand", []int{100, 120, 90}, false},
		{"just too slow for a scanner", []int{35, 35, 35}, false},
		{"a hand that rolls its last two", []int{100, 120, 10}, false},
		{"rolling fingers, six long", []int{10, 90, 10, 90, 10}, false},
		{"a scanner, four characters so far", []int{5, 5, 5}, true},
		{"a scanner behind a slow frame", []int{300, 5, 5}, true},
		{"two of a scanner after a pause of a hand", []int{100, 500, 5}, true},
		{"a whole scan", []int{5, 5, 5, 5, 5, 5, 5}, true},
	} {
		at, b := time.Unix(0, 0), Burst{}
		b.Add(at)
		for _, gap := range x.gaps {
			at = at.Add(time.Duration(gap) * time.Millisecond)
			b.Add(at)
		}
		if got := b.Hurried(); got != x.want {
			t.Errorf("%s: %v, want %v", x.what, got, x.want)
		}
	}
}

// Whatever is typed, however fast: an Enter is either reported as Enter, or the event is a scan of at least six
// characters that were all reported before.
func TestEnterIsNeverLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newClock()
		d := NewDecoder(c.now)
		typed := 0
		for range rapid.IntRange(0, 40).Draw(t, "presses") {
			c.pass(time.Duration(rapid.IntRange(0, 60).Draw(t, "ms")) * time.Millisecond)
			if rapid.IntRange(0, 5).Draw(t, "enter") > 0 {
				d.Rune(rapid.RuneFrom([]rune("0123456789.aش٣")).Draw(t, "rune"))
				typed++
				continue
			}
			switch got := d.Key(key(Enter)); got.Kind {
			case Command:
			case Scan:
				if got.Taken < ScanLength || got.Taken > typed {
					t.Fatalf("a scan of %d after %d runes", got.Taken, typed)
				}
			default:
				t.Fatalf("Enter became %+v", got)
			}
			typed = 0
		}
	})
}

func TestDigitsOfAPaste(t *testing.T) {
	for in, want := range map[string]string{"123-456": "123456", " ١٢٣ ٤٥٦\n": "123456", "۱۲۳۴۵۶": "123456", "code: 12": "12", "": "", "½²": ""} {
		if got := Digits(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func FuzzDigits(f *testing.F) {
	for _, s := range []string{"123-456", "١٢٣٤٥٦", "۱۲۳۴۵۶", "\xff\xfe", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range Digits(s) {
			if r < '0' || r > '9' {
				t.Fatalf("%q in the digits of %q", r, s)
			}
		}
	})
}

func TestGuard(t *testing.T) {
	c := newClock()
	g := NewGuard(c.now)
	if !g.Allows(Enter) {
		t.Fatal("guards before it is armed")
	}
	g.Down(fyne.KeyEnter)
	g.Arm()
	c.pass(HoldTime - time.Millisecond)
	if g.Allows(NewSale) || g.Allows(Enter) {
		t.Error("let a key through in the first moment")
	}
	c.pass(time.Millisecond)
	if !g.Allows(NewSale) {
		t.Error("keeps other keys out for too long")
	}
	if g.Allows(Enter) || g.Allows(fyne.KeyEnter) {
		t.Error("a held Enter got through")
	}
	g.Up(fyne.KeyReturn)
	if !g.Allows(Enter) {
		t.Error("keeps Enter out after it was let go")
	}
	g.Down(Enter)
	g.Arm()
	c.pass(HoldTime)
	g.Down(Enter)
	if !g.Allows(Enter) {
		t.Error("a fresh press is kept out because the end of the last one was missed")
	}
	g.Up(Enter)
	g.Arm()
	c.pass(HoldTime)
	if !g.Allows(Enter) {
		t.Error("an Enter that was not held at the start is kept out")
	}
}
