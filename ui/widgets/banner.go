package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
)

// BannerSpec is the one thing that people must know now: a fact in SemiBold, what to do after it.
type BannerSpec struct {
	Icon string // "bell" when empty
	Fact string
	Then string
	// OwnLine puts Then on a line of its own.
	OwnLine bool
	// Action and More are the words of the buttons; "" for none.
	Action, More string
}

// Banner is a bar on inverse ground, 64 high, with up to two buttons of 48.
type Banner struct {
	widget.BaseWidget
	// OnAction and OnMore are called for the buttons.
	OnAction, OnMore func()

	spec         BannerSpec
	back         *Panel
	icon         *Icon
	text         *Text
	action, more *Button
}

// NewBanner is a banner with its callbacks.
func NewBanner(spec BannerSpec, action, more func()) *Banner {
	b := &Banner{spec: spec, OnAction: action, OnMore: more}
	b.back = NewFrame(theme.Inverse, theme.Transparent, theme.Radius)
	b.icon = NewIcon("bell", 32, theme.Alert)
	b.text = NewParagraph("", Body)
	b.action = NewButton(ButtonSpec{Kind: Outline, Height: theme.ChipHeight}, func() { call(b.OnAction) })
	b.more = NewButton(ButtonSpec{Kind: Quiet, Height: theme.ChipHeight}, func() { call(b.OnMore) })
	b.ExtendBaseWidget(b)
	return b
}

func call(f func()) {
	if f != nil {
		f()
	}
}

// Set changes what the banner says.
func (b *Banner) Set(spec BannerSpec) {
	if b.spec != spec {
		b.spec = spec
		b.Refresh()
	}
}

// Spec is what the banner says.
func (b *Banner) Spec() BannerSpec { return b.spec }

func (b *Banner) CreateRenderer() fyne.WidgetRenderer {
	return newRenderer(b, b.min, b.arrange, b.paint, b.back, b.icon, b.text, b.action, b.more)
}

func (b *Banner) paint() {
	s := b.spec
	icon := s.Icon
	if icon == "" {
		icon = "bell"
	}
	b.back.Refresh()
	b.icon.Set(icon, theme.Alert)
	style, gap := Body.Tint(theme.OnInverse).Tight(1.25), " "
	if s.OwnLine {
		gap = "\n"
	}
	spans := []Span{{s.Fact, style.With(theme.SemiBold)}}
	if s.Then != "" {
		spans = append(spans, Span{gap + s.Then, style})
	}
	b.text.SetSpans(spans...)
	b.text.Refresh()
	b.action.Hidden, b.more.Hidden = s.Action == "", s.More == ""
	b.action.Set(ButtonSpec{Kind: Outline, Label: s.Action, Height: theme.ChipHeight})
	b.more.Set(ButtonSpec{Kind: OutlineQuiet, Label: s.More, Height: theme.ChipHeight})
	b.action.Refresh()
	b.more.Refresh()
}

// buttons places the buttons from the trailing end and returns where they begin.
func (b *Banner) buttons(size fyne.Size, move bool) float32 {
	end := size.Width - theme.S2
	for _, x := range []*Button{b.more, b.action} {
		if x.Hidden {
			continue
		}
		m := x.MinSize()
		end -= m.Width
		if move {
			place(x, isRTL(), size.Width, end, (size.Height-m.Height)/2, m.Width, m.Height)
		}
		end -= theme.S4
	}
	return end
}

// bannerText is where the words begin.
func bannerText() float32 { return theme.S4 + theme.IconSide(32) + theme.S4 }

func (b *Banner) min() fyne.Size {
	w := b.Size().Width
	room := longest
	if w > 0 {
		room = b.buttons(b.Size(), false) - bannerText()
	}
	return fyne.NewSize(400, max(64, b.text.HeightFor(room)+2*theme.S2))
}

func (b *Banner) arrange(size fyne.Size) {
	b.back.Resize(size)
	placeMin(b.icon, isRTL(), size.Width, theme.S4, size.Height/2)
	room := b.buttons(size, true) - bannerText()
	h := b.text.HeightFor(room)
	place(b.text, isRTL(), size.Width, bannerText(), (size.Height-h)/2, room, h)
}
