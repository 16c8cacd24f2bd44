package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/preferences"
	"sanduq/ui/theme"
)

// prefer makes preferences take effect at once.
func (s *Shell) prefer(before, now preferences.Values) {
	look, language := theme.Now(), s.env.Words.Lang()
	if now.Look != before.Look {
		small := look.Small
		look = now.Look.In(look.RTL)
		look.Small = small
	}
	outward := s.people.Speak()
	switch {
	case now.Look != before.Look, s.env.Words.Lang() != language:
		s.SetLook(look)
	case outward: // customers alone see it
		s.screens.receipts = nil
		s.restyleCustomer()
	}
	if now.Keyboard != before.Keyboard {
		s.keyboard.SetMode(now.Keyboard)
	}
	if now.Customer != before.Customer && s.customer != nil {
		s.customer.SetMode(now.Customer)
	}
	if now.Printer != before.Printer {
		s.screens.receipts = nil // it prints only where there is a printer
	}
	if now.Volume != before.Volume {
		s.sounds.SetVolume(now.Volume)
	}
}

// SetLook changes variant, text scale, size class or motion of this run, at
// once. The direction follows the language.
func (s *Shell) SetLook(l theme.Look) {
	l.RTL = s.env.Words.RTL()
	theme.Apply(fyne.CurrentApp(), l)
	s.build()
}
