package settings

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
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

// harness is the screen in a window, over fakes.
type harness struct {
	t      *testing.T
	env    screen.Env
	deps   Deps
	screen *Screen
	win    fyne.Window
	memory Memory

	set      journal.Settings
	by       []string
	saveErr  error
	kept     map[core.Environment]map[string]time.Time
	keyErr   error
	changed  []string // "live apiKey+ clientId-"
	values   map[string]string
	choice   gateway.Choice
	readErr  error
	writeErr error
	checked  []string
	audited  []string // that another gateway was to come
	auditErr error
	checkErr error
	probed   []string
	report   probe.Report
	left     int
	saved    int
	langs    []string
	looks    []preferences.Look
	reopened int // the customer's view
	failures []error
	place    fyne.Preferences // where they are kept; nil for nowhere
	queue    []func()         // what was posted, while it is held back
	held     bool
	goes     func(func())      // runs slow work; nil at once
	ask      func(then func()) // whether edits may be lost; nil goes on
	missed   []string          // what was told of a page that was left
	locked   error             // why keys cannot be changed, which can be asked about
}

func (r *harness) Settings() journal.Settings { return r.set }

func (r *harness) SaveSettings(_ context.Context, set journal.Settings, by string) error {
	if r.saveErr != nil {
		return r.saveErr
	}
	r.set = set
	r.by = append(r.by, by)
	return nil
}

func (r *harness) BackupsChanging(ctx context.Context, by, detail string) error {
	return r.GatewayChanging(ctx, by, detail)
}

func (r *harness) GatewayChanging(_ context.Context, by, detail string) error {
	if r.auditErr != nil {
		return r.auditErr
	}
	r.audited = append(r.audited, by+": "+detail)
	return nil
}

func (r *harness) Kept(_ context.Context, e core.Environment) (map[string]time.Time, error) {
	return r.kept[e], r.keyErr
}

func (r *harness) Change(_ context.Context, e core.Environment, keys map[string]core.Secret) error {
	if err := cmp.Or(r.keyErr, r.locked); err != nil {
		return err
	}
	text := string(e)
	for _, name := range []string{gateway.KeyAPI, gateway.KeySecret, gateway.KeyClient, gateway.KeyHMAC} {
		value, there := keys[name]
		switch {
		case !there:
		case value.Empty():
			text += " " + name + "-"
			delete(r.kept[e], name)
		default:
			text += " " + name + "+"
			r.kept[e][name] = noon
			r.values[name] = value.Reveal()
		}
	}
	r.changed = append(r.changed, text)
	return nil
}

func (r *harness) Remembered() (core.Environment, string, string, error) {
	return r.choice.Environment, r.choice.BaseURL, r.choice.Profile, r.readErr
}

func (r *harness) Remember(e core.Environment, base, profile string) error {
	if r.writeErr == nil {
		r.choice = gateway.Choice{Environment: e, BaseURL: base, Profile: profile}
	}
	return r.writeErr
}

// post runs what is posted, unless it is held back.
func (r *harness) post(f func()) {
	if r.held {
		r.queue = append(r.queue, f)
		return
	}
	f()
}

func (r *harness) run(f func()) {
	if r.goes != nil {
		r.goes(f)
		return
	}
	f()
}

func (r *harness) asks(then func()) {
	if r.ask != nil {
		r.ask(then)
		return
	}
	then()
}

// newHarness shows the settings of a practice till with the embedded bank.
func newHarness(t *testing.T, change ...func(*harness)) *harness {
	t.Helper()
	uitest.NewApp(t)
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	r := &harness{t: t, set: journal.Settings{Shop: "Al Noor Market", Place: "Tripoli", Till: "Till 2", Currency: "LYD", Cashier: "Samira"},
		kept: map[core.Environment]map[string]time.Time{core.Sandbox: {}, core.Live: {}}, values: map[string]string{},
		report: probe.Report{Name: probe.OK, Secure: probe.Local, Clock: probe.OK, Address: "127.0.0.1",
			Lookup: 2 * time.Millisecond, Offset: 400 * time.Millisecond}}
	r.env = screen.Env{Life: t.Context(), Preferences: preferences.Open(nil), Words: words.MustLoad(words.English), Practice: true, Post: r.post, Go: r.run,
		Missed: func(about, said string) { r.missed = append(r.missed, about+": "+said) },
		Now:    func() time.Time { return noon }, Zone: time.UTC}
	r.deps = Deps{Shop: r, Gateway: gateway.Deps{Keys: r, Choices: r, BaseURL: "http://127.0.0.1:47821", OwnKeys: true,
		Probe: func(_ context.Context, e core.Environment, base string) probe.Report {
			r.probed = append(r.probed, fmt.Sprint(e, " ", base))
			return r.report
		},
		CheckProfile: func(path string) error { r.checked = append(r.checked, path); return r.checkErr }},
		Window: Window{ShowCustomer: func() { r.reopened++ }, Saved: func() { r.saved++ }, Leave: func() { r.left++ }, Ask: r.asks},
		Failed: func(err error) { r.failures = append(r.failures, err) },
	}
	r.env.Preferences.Override(func(v *preferences.Values) { v.Look.Still = true })
	r.env.Preferences.Subscribe(func(before, now preferences.Values) {
		if now.Language != before.Language {
			r.langs = append(r.langs, now.Language)
		}
		if now.Look != before.Look {
			r.looks = append(r.looks, now.Look)
		}
	})
	r.memory.begun = true // at the keys
	for _, f := range change {
		f(r)
	}
	r.show()
	return r
}

// show builds the screen again over the same memory, as a change of look does.
func (r *harness) show() {
	r.screen = New(r.env, r.deps, &r.memory)
	if r.win == nil {
		r.win = test.NewWindow(nil)
		r.t.Cleanup(r.win.Close)
		r.win.SetPadded(false)
		r.win.Canvas().SetOnTypedKey(func(k *fyne.KeyEvent) { r.screen.Press(screen.KeyPress{Name: k.Name}) })
		r.win.Canvas().SetOnTypedRune(func(c rune) { r.screen.Press(screen.KeyPress{Rune: c}) })
	}
	r.win.SetContent(r.screen.Object())
	r.win.Resize(fyne.NewSize(1134, 610))
	r.screen.Shown()
}

// text is every word on the screen.
func (r *harness) text() string {
	return uitest.Words(r.win.Canvas().Content())
}

func (r *harness) says(sentences ...string) {
	r.t.Helper()
	for _, s := range sentences {
		if got := r.text(); !strings.Contains(strings.ReplaceAll(got, " ", ""), strings.ReplaceAll(s, " ", "")) {
			r.t.Errorf("the screen does not say %q but %q", s, got)
		}
	}
}

func (r *harness) saysNot(sentences ...string) {
	r.t.Helper()
	for _, s := range sentences {
		if got := r.text(); strings.Contains(strings.ReplaceAll(got, " ", ""), strings.ReplaceAll(s, " ", "")) {
			r.t.Errorf("the screen says %q", s)
		}
	}
}

// press taps the nth button with a label.
func (r *harness) press(label string, nth int) {
	r.t.Helper()
	var found *control.Button
	uitest.Walk(r.win.Canvas().Content(), func(o fyne.CanvasObject) {
		if b, ok := o.(*control.Button); ok && b.Spec().Label == label {
			if nth == 0 {
				found = b
			}
			nth--
		}
	})
	if found == nil {
		r.t.Fatalf("no button %q in %q", label, r.text())
	}
	test.Tap(found)
}

// drain runs what was posted and held back.
func (r *harness) drain() {
	for len(r.queue) > 0 {
		next := r.queue[0]
		r.queue = r.queue[1:]
		next()
	}
}

// typed types into what has the focus.
func (r *harness) typed(text string) {
	r.t.Helper()
	f := r.win.Canvas().Focused()
	if f == nil {
		r.t.Fatal("nothing has the focus")
	}
	test.Type(f, text)
}

func (r *harness) key(name fyne.KeyName) {
	if f := r.win.Canvas().Focused(); f != nil {
		f.TypedKey(&fyne.KeyEvent{Name: name})
		return
	}
	r.screen.Press(screen.KeyPress{Name: name})
}

// holds tells where in the tree of objects a text is found, whatever is shown:
// on the screen, in fields, in what the draft holds.
func (r *harness) holds(secret string) (where string) {
	uitest.Walk(r.win.Canvas().Content(), func(o fyne.CanvasObject) {
		switch x := o.(type) {
		case *canvas.Text:
			if strings.Contains(x.Text, secret) {
				where = "a drawn text"
			}
		case *control.Field:
			if strings.Contains(x.Text(), secret) {
				where = "a field"
			}
		}
	})
	if strings.Contains(fmt.Sprintf("%+v %#v", &r.memory, &r.memory), secret) {
		where = "the draft as it prints"
	}
	for _, f := range r.fields() {
		if f.Spec().Placeholder == r.env.Words.T("settings.key.type") {
			where = "a row that still has its field"
		}
	}
	for _, err := range r.failures {
		if strings.Contains(err.Error(), secret) {
			where = "an error"
		}
	}
	return where
}

// picture leaves a picture for eyes where the environment asks for it.
func (r *harness) picture(name string) {
	uitest.Picture(r.t, r.win, "settings-"+name)
}

// noSave checks that there is nothing to save, and that no button speaks of it.
func (r *harness) noSave() {
	r.t.Helper()
	if r.screen.save.Visible() && !r.screen.save.Disabled() || r.screen.Unsaved() {
		r.t.Errorf("something can be saved: %q", r.screen.save.Spec().Label)
	}
	if r.screen.save.Visible() && !r.screen.saved {
		r.t.Errorf("the button of nothing stands there: %q", r.screen.save.Spec().Label)
	}
}
