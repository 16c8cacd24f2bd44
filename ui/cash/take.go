package cash

import (
	"context"

	"sanduq/core/journal"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/theme"
)

// take writes it down, once however often it is asked.
func (c *Cash) take() {
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
		if !c.shown { // whoever went on believes that it is written down
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
				c.take()
			})
		case journal.CodeRight:
			c.deps.Ask.Amount(c.draft.Amount.Amount(), func(name string) {
				c.draft.AllowedBy = name
				c.take()
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
	c.note.SetText(c.env.Words.T(key, "number", present.Number(c.draft.Replaces)))
	c.note.SetColour(theme.Failed)
	given := c.given.Text()
	c.denied, c.note.Tells = &given, true
	c.sums.Refresh()
}

// forgive takes away what was refused, once something else was given.
func (c *Cash) forgive() {
	if c.denied == nil || *c.denied == c.given.Text() && c.taken == nil {
		return
	}
	c.denied, c.note.Tells = nil, false
	c.note.SetText(c.advice())
	c.note.SetColour(theme.Muted)
}

// took shows that it is on disk. The draft is spent: the shell has another one.
func (c *Cash) took(v journal.View) {
	c.taken = &v
	c.forgive()
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
	c.note.SetText(c.env.Words.T(key, "number", present.CashReceipt(c.taken.CashSeq)))
	c.note.SetColour(theme.Text)
	c.pad.SetAllEnabled(false)
	for _, q := range c.quick {
		q.key.Disable()
	}
	c.paint()
}

// drawer says that the drawer stays shut, to whoever has gone on in the window, or, in
// practice, that it opened.
func (c *Cash) drawer(opened bool, err error) {
	switch w := c.env.Words; {
	case err != nil && !c.shown:
		c.env.Miss(w.T("day.drawer"), w.T("said.about", "what", present.CashReceipt(c.taken.CashSeq), "said", w.T("cash.drawer")))
		return
	case err != nil:
		c.note.SetText(w.T("cash.drawer"))
	case opened && c.env.Practice:
		c.note.SetText(c.note.Text() + " " + w.T("cash.drawer.practice"))
	default:
		return
	}
	c.sums.Refresh()
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
