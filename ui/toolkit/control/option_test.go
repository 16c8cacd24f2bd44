package control

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest/themed"
)

func TestAnOptionGrowsWithItsSentence(t *testing.T) {
	themed.App(t, theme.Look{})
	o := NewOption("lock", "Live", "Real money. Needs the address and keys that your bank gave you.", nil)
	o.Resize(fyne.NewSize(600, 100))
	wide := o.MinSize().Height
	o.Resize(fyne.NewSize(240, 100))
	if narrow := o.MinSize().Height; narrow <= wide {
		t.Errorf("%v high in 240, %v in 600", narrow, wide)
	}
}

// TestTheChosenOptionIsToldApartInEveryLook: by more than a colour.
func TestTheChosenOptionIsToldApartInEveryLook(t *testing.T) {
	for _, v := range theme.Variants() {
		themed.App(t, theme.Look{Variant: v})
		tapped := 0
		o := NewOption("lock", "Live", "x", func() { tapped++ })
		o.Resize(fyne.NewSize(300, 100))
		test.WidgetRenderer(o)
		before := o.back.StrokeWidth
		o.SetChosen(true)
		if o.back.StrokeWidth <= before || o.pic.Name() != "check" || !o.Chosen() {
			t.Errorf("%s: frame %v then %v, icon %s", v, before, o.back.StrokeWidth, o.pic.Name())
		}
		test.Tap(o)
		o.Disable()
		test.Tap(o)
		if tapped != 1 {
			t.Errorf("%s: tapped %d times", v, tapped)
		}
	}
}

func TestAnOpenerStepsOpensAndIsDeafWhenOff(t *testing.T) {
	themed.App(t, theme.Look{})
	opened, steps := 0, []int{}
	o := NewOpener("LYD", func() { opened++ })
	o.OnStep = func(by int) { steps = append(steps, by) }
	press := func(names ...fyne.KeyName) {
		for _, n := range names {
			o.TypedKey(&fyne.KeyEvent{Name: n})
		}
	}
	press(fyne.KeyDown, fyne.KeyDown, fyne.KeyUp, fyne.KeyReturn)
	o.SetValue("TND")
	if opened != 1 || len(steps) != 3 || steps[0] != 1 || steps[2] != -1 || o.Value() != "TND" {
		t.Errorf("opened %d, stepped %v, shows %s", opened, steps, o.Value())
	}
	o.Disable()
	press(fyne.KeyDown, fyne.KeyReturn)
	if opened != 1 || len(steps) != 3 {
		t.Error("it hears keys while it is off")
	}
}
