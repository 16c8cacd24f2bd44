package customer

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

// The strip that marks practice: how high it is, and how wide its hatched ends are.
const (
	ribbonHigh float32 = 48
	ribbonEnd  float32 = 340
)

// underRibbon puts a scene below the strip that says, in both languages, that this is
// practice: whatever the customer sees then, it must not pass for money.
func (s sheet) underRibbon(content fyne.CanvasObject) fyne.CanvasObject {
	said := s.both("ribbon.practice", s.style(28, theme.SemiBold, theme.OnPractice).Tight(1.2))
	back := graphic.NewPanel(theme.Practice)
	ends := [2]*graphic.Hatch{graphic.NewHatch(graphic.PracticeHatching, 24*s.k), graphic.NewHatch(graphic.PracticeHatching, 24*s.k)}
	return layout.New(nil, func(b layout.Placer) {
		high, end, gap := ribbonHigh*s.k, ribbonEnd*s.k, 38*s.k
		b.Put(content, 0, high, b.W, b.H-high)
		b.Put(back, 0, 0, b.W, high)
		b.Put(ends[0], 0, 0, end, high)
		b.Put(ends[1], b.W-end, 0, end, high)
		s.fit(said, b.W-2*end-3*gap)
		x := (b.W - said[0].Width() - gap - said[1].Width()) / 2
		x += b.PutMiddle(said[0], x, high/2).Width + gap
		b.PutMiddle(said[1], x, high/2)
	}, content, back, ends[0], ends[1], said[0], said[1])
}
