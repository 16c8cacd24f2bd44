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
		next := journal.Reconciled{Sale: sale, Class: old.Class, By: old.By, At: old.At, Amount: old.Amount, Lines: r.merge(old.Lines, fresh[sale])}
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
// a file that is one of another file, or that another file has on the same day in other
// words, counts once.
func (r *Result) merge(old, fresh []journal.BankLine) (all []journal.BankLine) {
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
			same(func(l journal.BankLine) bool { return l.Statement != f.Statement && !r.apart(l, f) }) {
			continue
		}
		all = append(all, f)
	}
	return all
}

// apart reports whether a line of another file is certainly another movement: both
// files are of one account in one format, and neither speaks of the other's day.
func (r *Result) apart(old, fresh journal.BankLine) bool {
	at := slices.IndexFunc(r.in.Statements, func(s journal.BankStatement) bool { return s.ID == old.Statement })
	if at < 0 {
		return false
	}
	s, now := r.in.Statements[at], r.in.Statement
	return s.Account == now.Account && (old.Day < now.From || old.Day > now.To) && (fresh.Day < s.From || fresh.Day > s.To)
}

// again reports whether a payment that this statement has was in another one before, on
// another day: it is there twice.
func (b *builder) again(item statement.Item) bool {
	others := slices.DeleteFunc(slices.Clone(b.in.Kept[item.Entry.Sale].Lines), func(l journal.BankLine) bool { return l.Back || l.Statement == b.in.Statement.ID })
	return len(others) > 0 && len(b.merge(others, []journal.BankLine{b.line(item.Line, false)})) > len(others)
}

// credits is how many times the bank has a payment by all that was ever read, this
// statement with it, less how many times it took it back.
func (b *builder) credits(e *statement.Entry) int {
	var fresh []journal.BankLine
	for _, item := range b.in.Items {
		if item.Entry == e && item.Line != nil && (item.Class == statement.Matched || item.Class == statement.Twice && item.Line.Amount == e.Amount || item.Class == statement.Returned) {
			fresh = append(fresh, b.line(item.Line, item.Class == statement.Returned))
		}
	}
	return journal.Reconciled{Lines: b.merge(b.in.Kept[e.Sale].Lines, fresh)}.Credits()
}
