package control_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/uitest/themed"
)

// TestARowOfChoicesIsOneStop: Tab goes past it at once, arrows choose as they are seen, Space goes on, Enter is the
// form's, and digits are typed into the line that follows.
func TestARowOfChoicesIsOneStop(t *testing.T) {
	now := time.Now()
	input.TypedAt = func() time.Time { now = now.Add(time.Second); return now } // by hand, not by a scanner
	t.Cleanup(func() { input.TypedAt = time.Now })
	for _, rtl := range []bool{false, true} {
		themed.App(t, theme.Look{RTL: rtl})
		name, code := control.NewField(control.FieldSpec{}), control.NewField(control.FieldSpec{Input: control.InputDigits})
		var chose []int
		submitted := 0
		role := control.NewSegmented([]string{"Cashier", "Supervisor", "Manager"}, 0, func(i int) { chose = append(chose, i) })
		w := test.NewTempWindow(t, container.NewVBox(name, role, code))
		w.Resize(fyne.NewSize(600, 400))
		c := w.Canvas()
		c.Focus(name.Focusable())
		c.FocusNext()
		if c.Focused() != fyne.Focusable(role) {
			t.Fatalf("Tab leads to %T, not to the row", c.Focused())
		}
		press := func(keys ...fyne.KeyName) {
			for _, k := range keys {
				c.Focused().TypedKey(&fyne.KeyEvent{Name: k})
			}
		}
		on, back := fyne.KeyRight, fyne.KeyLeft
		if rtl {
			on, back = back, on
		}
		press(on, on, on, back)
		if role.Selected() != 1 || len(chose) != 3 {
			t.Errorf("arrows chose %v, at %d", chose, role.Selected())
		}
		c.Focused().TypedRune(' ')
		c.Focused().TypedRune(' ')
		if role.Selected() != 0 {
			t.Errorf("Space twice chose %d", role.Selected())
		}
		var heard []fyne.KeyName
		c.SetOnTypedKey(func(e *fyne.KeyEvent) { heard = append(heard, e.Name) })
		press(fyne.KeyReturn)
		role.OnSubmit = func() { submitted++ }
		press(fyne.KeyReturn)
		if len(heard) != 1 || submitted != 1 || role.Selected() != 0 {
			t.Errorf("Enter: the canvas heard %v, %d submitted, choice %d", heard, submitted, role.Selected())
		}
		c.FocusNext()
		for _, r := range "2580" {
			c.Focused().TypedRune(r)
		}
		if code.Text() != "2580" {
			t.Errorf("a code typed after Tab is %q", code.Text())
		}
		role.Disable()
		role.TypedKey(&fyne.KeyEvent{Name: on})
		role.TypedRune(' ')
		if role.Selected() != 0 {
			t.Error("a row that is off was changed")
		}
	}
}
