package statement

import (
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

func paragraph(text string, style typeset.Style) *typeset.Text {
	return typeset.NewParagraph(text, style)
}

// wrap puts the chips that are shown beside each other, in as many rows as they
// need, and returns where the next thing begins; b may be nil.
func wrap(b *layout.Placer, width, y float32, chips []*control.Chip) float32 {
	var x float32
	any := false
	for _, c := range chips {
		if c.Hidden {
			continue
		}
		any = true
		w := min(c.MinSize().Width, width)
		if x > 0 && x+w > width {
			x, y = 0, y+theme.ChipHeight+theme.S2
		}
		if b != nil {
			b.Put(c, x, y, w, theme.ChipHeight)
		}
		x += w + theme.S2
	}
	if any {
		y += theme.ChipHeight + theme.S3
	}
	return y
}
