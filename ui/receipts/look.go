package receipts

import (
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/typeset"
)

// style is the word's. A paid row is quiet; whatever is not paid is not.
func style(l present.Look) typeset.Style {
	if l.State == graphic.StatePaid {
		return typeset.Body.With(theme.Medium)
	}
	return typeset.Fact.Tint(l.State.Colour(false))
}

// previewWidth and previewSmall are the widths of what stands beside a list.
const previewWidth, previewSmall float32 = 412, 336
