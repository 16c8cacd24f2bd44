package settings

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/desktop/autostart"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// system is a computer that starts the till at login, or not.
type system struct {
	state           autostart.State
	refuse, unread  error
	asked, switched int
}

func (s *system) State() (autostart.State, error) { s.asked++; return s.state, s.unread }

func (s *system) Set(on bool) error {
	s.switched++
	if s.refuse == nil {
		s.state = autostart.State{On: on}
	}
	return s.refuse
}

func withLogin(t *testing.T, s *system, change ...func(*harness)) *harness {
	return newHarness(t, append(change, func(r *harness) { r.deps.Login = s })...).reach(atShop)
}

func (r *harness) shownOn() bool { return r.segments("settings.login").Selected() == 1 }

func TestTheStartAtLoginIsWhatTheSystemSays(t *testing.T) {
	s := &system{}
	r := withLogin(t, s)
	r.says("Start when the computer starts", "from the next login")
	for _, on := range []bool{true, false, true} {
		r.choose("settings.login", map[bool]int{true: 1, false: 0}[on])
		if s.state.On == on || r.shownOn() != on || !r.screen.Unsaved() {
			t.Errorf("wanted %v, not saved yet: the system has %+v, %v is shown", on, s.state, r.shownOn())
		}
		r.screen.enter()
		if s.state.On != on || r.shownOn() != on {
			t.Errorf("wanted %v, the system has %+v, %v is shown", on, s.state, r.shownOn())
		}
	}
	s.state = autostart.State{} // somebody switches it off elsewhere
	asked := s.asked
	if r.screen.goTo(atKeys); s.asked != asked {
		t.Error("it was asked without being looked at")
	}
	if r.screen.goTo(atShop); r.shownOn() {
		t.Error("a state is shown that the system no longer has")
	}
	if r.screen.Unsaved() || len(r.failures) > 0 {
		t.Errorf("there is something to save, or %v", r.failures)
	}
}

func TestAStartAtLoginThatCannotBeChanged(t *testing.T) {
	folder := &fs.PathError{Op: "open", Path: "/home/shop/.config/autostart/sanduq.desktop", Err: fs.ErrPermission}
	for refuse, sentence := range map[error]string{
		folder:               "cannot write in /home/shop/.config/autostart.",
		errors.New("broken"): "the computer refused it",
		autostart.ErrShared:  "Switched on for everybody",
	} {
		s := &system{refuse: refuse}
		r := withLogin(t, s)
		r.choose("settings.login", 1)
		r.screen.enter()
		r.says(sentence)
		if r.shownOn() || s.switched != 1 || len(r.failures) != 1 {
			t.Errorf("%v: on is shown %v, switched %d times, failures %v", refuse, r.shownOn(), s.switched, r.failures)
		}
		r.screen.goTo(atShop)
		r.saysNot(sentence)
	}
}

func TestWhatElseTheSystemSays(t *testing.T) {
	s := &system{state: autostart.State{On: true, Other: `"/opt/old till/sanduq"`}}
	r := withLogin(t, s)
	r.says("another program is started", "/opt/old till/sanduq")
	r.choose("settings.login", 1)
	r.screen.enter()
	r.saysNot("another program")

	withLogin(t, &system{state: autostart.State{On: true, Shared: true}}).says("for everybody")

	s = &system{unread: errors.New("no answer")}
	r = withLogin(t, s)
	r.says("does not say whether")
	if r.choose("settings.login", 1); s.switched != 0 {
		t.Error("it was switched while nobody knew how it stands")
	}

	newHarness(t).reach(atShop).saysNot("Start when the computer starts")
}

// TestAWishForTheStartAtLoginIsForgotten by who leaves, or taps back.
func TestAWishForTheStartAtLoginIsForgotten(t *testing.T) {
	s := &system{}
	r := withLogin(t, s)
	r.choose("settings.login", 1)
	r.choose("settings.login", 0)
	if r.screen.Unsaved() || r.shownOn() {
		t.Error("what was tapped back is still to be saved")
	}
	r.choose("settings.login", 1)
	r.screen.Hidden()
	r.screen.Shown()
	if r.shownOn() || s.switched != 0 {
		t.Errorf("on is shown %v, %d changes", r.shownOn(), s.switched)
	}
}

func TestTheStartAtLoginInEveryLanguage(t *testing.T) {
	for _, lang := range words.Languages() {
		r := withLogin(t, &system{state: autostart.State{On: true, Other: `"/opt/old till/sanduq" --data-dir /srv/till`}}, func(r *harness) {
			if err := r.env.Words.Use(lang); err != nil {
				t.Fatal(err)
			}
			theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, RTL: lang == words.Arabic})
		})
		if strings.Contains(r.text(), "⟨") {
			t.Errorf("words are missing: %q", r.text())
		}
		r.picture("login-" + lang)
	}
}
