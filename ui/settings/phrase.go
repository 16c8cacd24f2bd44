package settings

import (
	"context"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Phrase protects a live till with a passphrase on a computer without a keyring:
// it is asked for at each start.
type Phrase interface {
	// Helps reports whether an error of Keys says that there is no keyring.
	Helps(err error) bool
	// Protect lets Keys keep those of live by a passphrase from now on; fits is
	// false when another protects them already. It may be slow.
	Protect(ctx context.Context, phrase core.Secret) (fits bool, err error)
}

// placePhrase is where a passphrase is typed.
const placePhrase = "phrase"

// phraseRows are where a passphrase is chosen that keeps live's keys. What is
// typed is kept no longer than the draft.
type phraseRows struct {
	page          *keysPage
	phrase, again *control.Field
}

func newPhraseRows(k *keysPage) *phraseRows {
	w := k.screen.deps.Words
	p := &phraseRows{page: k}
	field := func(label string) *control.Field {
		f := control.NewField(control.FieldSpec{Label: w.T(label), Password: true, Input: control.InputLatin})
		f.OnChanged = func(string) { f.SetProblem("") }
		return f
	}
	p.phrase, p.again = field("startup.phrase.newLabel"), field("startup.phrase.again")
	return p
}

// phrased reports whether a passphrase can keep the keys of an environment that
// nothing else keeps.
func (s *Screen) phrased(e core.Environment) bool {
	d := s.draft()
	return e == core.Live && d != nil && d.keyless[e] != nil && s.deps.Phrase != nil && s.deps.Phrase.Helps(d.keyless[e])
}

func (p *phraseRows) rows() []fyne.CanvasObject {
	w := p.page.screen.deps.Words
	return []fyne.CanvasObject{typeset.NewParagraph(w.T("startup.phrase.why", "n", startup.PhraseLeast), typeset.Label.With(theme.Regular)),
		layout.Columns(theme.S4, layout.Grow(1, p.phrase), layout.Grow(1, p.again)),
		typeset.NewParagraph(w.T("startup.phrase.lost"), typeset.Label.Tint(theme.Failed))}
}

// wrong is what is wrong with the passphrase that live's new keys need; blank
// for nothing.
func (p *phraseRows) wrong() (key string) {
	switch {
	case utf8.RuneCountInString(p.phrase.Text()) < startup.PhraseLeast:
		return "startup.phrase.tooShort"
	case p.phrase.Text() != p.again.Text():
		return "startup.phrase.differs"
	}
	return ""
}

// say shows a problem at the field that it is about.
func (p *phraseRows) say(sentence string, second bool) {
	p.phrase.SetProblem("")
	p.again.SetProblem("")
	if second {
		p.again.SetProblem(sentence)
		return
	}
	p.phrase.SetProblem(sentence)
}

func (p *phraseRows) forget() {
	p.phrase.SetText("")
	p.again.SetText("")
	p.say("", false)
}

// used empties the fields of a passphrase that protects the keys now, unless
// another was typed since.
func (p *phraseRows) used(phrase core.Secret) {
	if p.phrase.Text() == phrase.Reveal() {
		p.forget()
	}
}

// protect lets live's keys be kept by the passphrase, before they are. It runs
// off the UI goroutine.
func (s *Screen) protect(phrase core.Secret) problem {
	switch fits, err := s.deps.Phrase.Protect(s.deps.Life, phrase); {
	case err != nil && !fits:
		return problem{section: placePhrase, key: "startup.phrase.wrong", err: err}
	case err != nil:
		return problem{section: placeKeys, key: "settings.keys.notKept", err: err}
	}
	return problem{}
}
