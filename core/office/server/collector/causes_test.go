//go:build linux

package collector

import (
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestWhatPeopleMustHear is written with what causes it, once.
func TestWhatPeopleMustHear(t *testing.T) {
	p := newPlace(t)
	if _, err := p.db.current().Exec(t.Context(), "INSERT INTO ways VALUES ('webhook', now()), ('pigeon', now() - interval '2 hours')"); err != nil {
		t.Fatal(err)
	}
	d := p.desk("Harbour", "2")
	d.pay(today, 100)
	all := func() string {
		p.Helper()
		return query[string](p, "SELECT coalesce(string_agg(concat_ws(' ', id, number, minor, currency), ', ' ORDER BY id), '') FROM alerts")
	}
	d.must(t)
	if got := all(); got != "" {
		t.Fatalf("told of nothing: %s", got)
	}
	d.pay(today, 250)
	d.receipts[1].Late, d.audit[1].Action = true, journal.AuditSettledLate
	d.receipts[1].Cashier, d.receipts[1].Reference = "canary", "canary"
	d.aDay()
	d.zs[0].Reason, d.zs[0].By = "canary", "canary"
	b := d.batch()
	b.BackupFailing = noon
	cut := *b
	cut.Owed = cut.Owed[1:]
	refused(t, d.copy().send(&cut), office.CodeGap)
	if got := all(); got != "" {
		t.Errorf("told of a batch that was refused: %s", got)
	}
	if err := d.send(b); err != nil {
		t.Fatal(err)
	}
	const want = "backup/1/1795176000 0 0 , late/1/20261120-000002 2 250 LYD, paidTwice/1/20261120-000001/20261120-000002 1 700 LYD, " +
		"paidTwice/1/20261120-000002/20261120-000002/bothLegs 2 50 LYD, short/1/1/1795179600 1 500 LYD"
	if got := all(); got != want {
		t.Errorf("told %s", got)
	}
	b = d.batch()
	b.BackupFailing = noon // still
	if err := d.send(b); err != nil {
		t.Fatal(err)
	}
	d.receipts[0].Minor++ // another history, with the same late money in it
	refused(t, d.send(d.batch()), office.CodeEpoch)
	d.must(t)
	if got := all(); got != strings.Replace(want, ", late", ", epoch/1/1/ 0 0 , late", 1) {
		t.Errorf("told %s", got)
	}
	if n := query[int](p, "SELECT count(*) FROM deliveries WHERE done_at IS NULL"); n != 6 { // by the way that somebody sends by, and not by that of this morning
		t.Errorf("%d deliveries wait", n)
	}
	if n := query[int](p, "SELECT count(*) FROM alerts x, deliveries y WHERE x::text || y::text ILIKE '%canary%'"); n != 0 {
		t.Errorf("%d rows hold what somebody typed", n)
	}
}

// TestEachDebtOfASaleIsTold, each once, in another epoch too. Cash that was recorded wrongly is returned in
// the commit that opens its entry: nobody is told that it is owed, however the rows are cut into batches.
func TestEachDebtOfASaleIsTold(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	a, b, cash := d.pay(today, 100), d.pay(today, 200), d.pay(today, 7_000)
	d.must(t)
	debt := uint64(0)
	opened := func(cause journal.DebtCause, of, with journal.SaleID, minor int64) {
		debt++
		d.owed = append(d.owed, office.OwedRow{Seq: uint64(len(d.owed) + 1), Debt: debt, Kind: journal.DebtOpened, At: noon, Cause: cause, SaleID: of, With: with,
			Owed: minor, Open: minor, Currency: "LYD"})
	}
	all := func() string {
		t.Helper()
		return query[string](p, "SELECT coalesce(string_agg(concat_ws(' ', id, number, minor, currency), ', ' ORDER BY id COLLATE \"C\"), '') FROM alerts WHERE kind = CASE WHEN id LIKE '%/maybeTwice' THEN 'maybeTwice' ELSE 'paidTwice' END")
	}
	want := ""
	for _, step := range []struct {
		do   func()
		more string
	}{
		{func() { opened(journal.DebtLate, a, a, 100) }, "paidTwice/1/20261120-000001/20261120-000001 1 100 LYD"},
		{func() { opened(journal.DebtBothLegs, a, a, 101) }, ", paidTwice/1/20261120-000001/20261120-000001/bothLegs 1 101 LYD"},
		{func() { opened(journal.DebtPaidTwice, a, b, 102) }, ", paidTwice/1/20261120-000001/20261120-000002 1 102 LYD"},
		{func() { opened(journal.DebtMaybeTwice, b, b, 200) }, ", paidTwice/1/20261120-000002/20261120-000002/maybeTwice 2 200 LYD"},
		{func() { opened(journal.DebtReversed, cash, cash, 7_000) }, ""},
		{func() {
			d.owed = append(d.owed, office.OwedRow{Seq: uint64(len(d.owed) + 1), Debt: debt, Kind: journal.DebtReturned, At: noon, Minor: 7_000, Open: 7_000, Reference: "C-0001"})
		}, ""},
	} {
		step.do()
		d.must(t)
		if want += step.more; all() != want {
			t.Errorf("told %s, want %s", all(), want)
		}
	}
	d.receipts[0].Minor++ // another history, with the same debts in it
	refused(t, d.send(d.batch()), office.CodeEpoch)
	d.must(t)
	if got := all(); got != want {
		t.Errorf("told again: %s", got)
	}
}
