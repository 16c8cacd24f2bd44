package storetest

import (
	"context"
	"math"
	"testing"

	"sanduq/core/journal"
)

// debts: the ledger of what is owed back, with shifts and without.
func debts(t *testing.T, open opener) {
	h := open(t)
	s, ctx := h.Store, context.Background()
	_, err := s.DebtRows(ctx, 1)
	wantErr(t, "no debt", err, journal.ErrNotFound)
	mustCommit(t, s, owes(t, s, 2_500, "LYD"))
	mustCommit(t, s, returns(t, s, 1, 500, 2_500, "R 1"))
	mustCommit(t, s, begins(t, s))
	same(t, "carried into the first shift", present(t, s).Figures.Owed, []journal.OwedSum{{Currency: "LYD", Before: 2_000}})
	mustCommit(t, s, owes(t, s, 100, "TND"))
	kept := returns(t, s, 1, 1_500, 2_000, "")
	kept.Debts[0].Kind, kept.Debts[0].Reason = journal.DebtKept, "for the next purchase"
	mustCommit(t, s, kept)
	noted := journal.Change{Debts: []journal.DebtRow{{Seq: 5, Debt: 2, Kind: journal.DebtNoted, At: noon, By: "Amal", Shift: 1}}}
	mustCommit(t, s, noted)
	same(t, "of the shift", present(t, s).Figures.Owed, []journal.OwedSum{{Currency: "LYD", Before: 2_000, Kept: 1_500, Alone: 1_500}, {Currency: "TND", Opened: 100}})

	first := journal.Debt{Number: 1, Cause: journal.DebtPaidTwice, Sale: journal.NewSaleID(today, 1), With: journal.NewSaleID(today, 2), Amount: amountOf(2_500, "LYD"),
		Since: noon, Returned: 500, Kept: 1_500, References: []string{"R 1"}}
	second := first
	second.Number, second.Amount, second.Returned, second.Kept, second.References = 2, amountOf(100, "TND"), 0, 0, nil
	second.Noted = &journal.Decision{At: noon, By: "Amal"}
	same(t, "all", must[[]journal.Debt](t)(s.Debts(ctx, journal.DebtQuery{})), []journal.Debt{second, first})
	mustCommit(t, s, returns(t, s, 1, 500, 500, "R 2"))
	first.Returned, first.References = 1_000, []string{"R 1", "R 2"}
	for name, c := range map[string]struct {
		q    journal.DebtQuery
		want []journal.Debt
	}{
		"open":    {journal.DebtQuery{Open: true}, []journal.Debt{second}},
		"a limit": {journal.DebtQuery{Limit: 1}, []journal.Debt{second}},
		"a page":  {journal.DebtQuery{Before: 2}, []journal.Debt{first}},
		"a sale":  {journal.DebtQuery{Sale: journal.NewSaleID(today, 2)}, []journal.Debt{second, first}},
		"another": {journal.DebtQuery{Sale: journal.NewSaleID(today, 3)}, nil},
	} {
		same(t, name, must[[]journal.Debt](t)(s.Debts(ctx, c.q)), c.want)
	}
	rows := must[[]journal.DebtRow](t)(s.DebtRows(ctx, 1))
	if len(rows) != 4 || rows[0].Kind != journal.DebtOpened || rows[2].Reason != "for the next purchase" || rows[3].Reference != "R 2" || rows[3].Seq != 6 {
		t.Errorf("rows: %+v", rows)
	}
	before := readAll(t, s)
	same(t, "after a crash", readAll(t, h.Crash(t)), before)
}

func debtRules(t *testing.T, open opener) {
	s := open(t).Store
	for name, bend := range map[string]func(*journal.DebtRow){
		"a gap": func(r *journal.DebtRow) { r.Seq = 2 }, "a debt left out": func(r *journal.DebtRow) { r.Debt = 2 },
		"number zero": func(r *journal.DebtRow) { r.Debt = 0 }, "a shift": func(r *journal.DebtRow) { r.Shift = 1 },
		"no cause": func(r *journal.DebtRow) { r.Cause = "" }, "nothing": func(r *journal.DebtRow) { r.Amount.Minor = 0 },
		"closed before it was opened": func(r *journal.DebtRow) { r.Kind = journal.DebtReturned },
		"of what is no sale":          func(r *journal.DebtRow) { r.Sale = "1" }, "with what is no sale": func(r *journal.DebtRow) { r.With = "1" },
	} {
		c := owes(t, s, 10, "LYD")
		bend(&c.Debts[0])
		refuses(t, s, name, c)
	}
	mustCommit(t, s, owes(t, s, 1_000, "LYD"))
	mustCommit(t, s, returns(t, s, 1, 400, 1_000, "R 1"))
	for name, c := range map[string]journal.Change{
		"of what was open before":  returns(t, s, 1, 400, 1_000, "R 2"),
		"more than is open":        returns(t, s, 1, 601, 600, "R 2"),
		"nothing":                  returns(t, s, 1, 0, 600, "R 2"),
		"the same reference":       returns(t, s, 1, 100, 600, "r 1"),
		"no reference":             returns(t, s, 1, 100, 600, ""),
		"a debt that there is not": returns(t, s, 7, 100, 600, "R 2"),
		"opened again": func() journal.Change {
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
