package startup_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
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
		Leave: func() { a.left++ }, Turn: func(l string) {
			a.turns = append(a.turns, l)
			_ = w.Use(l)
			a.show()
		},
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
	a.form.Again = a.show
	a.show()
	a.win.Resize(fyne.NewSize(780, 600))
	return a
}

func (a *asking) show() {
	a.win.SetContent(a.form.Content())
	a.win.Canvas().Focus(a.form.First())
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

// TestALanguageThatIsChosenMeanwhileDropsNoAnswer: what comes of a passphrase that is
// looked at is said in the language that was chosen, and what was typed is still there.
func TestALanguageThatIsChosenMeanwhileDropsNoAnswer(t *testing.T) {
	a := ask(t, words.English, false)
	a.hold = true
	a.enter("not this one")
	a.choose(words.French)
	if len(a.turns) != 0 {
		t.Errorf("the form was built again while its passphrase is looked at: %q", a.turns)
	}
	a.held[0]()
	a.says("Ouvrir la caisse", "Ce n’est pas la phrase secrète. Réessayez dans 1 s.")
	a.choose(words.Arabic)
	a.says("حاول من جديد بعد")
	for a.second() {
	}
	a.typed(right)
	a.choose(words.English)
	a.key(fyne.KeyReturn)
	a.choose(words.French)
	a.held[1]()
	if len(a.given) != 1 || a.given[0] != right || a.turns[len(a.turns)-1] != words.French {
		t.Errorf("given %q, languages %q", a.given, a.turns)
	}
}

// choose taps a language.
func (a *asking) choose(lang string) {
	a.t.Helper()
	uitest.Walk(a.win.Canvas().Content(), func(o fyne.CanvasObject) {
		if s, ok := o.(*control.Segmented); ok {
			s.SetSelected(slices.Index(words.Languages(), lang))
			s.OnSelected(s.Selected())
		}
	})
}

// TestAForgottenPassphraseGivesWayToANewOne by the recovery code.
func TestAForgottenPassphraseGivesWayToANewOne(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		a := ask(t, lang, false)
		var asked []string
		var answer error
		a.form.Recover = func(code, phrase core.Secret) error {
			asked = append(asked, code.Reveal()+" "+phrase.Reveal())
			return answer
		}
		a.show()
		a.tap(w.T("startup.phrase.forgot"))
		a.says(beginning(w.T("startup.phrase.forgotten.text", "n", startup.PhraseLeast)))
		uitest.Picture(t, a.win, "phrase-forgotten-"+lang)
		a.enter("0000-1111")
		a.enter("short")
		a.says(beginning(w.T("startup.phrase.tooShort", "n", startup.PhraseLeast)))
		a.enter(" words are too few")
		a.enter("others")
		a.says(w.T("startup.phrase.differs"))
		a.typed("short words are too few")
		for code, said := range map[string]string{"STORE_PASSPHRASE": "rescue.STORE_PASSPHRASE", "STORE_NO_KEY": "startup.phrase.noCode", "STORE_FULL": "rescue.STORE_FULL"} {
			answer = &startup.Problem{Code: code, Cause: errors.New("x")}
			if a.form.Key(&fyne.KeyEvent{Name: fyne.KeyReturn}); len(a.given) != 0 {
				t.Errorf("%s: a passphrase was given away: %q", code, a.given)
			}
			a.says(beginning(w.T(said)))
		}
		a.key(fyne.KeyEscape)
		a.says(w.T("startup.phrase.text", "n", 0))
		if a.left != 0 {
			t.Error("Esc leaves the till where it should go back to the passphrase")
		}
		a.tap(w.T("startup.phrase.forgot"))
		answer, asked = nil, nil
		a.enter(" 0000-2222 ")
		a.enter("a phrase that is new")
		a.hold = true
		a.enter("a phrase that is new")
		a.choose(words.English)
		a.held[0]()
		if len(asked) != 1 || asked[0] != "0000-2222 a phrase that is new" || len(a.given) != 1 || a.given[0] != "a phrase that is new" {
			t.Errorf("asked %q, given %q", asked, a.given)
		}
	}
}

// TestNobodyIsSentToARecoveryCodeThatCannotHelp where a passphrase is chosen, and where
// nothing can be recovered.
func TestNobodyIsSentToARecoveryCodeThatCannotHelp(t *testing.T) {
	for _, choose := range []bool{false, true} {
		a := ask(t, words.English, choose)
		if strings.Contains(a.text(), "I forgot") {
			t.Errorf("choosing %v: %q", choose, a.text())
		}
	}
}

// beginning is what stands on the first line of a sentence in any language.
func beginning(sentence string) string {
	return strings.Join(strings.Fields(sentence)[:2], " ")
}

// tap taps the button with a label.
func (a *asking) tap(label string) {
	a.t.Helper()
	for _, b := range uitest.All[*control.Button](a.win.Canvas().Content()) {
		if b.Spec().Label == label {
			b.Tapped(nil)
			return
		}
	}
	a.t.Fatalf("no button says %q", label)
}
