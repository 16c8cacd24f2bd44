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

// SettleSpec is what a row of what must be settled says.
type SettleSpec struct {
	State       graphic.State // for its icon, unless Icon is set
	Practice    bool
	Icon        string
	Title, Told string // a row without Told is one line
	Amount, Age string // Amount as money formats it
	Currency    string // beside it; blank for the usual one
}

// SettleRow is something that must be settled: what happened over what is known of it, and its amount over its age.
// 84 high.
type SettleRow struct {
	input.Pressable
	spec      SettleSpec
	on        bool
	back, bar *canvas.Rectangle
	icon      *graphic.Icon
	state     *graphic.StateIcon
	title     *typeset.Text
	told      *typeset.Text
	amount    *typeset.Amount
	age       *typeset.Text
}

// NewSettleRow is a row that says nothing yet.
func NewSettleRow(tapped func()) *SettleRow {
	r := &SettleRow{}
	r.OnTapped = tapped
	r.Init(r)
	r.RingInside()
	return r
}

// Set changes what the row says, and whether it is the one that is looked at.
func (r *SettleRow) Set(spec SettleSpec, on bool) {
	if r.spec != spec || r.on != on {
		r.spec, r.on = spec, on
		r.Refresh()
	}
}

// Spec is what the row says.
func (r *SettleRow) Spec() SettleSpec { return r.spec }

const (
	settleHigh float32 = 84
	settleText float32 = 60 // where the words begin
)

func (r *SettleRow) CreateRenderer() fyne.WidgetRenderer {
	r.back, r.bar = canvas.NewRectangle(color.Transparent), canvas.NewRectangle(color.Transparent)
	r.icon, r.state, r.amount = graphic.NewIcon("settle", 26, theme.Text), graphic.NewStateIcon(r.spec.State, 26, r.spec.Practice), typeset.NewPlainAmount("")
	r.title, r.told, r.age = typeset.NewParagraph("", typeset.Body), typeset.NewParagraph("", typeset.Caption), typeset.NewText("", typeset.Caption)
	return draw.NewRenderer(r, r.min, r.arrange, r.paint, r.back, r.bar, r.icon, r.state, r.title, r.told, r.amount, r.age, r.Ring())
}

func (r *SettleRow) min() fyne.Size {
	high := typeset.Body.LineHeight() + typeset.Caption.LineHeight()
	if w := r.Size().Width; w > 0 { // words take as many lines as they need
		title, told := r.high(r.room(w))
		high = max(high, title+told)
	}
	return fyne.NewSize(200, max(settleHigh, high+theme.S4))
}

// room is how much of a width the words have beside the amount and the age.
func (r *SettleRow) room(width float32) float32 {
	return width - theme.S4 - max(r.amount.MinSize().Width, r.age.MinSize().Width) - theme.S3 - settleText
}

// high is how high the words are in a room.
func (r *SettleRow) high(room float32) (title, told float32) {
	if title = r.title.HeightFor(room); r.spec.Told != "" {
		told = r.told.HeightFor(room)
	}
	return title, told
}

func (r *SettleRow) paint() {
	fill := theme.Card.NRGBA()
	if r.on {
		fill = theme.PrimaryTint.NRGBA()
	}
	draw.Box(r.back, r.Ground(fill, theme.Text.NRGBA()), color.NRGBA{}, 0, 0)
	draw.Box(r.bar, theme.Primary.NRGBA(), color.NRGBA{}, 0, 0)
	r.bar.Hidden = !r.on
	r.icon.Hidden, r.state.Hidden = r.spec.Icon == "", r.spec.Icon != ""
	if !r.icon.Hidden {
		r.icon.Set(r.spec.Icon, theme.Text)
	}
	r.state.Set(r.spec.State, r.spec.Practice)
	title := typeset.Fact
	if r.spec.Told == "" {
		title = typeset.Body
	}
	r.title.SetSpans(typeset.Span{Text: r.spec.Title, Style: title})
	r.told.SetSpans(typeset.Span{Text: r.spec.Told, Style: typeset.Caption})
	r.age.SetSpans(typeset.Span{Text: r.spec.Age, Style: typeset.Caption})
	r.amount.Set(r.spec.Amount, r.spec.Currency)
}

func (r *SettleRow) arrange(size fyne.Size) {
	r.back.Resize(size)
	rtl, middle := draw.RTL(), size.Height/2
	r.ArrangeRing(fyne.NewPos(0, 0), size, 0)
	draw.Place(r.bar, rtl, size.Width, 0, 0, 4, size.Height)
	draw.Place(r.icon, rtl, size.Width, 20, middle-13, 26, 26)
	draw.Place(r.state, rtl, size.Width, 20, middle-13, 26, 26)
	a, g := r.amount.MinSize(), r.age.MinSize()
	end := size.Width - theme.S4
	wide, room := max(a.Width, g.Width), r.room(size.Width)
	high, low := r.high(room)
	line, under := r.title.HeightFor(typeset.Longest), r.told.HeightFor(typeset.Longest) // the amount and the age stand beside the first lines
	if r.spec.Told == "" {
		under = 0
	}
	top := middle - (high+low)/2
	draw.Place(r.amount, rtl, size.Width, end-wide, top, wide, line)
	draw.Place(r.age, rtl, size.Width, end-g.Width, top+high+(under-g.Height)/2, g.Width, g.Height)
	draw.Place(r.title, rtl, size.Width, settleText, top, room, high)
	draw.Place(r.told, rtl, size.Width, settleText, top+high, room, low)
}
