// Package harness is what the tests of the steps of a sale share: a till and a shell that
// write down what they are asked, a clock that is moved by hand, and sales in each state.
package harness

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// Harness is a screen's surroundings: a till, a shell and a clock, all fake.
type Harness struct {
	T     *testing.T
	Till  *Till
	Shell *Shell
	Env   screen.Env
	Shop  journal.Settings
	Now   time.Time
	Later []func() // what waits for time to pass
	Size  fyne.Size
}

// ErrBroken is an error without a code.
var ErrBroken = errors.New("broken")

// New is a harness at Noon, in English and in practice, with the usual look and size.
func New(t *testing.T) *Harness {
	t.Helper()
	uitest.NewApp(t)
	r := &Harness{T: t, Till: &Till{Next: "20261120-000012"}, Shell: &Shell{}, Now: Noon, Size: fyne.NewSize(1134, 610),
		Shop: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Cashier: "Samira"}}
	r.Env = screen.Env{Life: context.Background(), Preferences: preferences.Open(nil), Words: words.MustLoad(words.English), Practice: true, Post: func(f func()) { f() }, Go: func(f func()) { f() },
		Now: func() time.Time { return r.Now }, Zone: time.UTC,
		After: func(_ time.Duration, f func()) func() { r.Later = append(r.Later, f); return func() {} }}
	r.Apply(theme.Look{Still: true})
	return r
}

// Set is the shop's settings as a step asks for them.
func (r *Harness) Set() journal.Settings { return r.Shop }

// Remember has an institution used last on a route.
func (r *Harness) Remember(route core.Route, code string) {
	r.Env.Preferences.Override(func(v *preferences.Values) { v.Institutions.Used(route, code) })
}

// Apply changes the look for this test alone.
func (r *Harness) Apply(l theme.Look) {
	l.Still = true
	theme.Apply(fyne.CurrentApp(), l)
	r.T.Cleanup(func() { theme.Use(theme.Look{}) })
}

// Window shows a screen in a window of the harness's size.
func (r *Harness) Window(s screen.Screen) fyne.Window {
	w := test.NewTempWindow(r.T, s.Object())
	w.SetPadded(false)
	w.Resize(r.Size)
	s.Shown()
	return w
}

// Picture keeps what a screen looks like, for eyes, when SANDUQ_PICTURES names
// a folder.
func (r *Harness) Picture(name string, s screen.Screen) {
	r.T.Helper()
	uitest.Picture(r.T, r.Window(s), name)
}

// Asked fails where the till was asked something else.
func (r *Harness) Asked(want ...string) {
	r.T.Helper()
	if got := strings.Join(r.Till.Asked, "; "); got != strings.Join(want, "; ") {
		r.T.Errorf("the till was asked %q, want %q", got, strings.Join(want, "; "))
	}
}

// Went fails where the screen led elsewhere.
func (r *Harness) Went(want ...string) {
	r.T.Helper()
	if got := strings.Join(r.Shell.Went, "; "); got != strings.Join(want, "; ") {
		r.T.Errorf("the screen led to %q, want %q", got, strings.Join(want, "; "))
	}
}

// Pass lets everything happen that waits for time, once.
func (r *Harness) Pass(d time.Duration) {
	r.Now = r.Now.Add(d)
	due := r.Later
	r.Later = nil
	for _, f := range due {
		f()
	}
}

// Fields are the lines to fill in of the decision that is asked.
func (r *Harness) Fields() (all []*control.Field) {
	r.T.Helper()
	if r.Shell.Decision == nil {
		r.T.Fatal("nothing is asked")
	}
	uitest.Walk(r.Shell.Decision.Content, func(o fyne.CanvasObject) {
		if f, ok := o.(*control.Field); ok {
			all = append(all, f)
		}
	})
	return all
}
