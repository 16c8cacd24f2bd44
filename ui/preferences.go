package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/preferences"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// prefer makes preferences take effect at once.
func (s *Shell) prefer(before, now preferences.Values) {
	look, language := theme.Now(), s.env.Words.Lang()
	if now.Look != before.Look {
		small := look.Small
		look = now.Look.In(look.RTL)
		look.Small = small
	}
	outward := s.speak()
	switch {
	case now.Look != before.Look, s.env.Words.Lang() != language:
		s.SetLook(look)
	case outward: // customers alone see it
		s.receipts = nil
		s.redress()
	}
	if now.Keyboard != before.Keyboard {
		s.keyboard.SetMode(now.Keyboard)
	}
	if now.Customer != before.Customer && s.customer != nil {
		s.customer.SetMode(now.Customer)
	}
	if now.Printer != before.Printer && s.opt.Paper != nil {
		s.opt.Paper(now.Printer)
		s.receipts = nil // it prints only where there is a printer
	}
	if now.Volume != before.Volume {
		s.sounds.setVolume(now.Volume)
	}
}

// SetLook changes variant, text scale, size class or motion of this run, at
// once. The direction follows the language.
func (s *Shell) SetLook(l theme.Look) {
	l.RTL = s.env.Words.RTL()
	theme.Apply(fyne.CurrentApp(), l)
	s.build()
}

// SetLanguage changes the language, at once: for whoever is signed in, or else for
// the shop. On a locked till anybody may stand, who decides nothing for the shop or
// its customers: only what this window shows changes, until somebody signs in.
func (s *Shell) SetLanguage(lang string) {
	if who, in := s.signedIn(); in {
		p := who.UserPreferences
		if p.Language = lang; lang == s.env.ForCustomers().Lang() {
			p.Language = ""
		}
		s.wish(who, p)
		return
	}
	if s.session.Shut() {
		if lang == s.env.ForCustomers().Lang() {
			lang = ""
		}
		s.env.Preferences.SetPersonal(preferences.Personal{Language: lang})
		return
	}
	s.env.Preferences.Update(func(v *preferences.Values) { v.Language = lang })
}

func (s *Shell) nextLanguage() string {
	all := words.Languages()
	for i, l := range all {
		if l == s.env.Words.Lang() {
			return all[(i+1)%len(all)]
		}
	}
	return words.English
}
