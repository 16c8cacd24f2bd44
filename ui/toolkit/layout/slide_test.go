package layout

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/uitest/themed"
)

type tile struct {
	widget.BaseWidget
	tapped func()
}

func (t *tile) Tapped(*fyne.PointEvent) { t.tapped() }

func (t *tile) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(graphic.NewPanel(theme.Card))
}

func TestAFingerScrollsASlideAndStopsAtItsEnds(t *testing.T) {
	themed.App(t, theme.Look{})
	tapped := 0
	b := &tile{tapped: func() { tapped++ }}
	b.ExtendBaseWidget(b)
	s := NewSlide(Fixed(200, 500, b))
	moved := 0
	s.Moved = func() { moved++ }
	w := test.NewTempWindow(t, Fixed(200, 200, s))
	w.SetPadded(false)
	w.Resize(fyne.NewSize(200, 200))
	for _, x := range []struct{ by, want float32 }{{-100, 100}, {-1000, 300}, {50, 250}, {1000, 0}} {
		test.Drag(w.Canvas(), fyne.NewPos(100, 100), 0, x.by)
		if s.Offset() != x.want {
			t.Errorf("after %v the slide is at %v, want %v", x.by, s.Offset(), x.want)
		}
	}
	if tapped != 0 || moved != 4 {
		t.Errorf("%d taps, told of %d moves", tapped, moved)
	}
}

func TestRevealMovesNoMoreThanItMust(t *testing.T) {
	themed.App(t, theme.Look{})
	s := NewSlide(Fixed(200, 500, graphic.NewPanel(theme.Card)))
	w := test.NewTempWindow(t, Fixed(200, 200, s))
	w.SetPadded(false)
	w.Resize(fyne.NewSize(200, 200))
	for _, x := range []struct{ top, bottom, want float32 }{{0, 64, 0}, {150, 214, 14}, {100, 164, 14}, {436, 500, 300}, {0, 64, 0}, {-20, 40, 0}} {
		s.Reveal(x.top, x.bottom)
		if s.Offset() != x.want {
			t.Errorf("to see %v to %v the slide went to %v, want %v", x.top, x.bottom, s.Offset(), x.want)
		}
	}
}
