package storetest

import (
	"context"
	"math"
	"testing"

	"sanduq/core/till"
)

// debts: the ledger of what is owed back, with shifts and without.
func debts(t *testing.T, open opener) {
	h := open(t)
	s, ctx := h.Store, context.Background()
	_, err := s.DebtRows(ctx, 1)
	wantErr(t, "no debt", err, till.ErrNotFound)
	mustCommit(t, s, owes(t, s, 2_500, "LYD"))
	mustCommit(t, s, returns(t, s, 1, 500, 2_500, "R 1"))
	mustCommit(t, s, begins(t, s))
	same(t, "carried into the first shift", present(t, s).Figures.Owed, []till.OwedSum{{Currency: "LYD", Before: 2_000}})
	mustCommit(t, s, owes(t, s, 100, "TND"))
	kept := returns(t, s, 1, 1_500, 2_000, "")
	kept.Debts[0].Kind, kept.Debts[0].Reason = till.DebtKept, "for the next purchase"
	mustCommit(t, s, kept)
	noted := till.Change{Debts: []till.DebtRow{{Seq: 5, Debt: 2, Kind: till.DebtNoted, At: noon, By: "Amal", Shift: 1}}}
	mustCommit(t, s, noted)
	same(t, "of the shift", present(t, s).Figures.Owed, []till.OwedSum{{Currency: "LYD", Before: 2_000, Kept: 1_500}, {Currency: "TND", Opened: 100}})

	first := till.Debt{Number: 1, Cause: till.DebtPaidTwice, Sale: till.NewSaleID(today, 1), With: till.NewSaleID(today, 2), Amount: amountOf(2_500, "LYD"),
		Since: noon, Returned: 500, Kept: 1_500, References: []string{"R 1"}}
	second := first
	second.Number, second.Amount, second.Returned, second.Kept, second.References = 2, amountOf(100, "TND"), 0, 0, nil
	second.Noted = &till.Decision{At: noon, By: "Amal"}
	same(t, "all", must[[]till.Debt](t)(s.Debts(ctx, till.DebtQuery{})), []till.Debt{second, first})
	mustCommit(t, s, returns(t, s, 1, 500, 500, "R 2"))
	first.Returned, first.References = 1_000, []string{"R 1", "R 2"}
	for name, c := range map[string]struct {
		q    till.DebtQuery
		want []till.Debt
	}{
		"open":    {till.DebtQuery{Open: true}, []till.Debt{second}},
		"a limit": {till.DebtQuery{Limit: 1}, []till.Debt{second}},
		"a page":  {till.DebtQuery{Before: 2}, []till.Debt{first}},
		"a sale":  {till.DebtQuery{Sale: till.NewSaleID(today, 2)}, []till.Debt{second, first}},
		"another": {till.DebtQuery{Sale: till.NewSaleID(today, 3)}, nil},
	} {
		same(t, name, must[[]till.Debt](t)(s.Debts(ctx, c.q)), c.want)
	}
	rows := must[[]till.DebtRow](t)(s.DebtRows(ctx, 1))
	if len(rows) != 4 || rows[0].Kind != till.DebtOpened || rows[2].Reason != "for the next purchase" || rows[3].Reference != "R 2" || rows[3].Seq != 6 {
		t.Errorf("rows: %+v", rows)
	}
	before := readAll(t, s)
	same(t, "after a crash", readAll(t, h.Crash(t)), before)
}

func debtRules(t *testing.T, open opener) {
	s := open(t).Store
	for name, bend := range map[string]func(*till.DebtRow){
		"a gap": func(r *till.DebtRow) { r.Seq = 2 }, "a debt left out": func(r *till.DebtRow) { r.Debt = 2 },
		"number zero": func(r *till.DebtRow) { r.Debt = 0 }, "a shift": func(r *till.DebtRow) { r.Shift = 1 },
		"no cause": func(r *till.DebtRow) { r.Cause = "" }, "nothing": func(r *till.DebtRow) { r.Amount.Minor = 0 },
		"closed before it was opened": func(r *till.DebtRow) { r.Kind = till.DebtReturned },
	} {
		c := owes(t, s, 10, "LYD")
		bend(&c.Debts[0])
		refuses(t, s, name, c)
	}
	mustCommit(t, s, owes(t, s, 1_000, "LYD"))
	mustCommit(t, s, returns(t, s, 1, 400, 1_000, "R 1"))
	for name, c := range map[string]till.Change{
		"of what was open before":  returns(t, s, 1, 400, 1_000, "R 2"),
		"more than is open":        returns(t, s, 1, 601, 600, "R 2"),
		"nothing":                  returns(t, s, 1, 0, 600, "R 2"),
		"the same reference":       returns(t, s, 1, 100, 600, "r 1"),
		"no reference":             returns(t, s, 1, 100, 600, ""),
		"a debt that there is not": returns(t, s, 7, 100, 600, "R 2"),
		"opened again": func() till.Change {
			c := owes(t, s, 10, "LYD")
			c.Debts[0].Debt = 1
			return c
		}(),
	} {
		refuses(t, s, name, c)
	}
	both := returns(t, s, 1, 100, 600, "R 2")
	more := returns(t, s, 1, 500, 500, "R 3").Debts[0]
	more.Seq++
	both.Debts = append(both.Debts, more)
	mustCommit(t, s, both)
	refuses(t, s, "of a debt that is closed", returns(t, s, 1, 1, 0, "R 4"))

	mustCommit(t, s, owes(t, s, math.MaxInt64, "LYD"))
	mustCommit(t, s, begins(t, s))
	refuses(t, s, "a sum beyond 64 bits", owes(t, s, 1, "LYD"))
	mustCommit(t, s, owes(t, s, 1, "TND"))
}
