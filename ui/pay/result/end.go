package result

import (
	"context"
	"image"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// End is one of the ends: paid, practice, not paid, expired, not opened. All
// have one geometry and are told apart by fill, frame, shape, word and colour.
type End struct {
	env     screen.Env
	tell    teller
	view    journal.View
	say     verdict
	guard   *keys.Guard // at first an end takes no key and no tap: they were meant for the screen before
	left    bool
	hidden  bool
	typing  typing
	fill    *graphic.Panel // live money only
	icon    fyne.CanvasObject
	word    *typeset.Text
	before  *typeset.Text
	amount  *typeset.Amount
	instr   *typeset.Text
	number  *typeset.Text
	rule    fyne.CanvasObject
	facts   [4][2]*typeset.Text
	paper   *paperFact // in place of the last fact, while there is something to do about paper
	slip    *slip      // what the practice printer printed; nil where money moves
	primary *control.Button
	beside  []*control.Button // the other buttons of the row, before the primary
	keep    saving
	sheet   *fyne.Container
	root    fyne.CanvasObject
}

// New shows the end that a sale's status is.
func New(env screen.Env, deps Deps, v journal.View) *End {
	e := &End{env: env, view: v, guard: keys.NewGuard(env.Now)}
	e.tell = teller{env, deps}
	e.say = e.tell.verdictOf(v)
	e.guard.Arm()
	deps.Ended(v)
	filled := e.filled()
	ink, quiet := theme.Text, theme.Muted
	if filled {
		ink, quiet = theme.OnPaid, theme.OnPaid
	}
	if e.say.quiet {
		ink = theme.Muted
	}
	e.icon = e.shape(filled)
	e.word = typeset.NewText(e.say.word, typeset.Word.Tint(e.say.colour))
	e.before = typeset.NewText(e.say.before, typeset.Title.Sized(theme.AmountS).Tint(ink).Tight(1))
	e.amount = typeset.NewAmount(v.Amount.Major(), env.CurrencyWord(v.Amount.Currency), theme.AmountL)
	e.amount.Colour, e.amount.CurrencyColour = ink, quiet
	e.instr = typeset.NewParagraph(e.say.instruction, typeset.Instruction.Tint(ink))
	if e.say.quiet { // a person's own words may be long
		e.instr.SetStyle(typeset.Title.Tint(ink))
	}
	e.number = typeset.NewText(present.Number(v.ID), typeset.Title.Sized(theme.AmountS).Tint(ink).Tight(1))
	e.rule = graphic.NewPanel(theme.Line)
	if filled {
		e.rule = graphic.NewPanel(theme.OnPaid)
	}
	sheet := []fyne.CanvasObject{e.icon, e.word, e.before, e.amount, e.instr, e.number, e.rule}
	for i, f := range e.say.facts {
		e.facts[i] = [2]*typeset.Text{typeset.NewText(f.name, typeset.Caption.Tint(quiet)).Cut(),
			typeset.NewText(f.value, typeset.Body.With(theme.Medium).Tint(ink)).Cut()}
		sheet = append(sheet, e.facts[i][0], e.facts[i][1])
	}
	e.paper = &paperFact{tell: e.tell, button: control.NewFactButton(ink, e.print)}
	sheet = append(sheet, e.paper.button)
	if deps.Slip != nil && v.Status() == journal.StatusPaid {
		e.slip = newSlip()
		sheet = append(sheet, e.slip)
	}
	e.paintPaper()
	e.primary = control.NewButton(e.primarySpec(filled), e.accept)
	sheet = append(sheet, e.primary)
	if e.say.again {
		e.beside = []*control.Button{control.NewButton(control.ButtonSpec{Icon: "plus", Label: env.Words.T("nav.sale"), Key: "F2", Mid: true, Height: theme.PrimaryHigh}, e.newSale)}
	}
	e.beside = append(e.beside, e.keepButtons(filled)...)
	e.beside = append(e.beside, e.happenedButton(filled)...)
	sheet = append(sheet, layout.Objects(e.beside)...)
	e.sheet = layout.New(nil, e.place, sheet...)
	e.root = e.framed(e.sheet)
	return e
}

func (e *End) filled() bool { return e.view.Status() == journal.StatusPaid && !e.env.Practice }

func (e *End) shape(filled bool) fyne.CanvasObject {
	i := graphic.NewStateIcon(e.say.state, theme.ResultIcon(), e.env.Practice)
	if filled {
		i.On(theme.OnPaid)
	}
	return i
}

// framed puts the sheet on its ground: filled for live money, hatched for
// practice, a solid line around the rest.
func (e *End) framed(sheet fyne.CanvasObject) fyne.CanvasObject {
	switch {
	case e.filled():
		e.fill = graphic.NewPanel(theme.Paid)
		return layout.New(nil, func(p layout.Placer) {
			p.Put(e.fill, 0, 0, p.W, p.H)
			p.Put(sheet, theme.Frame, theme.Frame, p.W-2*theme.Frame, p.H-2*theme.Frame)
		}, e.fill, sheet)
	case e.view.Status() == journal.StatusPaid:
		return graphic.NewHatchFrame(graphic.PracticeHatching, theme.Frame, theme.HatchStripe, sheet)
	}
	inset := theme.Frame - theme.FrameSolid
	return graphic.NewSolidFrame(e.say.colour, theme.FrameSolid, layout.Padding(inset, inset, sheet))
}

func (e *End) primarySpec(filled bool) control.ButtonSpec {
	s := control.ButtonSpec{Kind: control.Filled, Icon: "plus", Label: e.say.primary, Key: "Enter", Large: true}
	if filled {
		s.Kind, s.Ink = control.Inverted, theme.OnPaid
	}
	if e.say.again && !e.say.retype {
		s.Icon, s.Amount, s.Currency = "refresh", e.view.Amount.Major(), e.env.CurrencyWord(e.view.Amount.Currency)
	}
	return s
}

// Sheet is what stands inside the frame, and the colour of its ground.
func (e *End) Sheet() (fyne.CanvasObject, theme.Colour) {
	if e.filled() {
		return e.sheet, theme.Paid
	}
	return e.sheet, theme.Ground
}

// Object is for screen.Screen.
func (e *End) Object() fyne.CanvasObject { return e.root }

// Shown is for screen.Screen.
func (e *End) Shown() {
	e.hidden = false
	e.guard.Arm()
	if i, ok := e.icon.(*graphic.StateIcon); ok {
		i.DrawOn(theme.Paid)
	}
}

// Hidden is for screen.Screen.
func (e *End) Hidden() { e.hidden = true }

// Outdated is for pay.Outdating: the money of an end that stands was paid twice, returned
// or kept. The words take another room then, and no key is for them before they are read.
func (e *End) Outdated(v journal.View) bool { return e.tell.verdictOf(v).asks(e.say) }

// Update is for pay.Screen. An end changes only into another end, which is another
// screen; what comes later for this one is its transaction.
func (e *End) Update(v journal.View) {
	e.view, e.say = v, e.tell.verdictOf(v)
	e.paintPaper()
}

// Press takes digits, Enter, F2, F3, F9 and F10. At first it does nothing, and shows that
// it heard.
func (e *End) Press(p screen.KeyPress) bool {
	switch {
	case p.Rune != 0 && !e.left:
		return e.typed(p.Rune)
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter:
		e.accept()
	case e.deaf():
	case p.Name == fyne.KeyF2:
		e.newSale()
	case p.Name == fyne.KeyF3:
		e.happened()
	case p.Name == fyne.KeyF9 && e.tell.deps.Prints() && e.view.Status() == journal.StatusPaid:
		e.print()
	case p.Name == fyne.KeyF10 && e.savable():
		e.save()
	default:
		return false
	}
	return true
}

func (e *End) deaf() bool { return !e.guard.Allows(keys.Back) }

func (e *End) accept() {
	if e.deaf() && !e.left {
		e.hurried()
		return
	}
	if e.markEnded() {
		if e.say.again {
			e.tell.deps.Shell.Retry(e.view)
			return
		}
		e.tell.deps.Shell.NewSale()
	}
}

func (e *End) newSale() {
	if e.markEnded() {
		e.tell.deps.Shell.NewSale()
	}
}

// markEnded takes note of the end, once.
func (e *End) markEnded() bool {
	if e.deaf() || e.left {
		return false
	}
	e.left = true
	v := e.view
	pay.Call(e.env, e.tell.deps.Shell.Failed, func(ctx context.Context) error {
		return e.tell.deps.Till.Acknowledge(ctx, v.ID)
	}, nil)
	return true
}

// print puts the slip of the sale on paper. What comes of it is in the view.
func (e *End) print() {
	if e.deaf() || e.left || e.paper.busy {
		return
	}
	e.paper.busy = true
	e.paintPaper()
	id, by := e.view.ID, e.tell.deps.Cashier()
	e.env.Go(func() {
		err := e.tell.deps.Till.Print(e.env.Life, id, by)
		e.env.Post(func() {
			e.paper.busy = false
			if err != nil && journal.CodeOf(err) != journal.CodePaper {
				e.tell.deps.Shell.Failed(err)
			}
			e.paintPaper()
		})
	})
}

// paintPaper shows the facts, in place of the last one the button, or what was
// done last.
func (e *End) paintPaper() {
	for i, f := range e.say.facts {
		if i == len(e.facts)-1 && e.keep.told != (fact{}) {
			f = e.keep.told
		}
		e.facts[i][0].SetText(f.name)
		e.facts[i][1].SetText(f.value)
	}
	last, instead := e.facts[len(e.facts)-1], e.paper.paint(e.view) && e.keep.told == (fact{})
	e.paper.button.Hidden = !instead
	for _, t := range last {
		draw.Change(t, &t.Hidden, instead)
	}
	e.paper.button.Refresh()
	if e.paintSlip() && e.sheet != nil {
		e.sheet.Refresh()
	}
}

// paintSlip shows the slip of this sale once it is printed, and reports whether
// it is another one than before.
func (e *End) paintSlip() bool {
	if e.slip == nil {
		return false
	}
	var img image.Image
	if e.view.Print.Printed() || e.view.Copies > 0 {
		img = e.tell.deps.Slip(e.view.ID)
	}
	e.slip.moved = func() { e.sheet.Refresh() }
	return e.slip.show(img)
}
