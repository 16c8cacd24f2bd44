package page

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/filechooser"
	"sanduq/ui/screen"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
)

// Browser lets a page choose a folder or a file in its own place.
type Browser struct {
	Button *control.Button // opens it
	env    screen.Env
	host   Host
	paint  func()               // of the page
	list   *filechooser.Chooser // nil unless open
}

// NewBrowser is for one field; o says what is to be picked, and where to begin.
func NewBrowser(env screen.Env, h Host, paint func(), o func() filechooser.Options) *Browser {
	b := &Browser{env: env, host: h, paint: paint}
	b.Button = control.NewButton(control.ButtonSpec{Icon: "folder", Label: env.Words.T("chooser.browse"), Mid: true}, func() { b.open(o()) })
	return b
}

func (b *Browser) open(o filechooser.Options) {
	picked := o.Picked
	o.Words, o.Go, o.Post, o.Changed = b.env.Words, b.env.Go, b.env.Post, b.host.Refresh
	o.Back = b.close
	o.Picked = func(path string) {
		b.close()
		picked(path)
	}
	b.list = filechooser.New(o)
	draw.Focus(b.list.Object(), nil)
	b.turned()
}

func (b *Browser) close() {
	b.list = nil
	b.turned()
}

func (b *Browser) turned() {
	b.paint()
	b.host.Refresh()
}

// Object is what stands in the place of the page; nil while nothing is chosen.
func (b *Browser) Object() fyne.CanvasObject {
	if b.list == nil {
		return nil
	}
	return b.list.Object()
}

// Primary takes what is picked, while the list is open.
func (b *Browser) Primary() (control.ButtonSpec, func(), bool) {
	if b.list == nil {
		return control.ButtonSpec{}, nil, false
	}
	label, do := b.list.Primary()
	return control.ButtonSpec{Label: label, Key: "Enter"}, do, label != ""
}

// Press offers a key to the list.
func (b *Browser) Press(k screen.KeyPress) bool {
	return b.list != nil && b.list.Press(k)
}
