package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/cashier"
	"sanduq/ui/keys"
	"sanduq/ui/practicephone"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

type harness struct {
	t     testing.TB
	till  *fakeTill
	phone *fakePhone
	feed  *fakeFeed
	env   screen.Env
	run   func(f func()) // what is slow; at once
	shell *Shell
	win   fyne.Window
	now   time.Time
	later []func()
	scans bool     // a scanner types: nobody rests between two keys
	day   *dayTill // where the shop closes its day
	vers  int      // of the sale that at shows, in hundreds
	added []string // users, in the settings
}

// newHarness starts a shell in a window of the usual size. change may alter its
// options first.
func newHarness(t testing.TB, change ...func(*harness, *Options)) *harness {
	t.Helper()
	uitest.NewApp(t)
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	r := &harness{t: t, now: noon, till: &fakeTill{next: 12, set: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Cashier: "Samira", Currency: "LYD"},
		link: journal.Link{LastAnswer: noon}}, phone: &fakePhone{state: practicephone.Waiting, bank: practicephone.BankAnswers}}
	r.feed = &fakeFeed{done: make(chan struct{})}
	r.till.notices = r.feed
	r.run = func(f func()) { f() }
	r.env = screen.Env{Words: words.MustLoad(words.English), Preferences: preferences.Open(nil), Practice: true, Zone: time.UTC,
		Post: func(f func()) { f() }, Go: func(f func()) { r.run(f) }, Now: func() time.Time { return r.now },
		After: func(d time.Duration, f func()) func() {
			if d == keys.ScanGap && !r.scans { // a hand has rested
				f()
			} else {
				r.later = append(r.later, f)
			}
			return func() {}
		}}
	o := Options{Till: r.till, Steps: r.till.steps(), Offer: cashier.Offer{Routes: []core.Route{core.RouteQR}, Replacing: true, Phone: r.phone}}
	for _, c := range change {
		c(r, &o)
	}
	r.shell = New(r.env, o)
	r.win = test.NewTempWindow(t, canvas.NewRectangle(nil))
	r.win.Resize(fyne.NewSize(1366, 690))
	r.shell.Attach(r.win)
	r.win.Resize(fyne.NewSize(1366, 690))
	r.shell.Start(t.Context())
	t.Cleanup(r.shell.Stop)
	return r
}

// pass lets everything happen that waits for time, once.
func (r *harness) pass(d time.Duration) {
	r.now = r.now.Add(d)
	due := r.later
	r.later = nil
	for _, f := range due {
		f()
	}
}

// keys types named keys, letting each go again.
func (r *harness) keys(names ...fyne.KeyName) {
	for _, n := range names {
		r.shell.input.KeyDown(&fyne.KeyEvent{Name: n})
		r.key(n)
	}
}

// key is one report of a key without its going down: a repeat, or a canvas
// that does not tell.
func (r *harness) key(n fyne.KeyName) {
	e := &fyne.KeyEvent{Name: n}
	if f := r.win.Canvas().Focused(); f != nil {
		f.TypedKey(e)
		return
	}
	r.win.Canvas().OnTypedKey()(e)
}

func (r *harness) runes(s string) {
	for _, c := range s {
		r.now = r.now.Add(100 * time.Millisecond)
		r.win.Canvas().OnTypedRune()(c)
	}
}

// runesIn types into what has the focus.
func (r *harness) runesIn(s string) {
	for _, c := range s {
		r.now = r.now.Add(100 * time.Millisecond)
		r.win.Canvas().Focused().TypedRune(c)
	}
}

// speak changes the shop's language, no matter who is at the till.
func (r *harness) speak(lang string) {
	r.shell.env.Preferences.Update(func(v *preferences.Values) { v.Language = lang })
}

// dress is how a window looks. What is not named is as usual: the size and the
// language are those it has, the colours are light, and the text is not enlarged.
type dress struct {
	size    fyne.Size
	lang    string
	variant theme.Variant
	text    float32
}

// wear puts a dress on.
func (r *harness) wear(d dress) {
	if d.size.Width > 0 {
		r.win.Resize(d.size)
		r.pass(0)
	}
	if d.lang != "" {
		r.speak(d.lang)
	}
	look := theme.Now()
	look.Variant, look.TextScale = d.variant, d.text
	r.shell.SetLook(look)
}

func (r *harness) notice(v journal.View) {
	r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeSale, View: v})
}

func (r *harness) asked(want ...string) {
	r.t.Helper()
	if got := strings.Join(r.till.asked, "; "); got != strings.Join(want, "; ") {
		r.t.Errorf("the till was asked %q, want %q", got, strings.Join(want, "; "))
	}
}

// reads is every word in the window.
func (r *harness) reads() string {
	return uitest.Words(append([]fyne.CanvasObject{r.win.Canvas().Content()}, r.win.Canvas().Overlays().List()...)...)
}

func (r *harness) says(want ...string) {
	r.t.Helper()
	got := r.reads()
	for _, w := range want {
		if !strings.Contains(got, w) {
			r.t.Errorf("the window does not say %q but:\n%s", w, got)
		}
	}
}

func (r *harness) saysNot(unwanted ...string) {
	r.t.Helper()
	got := r.reads()
	for _, w := range unwanted {
		if strings.Contains(got, w) {
			r.t.Errorf("the window says %q:\n%s", w, got)
		}
	}
}

// picture keeps what the window looks like, for eyes, when SANDUQ_PICTURES
// names a folder.
func (r *harness) picture(name string) {
	r.t.Helper()
	uitest.Picture(r.t, r.win, name)
}
