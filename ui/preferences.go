package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/preferences"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// prefer makes preferences take effect at once.
func (s *Shell) prefer(before, now preferences.Values) {
	look := theme.Now()
	if now.Look != before.Look {
		small := look.Small
		look = now.Look.In(look.RTL)
		look.Small = small
	}
	if now.Language != before.Language {
		if err := s.env.Words.Use(now.Language); err != nil {
			s.opt.Logger.Error("language", "err", err)
		}
	}
	if now.Language != before.Language || now.Look != before.Look {
		s.SetLook(look)
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

// SetLanguage changes the language of everything, at once.
func (s *Shell) SetLanguage(lang string) {
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
