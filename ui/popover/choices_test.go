package popover

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
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

// TestAMenuStandsAboveItsButton wherever it is told to and has room there, even where there is room below too; at the
// top it hangs below.
func TestAMenuStandsAboveItsButton(t *testing.T) {
	uitest.NewApp(t)
	for _, c := range []struct {
		above bool
		at    float32
		want  bool
	}{{true, 300, true}, {false, 300, false}, {true, 10, false}} {
		button := control.NewIconButton("more", func() {})
		p := New()
		p.Above = c.above
		w := test.NewTempWindow(t, container.NewStack(container.NewWithoutLayout(button), p.Layer()))
		w.Resize(fyne.NewSize(600, 600))
		button.Move(fyne.NewPos(200, c.at))
		button.Resize(fyne.NewSize(56, 56))
		choices := NewChoices([]Choice{{Label: "Save as a picture", Pick: func() {}}}, 0, 1)
		p.Open(button, choices)
		driver := fyne.CurrentApp().Driver()
		menu, anchor := driver.AbsolutePositionForObject(choices.Buttons()[0]).Y, driver.AbsolutePositionForObject(button).Y
		if got := menu < anchor; got != c.want {
			t.Errorf("above %v, button at %v: the menu stands at %v", c.above, anchor, menu)
		}
	}
}
