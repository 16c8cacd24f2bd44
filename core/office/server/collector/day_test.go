//go:build linux

package collector

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/proof"
)

// aDay is what a till's day leaves: two Zs with one left out between, cash, and
// money owed back of which a part went home.
func (d *desk) aDay() {
	of, with := journal.NewSaleID(today, 1), journal.NewSaleID(today, 2)
	d.zs = []office.Z{{Seq: 1, Shift: 1, Shop: "Al Noor Market", Till: d.name, Begun: noon, OpenedAt: noon, OpenedBy: "Amal", At: noon.Add(time.Hour), By: "Huda", Currency: "LYD", Float: 5000,
		Expected: 9000, WasCounted: true, Counted: 8500, Difference: -500, Reason: "lost", Sums: "{}"}, {Seq: 2, LeftOut: true}, {Seq: 3, Before: 1, Shift: 2, At: noon.Add(2 * time.Hour), Sums: "{}"}}
	d.cash = []office.Cash{{Seq: 1, SaleID: of, Minor: 4000, Currency: "LYD", Given: 5000, TakenAt: noon, Shift: 1, Shop: "Al Noor Market", Till: d.name, Cashier: "Samira"}, {Seq: 2, LeftOut: true}}
	d.owed = []office.OwedRow{
		{Seq: 1, Debt: 1, Kind: journal.DebtOpened, At: noon, Cause: journal.DebtPaidTwice, SaleID: of, With: with, Owed: 700, Currency: "LYD"},
		{Seq: 2, Debt: 1, Kind: journal.DebtNoted, At: noon, By: "Huda"},
		{Seq: 3, Debt: 2, Kind: journal.DebtOpened, At: noon, Cause: journal.DebtBothLegs, SaleID: with, With: with, Owed: 50, Currency: "LYD"},
		{Seq: 4, Debt: 1, Kind: journal.DebtReturned, At: noon, Minor: 300, Open: 700, Reference: "R1"},
		{Seq: 5, Debt: 2, Kind: journal.DebtKept, At: noon, Minor: 50, Open: 50, Reason: "agreed"},
	}
}

func TestTheDayIsKept(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 100)
	d.aDay()
	first := d.batch()
	d.must(t)
	r := p.sound()
	if r.Zs != 3 || r.Cash != 2 || r.Owed != 5 {
		t.Errorf("%+v", r)
	}
	const sums = "SELECT string_agg(format('%s %s %s %s', owed, returned, kept, open), ', ' ORDER BY debt) FROM debts"
	if got := query[string](p, sums); got != "700 300 0 400, 50 0 50 0" {
		t.Errorf("owed: %s", got)
	}
	if n := query[int](p, "SELECT count(*) FROM cash_202611"); n != 2 {
		t.Errorf("%d rows of cash are in their partition", n)
	}
	was := p.everything()
	refused(t, d.copy().send(first), office.CodeStale)
	if p.everything() != was {
		t.Error("the same batch changed something")
	}
	d.owed = append(d.owed, office.OwedRow{Seq: 6, Debt: 1, Kind: journal.DebtReturned, At: noon, Minor: 400, Open: 400, Reference: "R2"})
	d.must(t)
	p.sound()
	if got := query[string](p, sums); got != "700 700 0 0, 50 0 50 0" {
		t.Errorf("owed: %s", got)
	}
}

// TestAChangedDayBeginsAnEpoch changes a row of each chain, and takes one away.
func TestAChangedDayBeginsAnEpoch(t *testing.T) {
	p := newPlace(t)
	for name, bend := range map[string]func(*desk){
		"z":         func(d *desk) { d.zs[0].Difference = 0 },
		"figures":   func(d *desk) { d.zs[2].Sums = `{"rounding":1}` },
		"z gone":    func(d *desk) { d.zs = d.zs[:2] },
		"cash":      func(d *desk) { d.cash[0].Minor-- },
		"cash gone": func(d *desk) { d.cash = nil },
		"owed":      func(d *desk) { d.owed[0].Owed-- },
		"owed gone": func(d *desk) { d.owed = d.owed[:4] },
	} {
		d := p.desk("Harbour", name)
		d.pay(today, 100)
		d.aDay()
		d.must(t)
		bend(d)
		refused(t, d.send(d.batch()), office.CodeEpoch)
		if got := p.alarms(d.number); !slices.Equal(got, []string{AlarmEpoch}) {
			t.Errorf("%s: alarms %v", name, got)
		}
		d.must(t)
		if n := query[int](p, "SELECT count(DISTINCT epoch) FROM owed WHERE till_id = $1", d.number); n != 2 {
			t.Errorf("%s: %d histories", name, n)
		}
	}
	p.sound()
}

func TestAGapInTheDay(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.aDay()
	for name, cut := range map[string]func(*office.Batch){
		"z":    func(b *office.Batch) { b.Zs = slices.Delete(b.Zs, 1, 2) },
		"cash": func(b *office.Batch) { b.Cash = b.Cash[1:] },
		"owed": func(b *office.Batch) { b.Owed = slices.Delete(b.Owed, 3, 4) },
	} {
		b := d.batch()
		cut(b)
		refused(t, d.send(b), office.CodeGap)
		if n := query[int](p, "SELECT (SELECT count(*) FROM zs) + (SELECT count(*) FROM cash) + (SELECT count(*) FROM owed) + (SELECT count(*) FROM debts)"); n != 0 {
			t.Errorf("%s: %d rows were kept", name, n)
		}
	}
	d.must(t)
	p.sound()
}

// TestVerifyFindsFaultsOfTheDay injects some.
func TestVerifyFindsFaultsOfTheDay(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.aDay()
	d.must(t)
	p.sound()
	for sql, want := range map[string]string{
		"UPDATE zs SET difference = 0 WHERE seq = 1":                       "another link",
		"UPDATE zs SET sums = '{ }' WHERE seq = 3":                         "another link",
		"DELETE FROM zs WHERE seq = 3":                                     "end at 2",
		"UPDATE cash SET given = given + 1":                                "another link",
		"DELETE FROM cash":                                                 "end at 0",
		"UPDATE owed SET minor = 301 WHERE seq = 4":                        "another link",
		"DELETE FROM owed WHERE seq = 2":                                   "gap",
		"UPDATE debts SET returned = 0 WHERE debt = 1":                     "debt 1",
		"DELETE FROM debts WHERE debt = 2":                                 "debt 2",
		"UPDATE debts SET owed = owed + 1, kept = kept + 1 WHERE debt = 2": "debt 2",
	} {
		tx, err := p.db.current().Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
		r, err := proof.VerifyIn(t.Context(), tx, proof.Scope{})
		err = errors.Join(err, tx.Rollback(t.Context()))
		if err != nil || !strings.Contains(strings.Join(r.Faults, "\n"), want) {
			t.Errorf("%s: found %v, %v", sql, r.Faults, err)
		}
	}
}
