package receipts

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// emptySpec is what an empty list says: what is the case, a hint, and one thing to do.
type emptySpec struct {
	icon, title, hint string
	action            widgets.ButtonSpec
	do                func()
	also              string // a second thing to do, quieter
	alsoDo            func()
}

// empty is a card in place of the list: icon, sentence, one action.
type empty struct {
	card        fyne.CanvasObject
	icon        *widgets.Icon
	title, hint *widgets.Text
	action      *widgets.Button
	do          func()
	also        *widgets.Button
	alsoDo      func()
	root        *fyne.Container
}

const emptyAction float32 = 320

func newEmpty() *empty {
	e := &empty{card: widgets.NewFrame(theme.Card, theme.Line, theme.Radius), icon: widgets.NewIcon("receipt", 96, theme.Muted)}
	e.title = widgets.NewParagraph("", widgets.Title).Aligned(widgets.Centre)
	e.hint = widgets.NewParagraph("", widgets.Body.Tint(theme.Muted)).Aligned(widgets.Centre)
	e.action = widgets.NewButton(widgets.ButtonSpec{}, func() {
		if e.do != nil {
			e.do()
		}
	})
	e.also = widgets.NewButton(widgets.ButtonSpec{Mid: true}, func() {
		if e.alsoDo != nil {
			e.alsoDo()
		}
	})
	e.root = screen.Lay(nil, e.place, e.card, e.icon, e.title, e.hint, e.action, e.also)
	return e
}

func (e *empty) set(s emptySpec) {
	e.icon.Set(s.icon, theme.Muted)
	e.title.SetText(s.title)
	e.hint.SetText(s.hint)
	s.action.Large = true
	e.action.Set(s.action)
	e.action.Hidden = s.do == nil
	e.do = s.do
	e.also.SetLabel(s.also)
	e.also.Hidden = s.alsoDo == nil
	e.alsoDo = s.alsoDo
	e.root.Refresh()
}

func (e *empty) place(b screen.Board) {
	b.Put(e.card, 0, 0, b.W, b.H)
	wide := b.W - 2*theme.S5()
	title, hint := e.title.HeightFor(wide), e.hint.HeightFor(wide)
	if e.hint.Text() == "" {
		hint = 0
	}
	action := float32(0)
	if e.action.Visible() {
		action = theme.S5() + theme.PrimaryHigh
	}
	abreast := false // where there is no room for one above the other
	if e.also.Visible() {
		more := theme.S4 + e.also.MinSize().Height
		if abreast = e.action.Visible() && title+theme.S2+hint+action+more+2*theme.S4 > b.H; !abreast {
			action += more
		}
	}
	const icon = 96
	pictured := b.H > icon+title+hint+action+4*theme.S4
	e.icon.Hidden = !pictured
	high := title + theme.S2 + hint + action
	if pictured {
		high += icon + theme.S4
	}
	y := (b.H - high) / 2
	if pictured {
		b.Put(e.icon, (b.W-icon)/2, y, icon, icon)
		y += icon + theme.S4
	}
	b.Put(e.title, theme.S5(), y, wide, title)
	y += title + theme.S2
	b.Put(e.hint, theme.S5(), y, wide, hint)
	y += hint + theme.S5()
	if abreast {
		each := (wide - theme.S4) / 2
		b.Put(e.also, theme.S5(), y, each, theme.PrimaryHigh)
		b.Put(e.action, theme.S5()+each+theme.S4, y, each, theme.PrimaryHigh)
		return
	}
	w := max(emptyAction, e.action.MinSize().Width)
	b.Put(e.action, (b.W-w)/2, y, w, theme.PrimaryHigh)
	if e.action.Visible() {
		y += theme.PrimaryHigh + theme.S4
	}
	m := e.also.MinSize()
	w = max(w, m.Width)
	b.Put(e.also, (b.W-w)/2, y, w, m.Height)
}
