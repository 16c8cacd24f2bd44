package ui

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/theme"
)

// signedIn is who is at the till; false while it is locked, or nobody signs in.
func (s *Shell) signedIn() (journal.User, bool) {
	if s.opt.Staff == nil || s.session.Shut() {
		return journal.User{}, false
	}
	return s.opt.Staff.Present()
}

// dress makes language and size of text those of who is at the till now; the
// shop's where nobody is. What is typed stays.
func (s *Shell) dress() {
	who, _ := s.signedIn()
	s.env.Preferences.SetPersonal(personal(who.UserPreferences))
}

func personal(p journal.UserPreferences) preferences.Personal {
	return preferences.Personal{Language: p.Language, TextPercent: p.TextPercent}
}

// wish gives somebody who is at the till what they chose for themselves, at
// once, and keeps it. Where it cannot be kept it holds until they sign out.
func (s *Shell) wish(who journal.User, p journal.UserPreferences) {
	s.env.Preferences.SetPersonal(personal(p))
	s.env.Go(func() {
		err := s.opt.Staff.SetUserPreferences(context.WithoutCancel(s.env.Life), who.ID, p)
		s.env.Post(func() {
			switch now, in := s.signedIn(); {
			case err == nil || s.env.Life.Err() != nil:
			case in && now.ID == who.ID:
				steps{s}.Failed(err)
			default: // they are gone, and the window is as the next one likes it
				s.opt.Logger.Warn("refused", "err", err)
				s.env.Miss(s.env.Words.T("person.about", "name", who.Name), s.env.Words.T("settings.notSaved"))
			}
		})
	})
}

// askOwn lets who is at the till choose a language and a size of text of their
// own.
func (s *Shell) askOwn() {
	who, in := s.signedIn()
	if !in {
		return
	}
	content, save := s.session.OwnCard(who, func(p journal.UserPreferences) {
		s.closeDecision()
		s.wish(who, p)
	}, s.closeDecision)
	s.decide(content, save, s.closeDecision)
	if s.decision.card != nil {
		s.decision.card.OnKey = func(e *fyne.KeyEvent) {
			if keys.Normal(e.Name) == keys.Enter {
				save.OnTapped()
			}
		}
	}
}

// speak makes the languages those that are preferred now: of the shop, and of
// who is at the till. It reports whether the shop's is another.
func (s *Shell) speak() (outward bool) {
	shop, own := s.env.ForCustomers(), s.env.Words
	before := shop.Lang()
	if lang := s.env.Preferences.Shop().Language; lang != "" {
		if err := shop.Use(lang); err != nil {
			s.opt.Logger.Error("language", "err", err)
		}
	}
	if own.Use(s.env.Preferences.Personal().Language) != nil { // blank, or of another version
		_ = own.Use(shop.Lang())
	}
	return shop.Lang() != before
}

// outward draws for customers: in the shop's language and look, whoever is at
// the till.
func (s *Shell) outward(draw func()) {
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

// redress draws anew what customers see.
func (s *Shell) redress() {
	if s.customer != nil {
		s.customer.Redress()
	}
}
