package days

import (
	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
)

// tally counts what lives were made of.
type tally struct {
	Days, Sales, Cash, Late, Twice, AfterCash, Said, Moves, Closed, Kills, Failed, Restores int
}

func (t *tally) add(o tally) {
	t.Days += o.Days
	t.Sales += o.Sales
	t.Cash += o.Cash
	t.Late += o.Late
	t.Twice += o.Twice
	t.AfterCash += o.AfterCash
	t.Said += o.Said
	t.Moves += o.Moves
	t.Closed += o.Closed
	t.Kills += o.Kills
	t.Failed += o.Failed
	t.Restores += o.Restores
}

// count takes in what a book holds at the end of a life.
func (t *tally) count(b oracle.Book) {
	for _, s := range b.Sales {
		switch {
		case s.CashSeq != 0:
			t.Cash++
		case s.ReceiptSeq != 0:
			t.Sales++
		}
	}
	for _, r := range b.Receipts {
		if r.Opened != r.Shift {
			t.Late++
		}
	}
	for _, d := range b.Debts {
		switch d.Cause {
		case journal.DebtPaidTwice:
			t.Twice++
		case journal.DebtAfterCash:
			t.AfterCash++
			if d.With == d.Sale {
				t.Said++
			}
		}
	}
}
