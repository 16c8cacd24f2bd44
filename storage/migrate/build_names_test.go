package migrate

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"sanduq/core/journal"
	"sanduq/storage/internal/index"
)

// TestNamesArePutInTheOrderOfTheirKeys: in any other, each one moves what is behind it in
// its page, which took 40 of 100 parts of the time of an older file's first start.
func TestNamesArePutInTheOrderOfTheirKeys(t *testing.T) {
	var all []named
	for i := range 2000 {
		for _, kind := range journal.NameKinds() {
			all = append(all, named{index.GatewayName(fmt.Sprint(kind, i)), kind, uint64(i)})
		}
	}
	slices.SortFunc(all, named.compare)
	var last []byte
	for i, one := range all {
		key := index.AppendPacked(index.GatewayNamePrefix(one.kind, one.name), one.sale)
		if bytes.Compare(last, key) >= 0 {
			t.Fatalf("entry %d, %q, is put after %q", i, key, last)
		}
		last = key
	}
}
