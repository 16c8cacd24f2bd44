package lock

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// desk is where one PIN is typed, by somebody whose PIN has four digits.
type desk struct {
	t     *testing.T
	e     *entry
	now   time.Time
	later []timer
	sent  []string
}

type timer struct {
	at time.Time
	do func()
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	uitest.NewApp(t)
	d := &desk{t: t, now: time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)}
	env := screen.Env{Life: t.Context(), Words: words.MustLoad(words.English), Now: func() time.Time { return d.now }, Zone: time.UTC,
		Go: func(f func()) { f() }, Post: func(f func()) { f() },
		After: func(after time.Duration, f func()) func() {
			d.later = append(d.later, timer{d.now.Add(after), f})
			return func() {}
		}}
	c := &counter{users: []journal.User{{ID: "1", Name: "Samira", Digits: 4}}}
	d.e = newEntry(asker{env, c}, func(_ journal.User, pin core.Secret) error {
		d.sent = append(d.sent, pin.Reveal())
		return &journal.Error{Code: journal.CodePIN}
	}, func() {})
	d.e.ask(c.users[0])
	return d
}

// typed types characters, each some time after the one before.
func (d *desk) typed(text string, gap time.Duration) {
	for _, r := range text {
		d.pass(gap)
		d.e.press(screen.KeyPress{Rune: r})
	}
}

// pass lets time pass in a window that hears.
func (d *desk) pass(wait time.Duration) {
	until := d.now.Add(wait)
	for {
		next := -1
		for i, one := range d.later {
			if !one.at.After(until) && (next < 0 || one.at.Before(d.later[next].at)) {
				next = i
			}
		}
		if next < 0 {
			d.now = until
			return
		}
		one := d.later[next]
		d.later = slices.Delete(d.later, next, next+1)
		if one.at.After(d.now) {
			d.now = one.at
		}
		one.do()
	}
}

// stall lets time pass in a window that does not, and then does first what is due.
func (d *desk) stall(wait time.Duration) {
	d.now = d.now.Add(wait)
	d.pass(0)
}

// quiet lets the time pass in which a scanner would have gone on.
func (d *desk) quiet() { d.pass(keys.StallGap + 3*keys.ScanGap) }

// felt is how long a person may wait without feeling it.
const felt = 2 * keys.ScanGap

func (d *desk) holds(dots int, sent ...string) {
	d.t.Helper()
	if got := strings.Join(d.sent, " "); len(d.e.typed) != dots || got != strings.Join(sent, " ") {
		d.t.Errorf("%d dots, sent %q; want %d and %q", len(d.e.typed), got, dots, sent)
	}
}

func TestABarcodeIsNoPIN(t *testing.T) {
	const code = "6291041500213"
	scan := screen.KeyPress{Scan: code, Taken: len(code)}
	for _, stall := range []int{-1, 0, 1, 2, 3, 4, 12} {
		d := newDesk(t)
		for i, r := range code {
			if i == stall {
				d.stall(keys.StallGap - 5*time.Millisecond)
			}
			d.typed(string(r), 4*time.Millisecond)
		}
		d.holds(4) // asks nothing of the till so far
		d.e.press(scan)
		d.holds(0)
		d.quiet()
		d.holds(0)
	}

	d := newDesk(t) // no Enter at its end
	d.typed(code, 4*time.Millisecond)
	d.quiet()
	d.holds(0)
	d.e.press(scan) // is known to the window as well
	d.holds(0)

	d = newDesk(t) // what a person had typed before stays theirs
	d.typed("25", 150*time.Millisecond)
	d.now = d.now.Add(time.Second)
	d.typed("AB-"+code, 4*time.Millisecond)
	d.e.press(screen.KeyPress{Scan: "AB-" + code, Taken: len(code) + 3})
	d.holds(2)
	d.typed("84", 150*time.Millisecond)
	d.pass(felt)
	d.holds(0, "2584")
}

// TestABarcodeAfterDigitsIsNoWrongPIN, however many were typed by then, however soon it
// comes, and whatever the window is slow to hear of it.
func TestABarcodeAfterDigitsIsNoWrongPIN(t *testing.T) {
	for _, code := range []string{"6291041500213", "628100", "62810", "AB-628", "6A28B1"} {
		for typed := range 4 {
			for _, after := range []time.Duration{60 * time.Millisecond, 390 * time.Millisecond} {
				for stall := range code {
					sends := (stall+typed)%2 == 0
					d := newDesk(t)
					for _, c := range "258"[:typed] {
						d.typed(string(c), 150*time.Millisecond)
					}
					d.pass(after)
					window := keys.NewDecoder(func() time.Time { return d.now })
					for i, c := range code {
						if stall > 0 && i == stall { // one slow frame after the other
							d.stall(keys.StallGap / 2)
							d.stall(keys.StallGap/2 - 5*time.Millisecond)
						}
						d.pass(4 * time.Millisecond)
						window.Rune(c)
						d.e.press(screen.KeyPress{Rune: c})
					}
					if d.pass(4 * time.Millisecond); sends {
						e := window.Key(&fyne.KeyEvent{Name: keys.Enter})
						d.e.press(screen.KeyPress{Name: e.Name, Scan: e.Code, Taken: e.Taken})
					}
					d.quiet()
					if len(d.sent) != 0 || len(d.e.typed) >= 4 {
						t.Errorf("%q, %v later %s stalled at %d, Enter %v: sent %q, %d dots", "258"[:typed], after, code, stall, sends, d.sent, len(d.e.typed))
					}
				}
			}
		}
	}
}

// TestWhatNoHandTypesLeavesWhatOneTyped: a code too short for a scan, with letters before
// its digit or with more digits than were missing.
func TestWhatNoHandTypesLeavesWhatOneTyped(t *testing.T) {
	for _, c := range []struct {
		typed, code string
	}{{"25", "62810"}, {"258", "AB-6"}, {"258", "628"}} {
		d := newDesk(t)
		d.typed(c.typed, 150*time.Millisecond)
		d.pass(time.Second)
		d.typed(c.code, 4*time.Millisecond)
		d.quiet()
		d.holds(len(c.typed))
	}
}

// TestAPINIsSentBeforeAnybodyWaits: typed one by one, and rolled in pairs.
func TestAPINIsSentBeforeAnybodyWaits(t *testing.T) {
	for _, gaps := range [][]time.Duration{{100, 100, 100}, {10, 100, 10}, {12, 60, 12}, {100, 10, 100}, {40, 40, 40}, {300, 300, 10}} {
		d := newDesk(t)
		d.typed("2", 0)
		for i, c := range "584" {
			d.typed(string(c), gaps[i]*time.Millisecond)
		}
		d.holds(4)
		d.pass(felt)
		d.holds(0, "2584")
	}
	d := newDesk(t) // and where the window is slow, as soon as it hears
	d.typed("258", 100*time.Millisecond)
	d.typed("4", 10*time.Millisecond)
	d.stall(time.Second)
	d.holds(4)
	d.pass(felt)
	d.holds(0, "2584")
}

func TestAFingersPINIsSentAtOnce(t *testing.T) {
	d := newDesk(t) // on the pad, however fast
	for _, k := range "2584" {
		d.e.key(control.PadKey(k))
	}
	d.holds(0, "2584")
}

func TestAHurriedPINIsSentOnceItIsKnownToBeNoScan(t *testing.T) {
	for what, after := range map[string]func(*desk){
		"the time has passed":  (*desk).quiet,
		"Enter says it is all": func(d *desk) { d.pass(keys.ScanGap); d.e.press(screen.KeyPress{Name: keys.Enter}) },
	} {
		d := newDesk(t)
		d.typed("2584", 10*time.Millisecond)
		d.holds(4)
		after(d)
		d.holds(0, "2584")
		d.quiet()
		d.holds(0, "2584")
		if t.Failed() {
			t.Fatal(what)
		}
	}

	d := newDesk(t) // one digit too many is dropped, as it is while a PIN is looked at
	d.typed("2584", 100*time.Millisecond)
	d.typed("9", 10*time.Millisecond)
	d.quiet()
	d.holds(0, "2584")
}

func TestWhatIsTakenBackIsNotSentLater(t *testing.T) {
	for _, name := range []fyne.KeyName{keys.Backspace, keys.Clear} {
		d := newDesk(t)
		d.typed("2589", 10*time.Millisecond)
		d.e.press(screen.KeyPress{Name: name})
		dots := len(d.e.typed)
		d.quiet()
		d.holds(dots)
	}
	d := newDesk(t)
	d.typed("2584", 10*time.Millisecond)
	d.e.forget()
	d.quiet()
	d.holds(0)
	d.typed("2584", 10*time.Millisecond)
	d.e.ask(journal.User{ID: "1", Name: "Samira", Digits: 4})
	d.quiet()
	d.holds(0)
}
