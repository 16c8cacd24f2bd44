package lock

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/uitest"
	"sanduq/ui/widgets"
	"sanduq/ui/words"
)

// desk is where one PIN is typed, by somebody whose PIN has four digits.
type desk struct {
	t     *testing.T
	e     *entry
	now   time.Time
	later []func()
	sent  []string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	uitest.NewApp(t)
	d := &desk{t: t, now: time.Date(2026, 11, 20, 14, 0, 0, 0, time.UTC)}
	env := screen.Env{Life: t.Context(), Words: words.MustLoad(words.English), Now: func() time.Time { return d.now }, Zone: time.UTC,
		Go: func(f func()) { f() }, Post: func(f func()) { f() },
		After: func(_ time.Duration, f func()) func() { d.later = append(d.later, f); return func() {} }}
	c := &counter{users: []till.User{{ID: "1", Name: "Samira", Digits: 4}}}
	d.e = newEntry(Deps{Env: env, Staff: c}, func(_ till.User, pin core.Secret) error {
		d.sent = append(d.sent, pin.Reveal())
		return &till.Error{Code: till.CodePIN}
	}, func() {})
	d.e.ask(c.users[0])
	return d
}

// typed types characters, each some time after the one before.
func (d *desk) typed(text string, gap time.Duration) {
	for _, r := range text {
		d.now = d.now.Add(gap)
		d.e.press(screen.KeyPress{Rune: r})
	}
}

// quiet lets the time pass in which a scanner would have gone on.
func (d *desk) quiet() {
	d.now = d.now.Add(keys.StallGap + keys.ScanGap)
	due := d.later
	d.later = nil
	for _, f := range due {
		f()
	}
}

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
			gap := 4 * time.Millisecond
			if i == stall {
				gap = keys.StallGap - time.Millisecond
			}
			d.typed(string(r), gap)
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
	d.holds(0, "2584")
}

func TestAHandsPINIsSentAtOnce(t *testing.T) {
	d := newDesk(t)
	d.typed("2584", 100*time.Millisecond)
	d.holds(0, "2584")

	d = newDesk(t) // the last two rolled
	d.typed("25", 100*time.Millisecond)
	d.typed("8", 100*time.Millisecond)
	d.typed("4", 10*time.Millisecond)
	d.holds(0, "2584")

	d = newDesk(t) // on the pad, however fast
	for _, k := range "2584" {
		d.e.key(widgets.PadKey(k))
	}
	d.holds(0, "2584")
}

func TestAHurriedPINIsSentOnceItIsKnownToBeNoScan(t *testing.T) {
	for what, after := range map[string]func(*desk){
		"the time has passed":  (*desk).quiet,
		"Enter says it is all": func(d *desk) { d.e.press(screen.KeyPress{Name: keys.Enter}) },
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
	d.typed("25849", 10*time.Millisecond)
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
	d.e.ask(till.User{ID: "1", Name: "Samira", Digits: 4})
	d.quiet()
	d.holds(0)
}
