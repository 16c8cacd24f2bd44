package customer

import (
	"strconv"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// The screen that all sizes here are given for. Any other shows the same
// picture larger or smaller: the customer stands where they stand, whatever
// size of text the cashier likes.
const (
	designWide float32 = 1920
	designHigh float32 = 1080
	padX       float32 = 96
	padY       float32 = 72
)

// sheet is what a scene is drawn from.
type sheet struct {
	env           screen.Env
	k             float32 // units for one unit of the design
	shop          string
	view          journal.View
	first, second *words.Catalogue
}

// scene is one picture and what brings its moving parts up to date.
type scene struct {
	content fyne.CanvasObject
	paint   func(v journal.View, typed int)
	shown   func() // when it has just come up
}

func still(o fyne.CanvasObject) scene { return scene{content: o} }

// languages are the till's own first, and one in the other script.
func languages(c *words.Catalogue) (first, second *words.Catalogue) {
	other := words.Arabic
	if c.RTL() {
		other = words.English
	}
	return c, c.In(other)
}

func (s sheet) size(units float32) theme.Size {
	return theme.Fixed(units * s.k / max(theme.Now().TextScale, 1))
}

func (s sheet) style(units float32, w theme.Weight, c theme.Colour) typeset.Style {
	return typeset.Style{Size: s.size(units), Weight: w, Colour: c, Leading: 1.3}
}

// both are a sentence in the two languages.
func (s sheet) both(key string, style typeset.Style) [2]*typeset.Text {
	return [2]*typeset.Text{typeset.NewText(s.first.T(key), style), typeset.NewText(s.second.T(key), style)}
}

func (s sheet) amount(units float32, ink theme.Colour) *typeset.Amount {
	a := typeset.NewAmount(s.view.Amount.Major(), s.env.CurrencyWord(s.view.Amount.Currency), s.size(units))
	a.Colour, a.CurrencyColour = ink, ink
	return a
}

// name is the shop's name; what follows in the other script is quieter.
func (s sheet) name(ink, quiet theme.Colour) *typeset.Text {
	loud := s.style(44, theme.SemiBold, ink).Tight(1.2)
	cut := otherScript(s.shop)
	if cut == 0 {
		return typeset.NewText(s.shop, loud).Cut()
	}
	t := typeset.NewRich(typeset.Span{Text: strings.TrimSpace(s.shop[:cut]) + "  ", Style: loud}, typeset.Span{Text: s.shop[cut:], Style: loud.Tint(quiet)})
	return t.Cut()
}

// otherScript is where a name goes on in the other script; 0 when it does not.
func otherScript(name string) int {
	var first *unicode.RangeTable
	for i, r := range name {
		script := unicode.Latin
		switch {
		case unicode.Is(unicode.Arabic, r):
			script = unicode.Arabic
		case !unicode.Is(unicode.Latin, r):
			continue
		}
		if first == nil {
			first = script
		}
		if script != first {
			return i
		}
	}
	return 0
}

func (s sheet) number(units float32, w theme.Weight, ink theme.Colour) *typeset.Text {
	return typeset.NewText("#"+strconv.Itoa(s.view.ID.Number()), s.style(units, w, ink))
}
