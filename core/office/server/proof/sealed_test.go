//go:build linux

package proof_test

import (
	"testing"
)

func TestADaySealedByItsTillAgrees(t *testing.T) {
	p := newPlace(t)
	p.sell("20261119", 1, 8)
	p.sell("20261120", 1, 5)
	p.send()
	for _, all := range []bool{true, false, false} {
		if v, faults := p.recount(all, ""); len(faults) > 0 || v.Days != 2 || v.Sales != 13 {
			t.Fatalf("%+v %v", v, faults)
		}
	}
	p.sell("20261120", 6, 9) // the day goes on, and is sealed again
	p.send()
	if _, faults := p.recount(false, ""); len(faults) > 0 {
		t.Fatal(faults)
	}
}
