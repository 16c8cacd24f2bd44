package receipts

import (
	"context"
	"slices"

	"sanduq/core"
	"sanduq/core/till"
)

// cash reports whether the shop takes cash: one that does not sees nothing of it.
func (d Deps) cash() bool { return d.History.Settings().Cash }

// statuses are those that the filter offers, with the one that is chosen.
func (d Deps) statuses(chosen till.Status) []till.Status {
	all := till.Statuses()
	if d.cash() || chosen == till.StatusCash {
		return all
	}
	return slices.DeleteFunc(all, func(s till.Status) bool { return s == till.StatusCash })
}

// routes are those that the filter offers, with the one that is chosen.
func (d Deps) routes(chosen core.Route) []core.Route {
	all := core.Routes()
	if d.cash() || chosen == till.RouteCash {
		all = append(slices.Clip(all), till.RouteCash)
	}
	return all
}

// CashHistory is a History of a till that may take cash.
type CashHistory interface {
	CashReceipt(ctx context.Context, seq uint64) (till.CashReceipt, error)
}

func (d Deps) cashReceipt(seq uint64) (till.CashReceipt, error) {
	h, ok := d.History.(CashHistory)
	if !ok {
		return till.CashReceipt{}, till.ErrNotFound
	}
	return h.CashReceipt(d.Life, seq)
}
