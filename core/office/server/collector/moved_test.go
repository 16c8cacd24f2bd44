//go:build linux

package collector

import (
	"testing"
	"time"

	"sanduq/core/office"
)

// TestATillThatMovedLeavesWhatItSold at the shop where it sold that: a copy of a receipt is printed at the new shop,
// money comes there for an order of before, and the till is put back and sends all of its history again.
func TestATillThatMovedLeavesWhatItSold(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	p.desk("Garden", "1")
	copied, late := d.pay(before, 5000), d.charge(before, 700)
	d.must(t)
	p.exec("UPDATE tills SET shop_id = (SELECT id FROM shops WHERE name = 'Garden') WHERE name = '2'")
	s := d.sales[copied]
	s.Version, s.UpdatedAt, s.Rare.Copies = s.Version+1, s.UpdatedAt.Add(time.Hour), 1
	d.sales[copied] = s
	d.late(late)
	d.pay(today, 90)
	d.must(t)
	const sold = "SELECT string_agg(format('%s %s of %s', s.name, t.sales, t.minor), ', ' ORDER BY s.name, t.day) FROM totals t JOIN shops s ON s.id = t.shop_id WHERE t.status = 'paid' AND t.sales <> 0"
	const want = "Garden 1 of 90, Harbour 1 of 5000, Harbour 1 of 700"
	if got := query[string](p, sold); got != want {
		t.Errorf("after the till moved: %s; want %s", got, want)
	}
	p.sound()
	d.audit[0].By = "somebody else" // the history is another one, of the same sales
	refused(t, d.send(d.batch()), office.CodeEpoch)
	d.must(t)
	if got := query[string](p, sold); got != want {
		t.Errorf("sent again: %s; want %s", got, want)
	}
	p.sound()
}
