package ui

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
)

const fadeTime = 150 * time.Millisecond

// bannerHigh is how much the work area gives to a banner: with the screen's
// own padding below it, the gap is that of the look.
func bannerRoom(banner float32) float32 { return theme.S5() + banner + theme.S4 - theme.S5() }

// work is the work area: a banner above, the screen, and the phone at the end,
// beside the screen or over it.
type work struct {
	banner, screen, phone fyne.CanvasObject // any may be nil
	beside                bool              // the phone takes room from the screen
	veil                  *canvas.Rectangle
	fade                  *fyne.Animation
	root                  *fyne.Container
}

func newWork() *work {
	w := &work{veil: canvas.NewRectangle(color.Transparent)}
	w.veil.Hide()
	w.root = screen.Lay(nil, w.place)
	return w
}

// put shows another screen; it fades in unless motion is off.
func (w *work) put(o fyne.CanvasObject) {
	w.screen = o
	w.gather()
	if w.fade != nil {
		w.fade.Stop()
	}
	if theme.Now().Still {
		w.veil.Hide()
		return
	}
	w.veil.Show()
	w.fade = fyne.NewAnimation(fadeTime, func(done float32) {
		c := theme.Ground.NRGBA()
		c.A = uint8(255 * (1 - done))
		w.veil.FillColor = c
		w.veil.Hidden = done == 1
		w.veil.Refresh()
	})
	w.fade.Start()
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
	w.root.Objects = nil
	for _, o := range []fyne.CanvasObject{w.screen, w.veil, w.banner, w.phone} {
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
		w.banner.Resize(fyne.NewSize(end-2*p, w.banner.Size().Height))
		h := w.banner.MinSize().Height
		b.Put(w.banner, p, p, end-2*p, h)
		top = bannerRoom(h)
	}
	if w.screen != nil {
		b.Put(w.screen, 0, top, end, b.H-top)
		b.Put(w.veil, 0, top, end, b.H-top)
	}
}
