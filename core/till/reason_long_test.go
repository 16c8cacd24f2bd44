package till_test

import (
	"strings"
	"testing"

	"sanduq/core/journal"
)

// TestAReasonThatIsTooLongIsNoSumThatIsTooLarge: who is told of the sum changes the sum, and is refused again.
func TestAReasonThatIsTooLongIsNoSumThatIsTooLarge(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(20_000)
		v := d.cash(2_500, 5_000)
		longest := strings.Repeat("ن", journal.LongestReference)
		for name, err := range map[string]error{
			"in":     d.Shifts.MoveCash(ctx, "Amal", journal.MovementIn, 500, longest+"ن", ""),
			"out":    d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 500, longest+"ن", ""),
			"beyond": d.Shifts.MoveCashBeyond(ctx, "Amal", 500_000, longest+"ن", ""),
			"float":  d.Shifts.CorrectFloat(ctx, "Amal", 30_000, longest+"ن"),
			"off":    d.Refunds.ReverseCash(ctx, v.ID, "Huda", 0, longest+"ن"),
		} {
			d.refused(name, err, journal.CodeReason)
		}
		d.do(d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 500, " "+longest+" ", ""))
		d.do(d.Refunds.ReverseCash(ctx, v.ID, "Huda", 0, longest))
	})
}
