package typeset

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

func TestTextWrapsBetweenWords(t *testing.T) {
	themed.App(t, theme.Look{})
	p := NewParagraph("Waiting for the customer to pay", Lead)
	p.Resize(fyne.NewSize(220, 100))
	if got := uitest.Lines(p); got != "Waiting for the|customer to pay" {
		t.Errorf("lines: %q", got)
	}
	if h := p.HeightFor(220); h != 2*22*1.25 {
		t.Errorf("height %v", h)
	}
	if got := p.MinSize().Height; got != 2*22*1.25 {
		t.Errorf("minimum %v", got)
	}
	p.Resize(fyne.NewSize(600, 100))
	if got := uitest.Lines(p); got != "Waiting for the customer to pay" {
		t.Errorf("after widening: %q", got)
	}
}

func TestTextEndsInAnEllipsis(t *testing.T) {
	themed.App(t, theme.Look{})
	x := NewText("Bank of Commerce and Development", Body).Cut()
	x.Resize(fyne.NewSize(150, 24))
	got := uitest.Lines(x)
	if !strings.HasSuffix(got, "…") || len(got) < 10 {
		t.Errorf("got %q", got)
	}
	c := uitest.All[*canvas.Text](x)[0]
	if c.Size().Width > 150 {
		t.Errorf("%v wide", c.Size().Width)
	}
	if x.MinSize().Width != 0 {
		t.Error("asks for room")
	}
	x.Resize(fyne.NewSize(1, 24))
	if got := uitest.Lines(x); got != "" { // an ellipsis that sticks out tells nothing
		t.Errorf("no room: %q", got)
	}
}

func TestTextStandsWhereItIsTold(t *testing.T) {
	for _, x := range []struct {
		rtl   bool
		align Align
		left  bool
	}{{false, Leading, true}, {false, Trailing, false}, {true, Leading, false}, {true, Trailing, true}} {
		themed.App(t, theme.Look{RTL: x.rtl})
		w := NewText("14:31", Body).Aligned(x.align)
		w.Resize(fyne.NewSize(400, 30))
		if left := uitest.All[*canvas.Text](w)[0].Position().X == 0; left != x.left {
			t.Errorf("%+v: left is %v", x, left)
		}
	}
}

func TestRichTextKeepsItsStyles(t *testing.T) {
	themed.App(t, theme.Look{})
	w := NewRich(Span{"Late money.", Fact}, Span{" Open it.", Body.Tint(theme.Muted)})
	w.Resize(fyne.NewSize(400, 30))
	d := uitest.All[*canvas.Text](w)
	if len(d) != 2 || d[0].FontSource != theme.SemiBold.Font() || d[1].FontSource != theme.Regular.Font() || d[1].Color != theme.Muted.NRGBA() {
		t.Fatalf("%d pieces", len(d))
	}
	w.SetColour(theme.Failed)
	if d := uitest.All[*canvas.Text](w); d[0].Color != theme.Failed.NRGBA() || d[1].Color != theme.Failed.NRGBA() {
		t.Error("the colour did not change")
	}
	if w.Text() != "Late money. Open it." {
		t.Errorf("text %q", w.Text())
	}
}

// TestLayingOutAgainMeasuresNothing: a screen that is laid out again asks each text for its size many times.
func TestLayingOutAgainMeasuresNothing(t *testing.T) {
	themed.App(t, theme.Look{})
	for name, x := range map[string]*Text{"one line": NewText("Bank of Commerce", Body), "cut": NewText("Bank of Commerce and Development", Body).Cut(),
		"wrapped": NewParagraph("Waiting for the customer to pay", Lead), "Arabic": NewParagraph("في انتظار دفع العميل 12.500", Lead)} {
		x.Resize(fyne.NewSize(150, 100))
		if n := testing.AllocsPerRun(20, func() { x.MinSize(); x.HeightFor(150); x.Need() }); n > 0 {
			t.Errorf("%s: %v allocations where nothing has changed", name, n)
		}
	}
}

// TestWhatIsKnownOfATextEndsWithItsCause: what its lines follow from changes, and they with it.
func TestWhatIsKnownOfATextEndsWithItsCause(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Text)
		want   string
	}{
		{"nothing", func(*Text) {}, "one two|#12 three"},
		{"width", func(x *Text) { x.Resize(fyne.NewSize(400, 100)) }, "one two #12 three"},
		{"overflow", func(x *Text) { x.Overflow = Spill; x.Refresh() }, "one two #12 three"},
		{"size of text", func(x *Text) { theme.Use(theme.Look{TextScale: 2}); x.Refresh() }, "one|two|#12|three"},
		{"text", func(x *Text) { x.SetText("four five six") }, "four five|six"},
		{"style", func(x *Text) { x.SetStyle(Lead.Sized(theme.Fixed(10))) }, "one two #12 three"},
	} {
		themed.App(t, theme.Look{})
		x := NewParagraph("one two #12 three", Body)
		x.Resize(fyne.NewSize(90, 100))
		if got := uitest.Lines(x); got != "one two|#12 three" {
			t.Fatalf("%q", got)
		}
		c.change(x)
		if got := uitest.Lines(x); got != c.want {
			t.Errorf("%s has changed: %q, want %q", c.name, got, c.want)
		}
	}
	themed.App(t, theme.Look{})
	x := NewText("تم 12 paid", Body)
	fromLeft := uitest.Lines(x)
	theme.Use(theme.Look{RTL: true})
	y := NewText("تم 12 paid", Body)
	if x.Refresh(); uitest.Lines(x) != uitest.Lines(y) {
		t.Errorf("mirrored: %q, want %q (before %q)", uitest.Lines(x), uitest.Lines(y), fromLeft)
	}
}
