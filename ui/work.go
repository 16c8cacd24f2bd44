package ui

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// work is the work area: a banner above, the screen, and the phone at the end,
// beside the screen or over it.
type work struct {
	stage         *widgets.Stage
	banner, phone fyne.CanvasObject // nil when there is none
	beside        bool              // the phone takes room from the screen
	root          *fyne.Container
}

func newWork() *work {
	w := &work{stage: widgets.NewStage(widgets.NewPanel(theme.Ground))}
	w.root = screen.Lay(nil, w.place, w.stage)
	return w
}

// put shows another screen.
func (w *work) put(o fyne.CanvasObject) { w.stage.Set(o) }

func (w *work) setBanner(o fyne.CanvasObject) {
	if w.banner != o {
		w.banner = o
		w.gather()
	}
}

func (w *work) setPhone(o fyne.CanvasObject, beside bool) {
	if w.phone != o || w.beside != beside {
		w.phone, w.beside = o, beside
		w.gather()
	}
}

func (w *work) gather() {
	w.root.Objects = []fyne.CanvasObject{w.stage}
	for _, o := range []fyne.CanvasObject{w.banner, w.phone} {
		if o != nil {
			w.root.Objects = append(w.root.Objects, o)
		}
	}
	w.root.Refresh()
}

func (w *work) place(b screen.Board) {
	end := b.W
	if w.phone != nil {
		b.Put(w.phone, b.W-theme.PhoneWidth, 0, theme.PhoneWidth, b.H)
		if w.beside {
			end -= theme.PhoneWidth
		}
	}
	top := float32(0)
	if w.banner != nil {
		p := theme.S5()
		w.banner.Resize(fyne.NewSize(end-2*p, w.banner.Size().Height)) // it wraps to its width
		h := w.banner.MinSize().Height
		b.Put(w.banner, p, p, end-2*p, h)
		top = h + theme.S4 // with the screen's own padding: 16 below the banner
	}
	b.Put(w.stage, 0, top, end, b.H-top)
}
