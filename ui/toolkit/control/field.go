package control

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/typeset"
)

// FieldSpec says what a field shows around what is typed.
type FieldSpec struct {
	Label       string // above the frame
	Placeholder string
	Icon        string  // before the text
	Height      float32 // of the frame; 0 means 56
	Radius      float32 // of the frame; 0 means 12, 24 makes a chip of it
	Password    bool    // shows dots
	Bare        bool    // no frame: a row of a card
	Input       Input   // what is typed into it
	Clear       bool    // a cross at the end empties it
	// EndProblem sets the sentence of a wrong line at the end of the label, where both have room:
	// nothing moves then.
	EndProblem bool
}

// Field is a line to fill in, 56 high, with a label above and a sentence below or beside the label when it is wrong.
// Function keys, Esc, arrows up and down, and Enter when OnSubmit is nil, go on to the canvas.
type Field struct {
	widget.BaseWidget
	// OnChanged is called with the whole text after each change; OnSubmit for Enter.
	OnChanged, OnSubmit func(string)
	// OnScan is called with a barcode that a scanner typed into the field, and its Enter goes nowhere. While it is nil,
	// keys are what they are, however fast: some people carry their passphrase on a stick that types it.
	OnScan func(code string)
	// OnBack is called for Backspace before the first letter.
	OnBack func()
	// OnFocus is called when the focus comes or goes.
	OnFocus func(bool)
	// Filter may change or refuse a rune that is typed (not pasted).
	Filter func(rune) (rune, bool)

	spec    FieldSpec
	problem string
	focused bool

	entry  *entry
	frame  *canvas.Rectangle
	icon   *graphic.Icon
	label  *typeset.Text
	holder *typeset.Text
	cover  *canvas.Rectangle // over the entry, while read shows its text
	read   *typeset.Text     // what stands in the field, as it is read: the entry knows one direction
	wrong  *typeset.Text
	cross  *graphic.Icon
	clear  *Tool // nil without Clear
}

// NewField is an empty field.
func NewField(spec FieldSpec) *Field {
	f := &Field{spec: spec}
	f.entry = newEntry(f)
	f.entry.Password = spec.Password
	f.entry.OnChanged = func(s string) {
		input.CountPress()
		f.holder.Hidden = s != ""
		f.holder.Refresh()
		if f.clear != nil && f.clear.Hidden != (s == "") {
			f.clear.Hidden = s == ""
			f.Refresh()
		}
		if draw.RTL() {
			f.arrange(f.Size())
		}
		if f.read.Visible() || mixed(s) {
			f.Refresh()
		}
		if f.OnChanged != nil {
			f.OnChanged(s)
		}
	}
	f.frame = canvas.NewRectangle(color.Transparent)
	f.icon = graphic.NewIcon(spec.Icon, 24, theme.Muted)
	f.label = typeset.NewText("", typeset.Label).Cut()
	f.holder = typeset.NewText("", typeset.Body.Tint(theme.Muted)).Cut()
	f.cover = canvas.NewRectangle(color.Transparent)
	f.read = typeset.NewText("", typeset.Body).Cut()
	f.wrong = typeset.NewParagraph("", typeset.Label.Tint(theme.Failed))
	f.cross = graphic.NewIcon("cross-octagon", 20, theme.Failed)
	if spec.Clear {
		f.clear = NewBareIconButton("close", 20, theme.Text, func() { f.SetText("") })
		f.clear.RingInside()
		f.clear.Hide()
	}
	f.ExtendBaseWidget(f)
	return f
}

// Text is what stands in the field.
func (f *Field) Text() string { return f.entry.Text }

// SetText replaces what stands in the field, with OnChanged.
func (f *Field) SetText(s string) { f.entry.SetText(s) }

// SetSpec changes label, placeholder, icon and the rest.
func (f *Field) SetSpec(spec FieldSpec) {
	f.spec = spec
	f.Refresh()
}

// SetProblem shows a sentence under the field and makes its frame red; "" takes both away.
func (f *Field) SetProblem(sentence string) { draw.Change(f, &f.problem, sentence) }

// Problem is the sentence under the field.
func (f *Field) Problem() string { return f.problem }

// Focusable is what a screen gives the focus to.
func (f *Field) Focusable() fyne.Focusable { return f.entry }

// Focus asks the canvas of the field for the focus.
func (f *Field) Focus() {
	if c := draw.CanvasOf(f); c != nil {
		c.Focus(f.entry)
	}
}

// Begin types a character that was meant for the screen into the line, which has the focus from then on. The line
// hears it as typed: it may be a scanner's first.
func (f *Field) Begin(r rune) {
	f.Focus()
	f.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	f.entry.TypedRune(r)
}

// Focused reports whether what is typed goes to the field.
func (f *Field) Focused() bool { return f.focused }

// Enable lets people type.
func (f *Field) Enable() { f.entry.Enable() }

// Disable stops them.
func (f *Field) Disable() { f.entry.Disable() }

// Tapped is for Fyne: a tap on the frame or the icon means the line.
func (f *Field) Tapped(*fyne.PointEvent) {
	if !f.entry.Disabled() {
		f.Focus()
		f.notify(FieldPressed)
	}
}

// back, scans, scan, submit, filter, focus and released are what the line tells.
func (f *Field) back() bool {
	if f.OnBack == nil {
		return false
	}
	f.OnBack()
	return true
}

func (f *Field) scans() bool { return f.OnScan != nil }

func (f *Field) scan(code string) { f.OnScan(code) }

func (f *Field) submit(text string) bool {
	if f.OnSubmit == nil {
		return false
	}
	f.OnSubmit(text)
	return true
}

func (f *Field) filter(r rune) (rune, bool) {
	if f.Filter == nil {
		return r, true
	}
	return f.Filter(r)
}

func (f *Field) released() { f.notify(FieldPressed) }

func (f *Field) focus(on bool) {
	f.focused = on
	f.Refresh()
	input.TellFocus(f, on)
	if f.OnFocus != nil {
		f.OnFocus(on)
	}
	switch {
	case !on:
		f.notify(FieldLeft)
	case f.entry.touched:
		f.notify(FieldTouched)
	case input.Tapping():
		f.notify(FieldPressed)
	default:
		f.notify(FieldEntered)
	}
}

func (f *Field) frameHeight() float32 {
	h := theme.Target
	if f.spec.Height > 0 {
		h = f.spec.Height
	}
	return max(h, f.entry.MinSize().Height)
}

func (f *Field) labelHeight() float32 {
	if f.spec.Label == "" {
		return 0
	}
	return typeset.Label.LineHeight() + 6 // the same when the label steps down
}

// Line is where the frame of the field is, from its top: what must be seen by anyone who types.
func (f *Field) Line() (top, foot float32) {
	top = f.labelHeight()
	return top, top + f.frameHeight()
}

const problemGap, crossRoom float32 = 4, 26

// atEnd reports whether the problem stands at the end of the label.
func (f *Field) atEnd(width float32) bool {
	return f.spec.EndProblem && f.problem != "" && f.label.WidthAt(typeset.Label.Size)+theme.S4+crossRoom+f.wrong.Width() <= width
}

func (f *Field) problemHeight(width float32) float32 {
	if f.problem == "" || f.atEnd(width) {
		return 0
	}
	return problemGap + f.wrong.HeightFor(width-crossRoom)
}

func (f *Field) CreateRenderer() fyne.WidgetRenderer {
	all := []fyne.CanvasObject{f.frame, f.icon, f.label, f.holder, f.entry, f.cover, f.read, f.wrong, f.cross}
	if f.clear != nil {
		all = append(all, f.clear)
	}
	return draw.NewRenderer(f, f.min, f.arrange, f.paint, all...)
}

func (f *Field) min() fyne.Size {
	w := f.Size().Width
	if w <= 0 {
		w = 300
	}
	return fyne.NewSize(120, f.labelHeight()+f.frameHeight()+f.problemHeight(w))
}

func (f *Field) paint() {
	fill, line, stroke := theme.Card.NRGBA(), theme.Edge.NRGBA(), theme.Border()
	switch {
	case f.problem != "":
		line, stroke = theme.Failed.NRGBA(), 2
	case f.focused:
		line, stroke = theme.Primary.NRGBA(), theme.FocusRing()
	case f.spec.Radius >= theme.RadiusChip:
		line = theme.Edge.NRGBA()
	}
	if f.spec.Bare {
		fill, line = color.NRGBA{}, color.NRGBA{}
	}
	radius := f.spec.Radius
	if radius == 0 {
		radius = theme.Radius
	}
	draw.Box(f.frame, fill, line, stroke, radius)
	f.icon.Hidden = f.spec.Icon == ""
	f.icon.Set(f.spec.Icon, theme.Muted)
	f.label.SetText(f.spec.Label)
	f.label.Refresh()
	f.holder.SetText(f.spec.Placeholder)
	f.holder.Hidden = f.entry.Text != ""
	f.holder.Refresh()
	f.paintRead(fill)
	f.wrong.SetText(f.problem)
	f.wrong.Refresh()
	f.wrong.Hidden, f.cross.Hidden = f.problem == "", f.problem == ""
	f.cross.Refresh()
	f.entry.Refresh()
}

// lineWidth is how wide the line is. An entry always begins at its left; from right to left it is therefore made as
// narrow as what stands in it, so that it begins at the right of the field.
func (f *Field) lineWidth(room float32) float32 {
	if !draw.RTL() {
		return room
	}
	text := f.entry.Text
	if text == "" {
		return min(room, caretWide)
	}
	if f.spec.Password {
		text = strings.Repeat("•", len([]rune(text)))
	}
	w, _ := theme.Measure(text, theme.Regular, theme.Body.Units())
	return min(room, w+2*caretRoom)
}

// caretRoom keeps the caret inside a narrow line.
const caretRoom float32 = 4

// caretWide is the caret alone, before the first letter of what could be typed.
const caretWide float32 = 2

func (f *Field) arrange(size fyne.Size) {
	rtl := draw.RTL()
	top, high := f.labelHeight(), f.frameHeight()
	f.label.StepDown(typeset.Label.Size, size.Width)
	draw.Place(f.label, rtl, size.Width, 0, 0, size.Width, f.label.MinSize().Height)
	grow := float32(0) // the focused frame stands two units outside, so that nothing inside moves
	if f.focused && f.problem == "" {
		grow = theme.FocusRing() - 1
	}
	f.frame.Resize(fyne.NewSize(size.Width+2*grow, high+2*grow))
	f.frame.Move(fyne.NewPos(-grow, top-grow))
	x, middle := theme.S4+theme.Border(), top+high/2
	if f.spec.Icon != "" {
		x += draw.PlaceMin(f.icon, rtl, size.Width, x, middle) + theme.S3
	}
	room := size.Width - x - theme.S4
	if f.clear != nil && !f.clear.Hidden {
		m := f.clear.MinSize()
		room = size.Width - x - m.Width - theme.EntryPad
		draw.Place(f.clear, rtl, size.Width, size.Width-m.Width, middle-m.Height/2, m.Width, m.Height)
	}
	eh := f.entry.MinSize().Height
	begin := x - theme.EntryPad
	if rtl && f.entry.Text == "" {
		begin -= caretWide + 1 // before the placeholder, not on its first letter
	}
	draw.Place(f.entry, rtl, size.Width, begin, middle-eh/2, f.lineWidth(room)+2*theme.EntryPad, eh)
	draw.Place(f.cover, rtl, size.Width, begin, middle-eh/2, room+2*theme.EntryPad, eh)
	rh, inset := f.read.MinSize().Height, float32(0)
	if rtl { // where the entry ends
		inset = 2 * caretRoom
	}
	draw.Place(f.read, rtl, size.Width, x+inset, middle-rh/2, room-inset, rh)
	hh := f.holder.MinSize().Height
	draw.Place(f.holder, rtl, size.Width, x, middle-hh/2, room, hh)
	if f.atEnd(size.Width) {
		wide, wh := f.wrong.Width(), f.wrong.HeightFor(size.Width)
		draw.Place(f.wrong, rtl, size.Width, size.Width-wide, 0, wide, wh)
		draw.PlaceMin(f.cross, rtl, size.Width, size.Width-wide-crossRoom, wh/2)
		return
	}
	y := top + high + problemGap
	wh := f.wrong.HeightFor(size.Width - crossRoom)
	draw.Place(f.wrong, rtl, size.Width, crossRoom, y, size.Width-crossRoom, wh)
	draw.PlaceMin(f.cross, rtl, size.Width, 0, y+wh/2)
}

// watchers belong to windows, on the UI goroutine.
var watchers = map[fyne.Canvas]func(*Field, FieldNews){}

// WatchFields tells the one watcher of a window what happens to its fields.
func WatchFields(on fyne.Canvas, f func(*Field, FieldNews)) { watchers[on] = f }

func (f *Field) notify(n FieldNews) {
	if watch := watchers[draw.CanvasOf(f)]; watch != nil {
		watch(f, n)
	}
}

// HoldFocus lets the field look and behave as if it had the focus while the canvas takes it away and gives it back:
// that is what Fyne does when something else, such as a key on the screen, is pressed.
func (f *Field) HoldFocus(on bool) { f.entry.held = on }

// Spec is what the field shows around what is typed.
func (f *Field) Spec() FieldSpec { return f.spec }
