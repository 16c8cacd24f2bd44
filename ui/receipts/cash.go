package receipts

import (
	"context"
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
	"sanduq/ui/screen"
)

// cash reports whether the shop takes cash: one that does not sees nothing of it.
func (d Deps) cash() bool { return d.History.Settings().Cash }

// statuses are those that the filter offers, with the one that is chosen.
func (d Deps) statuses(chosen journal.Status) []journal.Status {
	all := journal.Statuses()
	if d.cash() || chosen == journal.StatusCash {
		return all
	}
	return slices.DeleteFunc(all, func(s journal.Status) bool { return s == journal.StatusCash })
}

// routes are those that the filter offers, with the one that is chosen.
func (d Deps) routes(chosen core.Route) []core.Route {
	all := wire.Routes()
	if d.cash() || chosen == journal.RouteCash {
		all = append(slices.Clip(all), journal.RouteCash)
	}
	return all
}

// CashHistory is a History of a till that may take cash.
type CashHistory interface {
	CashReceipt(ctx context.Context, seq uint64) (journal.CashReceipt, error)
}

func (d Deps) cashReceipt(env screen.Env, seq uint64) (journal.CashReceipt, error) {
	h, ok := d.History.(CashHistory)
	if !ok {
		return journal.CashReceipt{}, journal.ErrNotFound
	}
	return h.CashReceipt(env.Life, seq)
}
