package codec

import (
	"encoding/binary"
	"maps"
	"slices"

	"sanduq/core/journal"
)

// ShiftRecord is a shift as the store keeps it: with what its commits add up to,
// the Z that ended it, and where in the chains its rows lie.
type ShiftRecord struct {
	journal.ShiftState
	Moved     journal.SeqRange // its movements
	OwedAfter uint64           // the newest row of what is owed back when it began
}

// walkShift shows the fields in their frozen order.
func walkShift(c *coder, s *ShiftRecord) {
	c.whole(&s.Number)
	c.whole(&s.Version)
	c.whole(&s.After)
	c.moment(&s.Begun)
	walkOpening(c, &s.Opened)
	list(c, &s.Counts)
	for i := range s.Counts {
		count := &s.Counts[i]
		c.plainMoment(&count.At)
		plainText(c, &count.By)
		walkCount(c, &count.Cash)
		c.plainWhole(&count.NewestCash)
		c.plainWhole(&count.NewestMovement)
	}
	endLists(c, &s.Counts)
	f := &s.Figures
	walkTaken(c, &f.Taken)
	walkRange(c, &f.Receipts)
	walkRange(c, &f.Cash)
	walkTally(c, &f.In)
	walkTally(c, &f.Out)
	walkOwed(c, &f.Owed)
	c.whole(&s.Z)
	walkRange(c, &s.Moved)
	c.whole(&s.OwedAfter)
	walkBetween(c, &s.Opened)
	text(c, &s.BookFrom)
	walkApart(c, &f.Owed)
}

func walkZ(c *coder, z *journal.Z) {
	c.whole(&z.Seq)
	c.whole(&z.Before)
	c.whole(&z.Shift)
	text(c, &z.Shop)
	text(c, &z.Place)
	text(c, &z.Till)
	text(c, &z.Environment)
	c.moment(&z.Begun)
	walkOpening(c, &z.Opened)
	c.moment(&z.At)
	text(c, &z.By)
	c.boolean(&z.SetBack)
	walkTaken(c, &z.Taken)
	walkRange(c, &z.Receipts)
	walkRange(c, &z.Cash)
	walkDrawer(c, &z.Drawer)
	c.sales(&z.Open.Sales)
	walkSums(c, &z.Open.Sums)
	walkOwed(c, &z.Owed)
	c.sales(&z.OwedBy)
	text(c, &z.Booked)
	walkBetween(c, &z.Opened)
	walkApart(c, &z.Owed)
}

func walkOpening(c *coder, v **journal.Opening) {
	if optional(c, v) {
		o := *v
		c.plainMoment(&o.At)
		plainText(c, &o.By)
		plainText(c, &o.Currency)
		plainSigned(c, &o.Float)
		endOptional(c, v)
	}
}

// walkBetween shows what an opening says of the count before it; it came behind all else.
func walkBetween(c *coder, v **journal.Opening) {
	o := *v
	if o == nil {
		o = &journal.Opening{}
	}
	c.whole(&o.Counted)
	signed(c, &o.Between)
	text(c, &o.Reason)
	if c.mode == blanking && *v != nil && *o == (journal.Opening{}) {
		*v = nil
	}
}

// walkCount shows what was counted, which is always there.
func walkCount(c *coder, d *journal.DrawerCount) {
	plainText(c, &d.Currency)
	plainList(c, &d.Pieces)
	for i := range d.Pieces {
		plainSigned(c, &d.Pieces[i].Value)
		plainSigned(c, &d.Pieces[i].Number)
	}
	endList(c, &d.Pieces)
	plainSigned(c, &d.Minor)
}

func walkTaken(c *coder, all *[]journal.Taken) {
	list(c, all)
	for i := range *all {
		t := &(*all)[i]
		c.plainWhole(&t.Opened)
		plainText(c, &t.Route)
		plainText(c, &t.Cashier)
		plainText(c, &t.Currency)
		plainSigned(c, &t.Number)
		plainSigned(c, &t.Minor)
		plainSigned(c, &t.Rounding)
	}
	endList(c, all)
}

func walkRange(c *coder, r *journal.SeqRange) {
	c.whole(&r.First)
	c.whole(&r.Last)
}

func walkTally(c *coder, t *journal.Tally) {
	signed(c, &t.Number)
	signed(c, &t.Minor)
}

func walkOwed(c *coder, all *[]journal.OwedSum) {
	list(c, all)
	for i := range *all {
		o := &(*all)[i]
		plainText(c, &o.Currency)
		plainSigned(c, &o.Before)
		plainSigned(c, &o.Opened)
		plainSigned(c, &o.Returned)
		plainSigned(c, &o.Kept)
	}
	endList(c, all)
}

// walkApart shows which parts of what is owed back never were a part of what was taken, and
// what one person alone recorded or reversed; it came behind all else, and is there where one of them is
// not zero.
func walkApart(c *coder, sums *[]journal.OwedSum) {
	all := *sums
	if !c.flag(slices.ContainsFunc(all, func(o journal.OwedSum) bool {
		return o.OpenedApart != 0 || o.ReturnedApart != 0 || o.Alone != 0 || o.Reversed != 0
	})) {
		return
	}
	for i := range all {
		plainSigned(c, &all[i].OpenedApart)
		plainSigned(c, &all[i].ReturnedApart)
		plainSigned(c, &all[i].Alone)
		plainSigned(c, &all[i].Reversed)
	}
	endList(c, sums)
}

func walkDrawer(c *coder, v **journal.DrawerSum) {
	if !optional(c, v) {
		return
	}
	d := *v
	plainText(c, &d.Currency)
	plainSigned(c, &d.Float)
	for _, t := range []*journal.Tally{&d.Sales, &d.In, &d.Out} {
		plainSigned(c, &t.Number)
		plainSigned(c, &t.Minor)
	}
	plainSigned(c, &d.Rounding)
	plainSigned(c, &d.Expected)
	plainSigned(c, &d.Counts)
	plainSigned(c, &d.Difference)
	plainText(c, &d.Reason)
	if optional(c, &d.Counted) {
		walkCount(c, d.Counted)
		if c.mode == blanking && d.Counted.Currency == "" && d.Counted.Pieces == nil && d.Counted.Minor == 0 {
			d.Counted = nil
		}
	}
	endOptional(c, v)
}

// walkSums shows sums by currency, in the currencies' order.
func walkSums(c *coder, sums *map[string]journal.Tally) {
	if !c.flag(len(*sums) > 0) {
		return
	}
	if c.mode == reading {
		c.readSums(sums)
		return
	}
	if c.mode == writing {
		c.out = binary.AppendUvarint(c.out, uint64(len(*sums)))
	}
	var rest map[string]journal.Tally // what blanking leaves
	for _, currency := range slices.Sorted(maps.Keys(*sums)) {
		t := (*sums)[currency]
		if c.mode == writing {
			c.putText(currency)
		}
		plainSigned(c, &t.Number)
		plainSigned(c, &t.Minor)
		if c.mode == blanking && t != (journal.Tally{}) {
			if rest == nil {
				rest = map[string]journal.Tally{}
			}
			rest[currency] = t
		}
	}
	if c.mode == blanking {
		*sums = rest
	}
}

func (c *coder) readSums(sums *map[string]journal.Tally) {
	n := c.count()
	if *sums == nil {
		*sums = make(map[string]journal.Tally, n)
	}
	last := ""
	for i := range n {
		currency := c.getText()
		if c.bad = c.bad || i > 0 && currency <= last; c.bad {
			return
		}
		last = currency
		t := (*sums)[currency]
		plainSigned(c, &t.Number)
		plainSigned(c, &t.Minor)
		(*sums)[currency] = t
	}
}

// DebtRecord is a debt as the store keeps it: with the numbers of its rows,
// ascending.
type DebtRecord struct {
	journal.Debt
	Rows []uint64
}

func walkDebt(c *coder, d *DebtRecord) {
	c.whole(&d.Number)
	text(c, &d.Cause)
	c.sale(&d.Sale)
	c.sale(&d.With)
	walkAmount(c, &d.Amount)
	c.moment(&d.Since)
	signed(c, &d.Returned)
	signed(c, &d.Kept)
	if optional(c, &d.Noted) {
		c.plainMoment(&d.Noted.At)
		plainText(c, &d.Noted.By)
		plainText(c, &d.Noted.Reason)
		endOptional(c, &d.Noted)
	}
	list(c, &d.References)
	for i := range d.References {
		plainText(c, &d.References[i])
	}
	endList(c, &d.References)
	list(c, &d.Rows)
	for i := range d.Rows {
		c.plainWhole(&d.Rows[i])
	}
	endList(c, &d.Rows)
}
