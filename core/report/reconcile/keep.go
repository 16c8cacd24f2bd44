package reconcile

import (
	"slices"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/statement"
)

// Records returns what is to be kept of each sale that the statement says something new
// of: nothing for one that was read before. What a person no longer says is taken away.
func (r *Result) Records() (changed []journal.Reconciled) {
	fresh, how := map[journal.SaleID][]journal.BankLine{}, map[journal.SaleID]journal.ReconciledHow{}
	amounts := map[journal.SaleID]money.Amount{}
	var order []journal.SaleID
	take := func(e *statement.Entry, item statement.Item, h journal.ReconciledHow, back bool) {
		if _, there := how[e.Sale]; !there {
			order = append(order, e.Sale)
			how[e.Sale] = h
		}
		amounts[e.Sale] = e.Amount
		fresh[e.Sale] = append(fresh[e.Sale], r.line(item.Line, back))
	}
	for _, row := range r.Rows {
		for _, item := range row.Items {
			switch {
			case row.Kind == Matched, row.Kind == OtherAmount && row.Answer.Answer == Fee, row.Kind == OnlyBank && row.HasTill, row.Kind == Guess && row.Answer.Answer == Yes && item.Entry != nil:
				h := journal.ReconciledByNumber
				if row.Kind != Matched {
					h = journal.ReconciledByPerson
				}
				take(item.Entry, item, h, false)
			case row.Kind == Deposit, row.Kind == Guess && row.Answer.Answer == Yes, row.Kind == Choose && item.Group != nil:
				h := journal.ReconciledPart
				if row.Kind != Deposit {
					h = journal.ReconciledByPerson
				}
				for _, e := range item.Group {
					take(e, item, h, false)
				}
			case row.Kind == Twice && item.Line.Amount == item.Entry.Amount, row.Kind == Returned, row.Kind == TakenBack:
				take(item.Entry, item, journal.ReconciledByNumber, item.Class == statement.Returned)
			}
		}
	}
	for sale, old := range r.in.Kept { // what this statement no longer says
		if _, there := how[sale]; !there && slices.ContainsFunc(old.Lines, func(l journal.BankLine) bool { return l.Statement == r.in.Statement.ID }) {
			order = append(order, sale)
		}
	}
	slices.Sort(order)
	for _, sale := range slices.Compact(order) {
		old := r.in.Kept[sale]
		next := journal.Reconciled{Sale: sale, Class: old.Class, By: old.By, At: old.At, Amount: old.Amount, Lines: r.merge(old.Lines, fresh[sale], r.apart)}
		if next.Class == "" {
			next.Class, next.Amount = how[sale], amounts[sale]
		}
		if !slices.Equal(next.Lines, old.Lines) {
			changed = append(changed, next)
		}
	}
	return changed
}

// line is a line as it is kept.
func (r *Result) line(l *statement.Line, back bool) journal.BankLine {
	return journal.BankLine{Statement: r.in.Statement.ID, Line: r.keys[l], Day: journal.DayOf(l.At), Back: back}
}

// merge adds to what was kept of a sale the lines that are none of those: each line of
// a file that is one of another file, or that another file has in other words, counts
// once. apart reports of a line of another file, and of one of this, that the two are not
// the same.
func (r *Result) merge(old, fresh []journal.BankLine, apart func(old, fresh journal.BankLine) bool) (all []journal.BankLine) {
	all = slices.DeleteFunc(slices.Clone(old), func(l journal.BankLine) bool {
		return l.Statement == r.in.Statement.ID && !slices.ContainsFunc(fresh, func(f journal.BankLine) bool { return f.Line == l.Line && f.Back == l.Back })
	})
	spent := make([]bool, len(all))
	for _, f := range fresh {
		same := func(match func(journal.BankLine) bool) bool {
			for i, l := range all[:len(spent)] {
				if !spent[i] && l.Back == f.Back && match(l) {
					spent[i] = true
					return true
				}
			}
			return false
		}
		if same(func(l journal.BankLine) bool { return l.Line == f.Line }) ||
			same(func(l journal.BankLine) bool { return l.Statement != f.Statement && !apart(l, f) }) {
			continue
		}
		all = append(all, f)
	}
	return all
}

// again reports whether a payment that this statement has was in another one before, as
// another movement: it is there twice.
func (b *builder) again(item statement.Item) bool {
	others := slices.DeleteFunc(slices.Clone(b.in.Kept[item.Entry.Sale].Lines), func(l journal.BankLine) bool { return l.Back || l.Statement == b.in.Statement.ID })
	return len(others) > 0 && len(b.merge(others, []journal.BankLine{b.line(item.Line, false)}, b.apart)) > len(others)
}

// certainly is how many times the bank has a payment for certain, by all that was ever
// read, this statement with it, less how many times it took it back: what two files may
// have in different words counts once.
func (b *builder) certainly(e *statement.Entry) int {
	var fresh []journal.BankLine
	for _, item := range b.in.Items {
		if item.Entry == e && item.Line != nil && (item.Class == statement.Matched || item.Class == statement.Twice && item.Line.Amount == e.Amount || item.Class == statement.Returned) {
			fresh = append(fresh, b.line(item.Line, item.Class == statement.Returned))
		}
	}
	all := slices.Clone(fresh)
	for _, old := range b.in.Kept[e.Sale].Lines {
		at := slices.IndexFunc(fresh, func(f journal.BankLine) bool {
			return f.Back == old.Back && (f.Line == old.Line || !b.whollyApart(old, f))
		})
		switch {
		case at >= 0:
			fresh = slices.Delete(slices.Clone(fresh), at, at+1)
		case old.Statement != b.in.Statement.ID:
			all = append(all, old)
		}
	}
	return journal.Reconciled{Lines: all}.Credits()
}
