package toolkit_test

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/uitest/themed"
)

// pressable is every widget that can be pressed, with a counter.
func pressables(count *int) map[string]fyne.CanvasObject {
	hit := func() { *count++ }
	return map[string]fyne.CanvasObject{
		"button":  control.NewButton(control.ButtonSpec{Label: "Paid cash"}, hit),
		"primary": control.NewPrimary("Charge", "Enter", hit),
		"key":     padKey(4, func(control.PadKey) { hit() }),
		"chip":    control.NewChip("Today", "", true, hit),
		"tool":    control.NewBarTool("help", "Help", true, hit),
		"icon":    control.NewIconButton("back", hit),
		"nav":     control.NewNavItem("plus", "New sale", "F2", hit),
		"tile":    list.NewSaleTile(list.TileSpec{Number: "#12", Amount: "12.500", Word: "Waiting", Time: "14:31"}, hit),
	}
}

// padKey is one key of a pad, by its place from 0.
func padKey(place int, on func(control.PadKey)) fyne.CanvasObject {
	return test.WidgetRenderer(control.NewDigitPad("Clear", theme.S2, on)).Objects()[place]
}

func TestEverythingThatIsPressedAnswersPointerEnterAndSpace(t *testing.T) {
	themed.App(t, theme.Look{})
	var count int
	for name, o := range pressables(&count) {
		count = 0
		w := test.NewWindow(o)
		var passed []fyne.KeyName
		var runes string
		w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { passed = append(passed, e.Name) })
		w.Canvas().SetOnTypedRune(func(r rune) { runes += string(r) })
		f := o.(fyne.Focusable)

		test.Tap(o.(fyne.Tappable))
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnter})
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
		f.TypedRune(' ')
		if count != 4 {
			t.Errorf("%s: %d presses, want 4", name, count)
		}
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF5})
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
		f.TypedRune('7')
		if len(passed) != 2 || passed[0] != fyne.KeyF5 || runes != "7" {
			t.Errorf("%s: the canvas heard %v %q", name, passed, runes)
		}

		o.(fyne.Disableable).Disable()
		test.Tap(o.(fyne.Tappable))
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		f.TypedRune(' ')
		if count != 4 || !o.(fyne.Disableable).Disabled() {
			t.Errorf("%s: answers though it is off", name)
		}
		w.Close()
	}
}

func TestAHeldKeyPressesOnce(t *testing.T) {
	themed.App(t, theme.Look{})
	var count int
	b := control.NewPrimary("Charge", "", func() { count++ })
	test.NewTempWindow(t, b)
	now := time.Now()
	input.TypedAt = func() time.Time { now = now.Add(50 * time.Millisecond); return now }
	t.Cleanup(func() { input.TypedAt = time.Now })
	for _, name := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace} {
		count = 0
		key := &fyne.KeyEvent{Name: name}
		types := func() {
			if b.TypedKey(key); name == fyne.KeySpace {
				b.TypedRune(' ')
			}
		}
		b.KeyDown(key)
		for range 5 {
			types()
		}
		b.KeyUp(key)
		if count != 1 {
			t.Errorf("%d presses while %s was held", count, name)
		}
		b.KeyDown(key)
		types()
		b.KeyUp(key)
		if count != 2 {
			t.Errorf("%s: the next press did not count", name)
		}
	}
}

// desk is a canvas with a keyboard, which the test driver's has not.
type desk struct {
	fyne.Canvas
	heard []string
}

func (d *desk) OnKeyDown() func(*fyne.KeyEvent) {
	return func(e *fyne.KeyEvent) { d.heard = append(d.heard, "down "+string(e.Name)) }
}

func (d *desk) OnKeyUp() func(*fyne.KeyEvent) {
	return func(e *fyne.KeyEvent) { d.heard = append(d.heard, "up "+string(e.Name)) }
}

func (d *desk) SetOnKeyDown(func(*fyne.KeyEvent)) {}
func (d *desk) SetOnKeyUp(func(*fyne.KeyEvent))   {}

func (d *desk) TypedShortcut(s fyne.Shortcut) { d.heard = append(d.heard, s.ShortcutName()) }

func TestTheCanvasHearsOfKeysThatAWidgetHandsOn(t *testing.T) {
	themed.App(t, theme.Look{})
	d := &desk{}
	input.PassDown(d, &fyne.KeyEvent{Name: fyne.KeyReturn})
	input.PassUp(d, &fyne.KeyEvent{Name: fyne.KeyReturn})
	input.PassShortcut(d, &desktop.CustomShortcut{KeyName: fyne.Key1, Modifier: fyne.KeyModifierControl})
	if got := strings.Join(d.heard, ", "); got != "down Return, up Return, CustomDesktop:Control+1" {
		t.Errorf("heard %s", got)
	}
	input.PassDown(test.Canvas(), &fyne.KeyEvent{}) // without a keyboard nothing happens
	input.PassUp(test.Canvas(), &fyne.KeyEvent{})
	input.PassShortcut(test.Canvas(), &desktop.CustomShortcut{})
}

func TestFocusIsSeen(t *testing.T) {
	themed.App(t, theme.Look{})
	var count int
	for name, o := range pressables(&count) {
		w := test.NewWindow(o)
		before := test.RenderObjectToMarkup(o)
		w.Canvas().Focus(o.(fyne.Focusable))
		during := test.RenderObjectToMarkup(o)
		w.Canvas().Unfocus()
		if before == during {
			t.Errorf("%s: nothing shows the focus", name)
		}
		if after := test.RenderObjectToMarkup(o); after != before {
			t.Errorf("%s: something of the focus stays", name)
		}
		w.Close()
	}
}
