package cash

import (
	"context"

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
	"sanduq/ui/toolkit/layout"
)

// Cash is where a person says what a customer handed over, and reads the change.
// Nothing is written down before Cash taken, and nothing of it goes to a bank.
// Once it is on disk the same picture stays, with New sale in the primary's place.
type Cash struct {
	screen.Base
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

	head           head
	sums           *sums
	quick          quick
	pad            *control.Keypad
	print, primary *control.Button
}

// New takes cash for a draft.
func New(env screen.Env, deps Deps, draft *pay.Draft) *Cash {
	w, a := env.Words, draft.Amount.Amount()
	due, err := deps.Till.DueInCash(a)
	if err != nil {
		due = journal.CashDue{Due: a}
	}
	c := &Cash{env: env, deps: deps, draft: draft, due: due, given: amount.NewEntry(a.Currency), guard: keys.NewGuard(env.Now)}
	c.head = newHead(env, deps.Till.NextID(), a, c.goBack)
	c.sums = newSums(env, due, advice(env, draft))
	c.quick = newQuick(env, due.Due, c.hand)
	c.pad = control.NewSalePad(w.T("pad.clear"), c.key)
	c.print = control.NewButton(control.ButtonSpec{Icon: "printer", Label: w.T("paper.print"), Key: "F9", Mid: true, Height: theme.PrimaryHigh}, c.printed)
	c.primary = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "cash", Key: "Enter"}, c.enter)
	objects := append(c.head.objects(), c.sums.card)
	objects = append(objects, c.quick.objects()...)
	c.Root = layout.New(nil, c.place, append(objects, c.pad, c.print, c.primary)...)
	c.paint()
	return c
}

// Height is for screen.Tall.
func (c *Cash) Height() float32 {
	if !pay.Terse() {
		return 0
	}
	return 3*theme.S5() + c.head.high() + theme.S4 + theme.PrimaryHigh + theme.S2 + pay.LowPad(theme.S3) + theme.PrimaryHigh
}

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
		c.past.Push(c.given)
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
	c.given.Key(k)
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
	case instead(c.draft) != "":
		c.deps.Shell.ToSale(instead(c.draft))
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
		c.record()
	}
}

func (c *Cash) paint() {
	w, due, given := c.env.Words, c.due.Due, c.given.Amount()
	c.sums.show(c.given, due)
	c.quick.choose(c.given)
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
	if c.taken != nil {
		c.head.title.SetText(w.T("cash.taken"))
	}
	c.head.back.Hidden = c.taken != nil
	c.print.Hidden = c.taken == nil || !c.deps.Prints()
	pay.SetButton(c.primary, spec, on)
	c.Root.Refresh()
}

func (c *Cash) place(b layout.Placer) {
	pad := theme.S5()
	top, end := c.head.place(b), b.W-pad
	bottom := b.H - pad - theme.PrimaryHigh
	x := pad
	if !c.print.Hidden {
		w := c.print.MinSize().Width
		b.Put(c.print, x, bottom, w, theme.PrimaryHigh)
		x += w + theme.S4
	}
	b.Put(c.primary, x, bottom, end-x, theme.PrimaryHigh)
	wide := min(pay.PadWidth-12, (b.W-3*pad)*2/3)
	if pay.Terse() {
		wide = min(wide, pay.TersePad)
	}
	bottom -= pad
	left := end - wide
	spent := c.sums.spent()
	c.quick.place(b, left, top, wide, spent)
	if c.pad.Hidden = spent; spent {
		b.Put(c.sums.card, pad, top, end-pad, bottom-top)
		return
	}
	b.Put(c.sums.card, pad, top, left-2*pad, bottom-top)
	b.Put(c.pad, left, top+theme.PrimaryHigh+theme.S2, wide, bottom-top-theme.PrimaryHigh-theme.S2)
}

// record writes it down, once however often it is asked.
func (c *Cash) record() {
	if c.busy || c.draft.Opening || c.draft.Amount.Amount().Minor <= 0 {
		return
	}
	c.busy, c.draft.Opening = true, true
	c.paint()
	d := journal.Draft{Amount: c.draft.Amount.Amount(), Reference: c.draft.Reference, Route: journal.RouteCash, Cashier: c.deps.Shop().Cashier,
		Replaces: c.draft.Replaces, Reason: c.draft.Reason, Manager: c.draft.Manager, AllowedBy: c.draft.AllowedBy}
	given := c.given.Amount().Minor
	var v journal.View
	var why error           // it was refused
	var needed journal.Code // whose word is
	pay.Call(c.env, c.deps.Shell.Failed, func(ctx context.Context) (err error) {
		v, err = c.deps.Till.TakeCash(context.WithoutCancel(ctx), d, given)
		if why = err; journal.CodeOf(err) == "" {
			return err
		}
		if code := journal.CodeOf(err); code == journal.CodeManager || code == journal.CodeRight && pay.ByWord(c.deps.Shop(), d) {
			needed = code
		}
		return nil
	}, func(err error) {
		c := c.newest()
		c.busy = false
		if err == nil && why == nil {
			c.took(v)
			return
		}
		c.draft.Opening = false
		if !c.shown { // anyone who went on believes that it is written down
			if err == nil {
				c.deps.Shell.Failed(why)
			}
			return
		}
		if err == nil && needed == "" {
			c.refused(why)
		}
		c.paint()
		switch needed {
		case journal.CodeManager:
			c.deps.Ask.Replacing(c.draft.Replaces, func(name string) {
				c.draft.Manager = name
				c.record()
			})
		case journal.CodeRight:
			c.deps.Ask.Amount(c.draft.Amount.Amount(), func(name string) {
				c.draft.AllowedBy = name
				c.record()
			})
		}
	})
}

// refused says why nothing was written down.
func (c *Cash) refused(err error) {
	key := "error." + string(journal.CodeOf(err))
	switch {
	case c.draft.Replaces != "" && journal.CodeOf(err) == journal.CodeStep:
		key = "cash.notInstead"
	case !c.env.Words.Has(key):
		key = "opening.notRecorded"
	}
	c.sums.refuse(c.env.Words.T(key, "number", present.Number(c.draft.Replaces)), c.given.Text())
}

// took shows that it is on disk. The draft is spent: the shell has another one.
func (c *Cash) took(v journal.View) {
	c.taken = &v
	c.guard.Arm()
	c.deps.Shell.Opened(v, c.draft)
	c.showTaken()
	if c.deps.OpenDrawer != nil {
		c.env.Go(func() {
			opened, err := c.deps.OpenDrawer(c.env.Life)
			c.env.Post(func() { c.drawer(opened, err) })
		})
	}
}

// showTaken puts what was recorded in the place of what was typed.
func (c *Cash) showTaken() {
	key := "cash.kept"
	if c.env.Practice {
		key = "cash.kept.practice"
	}
	c.sums.showRecorded(c.given.Text(), c.env.Words.T(key, "number", present.CashReceipt(c.taken.CashSeq)))
	c.pad.SetAllEnabled(false)
	c.quick.disable()
	c.paint()
}

// drawer says that the drawer stays shut, to anyone who has gone on in the window, or, in
// practice, that it opened.
func (c *Cash) drawer(opened bool, err error) {
	switch w := c.env.Words; {
	case err != nil && !c.shown:
		c.env.Miss(w.T("day.drawer"), w.T("said.about", "what", present.CashReceipt(c.taken.CashSeq), "said", w.T("cash.drawer")))
		return
	case err != nil:
		c.sums.showNote(w.T("cash.drawer"), theme.Text)
	case opened && c.env.Practice:
		c.sums.showNote(c.sums.note.Text()+" "+w.T("cash.drawer.practice"), theme.Text)
	}
}

// printed puts its slip on paper, again if one came out.
func (c *Cash) printed() {
	if c.taken == nil {
		return
	}
	id, by := c.taken.ID, c.deps.Shop().Cashier
	pay.Call(c.env, c.deps.Shell.Failed, func(ctx context.Context) error { return c.deps.Till.Print(ctx, id, by) }, nil)
}

// next takes note of the end, once, and opens an empty sale.
func (c *Cash) next() {
	if c.left {
		return
	}
	c.left = true
	id := c.taken.ID
	pay.Call(c.env, c.deps.Shell.Failed, func(ctx context.Context) error { return c.deps.Till.Acknowledge(ctx, id) }, nil)
	c.deps.Shell.NewSale()
}

// newest is the screen that stands in this one's place by now.
func (c *Cash) newest() *Cash {
	for c.successor != nil {
		c = c.successor
	}
	return c
}
