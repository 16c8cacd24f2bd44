package emptystate

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Spec is what an empty list says: what is the case, a hint, and one thing to do.
type Spec struct {
	Icon, Title, Hint string
	Action            control.ButtonSpec
	Do                func()
	Also              string // a second thing to do, quieter
	AlsoDo            func()
}

// Card is a card in place of the list: icon, sentence, one action.
type Card struct {
	card        fyne.CanvasObject
	icon        *graphic.Icon
	Title, Hint *typeset.Text
	Action      *control.Button
	Do          func()
	Also        *control.Button
	alsoDo      func()
	Root        *fyne.Container
}

const emptyAction float32 = 320

func New() *Card {
	e := &Card{card: graphic.NewFrame(theme.Card, theme.Line, theme.Radius), icon: graphic.NewIcon("receipt", 96, theme.Muted)}
	e.Title = typeset.NewParagraph("", typeset.Title).Aligned(typeset.Centre)
	e.Hint = typeset.NewParagraph("", typeset.Body.Tint(theme.Muted)).Aligned(typeset.Centre)
	e.Action = control.NewButton(control.ButtonSpec{}, func() {
		if e.Do != nil {
			e.Do()
		}
	})
	e.Also = control.NewButton(control.ButtonSpec{Mid: true}, func() {
		if e.alsoDo != nil {
			e.alsoDo()
		}
	})
	e.Root = layout.New(nil, e.place, e.card, e.icon, e.Title, e.Hint, e.Action, e.Also)
	return e
}

func (e *Card) Set(s Spec) {
	e.icon.Set(s.Icon, theme.Muted)
	e.Title.SetText(s.Title)
	e.Hint.SetText(s.Hint)
	s.Action.Large = true
	e.Action.Set(s.Action)
	e.Action.Hidden = s.Do == nil
	e.Do = s.Do
	e.Also.SetLabel(s.Also)
	e.Also.Hidden = s.AlsoDo == nil
	e.alsoDo = s.AlsoDo
	e.Root.Refresh()
}

func (e *Card) place(b layout.Placer) {
	b.Put(e.card, 0, 0, b.W, b.H)
	wide := b.W - 2*theme.S5()
	title, hint := e.Title.HeightFor(wide), e.Hint.HeightFor(wide)
	if e.Hint.Text() == "" {
		hint = 0
	}
	action := float32(0)
	if e.Action.Visible() {
		action = theme.S5() + theme.PrimaryHigh
	}
	abreast := false // where there is no room for one above the other
	if e.Also.Visible() {
		more := theme.S4 + e.Also.MinSize().Height
		if abreast = e.Action.Visible() && title+theme.S2+hint+action+more+2*theme.S4 > b.H; !abreast {
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
	b.Put(e.Title, theme.S5(), y, wide, title)
	y += title + theme.S2
	b.Put(e.Hint, theme.S5(), y, wide, hint)
	y += hint + theme.S5()
	if abreast {
		each := (wide - theme.S4) / 2
		b.Put(e.Also, theme.S5(), y, each, theme.PrimaryHigh)
		b.Put(e.Action, theme.S5()+each+theme.S4, y, each, theme.PrimaryHigh)
		return
	}
	w := max(emptyAction, e.Action.MinSize().Width)
	b.Put(e.Action, (b.W-w)/2, y, w, theme.PrimaryHigh)
	if e.Action.Visible() {
		y += theme.PrimaryHigh + theme.S4
	}
	m := e.Also.MinSize()
	w = max(w, m.Width)
	b.Put(e.Also, (b.W-w)/2, y, w, m.Height)
}
