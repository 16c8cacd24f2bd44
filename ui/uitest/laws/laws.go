// Package laws states what every screen keeps, whatever it is about, and finds
// where a window breaks it. It is for tests; a new law goes into All, and every
// test that walks screens holds it from then on.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package laws

import (
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/overflow"
)

// Law is one rule. Broken lists what breaks it in a canvas as it is drawn now;
// empty is well.
type Law struct {
	Name   string
	Broken func(c fyne.Canvas) []string
}

// All lists every law.
func All() []Law {
	return []Law{{"one primary", Primaries}, {"one focus ring", Rings}, {"no covered control", Covered}, {"contrast", Contrast}, {"targets", Targets}, {"in view", InView}, {"problem in view", Problems},
		{"off is seen", Off}, {"Enter", Enter}, {"no words over icons", Icons}}
}

// Broken lists what breaks any law, the law's name first.
func Broken(c fyne.Canvas) []string { return broken(c, All()) }

func broken(c fyne.Canvas, laws []Law) (all []string) {
	for _, l := range laws {
		for _, b := range l.Broken(c) {
			all = append(all, l.Name+": "+b)
		}
	}
	return all
}

// Faults lists what breaks any law, and what does not fit.
func Faults(c fyne.Canvas) []string { return append(Broken(c), overflow.Faults(c)...) }

// Misplaced is Faults without the laws that read pixels, which takes longest: for a test
// that lays one screen out in many windows, where colours are those of another test.
func Misplaced(c fyne.Canvas) []string {
	placed := slices.DeleteFunc(All(), func(l Law) bool { return l.Name == "contrast" || l.Name == "off is seen" })
	return append(broken(c, placed), overflow.Faults(c)...)
}

// slack is how far in units two boxes may reach into each other: shapes are
// measured in fractions of a unit.
const slack = 1.5

// primary is what can look like the one step that moves on.
type primary interface {
	fyne.CanvasObject
	// Primary reports whether it looks so now: filled, large or marked Enter,
	// and not grey.
	Primary() bool
}

// device is the layout of what is drawn in the window and stands for something
// else than the till, such as the customer's phone in practice. Its buttons are
// not the cashier's.
type device interface{ Device() }

// Primaries finds a second primary in the topmost layer. What lies below a
// decision is not offered.
func Primaries(c fyne.Canvas) []string {
	layers := uitest.Scene(c)
	var all []string
	for _, d := range controls(layers[len(layers)-1]) {
		if p, ok := d.Object.(primary); ok && p.Primary() && !inDevice(d) {
			all = append(all, describe(d))
		}
	}
	if len(all) < 2 {
		return nil
	}
	return []string{fmt.Sprintf("%d of them: %s", len(all), strings.Join(all, ", "))}
}

// vital is what has to be in view now besides a primary, whatever scrolls.
type vital interface {
	// Vital reports whether it is of that kind now: what is typed blind without it,
	// what was chosen, why something was refused, or the grey primary that says what
	// is missing.
	Vital() bool
}

// InView finds a primary that is cut off, or scrolled away, and all else that must
// be seen without looking for it.
func InView(c fyne.Canvas) (all []string) {
	layers := uitest.Scene(c)
	for _, d := range layers[len(layers)-1] {
		p, ok := d.Object.(primary)
		v, is := d.Object.(vital)
		if (ok && p.Primary() || is && v.Vital()) && !inDevice(d) && (d.Seen.Empty() || !d.Box.Within(d.Seen, slack)) {
			all = append(all, fmt.Sprintf("%s stands at %v, of which %v is seen", describe(d), d.Box, d.Seen))
		}
	}
	return all
}

// Enter finds a card on which something else has the keys than what looks like the
// primary, or nothing: Enter presses what looks as if it did. A line to type into
// hands its Enter on.
func Enter(c fyne.Canvas) []string {
	layers := uitest.Scene(c)
	if len(layers) == 1 { // a screen takes Enter itself
		return nil
	}
	focused := c.Focused()
	for _, d := range layers[len(layers)-1] {
		if card, is := d.Object.(interface{ HearsKeys() bool }); is && focused == nil && card.HearsKeys() {
			return nil
		}
		p, ok := d.Object.(primary)
		if !ok || !p.Primary() || inDevice(d) {
			continue
		}
		if focused == nil {
			return []string{fmt.Sprintf("nothing has the keys, and %s looks as if Enter pressed it", describe(d))}
		}
		if other, is := focused.(primary); is && focused != d.Object.(fyne.Focusable) {
			return []string{fmt.Sprintf("it presses %s, and %s looks so", describe(uitest.Drawn{Object: other}), describe(d))}
		}
	}
	return nil
}

// Problems finds a line whose problem is cut off, or scrolled away: anyone who pressed
// Save and was refused must see why.
func Problems(c fyne.Canvas) (all []string) {
	layers := uitest.Scene(c)
	for _, d := range layers[len(layers)-1] {
		f, ok := d.Object.(interface {
			Problem() string
			Line() (top, foot float32)
		})
		if !ok || f.Problem() == "" {
			continue
		}
		below := d.Box
		top, _ := f.Line()
		if below.Top += top; d.Seen.Empty() || !below.Within(d.Seen, slack) {
			all = append(all, fmt.Sprintf("%q stands at %v, of which %v is seen", f.Problem(), below, d.Seen))
		}
	}
	return all
}

func inDevice(d uitest.Drawn) bool {
	for _, o := range d.In {
		if box, is := o.(*fyne.Container); is {
			if _, is := box.Layout.(device); is {
				return true
			}
		}
	}
	return false
}

// Rings finds a second focus ring anywhere in the window: anyone who looks must
// see where the next key goes.
func Rings(c fyne.Canvas) []string {
	var all []string
	for _, layer := range uitest.Scene(c) {
		for _, d := range layer {
			if r, ok := d.Object.(*canvas.Rectangle); ok && !d.Seen.Empty() && ring(r) {
				all = append(all, owner(d))
			}
		}
	}
	if len(all) < 2 {
		return nil
	}
	return []string{fmt.Sprintf("%d of them: %s", len(all), strings.Join(all, ", "))}
}

func ring(r *canvas.Rectangle) bool {
	if r.StrokeColor == nil || r.StrokeWidth != theme.FocusRing() {
		return false
	}
	want := theme.Primary.NRGBA()
	a, b, c, d := r.StrokeColor.RGBA()
	e, f, g, h := want.RGBA()
	return a == e && b == f && c == g && d == h
}

// Covered finds controls of which a part lies below something else, so that a
// tap on what is left of them may meet another.
func Covered(c fyne.Canvas) (all []string) {
	for _, layer := range uitest.Scene(c) {
		seen := controls(layer)
		for _, d := range seen {
			if by, covered := cover(d, layer); covered {
				all = append(all, fmt.Sprintf("%s below %s", describe(d), by))
			}
		}
	}
	return all
}

// cover is what hides a part of a control and was drawn after it.
func cover(d uitest.Drawn, layer []uitest.Drawn) (string, bool) {
	after := false
	for _, o := range layer {
		if o.Object == d.Object {
			after = true
			continue
		}
		if !after || o.Inside(d.Object) || !opaque(o.Object) {
			continue
		}
		if both := o.Seen.Cut(d.Seen); both.Right-both.Left > slack && both.Bottom-both.Top > slack {
			return fmt.Sprintf("%s at %v", owner(o), o.Seen), true
		}
	}
	return "", false
}

func opaque(o fyne.CanvasObject) bool {
	r, ok := o.(*canvas.Rectangle)
	if !ok || r.FillColor == nil {
		return false
	}
	_, _, _, alpha := r.FillColor.RGBA()
	return alpha == 0xffff
}

// controls are the things of a layer that a tap can reach: not what has
// scrolled away, and not what lies whole below something drawn later. A thing to
// press that is drawn over others, such as that which closes a popover, takes
// their taps by intent.
func controls(layer []uitest.Drawn) (all []uitest.Drawn) {
	for i, d := range layer {
		if _, ok := d.Object.(fyne.Tappable); !ok || d.Seen.Empty() {
			continue
		}
		gone := false
		for _, o := range layer[i+1:] {
			_, takes := o.Object.(fyne.Tappable)
			if (takes || opaque(o.Object)) && !o.Inside(d.Object) && d.Seen.Within(o.Seen, 0) {
				gone = true
				break
			}
		}
		if !gone {
			all = append(all, d)
		}
	}
	return all
}

// describe names a control by its kind and its words.
func describe(d uitest.Drawn) string {
	name := strings.TrimPrefix(fmt.Sprintf("%T", d.Object), "*")
	if words := uitest.Words(d.Object); words != "" {
		name += fmt.Sprintf(" %q", words)
	}
	return name
}

// owner is the widget that a rectangle belongs to, by the two innermost that
// have a name of their own.
func owner(d uitest.Drawn) string {
	for i := len(d.In) - 1; i >= 0; i-- {
		if _, panel := d.In[i].(interface{ SetFill(a, b theme.Colour) }); panel {
			continue
		}
		if w, ok := d.In[i].(fyne.Widget); ok {
			return describe(uitest.Drawn{Object: w})
		}
	}
	return "the window"
}
