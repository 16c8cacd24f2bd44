package export_test

import (
	"io"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

// TestThirtyThousandSalesOnPaper: 15 MB of file at the most, and 100 MB of heap, with what
// waits to be collected, beyond what the sales take; in Arabic. The time is told: what
// else the machine does decides it.
func TestThirtyThousandSalesOnPaper(t *testing.T) {
	const n = 30_000
	var sales []journal.Sale
	for s := range shop.Sales(n) {
		sales = append(sales, s)
	}
	j := job(export.PDF, shop.Arabic, export.Sales(shop.Each(sales), n, nil, shop.Arabic))
	j.Pen = pen(t)
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // what is held counts, not what waits to be freed
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	most := uint64(0)
	j.Progress = func(export.Progress) {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapInuse-before.HeapInuse)
	}
	began := time.Now()
	r, err := export.Write(t.Context(), io.Discard, j)
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	t.Logf("%d rows in %v, %d MB of heap at the most, %d MB of file", r.Rows, took, most>>20, r.Bytes>>20)
	if r.Bytes > 15<<20 || most > 100<<20 {
		t.Errorf("%d bytes of file, %d of heap", r.Bytes, most)
	}
}
