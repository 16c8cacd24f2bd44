//go:build linux

package collector

import (
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
