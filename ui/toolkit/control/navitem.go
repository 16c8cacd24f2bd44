package control

import (
	"cmp"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// NavItem is a place of the sidebar: New sale, Receipts, Customer view. In the small size class its word stands under
// the icon and its key is not shown.
type NavItem struct {
	input.Pressable
	icon, label, key string
	on, stacked      bool
	listed           bool       // in a NavMenu, which says the size of its words
	words            theme.Size // where others say it; the zero value: what fits
	wrapped          bool       // they may stand on two lines
	wide             float32    // of the menu

	back *canvas.Rectangle
	pic  *graphic.Icon
	text *typeset.Text
	hint *typeset.Text
}

// NewNavItem is a place; key is its function key or "".
func NewNavItem(icon, label, key string, tapped func()) *NavItem {
	n := &NavItem{icon: icon, label: label, key: key}
	n.OnTapped = tapped
	n.Init(n)
	return n
}

// Label is the word.
func (n *NavItem) Label() string { return n.label }

// list sets its words as those of a menu of a width are set.
func (n *NavItem) list(words theme.Size, wrapped bool, wide float32) {
	if n.words == words && n.wrapped == wrapped && n.wide == wide {
		return
	}
	n.words, n.wrapped, n.wide = words, wrapped, wide
	n.Refresh()
}

// navLead is what stands beside the words of a place in a menu: its icon, which does not grow, and the paddings.
func navLead() float32 { return theme.S3 + 24 + theme.S3 + theme.S2 }

// Stacked puts its word below the icon in every size class, 52 high: two of them
// stand beside each other where four would take the room of the sales.
func (n *NavItem) Stacked() *NavItem {
	n.stacked = true
	return n
}

// below reports whether the word stands under the icon.
func (n *NavItem) below() bool { return n.stacked || theme.Now().Small && !n.listed }

// SetLabel changes the word, for languages and for the shorter words of the small size class.
func (n *NavItem) SetLabel(label string) { draw.Change(n, &n.label, label) }

// SetSelected shows where the person is.
func (n *NavItem) SetSelected(on bool) { draw.Change(n, &n.on, on) }

func (n *NavItem) CreateRenderer() fyne.WidgetRenderer {
	n.back = canvas.NewRectangle(color.Transparent)
	n.pic = graphic.NewIcon(n.icon, 24, theme.Text)
	n.text, n.hint = typeset.NewText("", typeset.Body).Cut(), typeset.NewText("", typeset.Caption)
	return draw.NewRenderer(n, n.min, n.arrange, n.paint, n.back, n.pic, n.text, n.hint, n.Ring())
}

func (n *NavItem) paint() {
	ink, fill, line := theme.Text, color.NRGBA{}, color.NRGBA{}
	hint, weight, stroke := theme.Muted, theme.Medium, theme.Border()
	if n.on {
		ink, hint, weight, fill = theme.Primary, theme.Primary, theme.SemiBold, theme.PrimaryTint.NRGBA()
		if theme.Now().Variant == theme.Contrast {
			line, stroke = theme.Primary.NRGBA(), 3
		}
	}
	if n.Disabled() {
		ink = theme.Ghost
	}
	draw.Box(n.back, n.Ground(fill, theme.Text.NRGBA()), line, stroke, theme.Radius)
	n.pic.Set(n.icon, ink)
	n.pic.SetSteady(n.listed)
	style := typeset.Style{Size: theme.Nav, Weight: weight, Colour: ink}
	n.text.Align = typeset.Leading
	if n.listed {
		if style.Size, style.Leading, n.text.Overflow = n.words, 1.2, typeset.Ellipsis; n.wrapped {
			n.text.Overflow = typeset.Wrap
		}
	}
	spans := []typeset.Span{{Text: n.label, Style: style}}
	if n.below() {
		spans[0].Style.Size, spans[0].Style.Leading = cmp.Or(n.words, theme.Caption), 1.2
		n.text.Align = typeset.Centre
		if n.key != "" && !theme.Now().Small && draw.KeyHints() {
			spans = append(spans, typeset.Span{Text: " " + n.key, Style: typeset.Style{Size: theme.Caption, Colour: hint, Leading: 1.2}})
		}
	}
	n.text.SetSpans(spans...)
	n.hint.SetSpans(typeset.Span{Text: n.key, Style: typeset.Caption.With(weight).Tint(hint)})
	n.hint.Hidden = n.key == "" || n.below() || !draw.KeyHints()
	n.text.Refresh()
	n.hint.Refresh()
}

func (n *NavItem) min() fyne.Size {
	if n.listed {
		high := theme.ChipHeight
		if n.wrapped && n.text != nil {
			high = max(high, n.text.HeightFor(n.wide-navLead())+theme.S2)
		}
		return fyne.NewSize(navLead(), high)
	}
	if theme.Now().Small && !n.stacked {
		return fyne.NewSize(72, max(60, theme.IconSide(24)+2+n.text.MinSize().Height+4))
	}
	if n.stacked {
		return fyne.NewSize(72, max(52, theme.IconSide(24)+2+n.text.MinSize().Height+2))
	}
	return fyne.NewSize(2*theme.S3+theme.IconSide(24)+theme.S3, theme.Target)
}

func (n *NavItem) arrange(size fyne.Size) {
	n.back.Resize(size)
	n.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	rtl := draw.RTL()
	if n.below() {
		n.fit(size.Width)
		h := n.text.MinSize().Height
		icon := theme.IconSide(24)
		top := (size.Height - icon - 2 - h) / 2
		n.pic.Resize(fyne.NewSize(size.Width, icon))
		n.pic.Move(fyne.NewPos(0, top))
		n.text.Resize(fyne.NewSize(size.Width, h))
		n.text.Move(fyne.NewPos(0, top+icon+2))
		return
	}
	middle := size.Height / 2
	x := theme.S3
	x += draw.PlaceMin(n.pic, rtl, size.Width, x, middle) + theme.S3
	room := size.Width - x - theme.S3
	if n.listed {
		h := n.text.HeightFor(size.Width - navLead())
		draw.Place(n.text, rtl, size.Width, x, middle-h/2, size.Width-navLead(), h)
		return
	}
	if n.key != "" && draw.KeyHints() {
		n.text.SetStyle(n.text.Style().Sized(theme.Nav))
		w := n.hint.MinSize().Width
		n.hint.Hidden = n.text.Width()+theme.S2+w > room
		if !n.hint.Hidden {
			draw.PlaceMin(n.hint, rtl, size.Width, size.Width-theme.S3-w, middle)
			room -= w + theme.S2
		}
	}
	n.text.StepDown(theme.Nav, room)
	h := n.text.MinSize().Height
	draw.Place(n.text, rtl, size.Width, x, middle-h/2, room, h)
}

// fit lets the key go before a letter of the word does.
func (n *NavItem) fit(width float32) {
	if n.text.Width() > width && n.key != "" {
		style := n.text.Style()
		n.text.SetSpans(typeset.Span{Text: n.label, Style: style})
	}
	if n.text.Width() > width || theme.Now().Small {
		n.text.StepDown(cmp.Or(n.words, theme.Caption), width)
	}
}

// AlignWords gives the words of places that stand below their icons, each of a
// width, one size: the largest in which all of them stand whole.
func AlignWords(width float32, all ...*NavItem) {
	size := theme.Caption
	for _, n := range all {
		t := typeset.NewText(n.label, typeset.Style{Size: size, Weight: theme.SemiBold, Leading: 1.2}) // as the chosen one is drawn
		t.StepDown(size, width)
		size = t.Style().Size
	}
	for _, n := range all {
		n.list(size, false, 0)
	}
}
