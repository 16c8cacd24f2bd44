package till_test

import (
	"strings"
	"testing"

	"sanduq/core/journal"
)

// TestMoreOutThanTheDrawerShouldHoldIsSaidOnceMore: it is asked for, and that is
// written down, before it is recorded. What the drawer should hold to the last coin
// may be taken at once.
func TestMoreOutThanTheDrawerShouldHoldIsSaidOnceMore(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(20_000)
		d.cash(2_600, 5_000) // 2.500 of it are due: the smallest coin
		d.do(d.Shifts.MoveCash(ctx, "Amal", journal.MovementIn, 1_000, "change", ""))
		d.do(d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 500, "bread", ""))
		holds := int64(20_000 + 2_500 + 1_000 - 500)
		d.refused("a coin more", d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, holds+1, "to the bank", ""), journal.CodeDrawer)
		if s := d.shift(); s.Figures.Out.Minor != 500 || s.Figures.Out.Number != 1 {
			t.Errorf("what was asked for was taken: %+v", s.Figures.Out)
		}
		book, err := d.store.Audit(ctx, 0, 1)
		d.do(err)
		if row := book[0]; row.Action != journal.AuditCashAsked || row.By != "Amal" || row.Detail != lyd(holds+1).String()+" to the bank" {
			t.Errorf("the book: %+v", row)
		}
		d.do(d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, holds, "all of it", ""))
		d.do(d.Shifts.MoveCash(ctx, "Amal", journal.MovementIn, holds, "back again", ""))
		d.refused("asked for twice without knowing", d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, holds+1, "to the bank", ""), journal.CodeDrawer)
		d.refused("beyond, without a reason", d.Shifts.MoveCashBeyond(ctx, "Amal", holds+1, " ", ""), journal.CodeReason)
		d.refused("beyond, of nothing", d.Shifts.MoveCashBeyond(ctx, "Amal", 0, "x", ""), journal.CodeSum)
		d.do(d.Shifts.MoveCashBeyond(ctx, "Amal", holds+1, "to the bank", ""))
		if book, err = d.store.Audit(ctx, 0, 1); err != nil || book[0].Action != journal.AuditCashOut {
			t.Errorf("the book: %+v, %v", book, err)
		}
		d.refused("from a drawer below nothing", d.Shifts.MoveCash(ctx, "Amal", journal.MovementOut, 1, "a coin", ""), journal.CodeDrawer)
		d.do(d.Shifts.MoveCash(ctx, "Amal", journal.MovementIn, 1, "the coin", ""))
		if sum := d.counts(0); sum.Expected != 0 || sum.Difference != 0 {
			t.Errorf("counted: %+v", sum)
		}
		d.closes("")
	})
}

// TestThatItIsMoreTellsNoSum: not in the refusal, nor in the row of who asked.
func TestThatItIsMoreTellsNoSum(t *testing.T) {
	bubble(t, func(d *desk) {
		ctx := t.Context()
		d.shifts(20_750)
		d.hire()
		d.lend(journal.RightCashOut)
		err := d.Shifts.MoveCash(ctx, "Samira", journal.MovementOut, 99_000, "to the bank", "")
		d.refused("more out", err, journal.CodeDrawer)
		book, e := d.store.Audit(ctx, 0, 1)
		d.do(e)
		if said := err.Error() + book[0].Detail; strings.Contains(said, "20750") || strings.Contains(said, "20.750") {
			t.Errorf("what should be there is told: %s", said)
		}
		if book[0].Action != journal.AuditCashAsked || book[0].By != "Samira" || book[0].DelegatedBy != "Huda" {
			t.Errorf("the book: %+v", book[0])
		}
		if !d.Staff.May(journal.RightCashOut) {
			t.Fatal("the word is spent although nothing was taken")
		}
		d.do(d.Shifts.MoveCashBeyond(ctx, "Samira", 99_000, "to the bank", ""))
		d.refused("once more on one word", d.Shifts.MoveCashBeyond(ctx, "Samira", 1, "a coin", ""), journal.CodeManager)
	})
}
