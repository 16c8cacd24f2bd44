package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// work is the work area: a banner above, the screen, and beside it the phone, to
// which every screen gives room.
type work struct {
	screen        screen.Screen // that is shown; nil until there is one
	stage         *widgets.Stage
	scroll        *container.Scroll // around the stage when its screen is taller than the room
	framed        bool              // the screen has a frame up to its edges
	high          float32           // what the screen asks for; 0 when it fits any room
	asks          float32           // the same, or all the room that there is without the keyboard
	tall          bool              // the stage is in the scroll
	foot          *widgets.Foot     // the row of the primary, below the scroll; nil while it is in the screen
	banner, phone fyne.CanvasObject // nil when there is none
	kept          fyne.Size         // of the place of a banner that this screen had, wide for which it was measured
	alone         bool              // the phone has the place of the screen
	keyboard      fyne.CanvasObject // along the lower edge; nil while it is closed
	field         fyne.CanvasObject // that it types into; nil for none
	seen          fyne.Size         // of the screen, when the field was brought into sight
	root          *fyne.Container
}

func newWork() *work {
	w := &work{stage: widgets.NewStage(widgets.NewPanel(theme.Ground))}
	w.root = screen.Lay(nil, w.place, w.stage)
	return w
}

// put shows another screen, from its top.
func (w *work) put(s screen.Screen) {
	w.giveFootBack()
	w.screen, w.high, w.kept = s, 0, fyne.Size{}
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

// measure asks the screen anew how high it has to be.
func (w *work) measure() {
	if t, ok := w.screen.(screen.Tall); ok && w.high != t.Height() {
		w.giveFootBack()
		w.high = t.Height()
		w.root.Refresh()
	}
}

// within is what holds the stage in a room of a height: itself, or a scroll.
func (w *work) within(high float32) fyne.CanvasObject {
	w.tall = w.asks > high
	if !w.tall {
		return w.stage
	}
	content := screen.Lay(func() fyne.Size { return fyne.NewSize(0, w.shown()) },
		func(b screen.Board) { b.Put(w.stage, 0, 0, b.W, w.asks) }, w.stage)
	w.scroll = container.NewVScroll(content)
	return w.scroll
}

// roomy reports whether a banner has its place already, so that nothing moves
// when one comes.
func (w *work) roomy() bool { return w.banner != nil || w.kept.Height > 0 }

func (w *work) setBanner(o fyne.CanvasObject) {
	if w.banner != o {
		w.banner = o
		w.gather()
	}
}

// setPhone shows the phone beside the screen, or alone in its place; nil takes it
// away.
func (w *work) setPhone(o fyne.CanvasObject, alone bool) {
	if w.phone != o || w.alone != alone {
		w.phone, w.alone = o, alone
		w.gather()
	}
}

// setKeyboard shows the keyboard and scrolls a field into sight, or takes the
// keyboard away.
func (w *work) setKeyboard(o, field fyne.CanvasObject) {
	if o == nil && w.keyboard == nil {
		return
	}
	w.keyboard, w.field = o, field
	w.gather()
	w.reveal()
}

func (w *work) gather() {
	w.root.Objects = w.root.Objects[:1]
	if w.foot != nil {
		w.root.Objects = append(w.root.Objects, w.foot.Root)
	}
	for _, o := range []fyne.CanvasObject{w.banner, w.phone, w.keyboard} {
		if o != nil {
			w.root.Objects = append(w.root.Objects, o)
		}
	}
	w.root.Refresh()
}

func (w *work) place(b screen.Board) {
	end, foot := b.W, b.H
	if w.phone != nil && !w.alone {
		end -= theme.PhoneWidth
	}
	top, under := float32(0), float32(0) // where the screen begins, and where nothing is above it any more
	if w.banner != nil || w.kept.Height > 0 {
		top, under = w.placeBanner(b)
	}
	w.asks = w.high
	if w.keyboard != nil { // the screen stays as it is, and scrolls
		w.asks = max(w.high, b.H-top)
		foot -= min(w.keyboard.MinSize().Height, b.H-under-theme.Target-theme.S4)
		b.Put(w.keyboard, 0, foot, b.W, b.H-foot)
	}
	switch {
	case w.phone == nil:
	case w.alone:
		b.Put(w.phone, 0, under, b.W, foot-under)
	default:
		b.Put(w.phone, end, 0, theme.PhoneWidth, foot)
	}
	if w.asks > foot-top {
		top = max(top, under) // what scrolls must not pass below the banner
	}
	if tall := w.asks > foot-top; tall != w.tall {
		w.root.Objects[0] = w.within(foot - top)
	}
	below := w.placeFoot(fyne.NewSize(end, foot-top))
	if below > 0 {
		b.Put(w.foot.Root, 0, foot-below, end, below)
		foot -= below
	}
	if w.tall {
		w.scroll.Content.(*fyne.Container).Refresh()
	}
	if shown := w.root.Objects[0]; shown.Visible() == w.alone {
		if w.alone {
			shown.Hide()
		} else {
			shown.Show()
		}
	}
	b.Put(w.root.Objects[0], 0, top, end, foot-top)
	if size := fyne.NewSize(end, foot-top); size != w.seen {
		w.seen = size
		w.reveal()
	}
}

// sheeted is a framed screen: its row of the primary is on a sheet inside the
// frame, on a colour of its own.
type sheeted interface {
	Sheet() (fyne.CanvasObject, theme.Colour)
}

// placeFoot keeps the row of the primary below what scrolls, where there is room
// for both. It returns how high the row is.
func (w *work) placeFoot(room fyne.Size) (high float32) {
	if !w.tall || w.keyboard != nil || w.alone || w.screen == nil {
		w.giveFootBack()
		return 0
	}
	if w.stage.Resize(fyne.NewSize(room.Width, w.asks)); w.foot == nil {
		sheet, inset, ground := w.screen.Object(), float32(0), theme.Ground
		if s, framed := w.screen.(sheeted); framed {
			inset = theme.Frame
			sheet, ground = s.Sheet()
		}
		if w.foot = widgets.TakeFoot(sheet, inset, ground); w.foot == nil {
			return 0
		}
		w.root.Objects = slices.Insert(w.root.Objects, 1, fyne.CanvasObject(w.foot.Root))
	}
	return w.foot.High(w.asks)
}

// shown is how much of the screen is in the scroll.
func (w *work) shown() float32 {
	if w.foot != nil {
		return w.foot.Top
	}
	return w.asks
}

func (w *work) giveFootBack() {
	if w.foot == nil {
		return
	}
	w.root.Objects = slices.DeleteFunc(w.root.Objects, func(o fyne.CanvasObject) bool { return o == w.foot.Root })
	w.foot.GiveBack()
	w.foot = nil
}

// reveal scrolls so that the field is in sight.
func (w *work) reveal() {
	if w.keyboard != nil && w.field != nil && w.tall {
		widgets.Reveal(w.scroll, w.stage, w.field)
	}
}

// placeBanner puts the banner beside the phone, or keeps the place of the one that
// went, so that nothing moves until the next screen. It returns where the screen
// begins, and where the banner ends. The screen's own padding stands between
// them, if it has one.
func (w *work) placeBanner(b screen.Board) (top, under float32) {
	end, p := b.W, theme.S5()
	if w.phone != nil && !w.alone {
		end -= theme.PhoneWidth
	}
	if w.framed {
		p = theme.S2
	}
	if w.kept.Width != end {
		w.kept = fyne.NewSize(end, 0)
	}
	if w.banner != nil {
		w.banner.Resize(fyne.NewSize(end-2*p, w.banner.Size().Height)) // it wraps to its width
		w.kept.Height = max(w.kept.Height, w.banner.MinSize().Height)
		b.Put(w.banner, p, p, end-2*p, w.kept.Height)
	}
	h := w.kept.Height
	if h == 0 {
		return 0, 0
	}
	if w.framed {
		return h + 2*p, h + 2*p
	}
	return h + theme.S4, h + p
}
