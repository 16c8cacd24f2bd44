package control

import (
	"image/color"
	"unicode"
)

// paintRead shows what stands in a field that nobody types into in the order in which it is
// read, where the entry would not: words and numbers stand each in their own direction.
func (f *Field) paintRead(fill color.NRGBA) {
	shown := !f.focused && !f.spec.Password && !f.spec.Bare && mixed(f.entry.Text)
	f.cover.Hidden, f.read.Hidden = !shown, !shown
	if shown {
		f.cover.FillColor = fill
		f.read.SetText(f.entry.Text)
	}
	f.cover.Refresh()
	f.read.Refresh()
}

// mixed reports whether a text has letters from right to left and something in the other
// direction.
func mixed(text string) bool {
	var right, left bool
	for _, r := range text {
		switch {
		case unicode.In(r, unicode.Arabic, unicode.Hebrew) && unicode.IsLetter(r):
			right = true
		case unicode.IsLetter(r), unicode.IsDigit(r):
			left = true
		}
	}
	return right && left
}
