package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
)

// Ribbon says across the whole window that this is practice: 28 high, hatched as wide as the sidebar at both ends.
type Ribbon struct {
	widget.BaseWidget
	words       *Text
	back        *Panel
	left, right *Hatch
}

// NewRibbon is the ribbon with its sentence.
func NewRibbon(sentence string) *Ribbon {
	r := &Ribbon{
		words: NewText(sentence, Caption.With(theme.SemiBold).Tint(theme.OnPractice)).Cut(),
		back:  NewPanel(theme.Practice),
		left:  NewHatch(PracticeHatching, theme.HatchStripe), right: NewHatch(PracticeHatching, theme.HatchStripe),
	}
	r.ExtendBaseWidget(r)
	return r
}

// SetText changes the sentence.
func (r *Ribbon) SetText(sentence string) { r.words.SetText(sentence) }

func (r *Ribbon) CreateRenderer() fyne.WidgetRenderer {
	return NewRenderer(r,
		func() fyne.Size { return fyne.NewSize(0, max(theme.RibbonHeight, r.words.HeightFor(Longest))) },
		func(s fyne.Size) {
			end := min(theme.SidebarWidth(), s.Width/3)
			r.back.Resize(s)
			r.left.Resize(fyne.NewSize(end, s.Height))
			r.right.Resize(fyne.NewSize(end, s.Height))
			r.right.Move(fyne.NewPos(s.Width-end, 0))
			h := r.words.HeightFor(Longest)
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
