package reconcile

import (
	"sanduq/core/journal"
	"sanduq/core/report/statement"
)

// Settled is what the statement moves between the shop's accounts by its rows, in the
// till's currency. A line of a day that another signed statement of the same account
// speaks of was counted there.
func (r *Result) Settled() journal.BankSums {
	s := journal.BankSums{Currency: r.in.Currency}
	for _, row := range r.Rows {
		for _, item := range row.Items {
			if item.Line == nil || row.Kind.apart() || item.Line.Amount.Currency != s.Currency || r.countedBefore(item.Line) {
				continue
			}
			bank := item.Line.Amount.Minor
			s.Bank += bank
			switch till, known := paymentsOf(item, s.Currency); {
			case known && row.certain():
				s.Clearing += till
				s.Fees += till - bank
			case row.Kind == OtherAmount, row.Kind == TakenBack, row.Kind == OnlyBank && row.HasTill:
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

func (r *Result) countedBefore(l *statement.Line) bool {
	day, now := journal.DayOf(l.At), r.in.Statement
	for _, s := range r.in.Statements {
		if s.Signed != nil && s.ID != now.ID && SameAccount(s, now) && s.From <= day && day <= s.To {
			return true
		}
	}
	return false
}

// SameAccount reports whether two statements are of one account, as far as they say.
func SameAccount(s, o journal.BankStatement) bool {
	if s.Number != "" && o.Number != "" {
		return s.Number == o.Number
	}
	return s.Account == o.Account || s.Bank != "" && s.Bank == o.Bank
}
