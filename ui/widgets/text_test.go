package widgets

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
)

// drawn lists the canvas texts of a widget that can be seen, deep.
func drawn(o fyne.CanvasObject) (out []*canvas.Text) {
	return uitest.All[*canvas.Text](o)
}

func readable(o fyne.CanvasObject) string {
	var all []string
	for _, c := range drawn(o) {
		all = append(all, strings.Trim(c.Text, string(rightToLeftMark)))
	}
	return strings.Join(all, "|")
}

func TestTextWrapsBetweenWords(t *testing.T) {
	newApp(t, theme.Look{})
	p := NewParagraph("Waiting for the customer to pay", Lead)
	p.Resize(fyne.NewSize(220, 100))
	if got := readable(p); got != "Waiting for the|customer to pay" {
		t.Errorf("lines: %q", got)
	}
	if h := p.HeightFor(220); h != 2*22*1.25 {
		t.Errorf("height %v", h)
	}
	if got := p.MinSize().Height; got != 2*22*1.25 {
		t.Errorf("minimum %v", got)
	}
	p.Resize(fyne.NewSize(600, 100))
	if got := readable(p); got != "Waiting for the customer to pay" {
		t.Errorf("after widening: %q", got)
	}
}

func TestTextEndsInAnEllipsis(t *testing.T) {
	newApp(t, theme.Look{})
	x := NewText("Bank of Commerce and Development", Body).Cut()
	x.Resize(fyne.NewSize(150, 24))
	got := readable(x)
	if !strings.HasSuffix(got, "…") || len(got) < 10 {
		t.Errorf("got %q", got)
	}
	c := drawn(x)[0]
	if c.Size().Width > 150 {
		t.Errorf("%v wide", c.Size().Width)
	}
	if x.MinSize().Width != 0 {
		t.Error("asks for room")
	}
	x.Resize(fyne.NewSize(1, 24))
	if got := readable(x); got != "" { // an ellipsis that sticks out tells nothing
		t.Errorf("no room: %q", got)
	}
}

func TestTextStandsWhereItIsTold(t *testing.T) {
	for _, x := range []struct {
		rtl   bool
		align Align
		left  bool
	}{{false, Leading, true}, {false, Trailing, false}, {true, Leading, false}, {true, Trailing, true}} {
		newApp(t, theme.Look{RTL: x.rtl})
		w := NewText("14:31", Body).Aligned(x.align)
		w.Resize(fyne.NewSize(400, 30))
		if left := drawn(w)[0].Position().X == 0; left != x.left {
			t.Errorf("%+v: left is %v", x, left)
		}
	}
}

func TestBaselineDoesNotDependOnTheBoxOfTheFace(t *testing.T) {
	newApp(t, theme.Look{})
	small, large := NewText("Paid", Body), NewText("PAID", Word)
	var baselines []float32
	s := NewScreen(fyne.NewSize(10, 10), func(p Placer) {
		p.PutBaseline(small, 0, 200)
		p.PutBaseline(large, 100, 200)
	}, small, large)
	s.Resize(fyne.NewSize(800, 400))
	for _, w := range []*Text{small, large} {
		c := drawn(w)[0]
		_, base := theme.Measure(c.Text, w.Style().Weight, c.TextSize)
		baselines = append(baselines, w.Position().Y+c.Position().Y+base)
	}
	if d := baselines[0] - baselines[1]; d > 1 || d < -1 {
		t.Errorf("baselines %v", baselines)
	}
}

func TestRichTextKeepsItsStyles(t *testing.T) {
	newApp(t, theme.Look{})
	w := NewRich(Span{"Late money.", Fact}, Span{" Open it.", Body.Tint(theme.Muted)})
	w.Resize(fyne.NewSize(400, 30))
	d := drawn(w)
	if len(d) != 2 || d[0].FontSource != theme.SemiBold.Font() || d[1].FontSource != theme.Regular.Font() || d[1].Color != theme.Muted.NRGBA() {
		t.Fatalf("%d pieces", len(d))
	}
	w.SetColour(theme.Failed)
	if d := drawn(w); d[0].Color != theme.Failed.NRGBA() || d[1].Color != theme.Failed.NRGBA() {
		t.Error("the colour did not change")
	}
	if w.Text() != "Late money. Open it." {
		t.Errorf("text %q", w.Text())
	}
}

func TestAChangeOfLookRepaints(t *testing.T) {
	a := newApp(t, theme.Look{})
	w := NewText("Sale", Body)
	b := NewPrimary("Charge", "", nil)
	win := test.NewTempWindow(t, Rows(0, w, b))
	win.Resize(fyne.NewSize(400, 200))
	theme.Apply(a, theme.Look{Variant: theme.Dark, TextScale: 2})
	c := drawn(w)[0]
	if c.Color != theme.Text.In(theme.Dark) || c.TextSize != 36 {
		t.Errorf("text is %v, %v", c.Color, c.TextSize)
	}
	if got := b.parts.back.FillColor; got != theme.Primary.In(theme.Dark) {
		t.Errorf("button is %v", got)
	}
}
