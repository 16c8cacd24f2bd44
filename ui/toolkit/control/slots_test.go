package control

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

func TestSlotsShowWhatWasTypedAndWhatIsNext(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		themed.App(t, theme.Look{RTL: rtl})
		s := NewSlots(6)
		s.Resize(fyne.NewSize(578, 88))
		s.SetDigits("4812")
		if got := uitest.Lines(s); got != "4|8|1|2" {
			t.Errorf("shows %q", got)
		}
		if s.boxes[4].StrokeColor != theme.Primary.NRGBA() || s.boxes[5].StrokeColor != theme.Edge.NRGBA() || !s.caret.Visible() {
			t.Error("the next slot is not framed")
		}
		if s.boxes[0].Position().X != 0 || s.boxes[5].Position().X+s.boxes[5].Size().Width != 578 {
			t.Errorf("rtl %v: mirrored, or not as wide as told", rtl)
		}
		if a, b := s.boxes[1].Position().X-s.boxes[0].Position().X, s.boxes[3].Position().X-s.boxes[2].Position().X; b-a < 15.9 || b-a > 16.1 {
			t.Errorf("the middle is %v wider", b-a)
		}
		s.SetWrong(true)
		if s.boxes[0].StrokeColor != theme.Failed.NRGBA() || s.boxes[5].StrokeColor != theme.Failed.NRGBA() {
			t.Error("a wrong code is not red")
		}
		if s.boxes[4].StrokeColor != theme.Primary.NRGBA() || !s.caret.Visible() {
			t.Error("a wrong code does not show where the next one is typed")
		}
		s.SetWrong(false)
		s.SetDigits("48120099")
		if got := uitest.Lines(s); got != "4|8|1|2|0|0" || s.caret.Visible() {
			t.Errorf("full: %q", got)
		}
	}
}
