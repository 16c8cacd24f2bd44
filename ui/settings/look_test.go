package settings

import (
	"testing"

	"sanduq/ui/desktop/sound"
	"sanduq/ui/preferences"
)

// row is the row of a preference, by the key of its name.
func (r *harness) row(key string) *preference {
	r.t.Helper()
	for _, one := range r.screen.sections[atLook].(*lookPage).rows {
		if one.key == key {
			return one
		}
	}
	r.t.Fatalf("no row %s", key)
	return nil
}

// choose presses one of the choices of a row, and looks whether it is shown.
func (r *harness) choose(key string, i int) {
	r.t.Helper()
	row := r.row(key)
	row.segments.OnSelected(i)
	r.screen.sections[atLook].paint()
	if got := row.segments.Selected(); got != i && key != "settings.language" { // nobody exchanges the words here
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
		r.choose("settings.customer", i)
		r.choose("settings.customer", i) // somebody closed its window
		if got := r.deps.Preferences.Get().Customer; got != m || r.reopened != 2*(i+1) {
			t.Errorf("%s: the view is at %s, shown %d times", m, got, r.reopened)
		}
	}
	newHarness(t, func(r *harness) { r.deps.ShowCustomer = nil }).reach(atLook).saysNot("Customer’s window")
}

func TestTheKeyboardOnTheScreenIsChosen(t *testing.T) {
	r := newHarness(t).reach(atLook)
	r.says("On-screen keyboard", "Automatic", "Always", "Never")
	for i, m := range preferences.KeyboardModes() {
		r.choose("settings.keyboard", i)
		if got := r.deps.Preferences.Get().Keyboard; got != m {
			t.Errorf("%s: it is %s", m, got)
		}
	}
}

func TestEachVolumeIsHeardWhenItIsChosen(t *testing.T) {
	q := &quiet{}
	r := newHarness(t, func(r *harness) { r.deps.Sound = q }).reach(atLook)
	r.saysNot("cannot be heard")
	for i, v := range sound.Volumes() {
		r.choose("settings.sound", i)
		if got := r.deps.Preferences.Get().Volume; got != v || q.sampled != i+1 {
			t.Errorf("volume %d: it is %d, heard %d times", v, got, q.sampled)
		}
	}
	q.broken = true
	r.screen.sections[atLook].paint()
	if p := r.screen.sections[atLook].(*lookPage); p.silent.Hidden {
		t.Error("nobody says that no sound device works")
	}
	newHarness(t).reach(atLook).saysNot("Sound")
}
