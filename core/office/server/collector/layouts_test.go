//go:build linux && !race

// One client asks, question after question, of which the race detector shows nothing.

package collector

import (
	"testing"

	"github.com/jackc/pgx/v5/stdlib"

	"sanduq/core/journal"
	"sanduq/core/office/server/schema"
)

// TestEveryLayoutComesAndGoes takes a database with a history back to each older layout and
// up again. What that layout can hold is there afterwards, to the last row, and anyone who was
// at work goes on.
func TestEveryLayoutComesAndGoes(t *testing.T) {
	t.Parallel()
	for _, to := range []int64{25, 23, 22, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1} {
		p := newPlace(t)
		d := p.desk("Harbour", "2")
		for range 3 {
			d.pay(before, 100)
			d.pay(today, 1000)
		}
		d.late(d.charge(before, 700))
		open := d.charge(today, 5000)
		if to >= 5 {
			d.aDay()
		}
		d.must(t)
		was := p.content()
		db := stdlib.OpenDBFromPool(p.db.current())
		all, err := schema.Layouts(db)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := all.DownTo(t.Context(), to); err != nil {
			t.Fatalf("back to %d: %v", to, err)
		}
		if _, err := all.Up(t.Context()); err != nil {
			t.Fatalf("up from %d: %v", to, err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		now := p.content()
		if to < 5 { // there were two chains, and their ends stood elsewhere
			for _, all := range []map[string][]map[string]any{was, now} {
				delete(all, "cursors")
				delete(all, "chains")
			}
		}
		if describe(now, was) != describe(was, now) {
			t.Errorf("by way of %d:\n%s\nwas\n%s", to, describe(now, was), describe(was, now))
		}
		p.db.current().Reset() // statements of another layout
		if to >= 5 {
			d.setStatus(open, journal.StatusFailed)
			d.pay(today, 800)
			if err := d.send(d.batch()); err != nil {
				t.Errorf("after %d nothing is taken: %v", to, err)
			}
			p.sound()
		}
	}
}
