package reconcile

import (
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// Settled is what the statement moves between the shop's accounts by its rows, in the
// till's currency. A line that another signed statement of the same account has was
// counted there. A return that a person recorded left the clearing account with its Z: the
// bank's line brings it back there, whichever payment it was.
func (r *Result) Settled() journal.BankSums {
	s := journal.BankSums{Currency: r.in.Currency}
	times := map[journal.SaleID]int{}
	for _, row := range r.Rows {
		for _, item := range row.Items {
			if item.Line == nil || row.Kind.apart() && row.Kind != WentBack || item.Line.Amount.Currency != s.Currency || r.countedBefore(row, item) {
				continue
			}
			bank := item.Line.Amount.Minor
			s.Bank += bank
			switch till, known := paymentsOf(item, s.Currency); {
			case row.Kind == WentBack, item.Recorded:
				s.Clearing += bank
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
	entries := entriesOf(item)
	for _, e := range entries {
		if e.Amount.Currency != currency {
			return 0, false
		}
		sum += e.Amount.Minor
	}
	return sum, len(entries) > 0
}

func entriesOf(item statement.Item) []*statement.Entry {
	if item.Entry != nil {
		return []*statement.Entry{item.Entry}
	}
	return item.Group
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
// speaks of its day in another format, or was signed by a version that kept no lines, and
// may have it; see lacks.
func (r *Result) countedBefore(row Row, item statement.Item) bool {
	day, now := journal.DayOf(item.Line.At), r.in.Statement
	for _, s := range r.in.Statements {
		if s.Signed == nil || s.ID == now.ID || !statement.SameAccount(s, now) || day < s.From || s.To < day {
			continue
		}
		if has := r.had[s.ID]; has[short(r.keys[item.Line])] || has == nil && !r.lacks(s, row, item) {
			return true
		}
	}
	return false
}

// lacks reports whether a statement that was signed in another format has for certain no
// line of the payments of an item, as a file of the morning has none of the afternoon: none
// of them is kept as one of its lines, nobody was asked about one of its lines and them, and
// what it has of no sale is less than the line.
func (r *Result) lacks(s journal.BankStatement, row Row, item statement.Item) bool {
	entries := entriesOf(item)
	if len(entries) == 0 || !row.certain() || s.Open > 0 || s.Settled == nil || s.Settled.Currency != r.in.Currency || s.Settled.Suspense >= item.Line.Amount.Minor {
		return false
	}
	later := map[string]bool{} // read after it was signed: these took none of its lines for theirs
	for _, o := range append(slices.Clone(r.in.Statements), r.in.Statement) {
		later[o.ID] = o.ID != s.ID && (o.At.IsZero() || o.At.After(s.Signed.At))
	}
	for _, e := range entries {
		asked := func(a journal.BankAnswer) bool {
			return strings.Contains(a.Row, " "+string(e.Sale)+" ") && !strings.HasPrefix(a.Row, string(OnlyTill)+" ")
		}
		other := func(l journal.BankLine) bool { return !later[l.Statement] }
		if slices.ContainsFunc(s.Answers, asked) || slices.ContainsFunc(r.in.Kept[e.Sale].Lines, other) {
			return false
		}
	}
	return true
}
