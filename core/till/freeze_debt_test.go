package till_test

import (
	"testing"
	"time"

	"sanduq/core/journal"
)

// TestADebtIsNotReturnedAgainWhileFrozen: the backup was made before the debt was
// returned, so that its ledger still calls it open.
func TestADebtIsNotReturnedAgainWhileFrozen(t *testing.T) {
	bubble(t, func(d *desk) {
		_, second := d.twice()
		n, since := d.store.Commits(), time.Now()
		d.do(returns("FT-1")(d, amount.Minor, amount.Minor))
		d.Close()

		e := open(t, putBack(t, d.store, n, journal.FreezeRestored, since), d.gate)
		defer e.Close()
		for what, act := range map[string]func(int64, int64) error{
			"returned again": func(minor, open int64) error { return returns("FT-2")(e, minor, open) },
			"kept":           func(minor, open int64) error { return keeps(e, minor, open) },
			"entered": func(int64, int64) error {
				return e.Refunds.OweByStatement(t.Context(), second, "Huda", amount, "FT-3")
			},
		} {
			wantCode(t, what, act(amount.Minor, amount.Minor), journal.CodeFrozen)
		}
		e.pass(time.Minute)
		e.do(e.ConfirmRecovery(t.Context(), "Huda"))
		e.do(returns("FT-2")(e, amount.Minor, amount.Minor))
	})
}
