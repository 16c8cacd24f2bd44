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

// LineSpec says what a line of a list shows: an icon, a name over a smaller one, and at the end a note, and a sum over
// a smaller word. All but Name may be blank.
type LineSpec struct {
	Icon        string
	State       *graphic.State // instead of Icon
	Practice    bool           // of State
	Time        string         // before the name, in a column of its own
	Name, Below string
	Strong      bool // Name in SemiBold
	Note        string
	Sum, Under  string
	Part        string // instead of Sum: it is a part of the sum above, quiet and in a column of its own
	Parts       bool   // the line stands among such parts: its note is before their column
	Selected    bool
	Open        bool   // an arrow at the end: it leads somewhere
	Who         string // after Time, in a column of WhoColumn
	WhoColumn   float32
	Last        bool // no line below it
	Whole       bool // Name takes as many lines as it needs: it is said nowhere else
}

// Line is a line of a list: something to press, or only to read where nothing is called back.
type Line struct {
	input.Pressable
	spec LineSpec

	back, bar, rule  *canvas.Rectangle
	icon             *graphic.Icon
	state            *graphic.StateIcon
	time, who        *typeset.Text
	name, below      *typeset.Text
	note, sum, under *typeset.Text
	arrow            *graphic.Icon

	room float32 // that the name had last
}

// NewLine is a line; tapped may be nil.
func NewLine(spec LineSpec, tapped func()) *Line {
	l := &Line{spec: spec}
	l.OnTapped = tapped
	l.Init(l)
	l.SetOff(tapped == nil)
	l.RingInside()
	return l
}

// Spec is what the line shows.
func (l *Line) Spec() LineSpec { return l.spec }

// Set changes what the line shows.
func (l *Line) Set(spec LineSpec) { draw.Change(l, &l.spec, spec) }

// SetSelected shows the line as the chosen one.
func (l *Line) SetSelected(on bool) {
	spec := l.spec
	spec.Selected = on
	l.Set(spec)
}

const (
	lineHigh  float32 = 56
	lineHigh2 float32 = 68
	linePad   float32 = 20
	lineIcon  float32 = 24
)

func (l *Line) CreateRenderer() fyne.WidgetRenderer {
	l.back, l.bar, l.rule = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	l.icon, l.arrow, l.state = graphic.NewIcon("next", lineIcon, theme.Muted), graphic.NewIcon("next", 20, theme.Muted), graphic.NewStateIcon(graphic.StateWaiting, lineIcon, false)
	l.time, l.who, l.name, l.below = typeset.NewText("", typeset.Body), typeset.NewText("", typeset.Body).Cut(), typeset.NewText("", typeset.Body).Cut(), typeset.NewText("", typeset.Caption).Cut()
	l.note, l.sum, l.under = typeset.NewText("", typeset.Body), typeset.NewText("", typeset.Fact), typeset.NewText("", typeset.Caption)
	return draw.NewRenderer(l, l.min, l.arrange, l.paint, l.back, l.bar, l.rule, l.icon, l.state, l.time, l.who, l.name, l.below, l.note, l.sum, l.under, l.arrow, l.Ring())
}

func (l *Line) min() fyne.Size {
	least := lineHigh
	if l.tall() {
		least = lineHigh2
	}
	return fyne.NewSize(200, max(least, l.words()+theme.S3))
}

// HeightFor is how high the line is at a width.
func (l *Line) HeightFor(width float32) float32 {
	l.Resize(fyne.NewSize(width, l.Size().Height))
	return l.MinSize().Height
}

func (l *Line) tall() bool { return l.spec.Below != "" || l.spec.Under != "" }

// words is how high its words are.
func (l *Line) words() float32 {
	high := l.nameHigh()
	if l.tall() {
		high += l.below.MinSize().Height
	}
	return high
}

func (l *Line) nameHigh() float32 {
	if l.spec.Whole && l.room > 0 {
		return l.name.HeightFor(l.room)
	}
	return l.name.MinSize().Height
}

// Least is how low a line can be where there is too little room: one that is only read needs no room for a finger.
func (l *Line) Least() float32 {
	if high := l.MinSize().Height; !l.Disabled() {
		return high
	}
	return l.words() + theme.S2
}

func (l *Line) paint() {
	s := l.spec
	fill := theme.Transparent.NRGBA()
	if s.Selected {
		fill = theme.PrimaryTint.NRGBA()
	}
	if !l.Disabled() {
		fill = l.Ground(fill, theme.Text.NRGBA())
	}
	draw.Box(l.back, fill, color.NRGBA{}, 0, 0)
	draw.Box(l.bar, theme.Primary.NRGBA(), color.NRGBA{}, 0, 0)
	draw.Box(l.rule, theme.Line.NRGBA(), color.NRGBA{}, 0, 0)
	l.bar.Hidden, l.rule.Hidden = !s.Selected, s.Last
	l.icon.Hidden, l.state.Hidden, l.arrow.Hidden = s.Icon == "" || s.State != nil, s.State == nil, !s.Open
	if s.State != nil {
		l.state.Set(*s.State, s.Practice)
	}
	l.icon.Set(s.Icon, theme.Muted)
	l.arrow.Set("next", theme.Muted)
	name := typeset.Body
	if s.Strong {
		name = typeset.Fact
	}
	l.time.SetSpans(typeset.Span{Text: s.Time, Style: typeset.Body.Tint(theme.Muted)})
	l.who.SetSpans(typeset.Span{Text: s.Who, Style: typeset.Fact})
	if l.name.Overflow = typeset.Ellipsis; s.Whole {
		l.name.Overflow = typeset.Wrap
	}
	l.name.SetSpans(typeset.Span{Text: s.Name, Style: name})
	l.below.SetSpans(typeset.Span{Text: s.Below, Style: typeset.Caption})
	l.note.SetSpans(typeset.Span{Text: s.Note, Style: typeset.Body.Tint(theme.Muted)})
	l.sum.SetSpans(typeset.Span{Text: s.Sum, Style: typeset.Fact})
	if s.Part != "" {
		l.sum.SetSpans(typeset.Span{Text: s.Part, Style: typeset.Body.Tint(theme.Muted)})
	}
	l.under.SetSpans(typeset.Span{Text: s.Under, Style: typeset.Caption})
}

func (l *Line) arrange(size fyne.Size) {
	rtl, middle := draw.RTL(), size.Height/2
	l.back.Resize(size)
	l.ArrangeRing(fyne.NewPos(0, 0), size, 0)
	draw.Place(l.bar, rtl, size.Width, 0, 0, 4, size.Height)
	draw.Place(l.rule, rtl, size.Width, 0, size.Height-theme.Border(), size.Width, theme.Border())
	x, end := linePad, size.Width-linePad
	if l.spec.Time != "" {
		m := l.time.MinSize()
		draw.Place(l.time, rtl, size.Width, x, middle-m.Height/2, m.Width, m.Height)
		x += m.Width + theme.S4
	}
	if l.spec.WhoColumn > 0 {
		h := l.who.MinSize().Height
		wide := min(l.spec.WhoColumn, (end-x)/3)
		draw.Place(l.who, rtl, size.Width, x, middle-h/2, wide-theme.S2, h)
		x += wide
	}
	side := theme.IconSide(lineIcon)
	if l.spec.Icon != "" || l.spec.State != nil {
		draw.Place(l.icon, rtl, size.Width, x, middle-side/2, side, side)
		draw.Place(l.state, rtl, size.Width, x, middle-side/2, side, side)
		x += side + theme.S4
	}
	if l.spec.Open {
		arrow := theme.IconSide(20)
		end -= arrow
		draw.Place(l.arrow, rtl, size.Width, end, middle-arrow/2, arrow, arrow)
		end -= theme.S2
	}
	end = l.arrangeEnd(size, x, end)
	l.room = end - x
	name, below := l.nameHigh(), l.below.MinSize().Height
	if l.spec.Below == "" {
		below = 0
	}
	top := middle - (name+below)/2
	draw.Place(l.name, rtl, size.Width, x, top, end-x, name)
	draw.Place(l.below, rtl, size.Width, x, top+name, end-x, below)
}

// arrangeEnd puts note and sum at the end; the note goes where the name would have less than half of the room. It
// returns where the name ends.
func (l *Line) arrangeEnd(size fyne.Size, x, end float32) float32 {
	rtl, middle := draw.RTL(), size.Height/2
	sum, under := l.sum.MinSize(), l.under.MinSize()
	if l.spec.Under == "" {
		under = fyne.Size{}
	}
	top := middle - (sum.Height+under.Height)/2
	column := l.columnOf(size)
	if l.spec.Part != "" {
		end -= column / 2
	} else if l.spec.Sum == "" {
		top = middle - under.Height/2 - sum.Height
	}
	draw.Place(l.sum, rtl, size.Width, end-sum.Width, top, sum.Width, sum.Height)
	draw.Place(l.under, rtl, size.Width, end-under.Width, top+sum.Height, under.Width, under.Height)
	if wide := max(sum.Width, under.Width); wide > 0 {
		end -= wide + theme.S4
	}
	note := l.note.MinSize()
	rest := end - note.Width - theme.S4 - x
	l.note.Hidden = l.spec.Note == "" || rest < l.name.Width() && !(l.spec.Whole && rest >= (end-x)/2)
	if l.note.Hidden {
		return end
	}
	at := end - note.Width
	if column > 0 { // notes stand below each other, whatever the sums are
		at = min(at, size.Width-linePad-column-note.Width)
	}
	draw.Place(l.note, rtl, size.Width, at, middle-note.Height/2, note.Width, note.Height)
	return at - theme.S4
}

// columnOf is how much room sums have in a list as wide as this: they stand in a column where there is room for one.
func (l *Line) columnOf(size fyne.Size) float32 {
	k := max(1, theme.Now().TextScale)
	column := 130*k + theme.S4
	switch {
	case size.Width < 380*k || l.spec.Sum == "" && l.spec.Part == "", l.spec.Parts && size.Width < 500*k:
		return 0
	case l.spec.Parts:
		return 2 * column
	}
	return column
}
