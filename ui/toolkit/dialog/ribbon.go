package dialog

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/typeset"
)

// Ribbon says across the whole window that this is practice: 28 high, hatched as wide as the sidebar at both ends.
type Ribbon struct {
	widget.BaseWidget
	words       *typeset.Text
	back        *graphic.Panel
	left, right *graphic.Hatch
}

// NewRibbon is the ribbon with its sentence.
func NewRibbon(sentence string) *Ribbon {
	r := &Ribbon{
		words: typeset.NewText(sentence, typeset.Caption.With(theme.SemiBold).Tint(theme.OnPractice)).Cut(),
		back:  graphic.NewPanel(theme.Practice),
		left:  graphic.NewHatch(graphic.PracticeHatching, theme.HatchStripe), right: graphic.NewHatch(graphic.PracticeHatching, theme.HatchStripe),
	}
	r.ExtendBaseWidget(r)
	return r
}

// SetText changes the sentence.
func (r *Ribbon) SetText(sentence string) { r.words.SetText(sentence) }

func (r *Ribbon) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(r,
		func() fyne.Size { return fyne.NewSize(0, max(theme.RibbonHeight, r.words.HeightFor(typeset.Longest))) },
		func(s fyne.Size) {
			end := min(theme.SidebarWidth(), s.Width/3)
			r.back.Resize(s)
			r.left.Resize(fyne.NewSize(end, s.Height))
			r.right.Resize(fyne.NewSize(end, s.Height))
			r.right.Move(fyne.NewPos(s.Width-end, 0))
			h := r.words.HeightFor(typeset.Longest)
			room := s.Width - 2*end - 2*theme.S5()
			r.words.Resize(fyne.NewSize(room, h))
			r.words.Move(fyne.NewPos(end+theme.S5(), (s.Height-h)/2))
		},
		func() {
			r.back.Refresh()
			r.left.Refresh()
			r.right.Refresh()
			r.words.Refresh()
		}, r.back, r.left, r.right, r.words)
}
