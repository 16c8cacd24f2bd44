package settings

import (
	"testing"

	"sanduq/ui/desktop/sound"
	"sanduq/ui/preferences"
)

// prefer presses one of the choices of a preference, and looks whether it is shown.
func (r *harness) prefer(key string, i int) {
	r.t.Helper()
	r.segments(key).OnSelected(i)
	r.screen.goTo(atLook)
	if got := r.segments(key).Selected(); got != i && key != "settings.language" { // nobody exchanges the words here
		r.t.Errorf("%s: %d is shown, %d was chosen", key, got, i)
	}
}

// quiet is sound that nobody hears.
type quiet struct {
	sampled int
	broken  bool
}

func (q *quiet) Sample()      { q.sampled++ }
func (q *quiet) Broken() bool { return q.broken }

func TestTheCustomersViewHasAPlace(t *testing.T) {
	r := newHarness(t).reach(atLook)
	r.says("Customer’s window", "Second monitor", "Only by F6", "Plain window")
	for i, m := range preferences.CustomerModes() {
		r.prefer("settings.customer", i)
		r.prefer("settings.customer", i) // somebody closed its window
		if got := r.env.Preferences.Get().Customer; got != m || r.reopened != 2*(i+1) {
			t.Errorf("%s: the view is at %s, shown %d times", m, got, r.reopened)
		}
	}
	newHarness(t, func(r *harness) { r.deps.Window.ShowCustomer = nil }).reach(atLook).saysNot("Customer’s window")
}

func TestTheKeyboardOnTheScreenIsChosen(t *testing.T) {
	r := newHarness(t).reach(atLook)
	r.says("On-screen keyboard", "Automatic", "Always", "Never")
	for i, m := range preferences.KeyboardModes() {
		r.prefer("settings.keyboard", i)
		if got := r.env.Preferences.Get().Keyboard; got != m {
			t.Errorf("%s: it is %s", m, got)
		}
	}
}

func TestEachVolumeIsHeardWhenItIsChosen(t *testing.T) {
	q := &quiet{}
	r := newHarness(t, func(r *harness) { r.deps.Window.Sound = q }).reach(atLook)
	r.saysNot("No sound device works")
	for i, v := range sound.Volumes() {
		r.prefer("settings.sound", i)
		if got := r.env.Preferences.Get().Volume; got != v || q.sampled != i+1 {
			t.Errorf("volume %d: it is %d, heard %d times", v, got, q.sampled)
		}
	}
	q.broken = true
	r.screen.goTo(atLook)
	r.says("No sound device works")
	newHarness(t).reach(atLook).saysNot("Sound")
}
