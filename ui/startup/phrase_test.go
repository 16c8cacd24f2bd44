package startup_test

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

const right = "four words are easy"

// asking is the window over a person's hands.
type asking struct {
	t     *testing.T
	form  *startup.Phrase
	win   fyne.Window
	tried []string
	given []string
	left  int
	turns []string
	waits []func()
	held  []func() // slow work, when it is held back
	hold  bool
}

func ask(t *testing.T, lang string, choose bool) *asking {
	t.Helper()
	a := &asking{t: t}
	app := uitest.OwnApp(t)
	w := words.MustLoad(lang)
	theme.Apply(app, theme.Look{Still: true, RTL: w.RTL()})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	a.form = &startup.Phrase{Words: w, Choose: choose,
		Fits:  func(s core.Secret) bool { a.tried = append(a.tried, s.Reveal()); return s.Reveal() == right },
		Done:  func(s core.Secret) { a.given = append(a.given, s.Reveal()) },
		Leave: func() { a.left++ }, Turn: func(l string) { a.turns = append(a.turns, l) },
		Go: func(f func()) {
			if a.hold {
				a.held = append(a.held, f)
				return
			}
			f()
		},
		Post:  func(f func()) { f() },
		After: func(d time.Duration, f func()) { a.waits = append(a.waits, f) }}
	a.win = test.NewTempWindow(t, nil)
	a.win.SetPadded(false)
	a.win.Canvas().SetOnTypedKey(a.form.Key)
	a.win.SetContent(a.form.Content())
	a.win.Resize(fyne.NewSize(780, 600))
	a.win.Canvas().Focus(a.form.First())
	return a
}

func (a *asking) typed(text string) {
	a.t.Helper()
	if a.win.Canvas().Focused() == nil {
		a.t.Fatal("nothing has the focus")
	}
	test.Type(a.win.Canvas().Focused(), text)
}

func (a *asking) key(name fyne.KeyName) {
	if f := a.win.Canvas().Focused(); f != nil {
		f.TypedKey(&fyne.KeyEvent{Name: name})
		return
	}
	a.form.Key(&fyne.KeyEvent{Name: name})
}

func (a *asking) enter(text string) {
	a.t.Helper()
	a.typed(text)
	a.key(fyne.KeyReturn)
}

// second lets a second of a wait pass.
func (a *asking) second() bool {
	if len(a.waits) == 0 {
		return false
	}
	f := a.waits[0]
	a.waits = a.waits[1:]
	f()
	return true
}

func (a *asking) text() string {
	return uitest.Words(a.win.Canvas().Content())
}

func (a *asking) says(parts ...string) {
	a.t.Helper()
	for _, s := range parts {
		if got := strings.ReplaceAll(a.text(), " ", ""); !strings.Contains(got, strings.ReplaceAll(s, " ", "")) {
			a.t.Errorf("the window does not say %q but %q", s, a.text())
		}
	}
}

func TestANewPassphraseIsTypedTwiceAndLong(t *testing.T) {
	a := ask(t, words.English, true)
	a.says("Nobody can recover this passphrase", "12 characters at least")
	a.enter("short")
	a.says("Too short.")
	a.enter(" one, then long")
	a.enter("another one that is long")
	a.says("The two are not the same.")
	if len(a.given) != 0 {
		t.Fatalf("given %q", a.given)
	}
	a.enter("short one, then long")
	if len(a.given) != 1 || a.given[0] != "short one, then long" || len(a.tried) != 0 {
		t.Errorf("given %q, tried %q", a.given, a.tried)
	}
	if strings.Contains(a.text(), "then long") {
		t.Errorf("it is drawn: %q", a.text())
	}
	a.key(fyne.KeyReturn)
	if len(a.given) != 1 {
		t.Error("given twice")
	}
}

func TestAWrongPassphraseIsSaidAndSlowed(t *testing.T) {
	a := ask(t, words.English, false)
	for _, seconds := range []int{1, 2, 4, 8, 16, 32, 32} {
		before := len(a.tried)
		a.enter("wrong")
		a.says("That is not the passphrase. Try again in")
		for i := range seconds {
			a.typed("x")
			a.key(fyne.KeyReturn)
			if len(a.tried) != before+1 {
				t.Fatalf("tried again %d s into a wait of %d", i, seconds)
			}
			a.key(fyne.KeyBackspace)
			if !a.second() {
				t.Fatalf("the wait ended after %d s of %d", i, seconds)
			}
		}
		if len(a.waits) != 0 {
			t.Fatalf("the wait goes on after %d s", seconds)
		}
		a.says("That is not the passphrase. Try again.")
	}
	a.enter(right)
	if len(a.given) != 1 || a.given[0] != right {
		t.Errorf("given %q", a.given)
	}
}

func TestOneTryAtATime(t *testing.T) {
	a := ask(t, words.English, false)
	a.key(fyne.KeyReturn)
	if len(a.tried) != 0 {
		t.Error("nothing was tried as a passphrase")
	}
	a.hold = true
	a.enter(right)
	a.key(fyne.KeyReturn)
	a.enter("more")
	if len(a.held) != 1 {
		t.Fatalf("%d tries at once", len(a.held))
	}
	a.held[0]()
	if len(a.given) != 1 || a.given[0] != right {
		t.Errorf("given %q", a.given)
	}
}

func TestEscLeavesWithoutAPassphrase(t *testing.T) {
	a := ask(t, words.English, true)
	a.typed("half of someth")
	a.key(fyne.KeyEscape)
	if a.left != 1 || len(a.given) != 0 {
		t.Errorf("left %d times, given %q", a.left, a.given)
	}
}

func TestThePassphraseWindowInThreeLanguages(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, choose := range []bool{true, false} {
			a := ask(t, lang, choose)
			if text := a.text(); len(text) < 60 || strings.Contains(text, "⟨") || strings.Contains(text, "{") {
				t.Errorf("%s: %q", lang, text)
			}
			a.typed("word")
			if choose {
				a.key(fyne.KeyReturn)
			}
			a.picture(map[bool]string{true: "new-", false: "open-"}[choose] + lang)
		}
	}
}

// picture leaves a picture for eyes where the environment asks for it.
func (a *asking) picture(name string) {
	uitest.Picture(a.t, a.win, "phrase-"+name)
}
