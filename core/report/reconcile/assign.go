package reconcile

import (
	"cmp"
	"slices"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// A person may say of money that is only at the bank to which sale it belongs. The sale
// is one that no line has; its sum may be another one, and what lacks stays a difference
// to look into.

// loose gathers the payments that no line has.
func (b *builder) loose() {
	b.free = map[journal.SaleID]*statement.Entry{}
	for _, e := range b.in.Beyond {
		b.free[e.Sale] = e
	}
	for _, item := range b.in.Items {
		switch {
		case item.Class == statement.OnlyTill:
			b.free[item.Entry.Sale] = item.Entry
		case guessed(item) && b.row(Guess, item).Answer.Answer == No:
			for _, e := range entriesOf(item) {
				b.free[e.Sale] = e
			}
		}
	}
}

// guessed reports whether a finding is asked about as a guess.
func guessed(item statement.Item) bool {
	return item.Class == statement.Assumed || item.Class == statement.Grouped && !item.Sure
}

// Assignable are the payments that may be assigned to a row of money that is only at
// the bank, those of the nearest sum first; none for any other row.
func (r *Result) Assignable(row Row) (all []*statement.Entry) {
	if row.Kind != OnlyBank || row.Foreign {
		return nil
	}
	taken := map[*statement.Entry]bool{}
	for _, other := range r.Rows {
		if other.Kind == OnlyBank && other.HasTill && other.Key != row.Key {
			taken[other.Items[0].Entry] = true
		}
		if c, ok := chosen(other); ok {
			for _, e := range c.Group {
				taken[e] = true
			}
		}
	}
	b := &builder{Result: *r}
	b.loose()
	for _, other := range r.Rows { // of a guess that was wrong, too
		if other.Kind == OnlyTill {
			b.free[other.Items[0].Entry.Sale] = other.Items[0].Entry
		}
	}
	if e := row.Items[0].Entry; e != nil {
		b.free[e.Sale] = e
	}
	for _, e := range b.free {
		if !taken[e] && e.Amount.Currency == r.in.Currency {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(x, y *statement.Entry) int {
		return cmp.Or(cmp.Compare(abs(x.Amount.Minor-row.Bank), abs(y.Amount.Minor-row.Bank)), cmp.Compare(x.Sale, y.Sale))
	})
	return all
}

// assign gives a row the sale that a person said it belongs to.
func (b *builder) assign(r *Row) {
	e := b.free[r.Answer.Sale]
	if r.Answer.Answer != Belongs || e == nil || r.Foreign || e.Amount.Currency != b.in.Currency {
		return
	}
	delete(b.free, e.Sale) // of one row alone
	r.Items[0].Entry = e
	r.Till, r.HasTill, r.Sales = e.Amount.Minor, true, 1
}

// assignedBefore makes the row of a line that was assigned to its payment when it was
// read before, so that it is told and answered as it was; false for any other.
func (b *builder) assignedBefore(item statement.Item) bool {
	if item.By != statement.ByKept || item.Line == nil || item.Entry == nil {
		return false
	}
	said := b.row(OnlyBank, statement.Item{Line: item.Line}).Answer
	if said.Sale != item.Entry.Sale {
		return false
	}
	b.free[said.Sale] = item.Entry
	b.ask(OnlyBank, statement.Item{Class: statement.OnlyBank, Line: item.Line})
	if said.Answer != Belongs {
		b.ask(OnlyTill, statement.Item{Class: statement.OnlyTill, Entry: item.Entry})
	}
	return true
}
