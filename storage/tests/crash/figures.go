package crash

import (
	"context"
	"fmt"

	"sanduq/core/journal"
	"sanduq/storage"
)

// recounted holds the figures that a store keeps against its sales, by counting
// them in a way that shares nothing with the store's own.
func recounted(ctx context.Context, store *storage.Store, sales []journal.Sale) error {
	type sum struct{ number, minor int64 }
	want := map[journal.FigureKey]sum{}
	for _, s := range sales {
		key := journal.FigureKey{Day: s.ID.Day(), Quarter: journal.QuarterOf(s.CreatedAt), Route: s.Route, Status: s.Status(), Cashier: s.Cashier, Currency: s.Amount.Currency}
		want[key] = sum{want[key].number + 1, want[key].minor + s.Amount.Minor}
	}
	for f, err := range store.Figures(ctx, "", "") {
		if err != nil {
			return err
		}
		if got := (sum{f.Number, f.Minor}); got != want[f.FigureKey] {
			return fmt.Errorf("figure %+v is %v, its sales add up to %v", f.FigureKey, got, want[f.FigureKey])
		}
		delete(want, f.FigureKey)
	}
	if len(want) > 0 {
		return fmt.Errorf("figures are missing: %v", want)
	}
	return nil
}
