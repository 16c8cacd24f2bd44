package shift

import (
	"context"
	"errors"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
)

// mostOwed bounds how many entries of what is owed back are shown at once.
const mostOwed = 200

// Day returns the present shift and what stands beside it. Who may not see sums
// gets the numbers of sales without what they add up to, and of the drawer its
// float alone; who may not see what should be in the drawer gets X without a sum of
// cash. Error: CodeStore.
func (d *Desk) Day(ctx context.Context) (journal.DayView, error) {
	debts, err := d.cfg.Store.Debts(ctx, journal.DebtQuery{Open: true, Limit: mostOwed})
	if err != nil {
		return journal.DayView{}, journal.Refuse(journal.CodeStore, err)
	}
	v := journal.DayView{Debts: debts}
	v.Shift, err = d.cfg.Store.Shift(ctx, 0)
	switch {
	case errors.Is(err, journal.ErrNotFound):
		return v, nil
	case err != nil:
		return v, journal.Refuse(journal.CodeStore, err)
	}
	v.Present = true
	first, err := d.cfg.Writer.FirstDay(ctx)
	if err != nil {
		return v, journal.Refuse(journal.CodeStore, err)
	}
	if first > journal.DayOf(d.cfg.Now()) {
		v.Ahead = first
	}
	c, err := d.closing(ctx, d.cfg.Staff.Settings(), d.cfg.Staff.Whose(""))
	if err != nil {
		return v, err
	}
	if v.X, err = journal.SumUp(v.Shift.Shift, v.Shift.Figures, c); err != nil {
		return v, journal.Refuse(journal.CodeSum, err)
	}
	if v.Shift.Opened == nil {
		if v.Last, err = queries.LastCountOf(ctx, d.cfg.Store, d.cfg.Staff.Settings().Currency); err != nil {
			return v, journal.Refuse(journal.CodeStore, err)
		}
	}
	switch {
	case !d.cfg.Staff.May(journal.RightSums):
		v.HideSums()
	case !d.seesExpected():
		v.X.HideExpected()
	}
	return v, nil
}
