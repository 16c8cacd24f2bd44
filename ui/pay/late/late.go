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
	"slices"
	"time"

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

	icon        *graphic.Icon
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
	ink := theme.Paid
	if env.Practice {
		ink = theme.Text
	}
	l.icon = graphic.NewIcon("late", iconSide(), ink)
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
	l.sheet = layout.New(nil, l.place, append(objects, l.read)...)
	if env.Practice {
		l.root = graphic.NewHatchFrame(graphic.PracticeHatching, theme.Frame, theme.HatchStripe, l.sheet)
	} else {
		inset := theme.Frame - theme.FrameSolid
		l.root = graphic.NewSolidFrame(theme.Text, theme.FrameSolid, layout.Padding(inset, inset, l.sheet))
	}
	return l
}

func iconSide() float32 { return min(144, theme.ResultIcon()*.72) }

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

// owes asks for somebody who may say that money is owed back, whoever is at the till; where
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
	alone := s.Replaces == "" && len(s.Instead) == 0
	return s.Owed() || alone && s.SetAside != nil && s.SetAside.Reason == journal.AsideCustomerLeft
}

// row is something known, and when.
type row struct {
	at   time.Time
	text string
}

// rows are when it was charged, what the till said then, and when the money came.
func (l *Late) rows() []row {
	v, w := l.view, l.env.Words
	charged := row{v.CreatedAt, w.T("fact.opened")}
	if v.Cashier != "" {
		charged.text = w.T("late.charged", "name", v.Cashier)
	}
	ended := row{v.UpdatedAt, w.T("late.ended")}
	for _, f := range slices.Backward(v.History) {
		if f.Code == journal.HistoryFailed || f.Code == journal.HistoryExpired {
			ended.at = f.At
			break
		}
	}
	switch {
	case v.SetAside != nil:
		ended = row{v.SetAside.At, w.T("late.aside", "reason", wording.Reason(l.env, v.SetAside.Reason))}
	case v.ResolvedOutside != nil:
		ended = row{v.ResolvedOutside.At, w.T("late.resolved", "reason", wording.Reason(l.env, v.ResolvedOutside.Reason))}
	}
	return []row{charged, ended, {v.SettledAt, l.came(ended.at)}}
}

// came is that the money came, and how long after the till had said that it would not:
// minutes within the first hour, then hours, then days.
func (l *Late) came(ended time.Time) string {
	w, late := l.env.Words, l.view.SettledAt.Sub(ended)
	switch {
	case late < time.Minute:
		return w.T("late.came")
	case late < time.Hour:
		return w.N("late.came.minutes", int(late/time.Minute))
	case late < 24*time.Hour:
		return w.N("late.came.hours", int(late/time.Hour))
	}
	return w.N("late.came.days", int(late/(24*time.Hour)))
}

func (l *Late) knownCard() fyne.CanvasObject {
	var all []fyne.CanvasObject
	for i, r := range l.rows() {
		style := typeset.Body.Tight(1.15)
		if i == 2 {
			style = style.With(theme.SemiBold)
		}
		at := typeset.NewText(wording.Clock(l.env, r.at), typeset.Body.Tint(theme.Muted))
		all = append(all, layout.Columns(theme.S3, at, layout.Grow(1, typeset.NewParagraph(r.text, style))))
	}
	return l.card("unknown.known", all)
}

func (l *Late) todoCard() fyne.CanvasObject {
	w := l.env.Words
	here := "late.todo.here"
	if l.env.Practice {
		here = "late.todo.here.practice"
	}
	var all []fyne.CanvasObject
	left := "late.todo.left"
	if owedAlready(l.view.Sale) {
		left = "late.todo.owed"
	}
	for _, r := range [][2]string{{"check", "late.todo.given"}, {"user", here}, {"return", left}} {
		all = append(all, layout.Centred(theme.S3, graphic.NewIcon(r[0], 24, theme.Text), layout.Grow(1, typeset.NewParagraph(w.T(r[1]), typeset.Body.Tight(1.15)))))
	}
	return l.card("unknown.todo", all)
}

func (l *Late) card(title string, rows []fyne.CanvasObject) fyne.CanvasObject {
	head := typeset.NewText(l.env.Words.T(title), typeset.Caption.With(theme.SemiBold))
	return graphic.NewCardPadded(layout.Rows(theme.S3, append([]fyne.CanvasObject{head}, rows...)...), 20, theme.S3)
}

// HeightFor is for screen.Fitted.
func (l *Late) HeightFor(width float32) float32 {
	if !pay.Enlarged() {
		return 0
	}
	return l.lay(layout.Measure(width-2*theme.Frame), 0) + 2*theme.Frame
}

// Actions is for screen.Acting.
func (l *Late) Actions() []fyne.CanvasObject {
	if !pay.Enlarged() {
		return nil
	}
	var all []fyne.CanvasObject
	for _, b := range l.beside() {
		all = append(all, b)
	}
	return all
}

// beside are the buttons that stand before the primary.
func (l *Late) beside() (all []*control.Button) {
	for _, b := range []*control.Button{l.happened, l.owe} {
		if b != nil {
			all = append(all, b)
		}
	}
	return all
}

func (l *Late) place(p layout.Placer) {
	slack := p.H - l.lay(p.Dry(), 0)
	l.lay(p, max(slack, 0))
}

// lay sets the words above the cards and the buttons below them, with some room around the
// words, and returns how high all is.
func (l *Late) lay(p layout.Placer, slack float32) float32 {
	pad, icon, gap := theme.S5(), iconSide(), theme.S4
	x, y := 2*pad+icon, pad+slack/2
	wide := p.W - 2*pad - x
	a, n := l.amount.MinSize(), l.number.MinSize()
	side := max(a.Width, n.Width)
	top := y
	if stacked := pay.Enlarged() || wide-side-gap < l.word.WidthAt(theme.Instruction); stacked {
		p.Put(l.number, x, y+(a.Height-n.Height)/2, n.Width, n.Height)
		p.Put(l.amount, x+n.Width+pad, y, a.Width, a.Height)
		y += a.Height + theme.S2
	} else {
		p.Put(l.amount, p.W-2*pad-a.Width, y, a.Width, a.Height)
		p.Put(l.number, p.W-2*pad-n.Width, y+a.Height, n.Width, n.Height)
		wide -= side + gap
	}
	l.word.StepDown(theme.AmountM, wide)
	w := l.word.MinSize()
	p.Put(l.word, x, y, w.Width, w.Height)
	y += w.Height + theme.S2
	pay.InLines(l.instr, 3, wide, theme.Fixed(34), theme.Title, theme.Lead, theme.Body)
	h := l.instr.HeightFor(wide)
	p.Put(l.instr, x, y, wide, h)
	y = max(y+h, top+icon)
	p.Put(l.icon, pad, top+(y-top-icon)/2, icon, icon)
	y += gap + slack - slack/2
	wide = p.W - 2*pad
	half := (wide - gap) / 2
	if pay.Terse() {
		half = wide
	}
	know, do := heightAt(l.known, half), heightAt(l.todo, half)
	if pay.Terse() { // below each other, so that their words keep to their lines
		p.Put(l.known, pad, y, wide, know)
		y += know + theme.S3
		p.Put(l.todo, pad, y, wide, do)
		y += do
	} else {
		p.Put(l.known, pad, y, half, max(know, do))
		p.Put(l.todo, pad+half+gap, y, half, max(know, do))
		y += max(know, do)
	}
	y += gap
	return l.buttons(p, y) + pad
}

// buttons sets them in one row, or those beside the primary in a row or lines of their own
// above it, and returns where they end.
func (l *Late) buttons(p layout.Placer, y float32) float32 {
	pad, gap := theme.S5(), theme.S4
	wide, from, beside := p.W-2*pad, pad, float32(0)
	for _, b := range l.beside() {
		beside += b.MinSize().Width + gap
	}
	row := beside+l.read.MinSize().Width <= wide
	for _, b := range l.beside() {
		switch w := b.MinSize().Width; {
		case row:
			p.Put(b, from, y, w, theme.PrimaryHigh)
			from += w + gap
		case beside-gap <= wide: // two share a row
			w += (wide - beside + gap) / float32(len(l.beside()))
			p.Put(b, from, y, w, theme.PrimaryHigh)
			from += w + gap
		default:
			p.Put(b, pad, y, wide, theme.PrimaryHigh)
			y += theme.PrimaryHigh + theme.S3
		}
	}
	if !row && from > pad {
		y, from = y+theme.PrimaryHigh+theme.S3, pad
	}
	p.Put(l.read, from, y, p.W-pad-from, theme.PrimaryHigh)
	return y + theme.PrimaryHigh
}

// heightAt is how high a card is at a width: its words wrap.
func heightAt(card fyne.CanvasObject, wide float32) float32 {
	card.Resize(fyne.NewSize(wide, card.Size().Height))
	return card.MinSize().Height
}
