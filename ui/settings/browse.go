package settings

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/filechooser"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// browser lets a page choose a folder or a file in its own place.
type browser struct {
	screen *Screen
	paint  func()               // of the page
	list   *filechooser.Chooser // nil unless open
	button *control.Button      // that opens it
}

// newBrowser is for one field; o says what is to be picked, and where to begin.
func newBrowser(s *Screen, paint func(), o func() filechooser.Options) *browser {
	b := &browser{screen: s, paint: paint}
	b.button = control.NewButton(control.ButtonSpec{Icon: "folder", Label: s.deps.Words.T("chooser.browse"), Mid: true}, func() { b.open(o()) })
	return b
}

func (b *browser) open(o filechooser.Options) {
	picked := o.Picked
	o.Words, o.Go, o.Post = b.screen.deps.Words, b.screen.deps.Go, b.screen.deps.Post
	o.Picked = func(path string) {
		b.close()
		picked(path)
	}
	o.Changed = b.screen.paint
	b.list = filechooser.New(o)
	focus(b.list.Object(), nil)
	b.paint()
	b.screen.paint()
}

func (b *browser) close() {
	b.list = nil
	b.paint()
	b.screen.paint()
}

// object is what stands in the place of the page; nil while nothing is chosen.
func (b *browser) object() fyne.CanvasObject {
	if b.list == nil {
		return nil
	}
	return b.list.Object()
}

// primary takes what is picked, while the list is open.
func (b *browser) primary() (control.ButtonSpec, func(), bool) {
	if b.list == nil {
		return control.ButtonSpec{}, nil, false
	}
	label, do := b.list.Primary()
	return control.ButtonSpec{Label: label, Key: "Enter"}, do, label != ""
}

func (b *browser) press(k screen.KeyPress) bool {
	switch {
	case b.list == nil:
		return false
	case k.Name == fyne.KeyEscape:
		b.close()
		return true
	}
	return b.list.Press(k)
}

// beside sets buttons at the end of a field, or below it where words are large.
func beside(f *control.Field, buttons ...fyne.CanvasObject) fyne.CanvasObject {
	if now := theme.Now(); now.TextScale > 1.2 || now.Small {
		return layout.Rows(theme.S2, f, layout.Flow(theme.S2, buttons...))
	}
	return layout.Centred(theme.S3, append([]fyne.CanvasObject{layout.Grow(1, f)}, buttons...)...)
}
