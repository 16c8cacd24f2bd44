package control

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest/themed"
)

// TestAnIconAloneStandsInTheMiddleOfItsChip, in both directions.
func TestAnIconAloneStandsInTheMiddleOfItsChip(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		themed.App(t, theme.Look{RTL: rtl})
		c := NewChip("", "calendar", false, nil)
		test.NewTempWindow(t, c)
		c.Resize(c.MinSize())
		if left, right := c.pic.Position().X, c.Size().Width-c.pic.Position().X-c.pic.Size().Width; left != right {
			t.Errorf("rtl %v: %.0f on its left, %.0f on its right", rtl, left, right)
		}
	}
}
