package receipts

import (
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/ui/receipts/ask"
)

// What till.SaleQuery can be narrowed by beside its search. A question never
// shows a chip for what the list is not narrowed by.
const (
	narrowsCashiers = false
	narrowsAmounts  = false
)

func narrowCashier(*till.SaleQuery, string) {}

// narrowAmount narrows to one sum by searching for it.
func narrowAmount(q *till.SaleQuery, c ask.Chip, currency string) {
	if c.Exact() && q.Search == "" {
		q.Search = money.Amount{Minor: c.Min, Currency: currency}.Major()
	}
}
