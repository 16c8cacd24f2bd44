package widgets

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
)

func boxOf(w, h float32) fyne.CanvasObject { return Fixed(w, h, NewPanel(theme.Card)) }

func TestColumnsShareTheRoomLeft(t *testing.T) {
	newApp(t, theme.Look{})
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
	newApp(t, theme.Look{RTL: true})
	a, b := boxOf(100, 10), boxOf(30, 10)
	row := Columns(12, a, Grow(1, boxOf(0, 0)), b)
	row.Resize(fyne.NewSize(400, 50))
	if a.Position().X != 300 || b.Position().X != 0 {
		t.Errorf("%v %v", a.Position(), b.Position())
	}
}

func TestRowsGiveWrappedTextItsHeight(t *testing.T) {
	newApp(t, theme.Look{})
	p := NewParagraph("Waiting for the customer to pay", Lead)
	below := boxOf(10, 10)
	rows := Rows(8, p, below)
	rows.Resize(fyne.NewSize(220, 300))
	if y := below.Position().Y; y != 2*22*1.25+8 {
		t.Errorf("what follows stands at %v", y)
	}
}

func TestAScreenIsAsSmallAsItSays(t *testing.T) {
	newApp(t, theme.Look{RTL: true})
	o := boxOf(2000, 2000)
	s := NewScreen(fyne.NewSize(1024, 640), func(p Placer) { p.Put(o, 24, 30, 100, 50) }, o)
	if s.MinSize() != fyne.NewSize(1024, 640) {
		t.Errorf("minimum %v", s.MinSize())
	}
	s.Resize(fyne.NewSize(1024, 640))
	if o.Position() != fyne.NewPos(900, 30) {
		t.Errorf("mirrored to %v", o.Position())
	}
}

func TestGridFillsRowsFromTheLeadingEdge(t *testing.T) {
	newApp(t, theme.Look{})
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

func TestADecisionStartsOnTheSafeAction(t *testing.T) {
	newApp(t, theme.Look{})
	below := NewPrimary("Charge", "", nil)
	w := test.NewTempWindow(t, below)
	w.Resize(fyne.NewSize(1024, 640))
	w.Canvas().Focus(below)
	var kept, other int
	keep := NewButton(ButtonSpec{Label: "Keep waiting"}, func() { kept++ })
	aside := NewButton(ButtonSpec{Label: "Set aside"}, func() { other++ })
	d := ShowDecision(w.Canvas(), Columns(8, keep, aside), 0, keep, func() { kept++ })
	w.Canvas().SetOnTypedKey(d.Key)
	if w.Canvas().Focused() != fyne.Focusable(keep) {
		t.Error("the focus is not on the safe action")
	}
	keep.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	keep.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if kept != 2 || other != 0 {
		t.Errorf("kept %d, other %d", kept, other)
	}
	test.TapCanvas(w.Canvas(), fyne.NewPos(5, 5))
	if !d.Shown() {
		t.Error("a tap beside the card took it away")
	}
	d.Close()
	d.Close()
	if d.Shown() || len(w.Canvas().Overlays().List()) != 0 || w.Canvas().Focused() != fyne.Focusable(below) {
		t.Error("the decision did not go, or the focus did not come back")
	}
}

func TestADecisionIsAsHighAsItsWordsAndNeverHigherThanTheWindow(t *testing.T) {
	newApp(t, theme.Look{})
	w := test.NewTempWindow(t, boxOf(10, 10))
	w.Resize(fyne.NewSize(1366, 768))
	text := NewParagraph("The customer may still pay 125.000 LYD for #12. We hide the QR and keep watching, so that nothing that was paid is lost.", Lead)
	d := ShowDecision(w.Canvas(), Rows(16, text, boxOf(100, 64)), 0, nil, nil)
	if got, want := d.frame.Size(), fyne.NewSize(720, 2*33+text.HeightFor(720-66)+16+64); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	d.Close()
	d = ShowDecision(w.Canvas(), boxOf(100, 3000), 0, nil, nil)
	if h := d.frame.Size().Height; h > w.Canvas().Size().Height {
		t.Errorf("%v high", h)
	}
}

func TestBannerShowsOnlyTheButtonsItHas(t *testing.T) {
	newApp(t, theme.Look{})
	var acted, more int
	b := NewBanner(BannerSpec{Fact: "We cannot hear the bank.", Then: "The customer may have paid.", Action: "Check now"}, func() { acted++ }, func() { more++ })
	w := test.NewTempWindow(t, b)
	w.Resize(fyne.NewSize(1000, 100))
	if b.more.Visible() || !b.action.Visible() {
		t.Error("other buttons")
	}
	test.Tap(b.action)
	b.Set(BannerSpec{Fact: "Paid twice.", Action: "Open both", More: "+2 more"})
	test.Tap(b.more)
	if acted != 1 || more != 1 {
		t.Errorf("%d %d", acted, more)
	}
	b.Set(BannerSpec{Fact: "Late money: #10 was paid after all.", Then: "15.250 LYD came at 14:29.", OwnLine: true})
	if n := len(b.text.lines); n != 2 {
		t.Errorf("%d lines", n)
	}
}

func TestAStageShowsTheNewScreenAtOnceWithoutMotion(t *testing.T) {
	for _, still := range []bool{false, true} {
		newApp(t, theme.Look{Still: still})
		a, b := NewText("a", Body), NewText("b", Body)
		s := NewStage(a)
		test.NewTempWindow(t, s)
		s.Set(b)
		s.Set(b)
		if got := readable(s); got != "b" || s.Shown() != fyne.CanvasObject(b) {
			t.Errorf("shows %q", got)
		}
		if s.veil.Visible() {
			t.Error("the veil stays")
		}
	}
}
