package dialog

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// BannerSpec is the one thing that people must know now: a fact in SemiBold, what to do after it.
type BannerSpec struct {
	Icon string // "bell" when empty
	Fact string
	Then string
	// OwnLine puts Then on a line of its own, where there are lines enough.
	OwnLine bool
	// Action and More are the words of the buttons; "" for none.
	Action, More string
}

// Banner is a bar on inverse ground that fills whatever place it is given, at least BarHeight high, with up to two
// buttons of 48. Words come before buttons: where both have no room, the buttons go, then what to do, and the whole
// banner can be pressed for what is not there.
type Banner struct {
	input.Pressable
	// OnAction and OnMore are called for the buttons, OnTapped for the rest while something is not there.
	OnAction, OnMore func()

	spec         BannerSpec
	back         *graphic.Panel
	icon         *graphic.Icon
	text         *typeset.Text
	action, more *control.Button
	opener       *graphic.Icon // that there is more to read
	placed       fyne.Size
	told         BannerSpec // with which it was placed
	fitted       bannerFit
}

// bannerFit is how much of a banner has room.
type bannerFit struct {
	size          theme.Size
	leading       float32
	then, buttons bool
	ownLine       bool
}

// NewBanner is a banner with its callbacks.
func NewBanner(spec BannerSpec, action, more func()) *Banner {
	b := &Banner{spec: spec, OnAction: action, OnMore: more}
	b.back = graphic.NewPanel(theme.Inverse)
	b.icon = graphic.NewIcon("bell", 32, theme.Alert)
	b.opener = graphic.NewIcon("down", 24, theme.OnInverse)
	b.text = typeset.NewParagraph("", typeset.Body)
	b.action = control.NewButton(control.ButtonSpec{Kind: control.Outline, Height: theme.ChipHeight}, func() { call(b.OnAction) })
	b.more = control.NewButton(control.ButtonSpec{Kind: control.Quiet, Height: theme.ChipHeight}, func() { call(b.OnMore) })
	b.RingInside()
	b.Init(b)
	return b
}

func call(f func()) {
	if f != nil {
		f()
	}
}

// Set changes what the banner says.
func (b *Banner) Set(spec BannerSpec) { draw.Change(b, &b.spec, spec) }

// Spec is what the banner says.
func (b *Banner) Spec() BannerSpec { return b.spec }

// Says is what of it has room: the fact, and mostly what to do.
func (b *Banner) Says() string { return b.text.Text() }

// Holds reports whether something is the banner or one of its buttons.
func (b *Banner) Holds(f fyne.Focusable) bool {
	return f == fyne.Focusable(b) || f == fyne.Focusable(b.action) || f == fyne.Focusable(b.more)
}

func (b *Banner) CreateRenderer() fyne.WidgetRenderer {
	return draw.NewRenderer(b, func() fyne.Size { return fyne.NewSize(0, theme.BarHeight) }, b.arrange, b.paint, b.back, b.icon, b.text, b.opener, b.action, b.more, b.Ring())
}

func (b *Banner) paint() {
	s := b.spec
	icon := s.Icon
	if icon == "" {
		icon = "bell"
	}
	b.back.Refresh()
	b.icon.Set(icon, theme.Alert)
	b.icon.SetSteady(true)
	b.opener.SetSteady(true)
	size := theme.Fixed(theme.Body.Base() / max(1, theme.Now().TextScale)) // the bar keeps its height
	b.action.Set(control.ButtonSpec{Kind: control.Outline, Label: s.Action, Height: theme.ChipHeight, PadX: theme.S3, Size: &size})
	b.more.Set(control.ButtonSpec{Kind: control.OutlineQuiet, Label: s.More, Height: theme.ChipHeight, PadX: theme.S2, Size: &size})
}

// leastBanner is the smallest size of the words, whatever the size of text: nothing smaller is read. Who chose larger
// words rather reads the fact alone in a size of theirs than all of it below usualBanner.
const leastBanner, usualBanner = 15, 18

// fit finds how much of the banner has room: all of it, as large as can be; else its words without the buttons; else
// the fact alone.
func (b *Banner) fit(size fyne.Size) bannerFit {
	scale := max(1, theme.Now().TextScale)
	var last bannerFit
	for _, f := range []bannerFit{{then: true, buttons: true}, {then: true}, {}} {
		for _, units := range []float32{usualBanner * scale, usualBanner * min(scale, 1.5), usualBanner * min(scale, 1.25), usualBanner, 17, 16, leastBanner} {
			if f.then && scale >= 1.5 && units < usualBanner {
				break
			}
			for _, f.leading = range []float32{1.25, 1.14} {
				for _, f.ownLine = range []bool{b.spec.OwnLine, false} {
					f.size = theme.Fixed(units / scale)
					b.words(f)
					if room := b.buttons(size, f, false) - bannerText(); b.text.HeightFor(room) <= size.Height && b.text.WidestWord() <= room {
						return f
					}
					last = f
				}
			}
		}
	}
	return last
}

// words sets the text for a fit.
func (b *Banner) words(f bannerFit) {
	style, gap := typeset.Body.Tint(theme.OnInverse).Tight(f.leading).Sized(f.size), " "
	if f.ownLine {
		gap = "\n"
	}
	spans := []typeset.Span{{Text: b.spec.Fact, Style: style.With(theme.SemiBold)}}
	if b.spec.Then != "" && f.then {
		spans = append(spans, typeset.Span{Text: gap + b.spec.Then, Style: style})
	}
	b.text.SetSpans(spans...)
}

// buttons places the buttons, or the sign that there is more to read, from the trailing end, and returns where they
// begin.
func (b *Banner) buttons(size fyne.Size, f bannerFit, move bool) float32 {
	end := size.Width - theme.S2
	if !f.buttons && (b.spec.Action != "" || b.spec.More != "" || !f.then) {
		end -= 24
		if move {
			draw.Place(b.opener, draw.RTL(), size.Width, end, (size.Height-24)/2, 24, 24)
		}
		return end - theme.S2
	}
	for _, x := range []*control.Button{b.more, b.action} {
		if x.Spec().Label == "" {
			continue
		}
		m := x.MinSize()
		end -= m.Width
		if move {
			draw.Place(x, draw.RTL(), size.Width, end, (size.Height-m.Height)/2, m.Width, m.Height)
		}
		end -= theme.S2
	}
	return end
}

// bannerText is where the words begin.
func bannerText() float32 { return theme.S4 + 32 + theme.S3 }

func (b *Banner) arrange(size fyne.Size) {
	b.back.Resize(size)
	b.ArrangeRing(fyne.NewPos(0, 0), size, 0)
	if size != b.placed || b.spec != b.told {
		b.placed, b.told, b.fitted = size, b.spec, b.fit(size)
		b.words(b.fitted)
	}
	f := b.fitted
	b.action.Hidden, b.more.Hidden = b.spec.Action == "" || !f.buttons, b.spec.More == "" || !f.buttons
	b.SetOff(f.then && f.buttons)
	b.opener.Hidden = b.Disabled() || f.then && b.spec.Action == "" && b.spec.More == ""
	draw.Place(b.icon, draw.RTL(), size.Width, theme.S4, (size.Height-32)/2, 32, 32)
	room := b.buttons(size, f, true) - bannerText()
	h := b.text.HeightFor(room)
	draw.Place(b.text, draw.RTL(), size.Width, bannerText(), (size.Height-h)/2, room, h)
}
