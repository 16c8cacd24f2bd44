//go:build linux

package collector

import (
	"testing"

	"github.com/jackc/pgx/v5/stdlib"

	"sanduq/core/journal"
)

// TestTheNewestLayoutComesAndGoes takes a database with a history back by a layout, lets
// a till send to that, and brings it up to date again: nothing is lost, and the layout
// is the one that was there.
func TestTheNewestLayoutComesAndGoes(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	for range 5 {
		d.pay(before, 100)
		d.pay(today, 1000)
	}
	open := d.charge(today, 5000)
	d.must(t)
	db := stdlib.OpenDBFromPool(p.db.current())
	defer func() { _ = db.Close() }()
	all, err := layouts(db)
	if err != nil {
		t.Fatal(err)
	}
	layout := func() string {
		return query[string](p, "SELECT string_agg(indexdef, E'\\n' ORDER BY indexdef) FROM pg_indexes WHERE schemaname = 'public'") +
			query[string](p, "SELECT string_agg(format('%s.%s.%s %s', table_schema, table_name, column_name, data_type), E'\\n' ORDER BY table_schema, table_name, column_name) FROM information_schema.columns WHERE table_schema IN ('public', 'reading')")
	}
	was, had := p.everything(), layout()
	newest := all.ListSources()[len(all.ListSources())-1].Version
	if _, err := all.DownTo(t.Context(), newest-1); err != nil {
		t.Fatal(err)
	}
	if p.everything() != was || layout() == had {
		t.Error("going back has changed what is kept, or changed nothing at all")
	}
	p.sound()
	d.turn(open, journal.StatusFailed)
	d.pay(today, 700)
	d.must(t)
	p.sound()
	was = p.everything()
	if _, err := all.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p.everything() != was || layout() != had {
		t.Errorf("brought up to date, it has other rows or this layout:\n%s\ninstead of\n%s", layout(), had)
	}
	d.pay(today, 800)
	d.must(t)
	p.sound()
}
