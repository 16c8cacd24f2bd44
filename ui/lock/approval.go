package lock

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Approval is the content of a decision that somebody who may take it takes with
// their PIN.
type Approval struct {
	// Refused is called when a PIN was not taken and the sentence about it is shown; nil
	// for nobody.
	Refused func()

	entry   *entry
	lenders []journal.User
	tiles   []*control.Button
	back    *control.Button
	name    string
	content fyne.CanvasObject
	room    float32 // for the content; 0 while nobody has said
}

// leastRead is how high what is to be read stands at least, however little room there is.
const leastRead float32 = 96

// NewApproval asks for the PIN of somebody who has every one of some rights, and
// grants each for one act; allowed gets their name. back is the safe way out. Press
// and Forget are the caller's to call.
func NewApproval(env screen.Env, staff Staff, rights []journal.Right, title, text string, allowed func(name string), back func()) *Approval {
	a := &Approval{}
	a.entry = newEntry(asker{env, staff}, func(u journal.User, pin core.Secret) (err error) {
		for _, right := range rights {
			if a.name, err = staff.Delegate(env.Life, u.ID, pin, right); err != nil {
				return err
			}
		}
		return nil
	}, func() { allowed(a.name) })
	a.back = control.NewButton(control.ButtonSpec{Label: env.Words.T("manager.back"), Key: "Esc", Mid: true, Height: 64}, back)
	head, columns := typeset.Title, 2
	if large() {
		head, columns = typeset.Lead, 1
	}
	words := layout.Rows(theme.S4, graphic.NewIcon("user", 36, theme.Text), typeset.NewParagraph(title, head), typeset.NewParagraph(text, typeset.Body))
	var below []fyne.CanvasObject
	for _, u := range staff.Users() {
		set := staff.RightsOf(u.Role)
		if slices.ContainsFunc(rights, func(r journal.Right) bool { return !set.Has(r) }) {
			continue
		}
		i := len(a.lenders)
		a.lenders = append(a.lenders, u)
		a.tiles = append(a.tiles, control.NewButton(control.ButtonSpec{Label: u.Name}, func() { a.choose(i) }))
	}
	if len(a.lenders) > 1 {
		names := layout.Objects(a.tiles)
		below = append(below, layout.Grid(columns, theme.S2, names...))
	}
	actions := layout.Rows(theme.S4, append(below, a.back)...)
	scroll := container.NewVScroll(layout.BesideBar(words))
	said := layout.New(func() fyne.Size {
		high := words.MinSize().Height
		if a.room > 0 { // at least a few lines are read at once
			high = min(high, max(a.room-actions.MinSize().Height-theme.S4, leastRead*theme.Now().TextScale))
		}
		return fyne.NewSize(words.MinSize().Width, high)
	}, func(p layout.Placer) { p.Put(scroll, 0, 0, p.W, p.H) }, scroll)
	right := layout.Rows(theme.S2, a.entry.whose, a.entry.dots, a.entry.wrong, layout.Fixed(0, 4*64+3*theme.S3, a.entry.pad))
	a.content = layout.Columns(theme.S6(), layout.Grow(1, layout.Rows(theme.S4, layout.Grow(1, said), actions)), layout.Grow(1, right))
	a.entry.moved = right.Refresh
	a.entry.refused = func() {
		if a.Refused != nil {
			a.Refused()
		}
	}
	a.choose(0)
	return a
}

// large reports whether words need more room than usual.
func large() bool { return theme.Now().TextScale >= 1.5 }

// Wide is how wide the card around it is.
func (a *Approval) Wide() float32 {
	if large() {
		return dialog.DecisionWidth * 1.4
	}
	return dialog.DecisionWidth
}

// Within tells how much height there is: what is to be read scrolls in it, and what can be
// done stays in view below.
func (a *Approval) Within(room float32) { a.room = room }

// Content is what to show, and First what gets the focus.
func (a *Approval) Content() fyne.CanvasObject { return a.content }

// First is the safe action.
func (a *Approval) First() fyne.Focusable { return a.back }

// Press takes digits, Backspace, Delete, and a scan, which is no PIN.
func (a *Approval) Press(p screen.KeyPress) bool { return a.entry.press(p) }

// Busy reports whether a PIN is being looked at.
func (a *Approval) Busy() bool { return a.entry.busy }

// Forget drops what was typed, and an answer that is still to come.
func (a *Approval) Forget() { a.entry.forget() }

// choose asks for the PIN of another person, but not while one is looked at: what it grants
// would stay.
func (a *Approval) choose(i int) {
	if i >= len(a.lenders) || a.entry.busy {
		return
	}
	for j, t := range a.tiles {
		t.SetChosen(j == i)
	}
	a.entry.ask(a.entry.asker.fresh(a.lenders[i].ID))
}
