package list

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

// TileSpec is what the sidebar shows of a sale.
type TileSpec struct {
	State    graphic.State
	Practice bool
	Number   string // "#12"
	Amount   string // "12.500", "" for none yet
	Word     string // the state in a word
	Time     string // "14:31"
	Selected bool
	News     bool // it has just come to this state while something else is on the screen
	Fold     bool // several sales in one tile: Amount is what a press does with them, Word and Time are facts
}

// SaleTile is a sale in flight on the sidebar, 56 high: shape, number and amount, word and time. In the small size
// class it keeps the shape and the number.
type SaleTile struct {
	input.Pressable
	// OnFocus is called when the tile gets the focus; OnStep when Up (-1) or Down (1) leaves it.
	OnFocus func()
	OnStep  func(by int)

	spec  TileSpec
	whole bool // in every size class

	back                       *canvas.Rectangle
	icon                       *graphic.StateIcon
	number, amount, word, time *typeset.Text
}

// NewSaleTile is a tile that calls back when it is pressed.
func NewSaleTile(spec TileSpec, tapped func()) *SaleTile {
	t := &SaleTile{spec: spec}
	t.OnTapped = tapped
	t.Init(t)
	return t
}

// Set changes what the tile shows; the same again changes nothing.
func (t *SaleTile) Set(spec TileSpec) { draw.Change(t, &t.spec, spec) }

// Whole lets the tile show everything in every size class.
func (t *SaleTile) Whole() *SaleTile {
	t.whole = true
	return t
}

// small reports whether it keeps the shape and the number alone.
func (t *SaleTile) small() bool { return theme.Now().Small && !t.whole }

// Spec is what the tile shows.
func (t *SaleTile) Spec() TileSpec { return t.spec }

func (t *SaleTile) FocusGained() {
	t.Pressable.FocusGained()
	if t.OnFocus != nil {
		t.OnFocus()
	}
}

// TypedKey is for Fyne: Up and Down go to the tiles beside.
func (t *SaleTile) TypedKey(e *fyne.KeyEvent) {
	by := map[fyne.KeyName]int{fyne.KeyUp: -1, fyne.KeyDown: 1}[e.Name]
	if by == 0 || t.OnStep == nil {
		t.Pressable.TypedKey(e)
		return
	}
	t.OnStep(by)
}

func (t *SaleTile) CreateRenderer() fyne.WidgetRenderer {
	t.back, t.icon = canvas.NewRectangle(color.Transparent), graphic.NewStateIcon(t.spec.State, 26, t.spec.Practice)
	t.number, t.amount, t.word, t.time = typeset.NewText("", typeset.Body), typeset.NewText("", typeset.Body), typeset.NewText("", typeset.Caption).Cut(), typeset.NewText("", typeset.Caption)
	return draw.NewRenderer(t, t.min, t.arrange, t.paint, t.back, t.icon, t.number, t.amount, t.word, t.time, t.Ring())
}

func (t *SaleTile) paint() {
	s, small := t.spec, t.small()
	fill, line, stroke := theme.Card.NRGBA(), theme.Line.NRGBA(), theme.Border()
	if s.News {
		line, stroke = s.State.Colour(s.Practice).NRGBA(), 3
	}
	if s.Selected {
		fill, line = theme.PrimaryTint.NRGBA(), theme.Primary.NRGBA()
		if theme.Now().Variant == theme.Contrast {
			stroke = 3
		}
	}
	draw.Box(t.back, t.Ground(fill, theme.Text.NRGBA()), line, stroke, theme.Radius)
	t.icon.Set(s.State, s.Practice)
	t.icon.Refresh()
	t.number.SetSpans(typeset.Span{Text: s.Number, Style: typeset.Fact.Tight(1.25)})
	t.amount.SetSpans(typeset.Span{Text: s.Amount, Style: typeset.Body.With(theme.Medium).Tight(1.25)})
	t.word.SetSpans(typeset.Span{Text: s.Word, Style: t.wordStyle()})
	if s.Fold {
		t.amount.SetSpans(typeset.Span{Text: s.Amount, Style: typeset.Body.With(theme.SemiBold).Tint(theme.Primary).Tight(1.25)})
	}
	t.time.SetSpans(typeset.Span{Text: s.Time, Style: typeset.Caption.Tight(1.25)})
	for _, x := range []*typeset.Text{t.number, t.amount, t.word, t.time} {
		x.Refresh()
	}
	t.amount.Hidden, t.word.Hidden, t.time.Hidden = small, small, small
}

func (t *SaleTile) wordStyle() typeset.Style {
	if t.spec.Fold {
		return typeset.Caption.Tight(1.25)
	}
	return typeset.Caption.With(theme.SemiBold).Tint(t.spec.State.Colour(t.spec.Practice)).Tight(1.25)
}

func (t *SaleTile) min() fyne.Size {
	lines := t.number.MinSize().Height + t.time.MinSize().Height
	if t.small() {
		return fyne.NewSize(72, max(64, theme.IconSide(26)+2+t.number.MinSize().Height+12))
	}
	return fyne.NewSize(160, max(theme.Target, lines+theme.S3))
}

func (t *SaleTile) arrange(size fyne.Size) {
	t.back.Resize(size)
	t.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	rtl := draw.RTL()
	n := t.number.MinSize()
	if t.small() {
		icon := theme.IconSide(26)
		top := (size.Height - icon - 2 - n.Height) / 2
		t.icon.Resize(fyne.NewSize(size.Width, icon))
		t.icon.Move(fyne.NewPos(0, top))
		t.number.Resize(n)
		t.number.Move(fyne.NewPos((size.Width-n.Width)/2, top+icon+2))
		return
	}
	pad := theme.S3 + theme.Border()
	x := pad + draw.PlaceMin(t.icon, rtl, size.Width, pad, size.Height/2) + theme.S3
	end := size.Width - pad
	tm := t.time.MinSize()
	t.fitWord(end-x, tm.Width+theme.S2)
	w := t.word.HeightFor(typeset.Longest)
	top := (size.Height - n.Height - w) / 2
	draw.Place(t.number, rtl, size.Width, x, top, n.Width, n.Height)
	a := t.amount.MinSize()
	t.amount.Hidden = n.Width+theme.S1+a.Width > end-x // large text: the number stays, the amount is on the sale's screen
	draw.Place(t.amount, rtl, size.Width, end-a.Width, top, a.Width, a.Height)
	draw.Place(t.time, rtl, size.Width, end-tm.Width, top+n.Height, tm.Width, tm.Height)
	draw.Place(t.word, rtl, size.Width, x, top+n.Height, t.wordRoom(end-x, tm.Width+theme.S2), w)
}

// fitWord keeps the word of a state whole: it is why people look at the sidebar.
// Where it does not stand beside the time, the time goes; where it is too wide
// alone, it is set smaller, down to the smallest size there is.
func (t *SaleTile) fitWord(room, time float32) {
	style := t.wordStyle()
	t.word.SetSpans(typeset.Span{Text: t.spec.Word, Style: style})
	t.time.Hidden = t.word.Width() > room-time
	for size := theme.Caption.Units(); t.word.Width() > room && size > theme.Caption.Base(); size -= .5 {
		t.word.SetSpans(typeset.Span{Text: t.spec.Word, Style: style.Sized(theme.Fixed(size / max(1, theme.Now().TextScale)))})
	}
}

func (t *SaleTile) wordRoom(room, time float32) float32 {
	if t.time.Hidden {
		return room
	}
	return max(0, room-time)
}
