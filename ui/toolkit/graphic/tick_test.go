package graphic

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/uitest/themed"
)

func TestATickIsDrawnOnFromTheLeft(t *testing.T) {
	themed.App(t, theme.Look{RTL: true})
	for _, practice := range []bool{true, false} {
		i := NewStateIcon(StatePaid, 200, practice)
		i.Resize(fyne.NewSquareSize(200))
		i.CreateRenderer()
		left, _, wide, _ := i.tick()
		for _, x := range []struct {
			share  float32
			hidden bool
		}{{0, false}, {.5, false}, {1, true}} {
			i.drawn(x.share)
			if i.veil.Hidden != x.hidden {
				t.Errorf("at %v the veil is hidden: %v", x.share, i.veil.Hidden)
			}
			if got, want := i.veil.Position().X, left+wide*x.share; got != want {
				t.Errorf("at %v the veil begins at %v, want %v", x.share, got, want)
			}
			if got, want := i.veil.Position().X+i.veil.Size().Width, left+wide; got < want-.01 || got > want+.01 {
				t.Errorf("at %v the veil ends at %v, want %v", x.share, got, want)
			}
		}
	}
}

func TestOnlyAPaidTickIsDrawnOnAndOnlyWithMotion(t *testing.T) {
	for _, x := range []struct {
		state State
		still bool
		want  bool
	}{{StatePaid, false, true}, {StatePaid, true, false}, {StateFailed, false, false}, {StateUnknown, false, false}} {
		themed.App(t, theme.Look{Still: x.still})
		i := NewStateIcon(x.state, 200, true)
		i.CreateRenderer()
		i.DrawOn(theme.Ground)
		if got := i.draw != nil; got != x.want {
			t.Errorf("state %v, still %v: drawn on %v", x.state, x.still, got)
		}
		if i.draw != nil {
			i.draw.Stop()
		}
	}
}
