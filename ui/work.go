package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

// work is the work area: the screen, and beside it the phone, to which every
// screen gives room.
type work struct {
	screen   screen.Screen // that is shown; nil until there is one
	stage    *layout.Stage
	scroll   *container.Scroll // around the stage when its screen is taller than the room
	wide     float32           // of the room for the screen
	high     float32           // what the screen asks for; 0 when it fits any room
	asks     float32           // the same, or all the room that there is without the keyboard
	tall     bool              // the stage is in the scroll
	foot     *layout.Foot      // the row of the primary, below the scroll; nil while it is in the screen
	phone    fyne.CanvasObject // nil when there is none
	alone    bool              // the phone has the place of the screen
	keyboard fyne.CanvasObject // along the lower edge; nil while it is closed
	field    fyne.CanvasObject // that it types into; nil for none
	seen     fyne.Size         // of the screen, when the field was brought into sight
	root     *fyne.Container
}

func newWork() *work {
	w := &work{stage: layout.NewStage(graphic.NewPanel(theme.Ground))}
	w.root = screen.Lay(nil, w.place, w.stage)
	return w
}

// put shows another screen, from its top.
func (w *work) put(s screen.Screen) {
	w.giveFootBack()
	w.screen = s
	w.high = w.needs(w.wide)
	w.stage.Set(s.Object())
	if w.scroll != nil {
		w.scroll.ScrollToTop()
	}
	w.root.Refresh()
}

// measure asks the screen anew how high it has to be.
func (w *work) measure() {
	if high := w.needs(w.wide); w.high != high {
		w.giveFootBack()
		w.high = high
		w.root.Refresh()
	}
}

// needs is how high the screen has to be at a width; 0 when it fits any room.
func (w *work) needs(wide float32) float32 {
	switch s := w.screen.(type) {
	case screen.Fitted:
		return s.HeightFor(wide)
	case screen.Tall:
		return s.Height()
	}
	return 0
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
	for _, o := range []fyne.CanvasObject{w.phone, w.keyboard} {
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
	if _, fitted := w.screen.(screen.Fitted); fitted && w.wide != end {
		w.high = w.needs(end)
	}
	w.wide, w.asks = end, w.high
	if w.keyboard != nil { // the screen stays as it is, and scrolls
		w.asks = max(w.high, b.H)
		foot -= min(w.keyboard.MinSize().Height, b.H-theme.Target-theme.S4)
		b.Put(w.keyboard, 0, foot, b.W, b.H-foot)
	}
	switch {
	case w.phone == nil:
	case w.alone:
		b.Put(w.phone, 0, 0, b.W, foot)
	default:
		b.Put(w.phone, end, 0, theme.PhoneWidth, foot)
	}
	if tall := w.asks > foot; tall != w.tall {
		w.root.Objects[0] = w.within(foot)
	}
	below := w.placeFoot(fyne.NewSize(end, foot))
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
	b.Put(w.root.Objects[0], 0, 0, end, foot)
	if size := fyne.NewSize(end, foot); size != w.seen {
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
		var actions []fyne.CanvasObject
		if s, ok := w.screen.(screen.Acting); ok {
			actions = s.Actions()
		}
		if w.foot = layout.TakeFoot(sheet, inset, ground, actions...); w.foot == nil {
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
		layout.Reveal(w.scroll, w.stage, w.field)
	}
}
