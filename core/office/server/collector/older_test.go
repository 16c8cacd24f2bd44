//go:build linux

package collector

import (
	"reflect"
	"testing"

	"sanduq/core/office"
)

// TestAnOlderCollectorMakesNoVersionWrong: it writes ends and does not know of since,
// neither when it takes rows nor when it begins an epoch. What it took came by version 1.
func TestAnOlderCollectorMakesNoVersionWrong(t *testing.T) {
	const older = "UPDATE cursors SET epoch = $2, newest = $3, clock_ahead = 0, ends = $4, heard_at = now() WHERE till_id = $1"
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	for range 3 {
		d.pay(today, 100)
	}
	b := d.batch()
	b.Version = 2
	if err := d.send(b); err != nil {
		t.Fatal(err)
	}
	cursor := func() office.Cursor {
		t.Helper()
		var c office.Cursor
		if err := ask(p.url+"/v1/cursor", d.key, nil, &c); err != nil {
			t.Fatal(err)
		}
		return c
	}
	was := cursor()
	if got := was.Chains[office.ChainReceipts]; got.Version(3) != 2 {
		t.Fatalf("sent by version 2, and kept as %+v", got)
	}
	write := func(epoch int, states chainStates) {
		t.Helper()
		if _, err := p.db.current().Exec(t.Context(), older, d.number, epoch, was.Newest, states.pack()); err != nil {
			t.Fatal(err)
		}
	}
	states := unpackStates(query[[]byte](p, "SELECT ends FROM cursors"))
	write(was.Epoch, states) // it heard, and took nothing
	if got := cursor(); !reflect.DeepEqual(got.Chains, was.Chains) {
		t.Errorf("nothing came, and the chains are %+v, were %+v", got.Chains, was.Chains)
	}
	for epoch, of := range map[int]chainStates{was.Epoch: states, was.Epoch + 1: {}} {
		later := chainStates{}
		for _, chain := range office.Chains() {
			later[chain] = chainState{End: office.End{Seq: of[chain].Seq + 5, Link: office.Link{1}}}
		}
		write(epoch, later)
		for chain, known := range cursor().Chains {
			for seq := range known.Seq {
				if got := known.Version(seq + 1); got != 1 {
					t.Errorf("epoch %d, %s: row %d is taken for one of version %d", epoch, chain, seq+1, got)
				}
			}
		}
	}
}
