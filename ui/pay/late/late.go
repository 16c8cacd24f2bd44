// Package late is the end of a sale whose money came after the till had said that it would
// not, or after the sale was set aside. It is not the screen that says PAID: the goods may
// have been given already, or the customer may have left. Looking at it changes nothing;
// somebody who may decide says that they have read it.
//
// Everything here belongs on the UI goroutine.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package late

import (
	"context"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
	"sanduq/ui/pay/ask"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Till is what late money asks of the till.
type Till interface {
	// ReadLate records that somebody who may decide took note of late money; by is blank
	// where nobody signs in.
	ReadLate(ctx context.Context, id journal.SaleID, by string) error
	// OweLate records that the customer left without the goods, so that the money is owed
	// back, and that it was read; by counts where nobody signs in.
	OweLate(ctx context.Context, id journal.SaleID, by, reason string) error
}

// Shell is where late money leads to.
type Shell interface {
	NewSale()
	// Failed reports an error that no view will tell about.
	Failed(err error)
}

// Deps is what Late is built from.
type Deps struct {
	Till  Till
	Shell Shell
	// Ask asks for the PIN of somebody who may decide.
	Ask ask.Asker
	// Delegate asks for the PIN of somebody who has a right, for one act; nil where nobody
	// signs in.
	Delegate func(right journal.Right, then func())
	// Happened shows all that happened with a sale's order; nil where nothing can.
	Happened func(journal.Sale)
}

// Late shows late money.
type Late struct {
	env   screen.Env
	deps  Deps
	view  journal.View
	guard *keys.Guard     // at first it takes no tap: it was meant for what was there before
	sure  *control.Button // pressed once, where nobody signs in
	busy  bool

	icon        *graphic.StateIcon
	word, instr *typeset.Text
	amount      *typeset.Amount
	number      *typeset.Text
	known, todo fyne.CanvasObject
	sheet       *fyne.Container
	happened    *control.Button // nil where nothing can be told
	owe         *control.Button // nil where the money is owed back already
	read        *control.Button
	root        fyne.CanvasObject
}

// New shows the late money of a sale.
func New(env screen.Env, deps Deps, v journal.View) *Late {
	l := &Late{env: env, deps: deps, view: v, guard: keys.NewGuard(env.Now)}
	w := env.Words
	l.guard.Arm()
	l.icon = graphic.NewStateIcon(graphic.StateLate, iconSide(), env.Practice)
	if !env.Practice {
		l.icon.On(theme.Paid)
	}
	l.word = typeset.NewText(w.T("late.word"), typeset.Title.Sized(theme.AmountM).With(theme.Bold).Tight(1.05))
	said := w.T("late.instruction")
	if env.Practice {
		said = w.T("late.practice")
	}
	l.instr = typeset.NewParagraph(said, typeset.Instruction.Sized(theme.Fixed(34)))
	l.amount = typeset.NewAmount(v.Amount.Major(), env.CurrencyWord(v.Amount.Currency), theme.AmountS)
	l.number = typeset.NewText(present.Number(v.ID), typeset.Title)
	l.known, l.todo = l.knownCard(), l.todoCard()
	l.read = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "user", Label: w.T("settle.read")}, l.pressed)
	objects := []fyne.CanvasObject{l.icon, l.word, l.instr, l.number, l.amount, l.known, l.todo}
	if deps.Happened != nil {
		l.happened = control.NewButton(control.ButtonSpec{Icon: "help", Label: w.T("happened.button"), Key: "F3", Mid: true, Height: theme.PrimaryHigh}, l.tell)
		objects = append(objects, l.happened)
	}
	if !owedAlready(v.Sale) {
		l.owe = control.NewButton(control.ButtonSpec{Icon: "return", Label: w.T("late.owe"), Mid: true, Height: theme.PrimaryHigh}, l.owes)
		objects = append(objects, l.owe)
	}
	l.sheet = layout.New(nil, pay.Lay(l.lay).Fill, append(objects, l.read)...)
	if env.Practice {
		l.root = graphic.NewHatchFrame(graphic.PracticeHatching, theme.Frame, theme.HatchStripe, l.sheet)
	} else {
		inset := theme.Frame - theme.FrameSolid
		l.root = graphic.NewSolidFrame(theme.Text, theme.FrameSolid, layout.Padding(inset, inset, l.sheet))
	}
	return l
}

// Sheet is what stands inside the frame, and the colour of its ground.
func (l *Late) Sheet() (fyne.CanvasObject, theme.Colour) { return l.sheet, theme.Ground }

// Object is for screen.Screen.
func (l *Late) Object() fyne.CanvasObject { return l.root }

// Shown is for screen.Screen.
func (l *Late) Shown() { l.guard.Arm() }

// Hidden is for screen.Screen.
func (l *Late) Hidden() {}

// Update is for pay.Screen. Money that was read of is another screen.
func (l *Late) Update(v journal.View) { l.view = v }

// Press takes F2 and F3. Enter does nothing: nobody reads by a key that was meant for
// something else.
func (l *Late) Press(p screen.KeyPress) bool {
	switch p.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
	case fyne.KeyF2:
		l.deps.Shell.NewSale()
	case fyne.KeyF3:
		l.tell()
	default:
		return false
	}
	return true
}

func (l *Late) tell() {
	if l.deps.Happened != nil && l.guard.Allows(keys.Back) {
		l.deps.Happened(l.view.Sale)
	}
}

// pressed asks for somebody who may decide; where nobody signs in a second press says so.
func (l *Late) pressed() {
	w := l.env.Words
	switch {
	case l.busy || !l.guard.Allows(keys.Back):
	case l.deps.Ask.Signs():
		l.deps.Ask.Signed(w.T("late.sign", "number", present.Number(l.view.ID)), w.T("late.sign.text"), nil, l.acknowledge)
	case l.again(l.read, "late.again"):
		l.acknowledge("")
	}
}

// owes asks for somebody who may say that money is owed back, no matter who is at the till; where
// nobody signs in a second press says so.
func (l *Late) owes() {
	switch {
	case l.busy || !l.guard.Allows(keys.Back):
	case l.deps.Delegate != nil:
		l.deps.Delegate(journal.RightOwed, l.owed)
	case l.again(l.owe, "late.owe.again"):
		l.owed()
	}
}

// again reports whether a button was pressed before; if not it says what one more press does,
// and the other button, if it said so, takes that back.
func (l *Late) again(b *control.Button, key string) bool {
	if l.sure == b {
		return true
	}
	l.sure = b
	l.guard.Arm()
	w := l.env.Words
	l.read.SetLabel(w.T("settle.read"))
	if l.owe != nil {
		l.owe.SetLabel(w.T("late.owe"))
	}
	b.SetLabel(w.T(key))
	l.sheet.Refresh()
	return false
}

func (l *Late) acknowledge(by string) {
	l.call(func(ctx context.Context) error { return l.deps.Till.ReadLate(ctx, l.view.ID, by) })
}

func (l *Late) owed() {
	l.call(func(ctx context.Context) error {
		return l.deps.Till.OweLate(ctx, l.view.ID, "", wording.Reason(l.env, journal.AsideCustomerLeft))
	})
}

func (l *Late) call(ask func(context.Context) error) {
	l.busy = true
	pay.Call(l.env, l.deps.Shell.Failed, ask, func(error) { l.busy = false })
}

// owedAlready reports whether the till has entered the money by itself as owed back.
func owedAlready(s journal.Sale) bool {
	last := len(s.Instead) == 0 // no other sale was opened instead of it
	return s.Owed() || last && s.SetAside != nil && s.SetAside.Reason == journal.AsideCustomerLeft
}
