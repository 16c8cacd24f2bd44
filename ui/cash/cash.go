package cash

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/amount"
	"sanduq/ui/keys"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Cash is where a person says what a customer handed over, and reads the change.
// Nothing is written down before Cash taken, and nothing of it goes to a bank.
// Once it is on disk the same picture stays, with New sale in the primary's place.
type Cash struct {
	env       screen.Env
	deps      Deps
	draft     *pay.Draft
	due       journal.CashDue
	given     amount.Entry
	taken     *journal.View // what the draft became; nil before
	busy      bool
	left      bool
	successor *Cash // in another look or language; nil before
	past      screen.Past[amount.Entry]
	shown     bool
	guard     *keys.Guard // of what was taken: a hurried Enter opens no new sale

	back           *control.Tool
	title, ref     *typeset.Text
	amount         *typeset.Amount
	givenName      *typeset.Text
	givenSum       *amount.Line
	round          *typeset.Text
	rule           fyne.CanvasObject
	changeName     *typeset.Text
	change         *typeset.Amount
	note           *typeset.Text
	denied         *string         // what was given when it was refused; the reason stands in the place of the change then
	sums           *fyne.Container // on the card
	card           fyne.CanvasObject
	quick          []quickSum
	pad            *control.Keypad
	print, primary *control.Button
	root           *fyne.Container
}

// quickSum is a key and what it stands for.
type quickSum struct {
	minor int64
	key   *control.NoteKey
}

// New takes cash for a draft.
func New(env screen.Env, deps Deps, draft *pay.Draft) *Cash {
	w, a := env.Words, draft.Amount.Amount()
	due, err := deps.Till.DueInCash(a)
	if err != nil {
		due = journal.CashDue{Due: a}
	}
	c := &Cash{env: env, deps: deps, draft: draft, due: due, given: amount.NewEntry(a.Currency), guard: keys.NewGuard(env.Now)}
	id := deps.Till.NextID()
	c.back = control.NewIconButton("back", c.goBack)
	c.title = typeset.NewText(w.T("route.cash"), typeset.Title).Cut()
	c.ref = typeset.NewText(present.Number(id)+" "+id.Paper(), typeset.Caption)
	c.amount = typeset.NewAmount(a.Major(), env.CurrencyWord(a.Currency), theme.Fixed(36))
	c.givenName = typeset.NewText(w.T("cash.given"), typeset.Lead)
	c.givenSum = amount.NewLine(env.CurrencyWord(a.Currency), present.Point(w))
	c.round = typeset.NewText(c.rounded(), typeset.Body.Tint(theme.Muted)).Cut()
	c.rule = graphic.NewDivider()
	c.changeName = typeset.NewText(w.T("cash.change"), typeset.Lead)
	c.change = typeset.NewAmount("", "", theme.Fixed(largestChange))
	c.change.Align = typeset.Trailing
	c.note = typeset.NewParagraph(c.advice(), typeset.Body.Tint(theme.Muted))
	c.sums = layout.New(nil, c.placeCard, c.givenName, c.givenSum, c.round, c.rule, c.changeName, c.change, c.note)
	c.card = graphic.NewCard(c.sums)
	c.quickSums()
	c.pad = control.NewSalePad(w.T("pad.clear"), c.key)
	c.print = control.NewButton(control.ButtonSpec{Icon: "printer", Label: w.T("paper.print"), Key: "F9", Mid: true, Height: theme.PrimaryHigh}, c.printed)
	c.primary = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "cash", Key: "Enter"}, c.enter)
	objects := []fyne.CanvasObject{c.back, c.title, c.ref, c.amount, c.card}
	for _, q := range c.quick {
		objects = append(objects, q.key)
	}
	c.root = layout.New(nil, c.place, append(objects, c.pad, c.print, c.primary)...)
	c.paint()
	return c
}

// quickSums are the exact sum and those that notes make.
func (c *Cash) quickSums() {
	w, currency := c.env.Words, c.due.Due.Currency
	add := func(minor int64, notes string) {
		sum := money.Amount{Minor: minor, Currency: currency}.Major()
		if whole, rest, has := strings.Cut(sum, "."); has && strings.Trim(rest, "0") == "" {
			sum = whole
		}
		sum = strings.Replace(sum, ".", present.Point(w), 1)
		c.quick = append(c.quick, quickSum{minor, control.NewNoteKey(sum, notes, func() { c.hand(minor) })})
	}
	add(c.due.Due.Minor, w.T("cash.exact"))
	for _, h := range journal.QuickNotes(c.due.Due) {
		add(h.Minor, c.notes(h))
	}
}

// notes are the notes of a sum: "one note", or "20 + 20 + 5".
func (c *Cash) notes(h journal.Handed) string {
	if len(h.Pieces) == 1 && h.Pieces[0].Number == 1 {
		return c.env.Words.T("cash.oneNote")
	}
	var parts []string
	for _, p := range h.Pieces {
		worth := money.Amount{Minor: p.Value, Currency: c.due.Due.Currency}.Major()
		if whole, rest, has := strings.Cut(worth, "."); has && strings.Trim(rest, "0") == "" {
			worth = whole
		}
		for range p.Number {
			parts = append(parts, worth)
		}
	}
	if len(parts) > 4 {
		return ""
	}
	return strings.Join(parts, " + ")
}

// rounded says what is to be paid where it is not the amount.
func (c *Cash) rounded() string {
	by := c.due.Rounding
	if by == 0 {
		return ""
	}
	key := "cash.roundedUp"
	if by < 0 {
		key, by = "cash.roundedDown", -by
	}
	sum := func(minor int64) string {
		return present.Major(c.env.Words, money.Amount{Minor: minor, Currency: c.due.Due.Currency})
	}
	return c.env.Words.T(key, "due", sum(c.due.Due.Minor), "by", sum(by))
}

// Height is for screen.Tall.
func (c *Cash) Height() float32 {
	if !pay.Terse() {
		return 0
	}
	return 3*theme.S5() + c.headHigh() + theme.S4 + theme.PrimaryHigh + theme.S2 + pay.LowPad(theme.S3) + theme.PrimaryHigh
}

// Object is for screen.Screen.
func (c *Cash) Object() fyne.CanvasObject { return c.root }

// Shown is for screen.Screen.
func (c *Cash) Shown() { c.shown = true }

// Hidden is for screen.Screen.
func (c *Cash) Hidden() { c.shown = false }

// Press takes digits, the point, Backspace, Delete, Enter, Esc, and F9 once it is
// taken.
func (c *Cash) Press(p screen.KeyPress) bool {
	switch {
	case c.taken != nil:
		return c.pressTaken(p)
	case p.Scan != "": // a barcode is no sum
		if before, ok := c.past.Back(p.Taken); ok && !c.busy {
			c.given = before
		}
		c.paint()
	case p.Rune != 0:
		c.past.Note(c.given)
		d, is := money.Digit(p.Rune)
		if is {
			c.key(control.PadKey(d))
		} else if is = amount.IsPoint(p.Rune); is {
			c.key(control.PadPoint)
		}
		return is
	case p.Name == fyne.KeyBackspace:
		c.key(control.PadBackspace)
	case p.Name == fyne.KeyDelete:
		c.key(control.PadClear)
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter:
		c.enter()
	case p.Name == fyne.KeyEscape:
		c.goBack()
	default:
		return false
	}
	return true
}

func (c *Cash) pressTaken(p screen.KeyPress) bool {
	switch {
	case !c.guard.Allows(keys.Back):
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter, p.Name == fyne.KeyF2:
		c.next()
	case p.Name == fyne.KeyF9 && !c.print.Hidden:
		c.printed()
	default:
		return false
	}
	return true
}

func (c *Cash) key(k control.PadKey) {
	if c.taken != nil || c.busy {
		return
	}
	switch k {
	case control.PadBackspace:
		c.given.Backspace()
	case control.PadClear:
		c.given.Clear()
	case control.PadThousand:
		c.given.Thousand()
	default:
		for _, r := range k {
			c.given.Type(r)
		}
	}
	c.paint()
}

// hand is a key for a whole sum.
func (c *Cash) hand(minor int64) {
	if c.taken == nil && !c.busy {
		c.given = amount.EntryOf(money.Amount{Minor: minor, Currency: c.due.Due.Currency})
		c.paint()
	}
}

func (c *Cash) goBack() {
	switch {
	case c.taken != nil || c.busy:
	case c.instead() != "":
		c.deps.Shell.ToSale(c.instead())
	default:
		c.deps.Shell.ToRoutes()
	}
}

func (c *Cash) enough() bool { return c.given.Amount().Minor >= c.due.Due.Minor }

func (c *Cash) enter() {
	switch {
	case c.taken != nil:
		if c.guard.Allows(keys.Back) {
			c.next()
		}
	case c.enough():
		c.take()
	}
}

func (c *Cash) paint() {
	w, due, given := c.env.Words, c.due.Due, c.given.Amount()
	c.forgive()
	c.givenSum.Set(c.given.Text(), c.given.Untyped())
	for _, q := range c.quick {
		q.key.SetChosen(!c.given.Empty() && q.minor == given.Minor)
	}
	c.change.Set("", "")
	spec := c.primary.Spec()
	spec.Label, spec.Icon, spec.Amount, spec.Currency = w.T("cash.take"), "cash", "", ""
	on := c.enough() && !c.busy
	switch {
	case c.taken != nil:
		spec.Label, spec.Icon, on = w.T("nav.sale"), "plus", true
	case !c.enough():
		missing := money.Amount{Minor: due.Minor - given.Minor, Currency: due.Currency}
		spec.Label, spec.Icon = w.T("cash.more", "sum", present.Major(w, missing)), ""
	}
	if back, err := journal.ChangeOf(due, given); err == nil {
		c.change.Set(money.Amount{Minor: back, Currency: due.Currency}.Major(), c.env.CurrencyWord(due.Currency))
	}
	if c.taken != nil {
		c.title.SetText(w.T("cash.taken"))
	}
	c.back.Hidden = c.taken != nil
	c.print.Hidden = c.taken == nil || !c.deps.Prints()
	pay.SetButton(c.primary, spec, on)
	c.sums.Refresh()
	c.root.Refresh()
}
