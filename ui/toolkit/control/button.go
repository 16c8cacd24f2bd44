package control

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// Kind is what a button means.
type Kind int

// Filled moves the sale on; Tonal only asks; Normal is everything else; Quiet has no frame; Danger is red; Outline is a
// frame in the button's Ink on whatever lies below (banners, the filled end), OutlineQuiet the same without its frame;
// Inverted is filled with Ink, its words in
// the colour Paid: the primary of the filled end.
const (
	Normal Kind = iota
	Filled
	Tonal
	Quiet
	Danger
	Outline
	OutlineQuiet
	Inverted
)

// ButtonSpec says what a button shows. The zero value of everything but Label is a good default.
type ButtonSpec struct {
	Kind  Kind
	Label string
	Icon  string // name of an icon before the label
	Key   string // key cap at the end, "Enter"; in centred buttons beside the label
	Done  string // key cap before it, of a key that was pressed already; large buttons only
	// Amount and Currency stand after the label: "Charge 12.500 LYD".
	Amount, Currency string
	Large            bool // the primary of a screen: 72 high, size Title, centred, key cap at the end
	Mid              bool // centred
	Chosen           bool // one of several, picked
	Vital            bool // has to be in view, whatever scrolls
	Height           float32
	PadX             float32
	Size             *theme.Size  // of the label, instead of Body or Title
	Ink              theme.Colour // for Outline and Inverted; 0 means OnInverse
}

// Button is a button of any kind; at least 56 high, 48 in banners. Enter and Space press it when it has the focus.
type Button struct {
	input.Pressable
	spec  ButtonSpec
	share float32
	parts *buttonParts
}

type buttonParts struct {
	back, fill *canvas.Rectangle
	icon       *graphic.Icon
	label      *typeset.Text
	amount     *typeset.Amount
	key        *typeset.KeyCap
	done       *typeset.KeyCap
	then       *graphic.Icon // between the two
	dashes     *draw.Dashes
}

// NewButton is a button that calls back when it is pressed.
func NewButton(spec ButtonSpec, tapped func()) *Button {
	b := &Button{spec: spec}
	b.OnTapped = tapped
	b.Init(b)
	return b
}

// NewPrimary is the one filled button of a screen.
func NewPrimary(label, key string, tapped func()) *Button {
	return NewButton(ButtonSpec{Kind: Filled, Label: label, Key: key, Large: true}, tapped)
}

// NewTonal is the primary of a screen that only asks.
func NewTonal(label, icon, key string, tapped func()) *Button {
	return NewButton(ButtonSpec{Kind: Tonal, Label: label, Icon: icon, Key: key, Large: true}, tapped)
}

// Spec is what the button shows.
func (b *Button) Spec() ButtonSpec { return b.spec }

// Primary reports whether the button looks like the one step that moves on: filled, large, or marked Enter, and not
// grey.
func (b *Button) Primary() bool {
	s := b.spec
	return !b.Disabled() && (s.Kind == Filled || s.Kind == Inverted || s.Large || s.Key == "Enter")
}

// Leads reports whether it is the one large button of its screen.
func (b *Button) Leads() bool { return b.spec.Large }

// Vital reports whether the button has to be in view, whatever scrolls; a grey primary says what is missing.
func (b *Button) Vital() bool { return b.spec.Vital || b.spec.Large }

// Set changes what the button shows; the same again changes nothing.
func (b *Button) Set(spec ButtonSpec) { draw.Change(b, &b.spec, spec) }

// SetOn is Set for a button that can be pressed, or not. It draws its words again only
// when they change, also in the colour of the other state.
func (b *Button) SetOn(spec ButtonSpec, on bool) {
	if on == b.Disabled() {
		blank := spec
		blank.Label = ""
		b.Set(blank)
		b.SetDisabled(!on)
	}
	b.Set(spec)
}

// SetLabel changes the words.
func (b *Button) SetLabel(label string) {
	s := b.spec
	s.Label = label
	b.Set(s)
}

// SetChosen shows the button as picked.
func (b *Button) SetChosen(on bool) {
	s := b.spec
	s.Chosen = on
	b.Set(s)
}

// SetShare fills the button from its leading side with the deep tone, 0 to 1: the second before a code sends itself.
func (b *Button) SetShare(share float32) {
	b.share = min(max(share, 0), 1)
	b.Refresh()
}

func (b *Button) height() float32 {
	h := theme.Target
	switch {
	case b.spec.Height > 0:
		h = b.spec.Height
	case b.spec.Large:
		h = theme.PrimaryHigh
	}
	return max(h, b.size().Units()*1.35+8)
}

func (b *Button) size() theme.Size {
	switch {
	case b.spec.Size != nil:
		return *b.spec.Size
	case b.spec.Large:
		return theme.Title
	default:
		return theme.Body
	}
}

func (b *Button) pad() float32 {
	switch {
	case b.spec.PadX > 0:
		return b.spec.PadX
	case b.spec.Large:
		return theme.S5()
	default:
		return theme.S4 + theme.Border()
	}
}

// colours gives fill, frame and ink for the present state.
func (b *Button) colours() (fill, frame, ink color.NRGBA, stroke float32, weight theme.Weight) {
	own := b.spec.Ink
	if own == theme.Transparent {
		own = theme.OnInverse
	}
	stroke, weight = theme.Border(), theme.Medium
	switch {
	case b.Disabled() && draw.FewColours() && !b.onInk():
		return color.NRGBA{}, color.NRGBA{}, theme.Ghost.NRGBA(), stroke, weight
	case b.Disabled():
		if b.spec.Large {
			weight = theme.SemiBold
		}
		return theme.Sunken.NRGBA(), color.NRGBA{}, theme.Muted.NRGBA(), stroke, weight
	case b.spec.Chosen:
		return theme.PrimaryTint.NRGBA(), theme.Primary.NRGBA(), theme.Primary.NRGBA(), 2, theme.SemiBold
	}
	switch b.spec.Kind {
	case Filled:
		fill, frame, ink, weight = theme.Primary.NRGBA(), theme.Primary.NRGBA(), theme.OnPrimary.NRGBA(), theme.SemiBold
	case Tonal:
		fill, frame, ink, weight = theme.PrimaryTint.NRGBA(), theme.Primary.NRGBA(), theme.Primary.NRGBA(), theme.SemiBold
	case Quiet:
		ink = theme.Text.NRGBA()
	case Danger:
		fill, frame, ink = theme.Card.NRGBA(), theme.Failed.NRGBA(), theme.Failed.NRGBA()
	case Outline:
		frame, ink, weight = own.NRGBA(), own.NRGBA(), theme.SemiBold
	case OutlineQuiet:
		ink, weight = own.NRGBA(), theme.SemiBold
	case Inverted:
		fill, frame, ink, weight = own.NRGBA(), own.NRGBA(), theme.Paid.NRGBA(), theme.SemiBold
	default:
		fill, frame, ink = theme.Card.NRGBA(), theme.Line.NRGBA(), theme.Text.NRGBA()
	}
	if b.Pressed() && b.spec.Kind == Normal {
		return theme.PrimaryTint.NRGBA(), theme.Primary.NRGBA(), ink, stroke, weight
	}
	return b.Ground(fill, ink), frame, ink, stroke, weight
}

// onInk reports whether the button lies on a ground of its own, such as a banner.
func (b *Button) onInk() bool {
	return b.spec.Kind == Outline || b.spec.Kind == OutlineQuiet || b.spec.Kind == Inverted
}

func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	p := &buttonParts{
		back: canvas.NewRectangle(color.Transparent), fill: canvas.NewRectangle(color.Transparent),
		icon: graphic.NewIcon("check", 24, theme.Text), label: typeset.NewText("", typeset.Body).Cut(),
		amount: typeset.NewAmount("", "", theme.Title), key: typeset.NewKeyCap("", theme.Text), done: typeset.NewKeyCap("", theme.Text), then: graphic.NewIcon("next", 18, theme.Text),
		dashes: draw.NewDashes(theme.Radius),
	}
	b.parts = p
	return draw.NewRenderer(b, b.min, b.arrange, b.paint, p.back, p.fill, p.icon, p.label, p.amount, p.key, p.done, p.then, p.dashes, b.Ring())
}

func (b *Button) paint() {
	p, s := b.parts, b.spec
	fill, frame, ink, stroke, weight := b.colours()
	draw.Box(p.back, fill, frame, stroke, theme.Radius)
	p.dashes.SetOff(b.Disabled())
	p.fill.FillColor = theme.PrimaryDeep.NRGBA()
	p.fill.Hidden = b.share == 0 || b.Disabled()
	side := float32(24)
	if s.Large {
		side = 28
	}
	p.icon.Hidden = s.Icon == ""
	p.icon.SetSize(side)
	p.icon.SetInk(s.Icon, ink)
	p.label.Overflow = typeset.Ellipsis
	p.label.SetInk(ink)
	p.label.SetSpans(typeset.Span{Text: s.Label, Style: typeset.Style{Size: b.size(), Weight: weight, Leading: 1.2}})
	p.label.Refresh() // its ink may have changed alone
	p.amount.Hidden = s.Amount == ""
	p.amount.Largest, p.amount.FullCurrency = b.size(), true
	p.amount.SetInk(s.Amount, s.Currency, ink)
	p.key.Hidden = s.Key == ""
	p.key.SetInk(s.Key, ink)
	p.done.SetSolid(s.Done, ink, fill)
	p.then.SetInk("next", ink)
}
