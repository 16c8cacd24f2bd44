//go:build linux

package collector

import (
	"reflect"
	"testing"

	"sanduq/core/office"
)

// TestEachRowIsOfAVersion: by which a row was sent follows from where versions began,
// also of a till that goes back to an older program and on to a newer one again.
func TestEachRowIsOfAVersion(t *testing.T) {
	h := &held{chains: chainStates{}}
	var want []int
	for _, version := range []int{1, 1, 3, 3, 4} {
		at := map[office.Chain]office.Position{}
		for _, chain := range office.Chains() {
			at[chain] = office.Position{Seq: h.chains[chain].Seq}
		}
		h.spoken(&office.Batch{Head: office.Head{Version: version, Chains: at}})
		for _, chain := range office.Chains() {
			h.chains[chain] = chainState{End: office.End{Seq: h.chains[chain].Seq + 10}}
		}
		want = append(want, version)
		h.since = unpackSince(packSince(h.since))
		known := h.cursor().Chains[office.ChainOwed]
		for i, version := range want {
			for _, seq := range []uint64{uint64(10*i + 1), uint64(10*i + 10)} {
				if got := known.Version(seq); got != version {
					t.Errorf("row %d of %d was sent by version %d, want %d", seq, known.Seq, got, version)
				}
			}
		}
	}
	h.spoken(&office.Batch{Head: office.Head{Version: 2}}) // whose links prove that all rows are the same in version 2
	if known := h.cursor().Chains[office.ChainOwed]; known.Version(50) != 2 || known.Version(20) != 1 {
		t.Errorf("after going back: %v", known.Since)
	}
}

// TestChainsArePackedAndUnpacked, each with its end and its marks.
func TestChainsArePackedAndUnpacked(t *testing.T) {
	of := chainStates{}
	at := func(n int) office.End { return office.End{Seq: uint64(n), Link: office.Link{byte(n)}} }
	for i, chain := range office.Chains() {
		of[chain] = chainState{at(10*i + 3), at(10*i + 1), at(10*i + 2)}
	}
	if got := unpackStates(of.pack()); !reflect.DeepEqual(got, of) {
		t.Errorf("unpacked as %v, packed %v", got, of)
	}
	if got := unpackStates(nil); len(got) != 0 {
		t.Errorf("nothing is unpacked as %v", got)
	}
}
