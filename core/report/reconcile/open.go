package reconcile

import "sanduq/core/journal"

// Standing is how far the payments of some days are settled with the bank, in one
// currency.
type Standing struct {
	Sales, Reconciled int64
	Minor, Open       int64 // of all, and of those that no statement has
}

// StandingOf holds the totals of the paid sales of some days against what is kept of
// the sales of the same days. Cash is not among what is paid.
func StandingOf(paid []journal.Total, kept []journal.Reconciled, currency string) (s Standing) {
	for _, t := range paid {
		if t.Currency == currency {
			s.Sales, s.Minor = s.Sales+int64(t.Count), s.Minor+t.Minor
		}
	}
	s.Open = s.Minor
	for _, r := range kept {
		if r.Reconciles() && r.Amount.Currency == currency {
			s.Reconciled++
			s.Open -= r.Amount.Minor
		}
	}
	return s
}
