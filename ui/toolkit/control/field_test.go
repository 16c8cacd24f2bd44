package control

import (
	"fmt"
	"image/color"
	"strings"
	"testing"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

func TestFieldHandsOnWhatItDoesNotNeed(t *testing.T) {
	themed.App(t, theme.Look{})
	f := NewField(FieldSpec{Label: "Order reference"})
	w := test.NewTempWindow(t, f)
	var passed []fyne.KeyName
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { passed = append(passed, e.Name) })
	f.Focus()
	for _, k := range []fyne.KeyName{fyne.KeyF2, fyne.KeyEscape, fyne.KeyReturn, fyne.KeyUp, fyne.KeyA, fyne.KeyUnknown, fyne.Key1, fyne.KeyBackspace} {
		f.entry.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if fmt.Sprint(passed) != fmt.Sprint([]fyne.KeyName{fyne.KeyF2, fyne.KeyEscape, fyne.KeyReturn, fyne.KeyUp}) {
		t.Errorf("the canvas heard %v", passed)
	}
	var sent string
	f.OnSubmit = func(s string) { sent = s }
	test.Type(f.entry, "A-17")
	f.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnter})
	if sent != "A-17" || len(passed) != 4 {
		t.Errorf("submitted %q, the canvas heard %v", sent, passed)
	}
	f.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if f.Text() != "A-1" {
		t.Errorf("after Backspace %q", f.Text())
	}
}

func TestFieldFiltersWhatIsTyped(t *testing.T) {
	themed.App(t, theme.Look{})
	f := NewField(FieldSpec{})
	f.Filter = func(r rune) (rune, bool) { return unicode.ToUpper(r), r != ' ' }
	var changes []string
	f.OnChanged = func(s string) { changes = append(changes, s) }
	test.NewTempWindow(t, f)
	test.Type(f.entry, "a b")
	if f.Text() != "AB" || fmt.Sprint(changes) != "[A AB]" {
		t.Errorf("%q after %v", f.Text(), changes)
	}
}

func TestFieldSaysWhatIsWrong(t *testing.T) {
	themed.App(t, theme.Look{})
	f := NewField(FieldSpec{Placeholder: "Search", Icon: "search"})
	w := test.NewTempWindow(t, f)
	w.Resize(fyne.NewSize(320, 200))
	if f.MinSize().Height != 56 || uitest.Lines(f) == "" {
		t.Errorf("%v high, shows %q", f.MinSize().Height, uitest.Lines(f))
	}
	f.SetProblem("The bank does not know this account.")
	if f.frame.StrokeColor != theme.Failed.NRGBA() || !f.wrong.Visible() || f.MinSize().Height <= 56 {
		t.Error("the problem is not shown")
	}
	f.SetProblem("")
	if f.frame.StrokeColor != theme.Edge.NRGBA() || f.wrong.Visible() || f.MinSize().Height != 56 {
		t.Error("the problem stays")
	}
	f.SetText("0123")
	if f.holder.Visible() {
		t.Error("the placeholder stays behind the text")
	}
}

// TestAShortProblemStandsBesideTheLabel: nothing moves when it comes; one that is too long stands below.
func TestAShortProblemStandsBesideTheLabel(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		themed.App(t, theme.Look{RTL: rtl})
		f := NewField(FieldSpec{Label: "Name", EndProblem: true})
		w := test.NewTempWindow(t, f)
		w.Resize(fyne.NewSize(400, 200))
		high, line := f.MinSize().Height, f.frame.Position()
		f.SetProblem("Type a name.")
		if got := f.MinSize().Height; got != high || f.frame.Position() != line {
			t.Errorf("with a short problem %v high, without %v", got, high)
		}
		from, to := f.wrong.Position().X, f.wrong.Position().X+f.wrong.Size().Width
		if rtl {
			from, to = f.Size().Width-to, f.Size().Width-from
		}
		if !f.wrong.Visible() || f.wrong.Position().Y+f.wrong.Size().Height > line.Y || from < f.label.Width()+crossRoom || to != f.Size().Width {
			t.Errorf("the problem stands from %v to %v at %v", from, to, f.wrong.Position().Y)
		}
		f.SetProblem("Somebody here already has this name, and two people of one name cannot be told apart.")
		if f.MinSize().Height <= high || f.wrong.Position().Y < line.Y+f.frameHeight() {
			t.Errorf("a long problem: %v high, at %v", f.MinSize().Height, f.wrong.Position().Y)
		}
	}
}

func TestATapOnTheFrameGivesTheFocus(t *testing.T) {
	themed.App(t, theme.Look{})
	f := NewField(FieldSpec{Icon: "search"})
	w := test.NewTempWindow(t, f)
	told := false
	f.OnFocus = func(on bool) { told = on }
	test.Tap(f)
	if w.Canvas().Focused() != f.Focusable() || !told || f.frame.StrokeColor != theme.Primary.NRGBA() {
		t.Error("the field has no focus")
	}
	w.Canvas().Unfocus()
	f.Disable()
	test.Tap(f)
	if w.Canvas().Focused() != nil {
		t.Error("a field that is off took the focus")
	}
}

func TestAPasswordIsNotDrawn(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		themed.App(t, theme.Look{RTL: rtl})
		f := NewField(FieldSpec{Password: true, Label: "Secret key"})
		w := test.NewTempWindow(t, f)
		w.Resize(fyne.NewSize(400, 120))
		test.Type(f.entry, "s3cret")
		if got := uitest.Lines(f); strings.Contains(got, "s3cret") || !strings.Contains(got, "••••••") {
			t.Errorf("shows %q", got)
		}
		if f.Text() != "s3cret" {
			t.Errorf("holds %q", f.Text())
		}
	}
}

func TestInArabicALineBeginsAtTheRight(t *testing.T) {
	themed.App(t, theme.Look{RTL: true})
	f := NewField(FieldSpec{})
	w := test.NewTempWindow(t, f)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(400, 56))
	test.Type(f.entry, "0123")
	right := f.entry.Position().X + f.entry.Size().Width
	if f.entry.Position().X < 300 || right < 380 || right > 390 {
		t.Errorf("stands from %v to %v", f.entry.Position().X, right)
	}
	test.Type(f.entry, "4567890123456789012345678901234567890123456789")
	if x := f.entry.Position().X; x < 0 || x > 20 {
		t.Errorf("a long line begins at %v", x)
	}
}

func TestAFieldThatHasTheFocusHasOneFrame(t *testing.T) {
	for _, password := range []bool{false, true} {
		f := NewField(FieldSpec{Label: "Shop", Password: password})
		w := test.NewTempWindow(t, f)
		w.Resize(fyne.NewSize(300, 120))
		f.Focus()
		f.SetText("Al Noor")
		for _, o := range test.WidgetRenderer(f.entry).Objects() {
			if r, ok := o.(*canvas.Rectangle); ok && r.StrokeColor != nil && r.StrokeColor != color.Transparent {
				t.Errorf("password %v: a frame of %v within the field's own", password, r.Size())
			}
			if _, ok := o.(fyne.Tappable); ok && password {
				t.Error("a password has an eye")
			}
		}
	}
}

// TestAFieldThatIsLeftIsReadFromRightToLeft: what the toolkit's entry shows has one
// direction, in which "الصندوق 1" has its number before it.
func TestAFieldThatIsLeftIsReadFromRightToLeft(t *testing.T) {
	for _, rtl := range []bool{true, false} {
		isRead(t, rtl)
	}
}

func isRead(t *testing.T, rtl bool) {
	t.Helper()
	themed.App(t, theme.Look{RTL: rtl})
	f := NewField(FieldSpec{Label: "الصندوق"})
	w := test.NewTempWindow(t, f)
	w.Resize(fyne.NewSize(400, 120))
	drawn := func() (word, number float32) {
		word, number = -1, -1
		for _, one := range uitest.All[*canvas.Text](f.read) {
			at := fyne.CurrentApp().Driver().AbsolutePositionForObject(one).X
			switch strings.Trim(one.Text, "\u200f ") {
			case "الصندوق":
				word = at
			case "1":
				number = at
			}
		}
		return word, number
	}
	f.SetText("الصندوق 1")
	if word, number := drawn(); !f.read.Visible() || !f.cover.Visible() || number < 0 || number >= word {
		t.Errorf("shown %v: the word at %.0f, the number at %.0f", f.read.Visible(), word, number)
	}
	uitest.Picture(t, w, "field-mixed-ar")
	if f.Focus(); f.read.Visible() || f.cover.Visible() {
		t.Error("the line that is typed into is covered")
	}
	w.Canvas().Unfocus()
	if !f.read.Visible() {
		t.Error("the field that was left is not read")
	}
	for _, alone := range []string{"", "سوق النور", "+218 91 000", "till@shop.example"} {
		if f.SetText(alone); f.read.Visible() || f.cover.Visible() {
			t.Errorf("%q is covered", alone)
		}
	}
}
