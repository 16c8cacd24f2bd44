//go:build linux

package collector

import (
	"reflect"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"

	"sanduq/core/office"
	"sanduq/core/office/server/schema"
)

// older is how collectors wrote a cursor up to layout 22.
const older = "UPDATE cursors SET epoch = 1, newest = $2, clock_ahead = 0, ends = $3, heard_at = now() WHERE till_id = $1"

// TestAnOlderCollectorMakesNoVersionWrong: one that wrote ends and did not know of since had
// taken what it took by version 1. The way to this layout knows it by the digest of the ends,
// and a till that spoke to no such collector loses nothing on the way.
func TestAnOlderCollectorMakesNoVersionWrong(t *testing.T) {
	p := newPlace(t)
	spoke, both := p.desk("Harbour", "1"), p.desk("Harbour", "2")
	for _, d := range []*desk{spoke, both} {
		for range 3 {
			d.pay(today, 100)
		}
		b := d.batch()
		b.Version = 2
		if err := d.send(b); err != nil {
			t.Fatal(err)
		}
	}
	cursor := func(d *desk) (c office.Cursor) {
		t.Helper()
		if err := ask(p.url+"/v1/cursor", d.key, nil, &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	was, had := cursor(spoke), cursor(both)
	if got := was.Chains[office.ChainReceipts]; got.Version(3) != 2 {
		t.Fatalf("sent by version 2, and kept as %+v", got)
	}
	db := stdlib.OpenDBFromPool(p.db.current())
	all, err := schema.Layouts(db)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := all.DownTo(t.Context(), 22); err != nil {
		t.Fatal(err)
	}
	ends := query[[]byte](p, "SELECT overlay(ends PLACING int8send(8) FROM 1) FROM cursors WHERE till_id = $1", both.number)
	if _, err := p.db.current().Exec(t.Context(), older, both.number, string(had.Newest), ends); err != nil {
		t.Fatal(err)
	}
	if _, err := all.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	p.db.current().Reset() // statements of another layout
	if got := cursor(spoke); !reflect.DeepEqual(got.Chains, was.Chains) {
		t.Errorf("no older collector wrote, and the chains are %+v, were %+v", got.Chains, was.Chains)
	}
	got := cursor(both).Chains
	if receipts := got[office.ChainReceipts]; receipts.Seq != 8 {
		t.Errorf("an older collector wrote that 8 receipts came: %+v", receipts)
	}
	for chain, known := range got {
		for seq := range known.Seq {
			if got := known.Version(seq + 1); got != 1 {
				t.Errorf("%s: row %d is taken for one of version %d", chain, seq+1, got)
			}
		}
	}
}

// TestAnOlderCollectorThatIsStillAtWorkWritesNothing: the layout came up while it ran.
func TestAnOlderCollectorThatIsStillAtWorkWritesNothing(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 100)
	d.must(t)
	was := query[string](p, "SELECT c::text FROM cursors c")
	_, err := p.db.current().Exec(t.Context(), older, d.number, "", make([]byte, 600))
	if err == nil || !strings.Contains(err.Error(), "42703") || blames(err) {
		t.Errorf("an older collector writes: %v", err)
	}
	if got := query[string](p, "SELECT c::text FROM cursors c"); got != was {
		t.Errorf("it left\n%s\nof\n%s", got, was)
	}
	d.pay(today, 200)
	d.must(t)
	p.sound()
}
