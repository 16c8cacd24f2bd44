// Package pages is what the manager's pages have in common: a head, a body and a
// row at the foot that ends in the primary; cards of lines; two columns that become
// one where words are large. It knows no page.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package pages

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Frame is a page. What is nil is not there; all is set before Build.
type Frame struct {
	Back       *control.Tool
	Title, Sub *typeset.Text // without a title there is no head at all
	End, Under *typeset.Text // at the end of the head
	Tools      []*control.Button
	Body       fyne.CanvasObject
	Footer     []*control.Button
	Caps       map[*control.Button]string // keys of the footer, shown where all stand in one row
	Primary    *control.Button            // nil where a page only shows
	Tabbed     bool                       // it stands below a row of tabs, which keeps the distance above it
	Filled     bool                       // its body is filled in: Tab leads there before it leads back
	Root       *fyne.Container
	Said       func()        // called when what is said has changed, where the body shows it: Saying
	say        *typeset.Text // what went wrong, or was done
}

// NewFrame is a page with a title; blank where it stands below tabs.
func NewFrame(title string) *Frame {
	return &Frame{Title: typeset.NewText(title, typeset.Title).Cut(), Sub: typeset.NewText("", typeset.Body.Tint(theme.Muted)).Cut(),
		End: typeset.NewText("", typeset.Fact), Under: typeset.NewText("", typeset.Caption), say: typeset.NewParagraph("", typeset.Body)}
}

// Build makes the root of what was put in.
func (f *Frame) Build() {
	objects := []fyne.CanvasObject{f.Title, f.Sub, f.End, f.Under}
	if f.Filled {
		objects = append(objects, f.Body)
	}
	if f.Back != nil {
		objects = append(objects, f.Back)
	}
	objects = append(objects, layout.Objects(f.Tools)...)
	if !f.Filled {
		objects = append(objects, f.Body)
	}
	if f.Said == nil {
		objects = append(objects, f.say)
	}
	objects = append(objects, layout.Objects(f.Footer)...)
	if f.Primary != nil {
		objects = append(objects, f.Primary)
	}
	f.Root = layout.New(nil, f.place, objects...)
}

// ShowNotice says what was done.
func (f *Frame) ShowNotice(text string) { f.speak(text, typeset.Body.Tint(theme.Muted)) }

// TakeBack ends what was said where that is a text still.
func (f *Frame) TakeBack(text string) {
	if f.say.Text() == text {
		f.ShowNotice("")
	}
}

// Wrong says why something was not.
func (f *Frame) Wrong(text string) { f.speak(text, typeset.Fact.Tint(theme.Failed)) }

// ShowResult says how something went.
func (f *Frame) ShowResult(text string, failed bool) {
	if failed {
		f.Wrong(text)
		return
	}
	f.ShowNotice(text)
}

// Saying is what went wrong, or was done, for a body that has a place for it: it takes
// no room there while nothing is said. Said is set then.
func (f *Frame) Saying() fyne.CanvasObject {
	f.say.Hidden = f.say.Text() == ""
	return f.say
}

func (f *Frame) speak(text string, style typeset.Style) {
	f.say.SetSpans(typeset.Span{Text: text, Style: style})
	if f.Said != nil {
		f.Saying()
		f.Said()
	}
	f.Root.Refresh()
}

func (f *Frame) place(b layout.Placer) {
	pad := theme.S5()
	top := pad
	if f.Tabbed {
		top = 0
	}
	if f.Title.Text() != "" || f.Sub.Text() != "" || f.Back != nil {
		top = f.placeHead(b, pad, top)
	}
	bottom := f.placeFooter(b, b.H-pad)
	switch {
	case f.Said != nil: // the body has it
	case f.say.Text() != "":
		h := f.say.HeightFor(b.W - 2*pad)
		b.Put(f.say, pad, bottom-h, b.W-2*pad, h)
		bottom -= h + theme.S3
	default:
		b.Put(f.say, pad, bottom, 0, 0)
	}
	b.Put(f.Body, pad, top, b.W-2*pad, bottom-top)
}

// placeHead puts the head at a height and returns where the body begins.
func (f *Frame) placeHead(b layout.Placer, pad, top float32) float32 {
	x, end := pad, b.W-pad
	high := max(theme.Target, f.Title.MinSize().Height)
	if f.Title.Text() == "" {
		high = max(theme.ChipHeight, f.Sub.MinSize().Height)
	}
	middle := top + high/2
	if f.Back != nil {
		b.Put(f.Back, pad, middle-theme.Target/2, theme.Target, theme.Target)
		x += theme.Target + theme.S4
	}
	for i := len(f.Tools) - 1; i >= 0; i-- {
		t := f.Tools[i]
		if t.Hidden {
			continue
		}
		w := min(t.MinSize().Width, (b.W-2*pad)/3)
		b.Put(t, end-w, middle-theme.ChipHeight/2, w, theme.ChipHeight)
		end -= w + theme.S2
	}
	e, u := f.End.MinSize(), f.Under.MinSize()
	if f.End.Text() != "" || f.Under.Text() != "" {
		if f.End.Text() == "" {
			e = fyne.Size{}
		}
		if f.Under.Text() == "" {
			u = fyne.Size{}
		}
		y := middle - (e.Height+u.Height)/2
		b.Put(f.End, end-e.Width, y, e.Width, e.Height)
		b.Put(f.Under, end-u.Width, y+e.Height, u.Width, u.Height)
		end -= max(e.Width, u.Width) + theme.S4
	}
	f.Title.StepDown(theme.Title, end-x)
	t := f.Title.MinSize()
	wide := min(f.Title.Width(), end-x)
	b.Put(f.Title, x, middle-t.Height/2, wide+1, t.Height)
	if wide > 0 {
		x += wide + theme.S4
	}
	if theme.Now().TextScale > 1 && f.Sub.Text() != "" && f.Sub.Width() > end-x { // large words have a line of their own before they are cut
		f.Sub.Hidden = false
		f.Sub.StepDown(theme.Body, b.W-2*pad)
		s := f.Sub.MinSize().Height
		b.Put(f.Sub, pad, top+high, b.W-2*pad, s)
		return top + high + s + theme.S3
	}
	s := f.Sub.MinSize().Height
	f.Sub.Hidden = end-x < 120 || f.Sub.Text() == ""
	b.Put(f.Sub, x, middle-s/2+2, end-x, s)
	return top + high + theme.S4
}

// placeFooter puts the row at the foot: side by side where the words fit, else the
// primary below the others. It returns where the body ends.
func (f *Frame) placeFooter(b layout.Placer, bottom float32) float32 {
	pad := theme.S5()
	wide := b.W - 2*pad
	least := float32(0)
	if f.Primary != nil {
		least = f.Primary.MinSize().Width
	}
	shown, need := f.shown(true)
	if need+least > wide && len(f.Caps) > 0 { // the words have the room before the caps
		shown, need = f.shown(false)
	}
	if f.Primary == nil && len(shown) == 0 {
		return bottom
	}
	x, y := pad, bottom-theme.PrimaryHigh
	if need+least > wide && f.Primary != nil {
		b.Put(f.Primary, pad, y, wide, theme.PrimaryHigh)
		y -= theme.S3 + theme.Target
		return f.placeRow(b, shown, y) - theme.S4
	}
	each, gap := room(len(shown))
	for _, o := range shown {
		w := max(each, o.MinSize().Width)
		if f.Primary == nil {
			w = (wide - gap*float32(len(shown)-1)) / float32(len(shown))
		}
		b.Put(o, x, y, w, theme.PrimaryHigh)
		x += w + gap
	}
	if f.Primary != nil {
		b.Put(f.Primary, x, y, pad+wide-x, theme.PrimaryHigh)
	}
	return y - theme.S4
}

// room is how wide each of so many buttons is at least, and what is between them: more than
// three leave the primary its words.
func room(n int) (each, gap float32) {
	if n > 3 {
		return 0, theme.S3
	}
	return 168, theme.S4
}

// shown are the buttons of the footer, with or without their key caps, and how wide they
// are together.
func (f *Frame) shown(caps bool) (all []*control.Button, need float32) {
	for _, o := range f.Footer {
		if o.Hidden {
			continue
		}
		if spec := o.Spec(); f.Caps != nil {
			spec.Key = ""
			if caps {
				spec.Key = f.Caps[o]
			}
			if spec != o.Spec() {
				o.Set(spec)
			}
		}
		all = append(all, o)
	}
	each, gap := room(len(all))
	for _, o := range all {
		need += max(each, o.MinSize().Width) + gap
	}
	return all, need
}

// placeRow shares a row among buttons, or a second one above it where their words
// do not fit, and returns its top.
func (f *Frame) placeRow(b layout.Placer, all []*control.Button, y float32) float32 {
	pad := theme.S5()
	wide := b.W - 2*pad
	for per := len(all); per > 0; per-- {
		each := (wide - theme.S2*float32(per-1)) / float32(per)
		fits := true
		for _, o := range all {
			fits = fits && (per == 1 || o.MinSize().Width <= each)
		}
		if !fits {
			continue
		}
		lines := (len(all) + per - 1) / per
		top := y - float32(lines-1)*(theme.Target+theme.S2)
		for i, o := range all {
			b.Put(o, pad+float32(i%per)*(each+theme.S2), top+float32(i/per)*(theme.Target+theme.S2), each, theme.Target)
		}
		return top
	}
	return y + theme.Target
}

// Large reports whether words are too large for two columns.
func Large() bool { return theme.Now().TextScale > 1.2 }

// LargeSum is the size of a sum beside large words: from half as large again on it would
// take the room of what it stands with, and is larger than usual all the same.
func LargeSum(usual theme.Size) theme.Size {
	if theme.Now().TextScale < 1.5 {
		return usual
	}
	return theme.AmountS
}

// Side is the width of the narrower column.
func Side() float32 {
	if theme.Now().Small {
		return 336
	}
	return 412
}

// Columns sets two parts side by side, the second as wide as it says; below each
// other, in a scroll, where words are large.
func Columns(gap, second float32, a, b fyne.CanvasObject) fyne.CanvasObject {
	if Large() {
		return container.NewVScroll(layout.Rows(gap, a, b))
	}
	return layout.New(nil, func(at layout.Placer) {
		at.Put(a, 0, 0, at.W-second-gap, at.H)
		at.Put(b, at.W-second, 0, second, at.H)
	}, a, b)
}
