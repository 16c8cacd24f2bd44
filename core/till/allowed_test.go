package till_test

import (
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// TestAnAmountFarAboveTheUsualNeedsAWord: without one nothing is written down and
// nothing is sent, through the bank or in cash.
func TestAnAmountFarAboveTheUsualNeedsAWord(t *testing.T) {
	bubble(t, func(d *desk) {
		set := d.Settings()
		set.Cash, set.AskAbove = true, "1.250"
		d.do(d.Staff.SaveSettings(d.t.Context(), set, "Huda"))
		draft := func(minor int64, allowed string) journal.Draft {
			a := amount
			a.Minor = minor
			return journal.Draft{Amount: a, Route: core.RouteQR, AllowedBy: allowed}
		}
		for _, minor := range []int64{12_500, 80_000} {
			_, err := d.Charge(d.t.Context(), draft(minor, ""))
			d.refused("through the bank", err, journal.CodeRight)
			_, err = d.TakeCash(d.t.Context(), draft(minor, ""), minor)
			d.refused("in cash", err, journal.CodeRight)
		}
		if page, err := d.Sales(d.t.Context(), journal.SaleQuery{}); err != nil || len(page.Sales) != 0 {
			t.Fatalf("%d sales, %v", len(page.Sales), err)
		}
		for _, one := range []journal.Draft{draft(12_499, ""), draft(12_500, "Huda")} {
			if _, err := d.Charge(d.t.Context(), one); err != nil {
				t.Errorf("%d allowed by %q: %v", one.Amount.Minor, one.AllowedBy, err)
			}
		}
	})
}

// TestWhoAllowedAnAmountIsKept: with the sale and in the book, in the commit that
// writes the intent; and nothing of it where nobody was asked.
func TestWhoAllowedAnAmountIsKept(t *testing.T) {
	bubble(t, func(d *desk) {
		plain := d.charge()
		v, err := d.Charge(d.t.Context(), journal.Draft{Amount: amount, Route: core.RouteQR, AllowedBy: "Huda"})
		if err != nil {
			t.Fatal(err)
		}
		rows, err := d.store.Audit(d.t.Context(), 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		rows = slices.DeleteFunc(rows, func(r journal.AuditRow) bool { return r.Action != journal.AuditAmountAllowed })
		if len(rows) != 1 || rows[0].By != "Huda" || rows[0].SaleID != v.ID || rows[0].Detail == "" {
			t.Errorf("the book has %+v", rows)
		}
		told := func(s journal.Sale) bool {
			return slices.ContainsFunc(s.History, func(e journal.HistoryEvent) bool {
				return e.Code == journal.HistoryAmountAllowed && e.Word == "Huda" && time.Since(e.At) < time.Minute
			})
		}
		if !told(v.Sale) || told(plain.Sale) {
			t.Errorf("told of the sale %v, of another %v", told(v.Sale), told(plain.Sale))
		}
	})
}
