// Package overflow looks at everything that a window draws and reports what
// does not fit: words outside the window or outside of the part they belong to,
// words over other words or half below a box, things to press that lie over
// each other. It is for tests.
package overflow

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// slack is how far in units a box may be out of place: shapes and words are
// measured in fractions of a unit.
const slack = 1.5

// Faults lists what does not fit in a canvas, overlays included; empty is well.
func Faults(c fyne.Canvas) []string {
	faults := of(c.Content(), c.Size())
	for _, o := range c.Overlays().List() {
		faults = append(faults, of(o, c.Size())...)
	}
	return faults
}

func of(o fyne.CanvasObject, size fyne.Size) []string {
	all := box{0, 0, size.Width, size.Height}
	l := &looker{window: all}
	l.visit(o, fyne.NewPos(0, 0), place{clip: all, home: all})
	l.compare()
	return l.faults
}

// Cut lists the words that end in an ellipsis for want of room.
func Cut(c fyne.Canvas) (all []string) {
	visit := func(o fyne.CanvasObject) {
		l := &looker{window: box{0, 0, c.Size().Width, c.Size().Height}}
		l.visit(o, fyne.NewPos(0, 0), place{clip: l.window, home: l.window})
		for _, w := range l.words {
			if strings.HasSuffix(w.text, "…") || strings.HasPrefix(w.text, "…") {
				all = append(all, w.text)
			}
		}
	}
	visit(c.Content())
	for _, o := range c.Overlays().List() {
		visit(o)
	}
	return all
}

// word is one stretch of text: where its ink is.
type word struct {
	text string
	ink  box
	gone bool // below something drawn later
}

// target is a thing to press.
type target struct {
	name string
	box  box
	path []fyne.CanvasObject // what it is in, outermost first
	gone bool
}

// place is where an object hangs: what cuts it off, and the innermost widget
// around it, within which it must stay.
type place struct {
	clip, home box
	name       string // of that widget
	moves      bool   // it scrolls sideways too, as a line to type in does
	path       []fyne.CanvasObject
}

type looker struct {
	window  box
	words   []*word
	targets []*target
	faults  []string
}

func (l *looker) fault(format string, args ...any) {
	l.faults = append(l.faults, fmt.Sprintf(format, args...))
}

// visit visits an object and all below it, in drawing order.
func (l *looker) visit(o fyne.CanvasObject, at fyne.Position, p place) {
	if o == nil || !o.Visible() {
		return
	}
	at = at.Add(o.Position())
	b := box{at.X, at.Y, at.X + o.Size().Width, at.Y + o.Size().Height}
	p.path = append(p.path[:len(p.path):len(p.path)], o)
	switch x := o.(type) {
	case *canvas.Text:
		l.text(x, at, p)
	case *canvas.Rectangle:
		l.cover(x, b.cut(p.clip))
	case *fyne.Container:
		for _, c := range x.Objects {
			l.visit(c, at, p)
		}
	case *container.Scroll:
		l.scroll(x, at, b, p)
	case fyne.Widget:
		p.home, p.name = b, strings.TrimPrefix(fmt.Sprintf("%T", o), "*")
		if _, ok := o.(fyne.Tappable); ok {
			l.targets = append(l.targets, &target{name: p.name, box: b.cut(p.clip), path: p.path})
		}
		for _, c := range test.WidgetRenderer(x).Objects() {
			l.visit(c, at, p)
		}
	}
}

// scroll cuts off what is above and below its frame; sideways everything must
// fit.
func (l *looker) scroll(s *container.Scroll, at fyne.Position, b box, p place) {
	p.clip, p.moves = b.cut(p.clip), s.Direction != container.ScrollVerticalOnly
	p.home, p.name = box{b.left, -endless, b.right, endless}, "Scroll"
	l.visit(s.Content, at, p) // its position holds the offset
}

const endless = 1e6

// text notes a word and checks that it is where it belongs.
func (l *looker) text(t *canvas.Text, at fyne.Position, p place) {
	if strings.TrimSpace(t.Text) == "" {
		return
	}
	if _, _, _, alpha := t.Color.RGBA(); alpha == 0 {
		return
	}
	ink := inkOf(t, at)
	if !ink.within(p.home, slack) || !p.moves && (ink.left < p.clip.left-slack || ink.right > p.clip.right+slack) {
		l.fault("%q stands outside of its %s: %v in %v", t.Text, p.name, ink, p.home)
	}
	seen := ink.cut(p.clip)
	if seen.empty() {
		return // scrolled away
	}
	if !seen.within(l.window, slack) {
		l.fault("%q stands outside of the window: %v", t.Text, ink)
	}
	l.words = append(l.words, &word{text: t.Text, ink: seen})
}

// inkOf is where a text leaves ink: its box is half as high again as its
// letters.
func inkOf(t *canvas.Text, at fyne.Position) box {
	size, base := fyne.CurrentApp().Driver().RenderedTextSize(t.Text, t.TextSize, t.TextStyle, t.FontSource)
	y := at.Y + (max(t.Size().Height, size.Height)-size.Height)/2 + base
	return box{at.X, y - .7*t.TextSize, at.X + size.Width, y + .12*t.TextSize}
}

// cover takes what a filled rectangle hides off the lists.
func (l *looker) cover(r *canvas.Rectangle, b box) {
	if r.FillColor == nil {
		return
	}
	if _, _, _, alpha := r.FillColor.RGBA(); alpha != 0xffff {
		return
	}
	for _, w := range l.words {
		switch {
		case w.gone:
		case w.ink.within(b, 0):
			w.gone = true
		case w.ink.meets(b, slack):
			l.fault("%q is half hidden: %v below %v", w.text, w.ink, b)
		}
	}
	for _, t := range l.targets {
		t.gone = t.gone || t.box.within(b, 0) && t.box != b
	}
}

// compare finds words over words and targets over targets.
func (l *looker) compare() {
	for i, a := range l.words {
		for _, b := range l.words[i+1:] {
			if !a.gone && !b.gone && a.ink.meets(b.ink, slack) {
				l.fault("%q and %q lie over each other: %v, %v", a.text, b.text, a.ink, b.ink)
			}
		}
	}
	for i, a := range l.targets {
		for _, b := range l.targets[i+1:] {
			if !a.gone && !b.gone && !b.below(a) && a.box.meets(b.box, slack) {
				l.fault("%s and %s can both be pressed at one place: %v, %v", a.name, b.name, a.box, b.box)
			}
		}
	}
}

// below reports whether t is a part of another target.
func (t *target) below(other *target) bool {
	n := len(other.path)
	return len(t.path) > n && t.path[n-1] == other.path[n-1]
}
