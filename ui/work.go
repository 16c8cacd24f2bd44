package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// work is the work area: a banner above, the screen, and the phone at the end,
// beside the screen or over it.
type work struct {
	stage         *widgets.Stage
	scroll        *container.Scroll // around the stage when its screen is taller than the room
	framed        bool              // the screen has a frame up to its edges
	high          float32           // what the screen asks for; 0 when it fits any room
	tall          bool              // the stage is in the scroll
	banner, phone fyne.CanvasObject // nil when there is none
	beside        bool              // the phone takes room from the screen
	root          *fyne.Container
}

func newWork() *work {
	w := &work{stage: widgets.NewStage(widgets.NewPanel(theme.Ground))}
	w.root = screen.Lay(nil, w.place, w.stage)
	return w
}

// put shows another screen, from its top.
func (w *work) put(s screen.Screen) {
	w.high = 0
	_, w.framed = s.(screen.Framed)
	if t, ok := s.(screen.Tall); ok {
		w.high = t.Height()
	}
	w.stage.Set(s.Object())
	if w.scroll != nil {
		w.scroll.ScrollToTop()
	}
	w.root.Refresh()
}

// within is what holds the stage in a room of a height: itself, or a scroll.
func (w *work) within(high float32) fyne.CanvasObject {
	w.tall = w.high > high
	if !w.tall {
		return w.stage
	}
	content := screen.Lay(func() fyne.Size { return fyne.NewSize(0, w.high) },
		func(b screen.Board) { b.Put(w.stage, 0, 0, b.W, b.H) }, w.stage)
	w.scroll = container.NewVScroll(content)
	return w.scroll
}

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
	w.root.Objects = w.root.Objects[:1]
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
		top = w.placeBanner(b)
	}
	if tall := w.high > b.H-top; tall != w.tall {
		w.root.Objects[0] = w.within(b.H - top)
	}
	if w.tall {
		w.scroll.Content.(*fyne.Container).Refresh()
	}
	b.Put(w.root.Objects[0], 0, top, end, b.H-top)
}

// placeBanner puts the banner beside the phone and returns where the screen
// begins. The screen's own padding stands between them, if it has one.
func (w *work) placeBanner(b screen.Board) float32 {
	end, p := b.W, theme.S5()
	if w.phone != nil {
		end -= theme.PhoneWidth
	}
	if w.framed {
		p = theme.S2
	}
	w.banner.Resize(fyne.NewSize(end-2*p, w.banner.Size().Height)) // it wraps to its width
	h := w.banner.MinSize().Height
	b.Put(w.banner, p, p, end-2*p, h)
	if w.framed {
		return h + 2*p
	}
	return h + theme.S4
}
