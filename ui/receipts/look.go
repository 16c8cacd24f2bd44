package receipts

import (
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// style is the word's. A paid row is quiet; whatever is not paid is not.
func style(l present.Look) widgets.Style {
	if l.State == widgets.StatePaid {
		return widgets.Body.With(theme.Medium)
	}
	return widgets.Fact.Tint(l.State.Colour(false))
}
