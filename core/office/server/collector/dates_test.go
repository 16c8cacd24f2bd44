//go:build linux

package collector

import (
	"fmt"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestABatchOfAllYearsMakesNoPartition is an attack by a till with a good key: one
// batch dated 2015 to 2039. It is taken, and the layout stays as it is.
func TestABatchOfAllYearsMakesNoPartition(t *testing.T) {
	p := newPlace(t)
	partitions := func() int {
		return query[int](p, "SELECT count(*) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE c.relkind = 'r'")
	}
	had := partitions()
	d := p.desk("Harbour", "2")
	b := d.batch()
	for year := 2015; year < 2040; year++ {
		for month := 1; month <= 12; month++ {
			day := journal.DayOf(noon.AddDate(year-2026, month-11, 0))
			id := d.charge(day, 100)
			b.Sales = append(b.Sales, d.sales[id])
			b.Audit = append(b.Audit, office.AuditRow{Seq: uint64(len(b.Audit) + 1), At: d.sales[id].CreatedAt, Action: "x"})
		}
	}
	if err := d.send(b); err != nil {
		t.Fatal(err)
	}
	if now := partitions(); now != had {
		t.Errorf("%d partitions became %d", had, now)
	}
	if n := query[int](p, "SELECT count(*) FROM sales"); n != len(b.Sales) {
		t.Errorf("%d of %d sales were kept", n, len(b.Sales))
	}
}

// TestTotalsOfManyDays: however many days a batch brings, each total is what its sales come to,
// when they open and when they end, and beside a till that sells on the same days.
func TestTotalsOfManyDays(t *testing.T) {
	p := newPlace(t)
	one, other := p.desk("Harbour", "1"), p.desk("Harbour", "2")
	for _, d := range []*desk{one, other} {
		var open []journal.SaleID
		for n := range 2 * fewTotals {
			open = append(open, d.charge(journal.DayOf(noon.AddDate(0, 0, -n)), 100))
		}
		d.must(t)
		for _, id := range open {
			d.setStatus(id, journal.StatusPaid)
		}
		d.must(t)
	}
	if got, want := query[string](p, "SELECT format('%s days, %s sales of %s', count(*), sum(sales), sum(minor)) FROM totals WHERE status = 'paid' AND sales = 2 AND minor = 200"),
		fmt.Sprintf("%d days, %d sales of %d", 2*fewTotals, 4*fewTotals, 400*fewTotals); got != want {
		t.Errorf("totals of %s, want %s", got, want)
	}
	if got := query[int](p, "SELECT count(*) FROM totals WHERE status = 'waiting' AND (sales <> 0 OR minor <> 0)"); got != 0 {
		t.Errorf("%d totals of open sales are left", got)
	}
	p.sound()
}
