package feed

import (
	"context"
	"errors"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// owingTill is a till whose ledger has so many open entries.
type owingTill int

func (f owingTill) Debts(_ context.Context, q journal.DebtQuery) (some []journal.Debt, err error) {
	if !q.Open {
		return nil, errors.New("all of it")
	}
	from := int(f) // numbered from the newest down
	if q.Before > 0 {
		from = int(q.Before) - 1
	}
	for n := from; n > 0 && len(some) < q.Limit; n-- {
		some = append(some, journal.Debt{Number: uint64(n), Sale: journal.NewSaleID("20261119", n), Amount: money.Amount{Minor: 1_000, Currency: "LYD"}})
	}
	return some, nil
}

// TestEveryEntryThatIsOwedBackIsCounted, however many there are.
func TestEveryEntryThatIsOwedBackIsCounted(t *testing.T) {
	for _, n := range []int{1, 199, 200, 201, 400, 450} {
		all, err := allOwing(t.Context(), owingTill(n))
		if err != nil || len(all) != n {
			t.Errorf("%d of %d, %v", len(all), n, err)
		}
	}
}
