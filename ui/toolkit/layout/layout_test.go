package layout

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

func boxOf(w, h float32) fyne.CanvasObject { return Fixed(w, h, graphic.NewPanel(theme.Card)) }

func TestColumnsShareTheRoomLeft(t *testing.T) {
	themed.App(t, theme.Look{})
	a, b, c, gone := boxOf(100, 10), boxOf(10, 20), boxOf(30, 10), boxOf(500, 5)
	gone.Hide()
	row := Columns(12, a, Grow(1, b), gone, c)
	if got := row.MinSize(); got != fyne.NewSize(164, 20) {
		t.Errorf("minimum %v", got)
	}
	row.Resize(fyne.NewSize(400, 50))
	if b.Size() != fyne.NewSize(246, 50) || c.Position().X != 370 || c.Size().Width != 30 {
		t.Errorf("%v; %v %v", b.Size(), c.Position(), c.Size())
	}
}

func TestColumnsMirror(t *testing.T) {
	themed.App(t, theme.Look{RTL: true})
	a, b := boxOf(100, 10), boxOf(30, 10)
	row := Columns(12, a, Grow(1, boxOf(0, 0)), b)
	row.Resize(fyne.NewSize(400, 50))
	if a.Position().X != 300 || b.Position().X != 0 {
		t.Errorf("%v %v", a.Position(), b.Position())
	}
}

func TestRowsGiveWrappedTextItsHeight(t *testing.T) {
	themed.App(t, theme.Look{})
	p := typeset.NewParagraph("Waiting for the customer to pay", typeset.Lead)
	below := boxOf(10, 10)
	rows := Rows(8, p, below)
	rows.Resize(fyne.NewSize(220, 300))
	if y := below.Position().Y; y != 2*22*1.25+8 {
		t.Errorf("what follows stands at %v", y)
	}
}

func TestAScreenIsAsSmallAsItSays(t *testing.T) {
	themed.App(t, theme.Look{RTL: true})
	o := boxOf(2000, 2000)
	s := New(Least(fyne.NewSize(1024, 640)), func(p Placer) { p.Put(o, 24, 30, 100, 50) }, o)
	if s.MinSize() != fyne.NewSize(1024, 640) {
		t.Errorf("minimum %v", s.MinSize())
	}
	s.Resize(fyne.NewSize(1024, 640))
	if o.Position() != fyne.NewPos(900, 30) {
		t.Errorf("mirrored to %v", o.Position())
	}
}

func TestGridFillsRowsFromTheLeadingEdge(t *testing.T) {
	themed.App(t, theme.Look{})
	o := []fyne.CanvasObject{boxOf(10, 10), boxOf(40, 20), boxOf(10, 10)}
	g := Grid(2, 8, o...)
	if g.MinSize() != fyne.NewSize(88, 48) {
		t.Errorf("minimum %v", g.MinSize())
	}
	g.Resize(fyne.NewSize(208, 48))
	if o[1].Position() != fyne.NewPos(108, 0) || o[2].Position() != fyne.NewPos(0, 28) || o[2].Size() != fyne.NewSize(100, 20) {
		t.Errorf("%v %v %v", o[1].Position(), o[2].Position(), o[2].Size())
	}
}

func TestAStageShowsTheNewScreenAtOnceWithoutMotion(t *testing.T) {
	for _, still := range []bool{false, true} {
		themed.App(t, theme.Look{Still: still})
		a, b := typeset.NewText("a", typeset.Body), typeset.NewText("b", typeset.Body)
		s := NewStage(a)
		test.NewTempWindow(t, s)
		s.Set(b)
		s.Set(b)
		if got := uitest.Lines(s); got != "b" || s.Shown() != fyne.CanvasObject(b) {
			t.Errorf("shows %q", got)
		}
		if s.veil.Visible() {
			t.Error("the veil stays")
		}
	}
}

func TestBaselineDoesNotDependOnTheBoxOfTheFace(t *testing.T) {
	themed.App(t, theme.Look{})
	small, large := typeset.NewText("Paid", typeset.Body), typeset.NewText("PAID", typeset.Word)
	var baselines []float32
	s := New(Least(fyne.NewSize(10, 10)), func(p Placer) {
		p.Put(small, 0, 200-small.Baseline(), 200, 100)
		p.Put(large, 100, 200-large.Baseline(), 200, 100)
	}, small, large)
	s.Resize(fyne.NewSize(800, 400))
	for _, w := range []*typeset.Text{small, large} {
		c := uitest.All[*canvas.Text](w)[0]
		_, base := theme.Measure(c.Text, w.Style().Weight, c.TextSize)
		baselines = append(baselines, w.Position().Y+c.Position().Y+base)
	}
	if d := baselines[0] - baselines[1]; d > 1 || d < -1 {
		t.Errorf("baselines %v", baselines)
	}
}
