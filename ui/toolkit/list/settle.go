package list

import (
	"image/color"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// Tally is how many of a kind there are: its icon, in its colour, and the number.
type Tally struct {
	Icon   string
	Colour theme.Colour
	N      int
}

// Settle is the sidebar's place for what somebody must still settle, 48 high: how much there is, and of which kinds. It
// stays when there is nothing. In the small size class it keeps the number.
type Settle struct {
	input.Pressable
	label string
	kinds []Tally
	on    bool

	told, short string // what stands beside: in words, and where there is no room
	beside      int    // how much that is

	back        *canvas.Rectangle
	pic         *graphic.Icon
	text, total *typeset.Text
	more        *typeset.Text
	icons       []*graphic.Icon
	counts      []*typeset.Text
}

// NewSettle is the place for kinds of which there are as many as NewSettle is given, in their order.
func NewSettle(label string, kinds []Tally, tapped func()) *Settle {
	s := &Settle{label: label, kinds: kinds}
	s.OnTapped = tapped
	s.Init(s)
	return s
}

// Set changes how many there are of each kind, in the order of NewSettle, and whether the person is there.
func (s *Settle) Set(on bool, n ...int) {
	same := s.on == on
	s.on = on
	for i := range s.kinds {
		same = same && s.kinds[i].N == n[i]
		s.kinds[i].N = n[i]
	}
	if !same {
		s.Refresh()
	}
}

// SetNote tells what stands beside what must be settled, and is no part of it: told below the label, or, in the small
// size class and where nothing must be settled, short and its number in place of the label and of the nought.
func (s *Settle) SetNote(told, short string, n int) {
	if s.told == told && s.short == short && s.beside == n {
		return
	}
	s.told, s.short, s.beside = told, short, n
	s.Refresh()
}

// instead reports whether what stands beside is all that the small size class has room for.
func (s *Settle) instead() bool { return theme.Now().Small && s.beside > 0 && s.Total() == 0 }

// Total is how many there are.
func (s *Settle) Total() (n int) {
	for _, k := range s.kinds {
		n += k.N
	}
	return n
}

// CreateRenderer is for Fyne.
func (s *Settle) CreateRenderer() fyne.WidgetRenderer {
	s.back, s.pic = canvas.NewRectangle(color.Transparent), graphic.NewIcon("settle", 24, theme.Text)
	s.text, s.total, s.more = typeset.NewText("", typeset.Body).Cut(), typeset.NewText("", typeset.Body), typeset.NewText("", typeset.Caption).Cut()
	all := []fyne.CanvasObject{s.back, s.pic, s.text, s.total, s.more}
	for range s.kinds {
		i, t := graphic.NewIcon("settle", 20, theme.Muted), typeset.NewText("", typeset.Caption)
		s.icons, s.counts = append(s.icons, i), append(s.counts, t)
		all = append(all, i, t)
	}
	return draw.NewRenderer(s, s.min, s.arrange, s.paint, append(all, s.Ring())...)
}

func (s *Settle) paint() {
	ink, weight, fill := theme.Text, theme.Medium, color.NRGBA{}
	if s.on {
		ink, weight, fill = theme.Primary, theme.SemiBold, theme.PrimaryTint.NRGBA()
	}
	small := theme.Now().Small
	draw.Box(s.back, s.Ground(fill, theme.Text.NRGBA()), color.NRGBA{}, theme.Border(), theme.Radius)
	icon, label, total := "settle", s.label, s.Total()
	if s.instead() {
		icon, label, total = "return", s.short, s.beside
	}
	s.pic.Set(icon, ink)
	style := typeset.Style{Size: theme.Nav, Weight: weight, Colour: ink, Leading: 1.2}
	s.text.Align = typeset.Leading
	if small {
		style.Size = theme.Caption
		s.text.Align = typeset.Centre
	}
	s.text.SetSpans(typeset.Span{Text: label, Style: style})
	s.more.SetText(s.told)
	s.more.Hidden = small || s.told == ""
	s.total.SetSpans(typeset.Span{Text: strconv.Itoa(total), Style: typeset.Fact.Tint(ink).Tight(1.2)})
	s.text.Refresh()
	s.total.Refresh()
	for i, k := range s.kinds {
		s.icons[i].Set(k.Icon, k.Colour)
		s.counts[i].SetSpans(typeset.Span{Text: strconv.Itoa(k.N), Style: typeset.Caption.With(theme.SemiBold).Tint(k.Colour).Tight(1.2)})
		s.counts[i].Refresh()
		s.icons[i].Hidden, s.counts[i].Hidden = small || k.N == 0, small || k.N == 0
	}
}

// kindsHigh is the height of the line of kinds; nothing while there are none.
func (s *Settle) kindsHigh() float32 {
	if s.Total() == 0 {
		return 0
	}
	return theme.IconSide(20)
}

func (s *Settle) min() fyne.Size {
	text := s.text.MinSize().Height
	if theme.Now().Small {
		return fyne.NewSize(72, max(theme.Target, theme.IconSide(24)+text+4))
	}
	high := max(theme.ChipHeight, text+theme.IconSide(20)+4)
	if s.told != "" {
		high = max(theme.ChipHeight, text+s.kindsHigh()+s.more.MinSize().Height+4)
	}
	return fyne.NewSize(160, high)
}

func (s *Settle) arrange(size fyne.Size) {
	s.back.Resize(size)
	s.ArrangeRing(fyne.NewPos(0, 0), size, theme.Radius)
	rtl, n, h := draw.RTL(), s.total.MinSize(), s.text.MinSize().Height
	if theme.Now().Small {
		s.text.StepDown(theme.Caption, size.Width)
		pic := theme.IconSide(24)
		top := (size.Height - pic - h) / 2
		x := (size.Width - pic - 6 - n.Width) / 2
		draw.Place(s.pic, rtl, size.Width, x, top, pic, pic)
		draw.Place(s.total, rtl, size.Width, x+pic+6, top+(pic-n.Height)/2, n.Width, n.Height)
		draw.Place(s.text, rtl, size.Width, 0, top+pic, size.Width, h)
		return
	}
	end := size.Width - theme.S3
	x := theme.S3 + draw.PlaceMin(s.pic, rtl, size.Width, theme.S3, size.Height/2) + theme.S3
	s.text.StepDown(theme.Nav, end-n.Width-theme.S2-x)
	kind := theme.IconSide(20)
	top := (size.Height - h - kind) / 2
	if s.Total() == 0 {
		top = (size.Height - h) / 2
	}
	if s.told != "" {
		m := s.more.MinSize().Height
		top = (size.Height - h - s.kindsHigh() - m) / 2
		draw.Place(s.more, rtl, size.Width, x, top+h+s.kindsHigh(), end-x, m)
	}
	draw.Place(s.text, rtl, size.Width, x, top, end-n.Width-theme.S2-x, h)
	draw.Place(s.total, rtl, size.Width, end-n.Width, top+(h-n.Height)/2, n.Width, n.Height)
	for i, k := range s.kinds {
		if k.N == 0 {
			continue
		}
		c := s.counts[i].MinSize()
		draw.Place(s.icons[i], rtl, size.Width, x, top+h, kind, kind)
		draw.Place(s.counts[i], rtl, size.Width, x+kind+theme.S1, top+h+(kind-c.Height)/2, c.Width, c.Height)
		x += kind + theme.S1 + c.Width + theme.S3
	}
}
