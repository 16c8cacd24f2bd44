package settings

import (
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/settings/about"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// fakeUpdates is switched on and off, unless the disk is full.
type fakeUpdates struct {
	state about.State
	err   error
}

func (f *fakeUpdates) State() about.State { return f.state }
func (f *fakeUpdates) Set(on bool) error {
	if f.err == nil {
		f.state.On = on
	}
	return f.err
}

func newsHarness(t *testing.T, lang string) (*harness, *fakeUpdates) {
	t.Helper()
	f := &fakeUpdates{}
	r := newHarness(t, func(r *harness) {
		r.deps.Updates, r.env.Words = f, words.MustLoad(lang)
		r.deps.About = about.Program{Version: "1.1.0", Commit: "abcdef012345", Date: "2026-11-21"}
	})
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, RTL: r.env.Words.RTL()})
	r.show()
	r.screen.goTo(atAbout)
	return r, f
}

func TestNewsAreOffUntilSomeoneAsks(t *testing.T) {
	r, f := newsHarness(t, words.English)
	r.says("News of versions", "Never asked yet.", "Nothing is installed.")
	r.saysNot("Last asked")
	if r.segments("settings.news").Selected() != 0 {
		t.Error("it is not off")
	}
	r.choose("settings.news", 1)
	if f.state.On || !r.screen.Unsaved() {
		t.Error("it is on before anybody saved")
	}
	r.screen.enter()
	if !f.state.On || r.segments("settings.news").Selected() != 1 {
		t.Errorf("switched on: %+v", f.state)
	}
	f.err = errors.New("disk full")
	r.choose("settings.news", 0)
	r.screen.enter()
	r.says("This choice could not be saved.")
	if !f.state.On || len(r.failures) != 1 {
		t.Errorf("a full disk: %+v, shown %d, logged %v", f.state, r.segments("settings.news").Selected(), r.failures)
	}
}

func TestNoAddressNoNews(t *testing.T) {
	r := newHarness(t, func(r *harness) { r.deps.About = about.Program{Version: "1.1.0"} })
	r.screen.goTo(atAbout)
	r.says("1.1.0")
	r.saysNot("News of versions")
}
