package popover

import (
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/uitest"
)

// TestEnterBeforeAChoiceTakesNone: where nothing holds yet, a person moves first.
func TestEnterBeforeAChoiceTakesNone(t *testing.T) {
	uitest.NewApp(t)
	picked := ""
	pick := func(name string) Choice { return Choice{Label: name, Pick: func() { picked += name }} }
	c := NewChoices([]Choice{pick("a"), pick("b"), pick("c")}, -1, 1)
	for _, step := range []struct {
		key  fyne.KeyName
		want string
	}{{fyne.KeyReturn, ""}, {fyne.KeyLeft, ""}, {fyne.KeyUp, ""}, {fyne.KeyReturn, ""}, {fyne.KeyDown, ""}, {fyne.KeyReturn, "a"}, {fyne.KeyDown, "a"}, {fyne.KeyEnter, "ab"}} {
		if c.Press(screen.KeyPress{Name: step.key}); picked != step.want {
			t.Fatalf("%s: %q is picked, want %q", step.key, picked, step.want)
		}
	}
}
