package reconcile

import (
	"slices"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// Settled is what the statement moves between the shop's accounts by its rows, in the
// till's currency. A line that another signed statement of the same account has was
// counted there.
func (r *Result) Settled() journal.BankSums {
	s := journal.BankSums{Currency: r.in.Currency}
	times := map[journal.SaleID]int{}
	for _, row := range r.Rows {
		for _, item := range row.Items {
			if item.Line == nil || row.Kind.apart() || item.Line.Amount.Currency != s.Currency || r.countedBefore(item.Line) {
				continue
			}
			bank := item.Line.Amount.Minor
			s.Bank += bank
			switch till, known := paymentsOf(item, s.Currency); {
			case item.Entry != nil && row.whole(item):
				if r.settle(times, item) {
					s.Clearing += bank
				} else {
					s.Second += bank
				}
			case known && row.certain():
				s.Clearing += till
				s.Fees += till - bank
			case row.Kind == OtherAmount, row.Kind == OnlyBank && row.HasTill:
				s.Clearing += bank
			case row.Kind == Twice, row.Kind == Returned:
				s.Second += bank
			default:
				s.Suspense += bank
			}
		}
	}
	return s
}

// whole reports whether a line is for certain the whole of a payment, that comes or goes.
func (r Row) whole(item statement.Item) bool {
	if item.Class == statement.Returned {
		return true
	}
	return item.Line.Amount == item.Entry.Amount && (r.Kind == Twice || r.Kind == Returned || r.certain())
}

// settle counts a line that is the whole of a payment, and reports whether it is the
// payment itself: the first that came, or the last that went. times is how often what was
// signed has each, so that it is the same for one file as for its parts in any order.
func (r *Result) settle(times map[journal.SaleID]int, item statement.Item) bool {
	sale := item.Entry.Sale
	n, begun := times[sale]
	if !begun {
		var before []journal.BankLine
		for _, l := range r.in.Kept[sale].Lines {
			if r.signed(l) {
				before = append(before, l)
			}
		}
		n = journal.Reconciled{Lines: before}.Credits()
	}
	if item.Class == statement.Returned {
		times[sale] = n - 1
		return n <= 1
	}
	times[sale] = n + 1
	return n < 1
}

// signed reports whether another statement that was signed has a line.
func (r *Result) signed(l journal.BankLine) bool {
	return slices.ContainsFunc(r.in.Statements, func(s journal.BankStatement) bool {
		return s.Signed != nil && s.ID != r.in.Statement.ID && (s.ID == l.Statement || r.had[s.ID][short(l.Line)])
	})
}

// paymentsOf are the payments that a finding says its line is; false where it names
// none, or one of another currency.
func paymentsOf(item statement.Item, currency string) (sum int64, ok bool) {
	entries := item.Group
	if item.Entry != nil {
		entries = []*statement.Entry{item.Entry}
	}
	for _, e := range entries {
		if e.Amount.Currency != currency {
			return 0, false
		}
		sum += e.Amount.Minor
	}
	return sum, len(entries) > 0
}

// certain reports whether a row says for certain which payments its sums are, and that
// what lacks is the bank's fee.
func (r Row) certain() bool {
	switch r.Kind {
	case Matched, Deposit:
		return true
	case Guess:
		return r.Answer.Answer == Yes
	case OtherAmount:
		return r.Answer.Answer == Fee
	case Choose:
		_, ok := chosen(r)
		return ok
	}
	return false
}

// countedBefore reports whether a signed statement counted a line: it has the line, or it
// speaks of its day in another format or was signed by a version that kept no lines.
func (r *Result) countedBefore(l *statement.Line) bool {
	day, now := journal.DayOf(l.At), r.in.Statement
	for _, s := range r.in.Statements {
		if s.Signed == nil || s.ID == now.ID || !statement.SameAccount(s, now) || day < s.From || s.To < day {
			continue
		}
		if has := r.had[s.ID]; has == nil || has[short(r.keys[l])] {
			return true
		}
	}
	return false
}
