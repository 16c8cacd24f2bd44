package day

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/pages"
	"sanduq/ui/toolkit/control"
)

// form is what the pages behind the day have in common: a frame, which a reading of
// the day leaves as it is. A count and a form say what was so when they were begun.
type form struct {
	screen *Screen
	frame  *pages.Frame
}

func newForm(s *Screen, title string) form { return form{s, pages.NewFrame(s.env.Words.T(title))} }

func (f form) object() fyne.CanvasObject { return f.frame.Root }

func (f form) face() *pages.Frame { return f.frame }

func (form) refresh() {}

// ofShift gives the frame its way back and the number of the shift.
func (f form) ofShift() {
	f.frame.Back, f.frame.Filled = f.screen.backTool(), true
	f.frame.End.SetText(f.screen.env.Words.T("day.shift", "n", f.screen.view.Shift.Number))
}

// reasonField is a field for why something is done, and do what Enter in it does.
func (f form) reasonField(label string, changed func(string), do func()) *control.Field {
	w := f.screen.env.Words
	field := control.NewField(control.FieldSpec{Label: w.T(label), Placeholder: w.T("day.reason.hint")})
	field.OnChanged = changed
	field.OnSubmit, field.OnScan = func(string) { do() }, unscanned
	return field
}

// ready lets the primary be pressed, or not.
func (f form) ready(is bool) {
	f.frame.Primary.SetDisabled(!is)
}
