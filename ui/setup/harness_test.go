package setup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/probe"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

var noon = time.Date(2026, 11, 20, 14, 31, 12, 0, time.UTC)

// harness is the first run in a window, over fakes that write down what they were
// asked, in one order.
type harness struct {
	t      *testing.T
	env    screen.Env
	deps   Deps
	memory Memory
	screen *Screen
	win    fyne.Window
	now    time.Time

	set    journal.Settings
	said   []string
	kept   map[string]time.Time
	values map[string]string
	fail   map[string]error // by the first word of what is asked
	logged []error
}

func (r *harness) did(format string, args ...any) error {
	line := fmt.Sprintf(format, args...)
	word, _, _ := strings.Cut(line, " ")
	if err := r.fail[word]; err != nil {
		return err
	}
	r.said = append(r.said, line)
	return nil
}

func (r *harness) Settings() journal.Settings { return r.set }

func (r *harness) SaveSettings(_ context.Context, set journal.Settings, by string) error {
	err := r.did("save %s, %s, %s, %s by %s", set.Shop, set.Till, set.Currency, set.Cashier, by)
	if err == nil {
		r.set = set
	}
	return err
}

func (r *harness) GatewayChanging(_ context.Context, by, detail string) error {
	return r.did("audit %s by %s", detail, by)
}

func (r *harness) Kept(context.Context, core.Environment) (map[string]time.Time, error) {
	return r.kept, r.fail["kept"]
}

func (r *harness) Change(_ context.Context, e core.Environment, keys map[string]core.Secret) error {
	var names []string
	for _, name := range []string{gateway.KeyAPI, gateway.KeySecret, gateway.KeyClient, gateway.KeyHMAC} {
		if key, there := keys[name]; there {
			names = append(names, name)
			r.values[name] = key.Reveal()
		}
	}
	return r.did("keys %s %s", e, strings.Join(names, "+"))
}

func (r *harness) GoLive(baseURL string, names journal.Settings) error {
	return r.did("live %s as %s, %s, %s", baseURL, names.Shop, names.Till, names.Currency)
}

// fakeStaff and fakeRecovery write into the harness.
type (
	fakeStaff    struct{ *harness }
	fakeRecovery struct{ *harness }
)

// fakePhrase is a computer without a keyring.
type fakePhrase struct{ *harness }

func (fakePhrase) Helps(err error) bool { return err != nil }
func (f fakePhrase) Protect(_ context.Context, phrase core.Secret) (bool, error) {
	err := f.did("protect %d letters", len(phrase.Reveal()))
	return err == nil, err
}

func (f fakeStaff) AddUser(_ context.Context, name string, role journal.Role, pin core.Secret) (journal.User, error) {
	return journal.User{}, f.did("add %s %s %d digits", name, role, len(pin.Reveal()))
}
func (f fakeRecovery) Make(_ context.Context, by string) (core.Secret, error) {
	return core.NewSecret("AAAA-BBBB-CCCC-DDDD-EEEE-FFFF-GGGG-HHHH"), f.did("code by %s", by)
}
func (f fakeRecovery) Sheet(context.Context, core.Secret) (string, error) {
	return "Downloads/recovery-code.pdf", f.did("sheet")
}

// newHarness shows the first run of a practice till.
func newHarness(t *testing.T, change ...func(*harness)) *harness {
	t.Helper()
	uitest.NewApp(t)
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	r := &harness{t: t, now: noon, values: map[string]string{}, fail: map[string]error{},
		set: journal.Settings{Shop: "My shop", Till: "Till 1", Currency: "LYD", Cashier: "Cashier"}}
	r.env = screen.Env{Life: t.Context(), Preferences: preferences.Open(nil), Words: words.MustLoad(words.English), Practice: true, Post: func(f func()) { f() }, Go: func(f func()) { f() },
		Now: func() time.Time { return r.now }, Zone: time.UTC}
	r.deps = Deps{
		Shop: r, Staff: fakeStaff{r}, Recovery: fakeRecovery{r}, Keys: r, Choices: r,
		Probe: func(_ context.Context, e core.Environment, base string) probe.Report {
			_ = r.did("probe %s %s", e, base)
			return probe.Report{Name: probe.OK, Secure: probe.Untrusted, Err: errors.New("cause")}
		},
		Focus: func(on fyne.Focusable) {
			switch {
			case r.win == nil:
			case on == nil:
				r.win.Canvas().Unfocus()
			default:
				r.win.Canvas().Focus(on)
			}
		},
		Restart: func() { _ = r.did("restart") }, Done: func() { _ = r.did("done") },
		Failed: func(err error) { r.logged = append(r.logged, err) },
	}
	r.env.Preferences.Subscribe(func(_, now preferences.Values) {
		if err := r.env.Words.Use(now.Language); err != nil {
			t.Error(err)
		}
		r.setLook(theme.Now())
	})
	for _, f := range change {
		f(r)
	}
	r.show()
	return r
}

// setLook changes the look, as the shell does it.
func (r *harness) setLook(l theme.Look) {
	l.Still, l.RTL = true, r.env.Words.RTL()
	theme.Apply(fyne.CurrentApp(), l)
	r.screen.Hidden()
	r.show()
}

func (r *harness) show() {
	r.screen = New(r.env, r.deps, &r.memory)
	if r.win == nil {
		r.win = test.NewTempWindow(r.t, nil)
		r.win.SetPadded(false)
		r.win.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { r.screen.Press(screen.KeyPress{Name: k.Name}) })
		r.win.Canvas().SetOnTypedRune(func(c rune) { r.screen.Press(screen.KeyPress{Rune: c}) })
		r.win.Resize(fyne.NewSize(1366, 690))
	}
	r.win.SetContent(r.screen.Object())
	r.win.Resize(r.win.Canvas().Size())
	r.screen.Shown()
}

// asked compares what the fakes were asked since the last time.
func (r *harness) asked(want ...string) {
	r.t.Helper()
	if got := strings.Join(r.said, "; "); got != strings.Join(want, "; ") {
		r.t.Errorf("asked %q, want %q", got, strings.Join(want, "; "))
	}
	r.said = nil
}

// keys presses keys, each a second after the one before.
func (r *harness) keys(names ...fyne.KeyName) {
	for _, n := range names {
		r.now = r.now.Add(time.Second)
		switch f := r.win.Canvas().Focused(); {
		case n == fyne.KeyTab:
			r.win.Canvas().(interface{ FocusNext() }).FocusNext()
		case f != nil:
			f.TypedKey(&fyne.KeyEvent{Name: n})
		default:
			r.win.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: n})
		}
	}
}

// types types into what has the focus, or to the screen.
func (r *harness) types(text string) {
	for _, c := range text {
		if f := r.win.Canvas().Focused(); f != nil {
			f.TypedRune(c)
		} else {
			r.win.Canvas().OnTypedRune()(c)
		}
	}
}

func plain(s string) string { return words.Plain(strings.ReplaceAll(s, " ", "")) }

// reads is every word in the window, without blanks.
func (r *harness) reads() string {
	return plain(uitest.Words(r.win.Canvas().Content()))
}

func (r *harness) says(sentences ...string) {
	r.t.Helper()
	for _, s := range sentences {
		if got := r.reads(); !strings.Contains(got, plain(s)) {
			r.t.Errorf("the screen does not say %q but %q", s, got)
		}
	}
}

func (r *harness) saysNot(sentences ...string) {
	r.t.Helper()
	for _, s := range sentences {
		if got := r.reads(); strings.Contains(got, plain(s)) {
			r.t.Errorf("the screen says %q: %q", s, got)
		}
	}
}

// field is the line with a label.
func (r *harness) field(label string) (found *control.Field) {
	r.t.Helper()
	uitest.Walk(r.win.Canvas().Content(), func(o fyne.CanvasObject) {
		if f, ok := o.(*control.Field); ok && f.Spec().Label == label {
			found = f
		}
	})
	if found == nil {
		r.t.Fatalf("no field %q in %q", label, r.reads())
	}
	return found
}

// wrong compares the sentence below a field, and that the caret is in it.
func (r *harness) wrong(label, sentence string) {
	r.t.Helper()
	f := r.field(label)
	if f.Problem() != sentence {
		r.t.Errorf("below %s stands %q, want %q", label, f.Problem(), sentence)
	}
	if r.win.Canvas().Focused() != f.Focusable() {
		r.t.Errorf("%s is wrong and the caret is elsewhere", label)
	}
}

// press taps the button, the tile or the chip with a label.
func (r *harness) press(label string) {
	r.t.Helper()
	var found fyne.Tappable
	uitest.Walk(r.win.Canvas().Content(), func(o fyne.CanvasObject) {
		switch x := o.(type) {
		case *control.Button:
			if x.Spec().Label == label {
				found = x
			}
		case *control.Option:
			if x.Title() == label {
				found = x
			}
		case *control.Chip:
			if x.Label() == label {
				found = x
			}
		}
	})
	if found == nil {
		r.t.Fatalf("nothing to press is called %q in %q", label, r.reads())
	}
	r.now = r.now.Add(time.Second)
	test.Tap(found)
}

// picture leaves a picture for eyes where the environment asks for it.
func (r *harness) picture(name string) {
	uitest.Picture(r.t, r.win, "setup-"+name)
}

// speak chooses a language.
func (r *harness) speak(lang string) {
	r.env.Preferences.Update(func(v *preferences.Values) { v.Language = lang })
}
