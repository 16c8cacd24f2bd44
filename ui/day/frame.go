package day

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// frame is what the pages have in common: a head, a body, and a row at the foot
// that ends in the primary.
type frame struct {
	back       *widgets.Tool // nil without
	title, sub *widgets.Text
	end, under *widgets.Text // at the end of the head
	tools      []*widgets.Button
	body       fyne.CanvasObject
	say        *widgets.Text // what went wrong, or was done
	foot       []*widgets.Button
	primary    *widgets.Button // nil where a page only shows
	root       *fyne.Container
}

func newFrame(title string) *frame {
	return &frame{title: widgets.NewText(title, widgets.Title).Cut(), sub: widgets.NewText("", widgets.Body.Tint(theme.Muted)).Cut(),
		end: widgets.NewText("", widgets.Fact), under: widgets.NewText("", widgets.Caption), say: widgets.NewParagraph("", widgets.Body)}
}

// build makes the root of what was put in.
func (f *frame) build() {
	objects := []fyne.CanvasObject{f.title, f.sub, f.end, f.under}
	if f.back != nil {
		objects = append(objects, f.back)
	}
	for _, b := range f.tools {
		objects = append(objects, b)
	}
	objects = append(objects, f.body, f.say)
	for _, b := range f.foot {
		objects = append(objects, b)
	}
	if f.primary != nil {
		objects = append(objects, f.primary)
	}
	f.root = screen.Lay(nil, f.place, objects...)
}

// tell says what was done; wrong says why something was not.
func (f *frame) tell(text string) { f.speak(text, widgets.Body.Tint(theme.Muted)) }

func (f *frame) wrong(text string) { f.speak(text, widgets.Fact.Tint(theme.Failed)) }

func (f *frame) speak(text string, style widgets.Style) {
	f.say.SetSpans(widgets.Span{Text: text, Style: style})
	f.root.Refresh()
}

func (f *frame) place(b screen.Board) {
	pad := theme.S5()
	top := f.placeHead(b, pad)
	bottom := f.placeFoot(b, b.H-pad)
	if text := f.say.Text(); text != "" {
		h := f.say.HeightFor(b.W - 2*pad)
		b.Put(f.say, pad, bottom-h, b.W-2*pad, h)
		bottom -= h + theme.S3
	} else {
		b.Put(f.say, pad, bottom, 0, 0)
	}
	b.Put(f.body, pad, top, b.W-2*pad, bottom-top)
}

// placeHead puts the head and returns where the body begins.
func (f *frame) placeHead(b screen.Board, pad float32) float32 {
	x, end := pad, b.W-pad
	high := max(theme.Target, f.title.MinSize().Height)
	middle := pad + high/2
	if f.back != nil {
		b.Put(f.back, pad, middle-theme.Target/2, theme.Target, theme.Target)
		x += theme.Target + theme.S4
	}
	for i := len(f.tools) - 1; i >= 0; i-- {
		t := f.tools[i]
		if t.Hidden {
			continue
		}
		w := min(t.MinSize().Width, (b.W-2*pad)/3)
		b.Put(t, end-w, middle-theme.ChipHeight/2, w, theme.ChipHeight)
		end -= w + theme.S2
	}
	e, u := f.end.MinSize(), f.under.MinSize()
	if f.end.Text() != "" || f.under.Text() != "" {
		y := middle - (e.Height+u.Height)/2
		if f.under.Text() == "" {
			y = middle - e.Height/2
		}
		b.Put(f.end, end-e.Width, y, e.Width, e.Height)
		b.Put(f.under, end-u.Width, y+e.Height, u.Width, u.Height)
		end -= max(e.Width, u.Width) + theme.S4
	}
	f.title.StepDown(theme.Title, end-x)
	t := f.title.MinSize()
	wide := min(f.title.Width(), end-x)
	b.Put(f.title, x, middle-t.Height/2, wide+1, t.Height)
	x += wide + theme.S4
	s := f.sub.MinSize().Height
	f.sub.Hidden = end-x < 120 || f.sub.Text() == ""
	b.Put(f.sub, x, middle-s/2+2, end-x, s)
	return pad + high + theme.S4
}

// placeFoot puts the row at the foot: side by side where the words fit, else the
// primary below the others. It returns where the body ends.
func (f *frame) placeFoot(b screen.Board, bottom float32) float32 {
	pad := theme.S5()
	wide := b.W - 2*pad
	var shown []*widgets.Button
	need := float32(0)
	for _, o := range f.foot {
		if !o.Hidden {
			shown = append(shown, o)
			need += max(168, o.MinSize().Width) + theme.S4
		}
	}
	if f.primary == nil && len(shown) == 0 {
		return bottom
	}
	least := float32(0)
	if f.primary != nil {
		least = f.primary.MinSize().Width
	}
	x, y := pad, bottom-theme.PrimaryHigh
	if need+least > wide && f.primary != nil {
		b.Put(f.primary, pad, y, wide, theme.PrimaryHigh)
		y -= theme.S3 + theme.Target
		return f.placeRow(b, shown, y) - theme.S4
	}
	for _, o := range shown {
		w := max(168, o.MinSize().Width)
		if f.primary == nil {
			w = (wide - theme.S4*float32(len(shown)-1)) / float32(len(shown))
		}
		b.Put(o, x, y, w, theme.PrimaryHigh)
		x += w + theme.S4
	}
	if f.primary != nil {
		b.Put(f.primary, x, y, pad+wide-x, theme.PrimaryHigh)
	}
	return y - theme.S4
}

// placeRow shares a row among buttons, or a second one above it where their words
// do not fit, and returns its top.
func (f *frame) placeRow(b screen.Board, all []*widgets.Button, y float32) float32 {
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

// large reports whether words are too large for two columns.
func large() bool { return theme.Now().TextScale > 1.2 }

// side is the width of the narrower column.
func side() float32 {
	if theme.Now().Small {
		return 336
	}
	return 412
}

// columns sets two parts side by side, the second as wide as it says; below each
// other, in a scroll, where words are large.
func columns(gap, second float32, a, b fyne.CanvasObject) fyne.CanvasObject {
	if large() {
		return container.NewVScroll(widgets.Rows(gap, a, b))
	}
	return screen.Lay(nil, func(at screen.Board) {
		at.Put(a, 0, 0, at.W-second-gap, at.H)
		at.Put(b, at.W-second, 0, second, at.H)
	}, a, b)
}
