// Package workarea is the room of the screens: the screen that is shown, beside it the
// practice phone, and below both the keyboard on the screen. It scrolls a screen that is
// taller than the room and keeps its primary in sight. It knows the interfaces of
// ui/screen, no single screen. An Area belongs on the UI goroutine.
package workarea

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
)

// Widest and highest are the most that a screen is given, in units: in a larger room it stands in the middle, where the
// eye has not far to go between what belongs together. A framed screen fills any room, since its colour says how a sale
// ended, and one that asks for more height gets it.
const (
	Widest  float32 = 1200
	Highest float32 = 704
)

// Area is the work area: the screen, and beside it the phone, to which every
// screen gives room.
type Area struct {
	screen   screen.Screen // that is shown; nil until there is one
	stage    *layout.Stage
	scroll   *container.Scroll // around the stage when its screen is taller than the room
	wide     float32           // of the room for the screen
	high     float32           // what the screen asks for; 0 when it fits any room
	asks     float32           // the same, or all the room that there is without the keyboard
	tall     bool              // the stage is in the scroll
	footer   *layout.Footer    // the row of the primary, below the scroll; nil while it is in the screen
	phone    fyne.CanvasObject // nil when there is none
	alone    bool              // the phone has the place of the screen
	keyboard fyne.CanvasObject // along the lower edge; nil while it is closed
	field    fyne.CanvasObject // that it types into; nil for none
	seen     fyne.Size         // of the screen, when the field was brought into sight
	root     *fyne.Container
}

// New is empty.
func New() *Area {
	w := &Area{stage: layout.NewStage(graphic.NewPanel(theme.Ground))}
	w.root = layout.New(nil, w.place, w.stage)
	return w
}

// Object is what is shown.
func (w *Area) Object() fyne.CanvasObject { return w.root }

// Screen is what was put there last; nil before that.
func (w *Area) Screen() screen.Screen { return w.screen }

// Phone is the practice phone that is shown; nil for none.
func (w *Area) Phone() fyne.CanvasObject { return w.phone }

// Alone reports whether the phone has the place of the screen.
func (w *Area) Alone() bool { return w.alone }

// Keyboard is what is shown along the lower edge; nil for nothing.
func (w *Area) Keyboard() fyne.CanvasObject { return w.keyboard }

// Exchange shows another screen, from its top.
func (w *Area) Exchange(s screen.Screen) {
	w.giveFooterBack()
	w.screen = s
	w.high = w.needs(w.wide)
	w.stage.Set(s.Object())
	if w.scroll != nil {
		w.scroll.ScrollToTop()
	}
	w.root.Refresh()
}

// Measure asks the screen again how high it has to be.
func (w *Area) Measure() {
	if high := w.needs(w.wide); w.high != high {
		w.giveFooterBack()
		w.high = high
		w.root.Refresh()
	}
}

// needs is how high the screen has to be at a width; 0 when it fits any room.
func (w *Area) needs(wide float32) float32 {
	switch s := w.screen.(type) {
	case screen.Fitted:
		return s.HeightFor(wide)
	case screen.Tall:
		return s.Height()
	}
	return 0
}

// within is what holds the stage in a room of a height: itself, or a scroll.
func (w *Area) within(high float32) fyne.CanvasObject {
	w.tall = w.asks > high
	if !w.tall {
		return w.stage
	}
	content := layout.New(func() fyne.Size { return fyne.NewSize(0, w.shown()) },
		func(b layout.Placer) { b.Put(w.stage, 0, 0, b.W, w.asks) }, w.stage)
	w.scroll = container.NewVScroll(content)
	return w.scroll
}

// SetPhone shows the phone beside the screen, or alone in its place; nil takes it
// away.
func (w *Area) SetPhone(o fyne.CanvasObject, alone bool) {
	if w.phone != o || w.alone != alone {
		w.phone, w.alone = o, alone
		w.gather()
	}
}

// SetKeyboard shows the keyboard and scrolls a field into sight, or takes the
// keyboard away.
func (w *Area) SetKeyboard(o, field fyne.CanvasObject) {
	if o == nil && w.keyboard == nil {
		return
	}
	w.keyboard, w.field = o, field
	w.gather()
	w.reveal()
}

func (w *Area) gather() {
	w.root.Objects = w.root.Objects[:1]
	if w.footer != nil {
		w.root.Objects = append(w.root.Objects, w.footer.Root)
	}
	for _, o := range []fyne.CanvasObject{w.phone, w.keyboard} {
		if o != nil {
			w.root.Objects = append(w.root.Objects, o)
		}
	}
	w.root.Refresh()
}

func (w *Area) place(b layout.Placer) {
	end, bottom := b.W, b.H
	if w.phone != nil && !w.alone {
		end -= theme.PhoneWidth
	}
	left, wide := w.across(end)
	if _, fitted := w.screen.(screen.Fitted); fitted && w.wide != wide {
		w.high = w.needs(wide)
	}
	w.wide, w.asks = wide, w.high
	if w.keyboard != nil { // the screen stays as it is, and scrolls
		w.asks = max(w.high, b.H)
		bottom -= min(w.keyboard.MinSize().Height, b.H-theme.Target-theme.S4)
		b.Put(w.keyboard, 0, bottom, b.W, b.H-bottom)
	}
	switch {
	case w.phone == nil:
	case w.alone:
		b.Put(w.phone, 0, 0, b.W, bottom)
	default:
		b.Put(w.phone, end, 0, theme.PhoneWidth, bottom)
	}
	top, high := w.down(bottom)
	if tall := w.asks > high; tall != w.tall {
		w.root.Objects[0] = w.within(high)
	}
	if below := w.placeFooter(fyne.NewSize(wide, high)); below > 0 {
		b.Put(w.footer.Root, left, top+high-below, wide, below)
		high -= below
	}
	if w.tall {
		w.scroll.Content.(*fyne.Container).Refresh()
	}
	layout.SetVisible(!w.alone, w.root.Objects[0])
	b.Put(w.root.Objects[0], left, top, wide, high)
	if size := fyne.NewSize(wide, high); size != w.seen {
		w.seen = size
		w.reveal()
	}
}

// across is where a screen begins in a room of a width, and how wide it is.
func (w *Area) across(room float32) (left, wide float32) {
	if w.fills() || room <= Widest {
		return 0, room
	}
	return (room - Widest) / 2, Widest
}

// fills reports whether a screen takes all of any room: a framed one, and the first run, which has a panel of its own.
func (w *Area) fills() bool {
	if f, is := w.screen.(interface{ FillsRoom() bool }); is {
		return f.FillsRoom()
	}
	_, framed := w.screen.(sheeted)
	return framed
}

// down is the same for its height: all of the room where it is less than a screen may have, or has to have, and beside
// the keyboard.
func (w *Area) down(room float32) (top, high float32) {
	most := max(Highest, w.asks)
	if w.fills() || room <= most || w.keyboard != nil {
		return 0, room
	}
	return (room - most) / 2, most
}

// sheeted is a framed screen: its row of the primary is on a sheet inside the
// frame, on a colour of its own.
type sheeted interface {
	Sheet() (fyne.CanvasObject, theme.Colour)
}

// placeFooter keeps the row of the primary below what scrolls, where there is room
// for both. It returns how high the row is.
func (w *Area) placeFooter(room fyne.Size) (high float32) {
	if !w.tall || w.keyboard != nil || w.alone || w.screen == nil {
		w.giveFooterBack()
		return 0
	}
	if w.stage.Resize(fyne.NewSize(room.Width, w.asks)); w.footer == nil {
		sheet, inset, ground := w.screen.Object(), float32(0), theme.Ground
		if s, framed := w.screen.(sheeted); framed {
			inset = theme.Frame
			sheet, ground = s.Sheet()
		}
		var actions []fyne.CanvasObject
		if s, ok := w.screen.(screen.Acting); ok {
			actions = s.Actions()
		}
		if w.footer = layout.TakeFooter(sheet, inset, ground, actions...); w.footer == nil {
			return 0
		}
		w.root.Objects = slices.Insert(w.root.Objects, 1, fyne.CanvasObject(w.footer.Root))
	}
	return w.footer.High(w.asks)
}

// shown is how much of the screen is in the scroll.
func (w *Area) shown() float32 {
	if w.footer != nil {
		return w.footer.Top
	}
	return w.asks
}

func (w *Area) giveFooterBack() {
	if w.footer == nil {
		return
	}
	w.root.Objects = slices.DeleteFunc(w.root.Objects, func(o fyne.CanvasObject) bool { return o == w.footer.Root })
	w.footer.GiveBack()
	w.footer = nil
}

// reveal scrolls so that the field is in sight.
func (w *Area) reveal() {
	if w.keyboard != nil && w.field != nil && w.tall {
		layout.Reveal(w.scroll, w.stage, w.field)
	}
}
