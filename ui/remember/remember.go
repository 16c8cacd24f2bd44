// Package remember keeps what only concerns looks and comfort in the toolkit's
// preferences: language, theme, the bank used last. Nothing that matters is
// here: preferences are not written safely.
package remember

import (
	"slices"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/customer"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/onscreenkeyboard"
	"sanduq/ui/theme"
)

// Preferences are the comforts of one application. All methods belong on the UI
// goroutine.
type Preferences struct{ kept fyne.Preferences }

// In wraps an application's preferences.
func In(p fyne.Preferences) Preferences { return Preferences{p} }

// Language is the one chosen last; blank when none was.
func (p Preferences) Language() string { return p.kept.String("lang") }

// SetLanguage remembers it.
func (p Preferences) SetLanguage(lang string) { p.kept.SetString("lang", lang) }

// Look is the look chosen last, in a direction. A variant that is given goes
// before the one that was chosen.
func (p Preferences) Look(variant string, rtl bool) theme.Look {
	if variant == "" {
		variant = p.kept.String("theme")
	}
	return theme.Look{Variant: theme.ParseVariant(variant), RTL: rtl, Still: p.kept.Bool("still"),
		TextScale: float32(p.kept.IntWithFallback("textPercent", 100)) / 100}
}

// SetLook remembers variant, size of text and motion.
func (p Preferences) SetLook(l theme.Look) {
	p.kept.SetString("theme", l.Variant.String())
	p.kept.SetBool("still", l.Still)
	p.kept.SetInt("textPercent", int(l.TextScale*100+.5))
}

// CustomerMode is where the customer's view is shown.
func (p Preferences) CustomerMode() customer.Mode {
	return customer.ParseMode(p.kept.String("customer"))
}

// SetCustomerMode remembers it.
func (p Preferences) SetCustomerMode(m customer.Mode) { p.kept.SetString("customer", string(m)) }

// PhoneFolded tells whether the practice phone was folded away.
func (p Preferences) PhoneFolded() bool { return p.kept.Bool("phoneFolded") }

// SetPhoneFolded remembers it.
func (p Preferences) SetPhoneFolded(folded bool) { p.kept.SetBool("phoneFolded", folded) }

// Keyboard is when the keyboard on the screen opens.
func (p Preferences) Keyboard() onscreenkeyboard.Mode {
	return onscreenkeyboard.ParseMode(p.kept.String("keyboard"))
}

// SetKeyboard remembers it.
func (p Preferences) SetKeyboard(m onscreenkeyboard.Mode) { p.kept.SetString("keyboard", string(m)) }

// Volume is how loud the till is.
func (p Preferences) Volume() sound.Volume {
	v := sound.Volume(p.kept.Int("volume"))
	if !slices.Contains(sound.Volumes(), v) {
		return sound.Normal
	}
	return v
}

// SetVolume remembers it.
func (p Preferences) SetVolume(v sound.Volume) { p.kept.SetInt("volume", int(v)) }

// Last is the code of the institution used last on a route; blank for none.
func (p Preferences) Last(route core.Route) string {
	return p.kept.String("institution." + string(route))
}

// Used remembers an institution.
func (p Preferences) Used(route core.Route, code string) {
	p.kept.SetString("institution."+string(route), code)
}
