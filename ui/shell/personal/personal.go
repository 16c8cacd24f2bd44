// Package personal is the person at the till: the language and the size of text that they
// chose for themselves, what customers read meanwhile, and the open sales that they may
// take over. It knows who sits at the till and the preferences, and lays cards; it builds
// no part of the window. Everything belongs on the UI goroutine.
package personal

import (
	"context"
	"log/slog"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/lock"
	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/shell/decision"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// Staff is what is asked of who sits at the till.
type Staff interface {
	Present() (journal.User, bool)
	// TakeOver puts the name of who signed in on the open sales of others.
	TakeOver(ctx context.Context) (int, error)
	// SetUserPreferences keeps what somebody who is signed in wants of the window.
	SetUserPreferences(ctx context.Context, id string, p journal.UserPreferences) error
}

// Deps is what a Personal asks.
type Deps struct {
	Staff     Staff // nil where nobody signs in
	Session   *lock.Session
	Decisions *decision.Decisions
	Failed    func(error) // told what the till refused
	Log       *slog.Logger
}

// Personal is the person at the till.
type Personal struct {
	env  screen.Env
	deps Deps
}

// New is for a window of an environment.
func New(env screen.Env, d Deps) *Personal { return &Personal{env, d} }

// SignedIn is who is at the till; false while it is locked, or nobody signs in.
func (s *Personal) SignedIn() (journal.User, bool) {
	if s.deps.Staff == nil || s.deps.Session.Shut() {
		return journal.User{}, false
	}
	return s.deps.Staff.Present()
}

// choosing is SignedIn with what they prefer by now, whether the disk has kept it or not.
func (s *Personal) choosing() (journal.User, bool) {
	who, in := s.SignedIn()
	now := s.env.Preferences.Personal()
	who.UserPreferences = journal.UserPreferences{Language: now.Language, TextPercent: now.TextPercent}
	return who, in
}

// Apply makes language and size of text those of who is at the till now; the
// shop's where nobody is. What is typed stays.
func (s *Personal) Apply() {
	who, _ := s.SignedIn()
	s.env.Preferences.SetPersonal(personal(who.UserPreferences))
}

func personal(p journal.UserPreferences) preferences.Personal {
	return preferences.Personal{Language: p.Language, TextPercent: p.TextPercent}
}

// Choose gives somebody who is at the till what they chose for themselves, at
// once, and keeps it. Where it cannot be kept it holds until they sign out.
func (s *Personal) Choose(who journal.User, p journal.UserPreferences) {
	s.env.Preferences.SetPersonal(personal(p))
	s.env.Go(func() {
		err := s.deps.Staff.SetUserPreferences(context.WithoutCancel(s.env.Life), who.ID, p)
		s.env.Post(func() {
			switch now, in := s.SignedIn(); {
			case err == nil || s.env.Life.Err() != nil:
			case in && now.ID == who.ID:
				s.deps.Failed(err)
			default: // they are gone, and the window is as the next one likes it
				s.deps.Log.Warn("refused", "err", err)
				s.env.Miss(s.env.Words.T("person.about", "name", who.Name), s.env.Words.T("settings.notSaved"))
			}
		})
	})
}

// Ask lets who is at the till choose a language and a size of text of their
// own.
func (s *Personal) Ask() {
	who, in := s.choosing()
	if !in {
		return
	}
	done := s.deps.Decisions.Close
	content, save := s.deps.Session.OwnCard(who, func(p journal.UserPreferences) {
		done()
		s.Choose(who, p)
	}, done)
	s.deps.Decisions.Lay(decision.Card{Content: content, First: save, Safe: done, Key: func(e *fyne.KeyEvent) {
		if keys.Normal(e.Name) == keys.Enter {
			save.OnTapped()
		}
	}})
}

// Speak makes the languages those that are preferred now: of the shop, and of
// who is at the till. It reports whether the shop's is another.
func (s *Personal) Speak() (outward bool) {
	shop, own := s.env.ForCustomers(), s.env.Words
	before := shop.Lang()
	if lang := s.env.Preferences.Shop().Language; lang != "" {
		if err := shop.Use(lang); err != nil {
			s.deps.Log.Error("language", "err", err)
		}
	}
	if own.Use(s.env.Preferences.Personal().Language) != nil { // blank, or of another version
		_ = own.Use(shop.Lang())
	}
	return shop.Lang() != before
}

// Outward draws for customers: in the shop's language and look, no matter who is at
// the till.
func (s *Personal) Outward(draw func()) {
	shop := s.env.ForCustomers()
	own := s.env.Preferences.Personal()
	if own == (preferences.Personal{}) {
		draw()
		return
	}
	look := theme.Now()
	if look.RTL = shop.RTL(); own.TextPercent != 0 {
		look.TextScale = s.env.Preferences.Shop().Look.In(look.RTL).TextScale
	}
	present.Speak(shop)
	theme.Within(look, draw)
	present.Speak(s.env.Words)
}

// AskTakeOver asks whose the open sales shall be. A cashier begins a shift so; a
// manager mostly looks in, and Enter changes nothing for them.
func (s *Personal) AskTakeOver(n int, manager bool) {
	w := s.env.Words
	leaving, taking := control.ButtonSpec{Label: w.T("lock.over.not"), Key: "Esc", Mid: true, Height: 64},
		control.ButtonSpec{Kind: control.Filled, Label: w.T("lock.over.do"), Key: "Enter", Mid: true, Height: 64}
	if manager {
		leaving.Kind, taking.Kind = taking.Kind, leaving.Kind
		leaving.Key, taking.Key = "Enter", ""
	}
	guard := keys.NewGuard(s.env.Now) // nobody has read it yet
	guard.Arm()
	leave := control.NewButton(leaving, s.deps.Decisions.Close)
	take := control.NewButton(taking, func() {
		if !guard.Allows(keys.Back) {
			return
		}
		s.deps.Decisions.Close()
		s.env.Go(func() {
			if _, err := s.deps.Staff.TakeOver(s.env.Life); err != nil && s.env.Life.Err() == nil {
				s.env.Post(func() { s.deps.Failed(err) })
			}
		})
	})
	first := take
	if manager {
		first = leave
	}
	s.deps.Decisions.Lay(decision.Card{First: first, Safe: s.deps.Decisions.Close, Content: layout.Rows(theme.S4, typeset.NewParagraph(w.N("lock.over.title", n), typeset.Title), typeset.NewParagraph(w.T("lock.over.text"), typeset.Body),
		layout.Columns(theme.S2, layout.Grow(1, leave), layout.Grow(1, take)))})
}

// AskLanguage changes the language of the window. Of the person signed in it asks
// before: it would stay theirs, and a finger may have met the button by chance.
func (s *Personal) AskLanguage(lang string) {
	who, in := s.SignedIn()
	if !in {
		s.SetLanguage(lang)
		return
	}
	w, name := s.env.Words, words.Name(lang)
	guard := keys.NewGuard(s.env.Now) // nobody has read it yet
	guard.Arm()
	leave := control.NewButton(control.ButtonSpec{Label: w.T("language.not"), Key: "Esc", Mid: true, Height: 64}, s.deps.Decisions.Close)
	do := control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: w.T("language.do"), Key: "Enter", Mid: true, Height: 64}, func() {
		if guard.Allows(keys.Back) {
			s.deps.Decisions.Close()
			s.SetLanguage(lang)
		}
	})
	s.deps.Decisions.Lay(decision.Card{First: do, Safe: s.deps.Decisions.Close, Content: layout.Rows(theme.S4,
		typeset.NewParagraph(w.T("language.ask", "language", name), typeset.Title),
		typeset.NewParagraph(w.T("language.ask.text", "language", name, "name", who.Name), typeset.Body),
		layout.Columns(theme.S2, layout.Grow(1, leave), layout.Grow(1, do)))})
}

// SetLanguage changes the language, at once: for the person signed in, or else for
// the shop. On a locked till anybody may stand, who decides nothing for the shop or
// its customers: only what this window shows changes, until somebody signs in.
func (s *Personal) SetLanguage(lang string) {
	if who, in := s.choosing(); in {
		p := who.UserPreferences
		if p.Language = lang; lang == s.env.ForCustomers().Lang() {
			p.Language = ""
		}
		s.Choose(who, p)
		return
	}
	if s.deps.Session.Shut() {
		if lang == s.env.ForCustomers().Lang() {
			lang = ""
		}
		s.env.Preferences.SetPersonal(preferences.Personal{Language: lang})
		return
	}
	s.env.Preferences.Update(func(v *preferences.Values) { v.Language = lang })
}

// NextLanguage is what SetLanguage would offer after the current one.
func (s *Personal) NextLanguage() string {
	all := words.Languages()
	for i, l := range all {
		if l == s.env.Words.Lang() {
			return all[(i+1)%len(all)]
		}
	}
	return words.English
}
