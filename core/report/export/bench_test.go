package export_test

import (
	"io"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

// BenchmarkExport writes 20,000 sales, which are invented before.
func BenchmarkExport(b *testing.B) {
	var sales []journal.Sale
	for s := range shop.Sales(20_000) {
		sales = append(sales, s)
	}
	for _, f := range []export.Format{export.CSV, export.Plain, export.XLSX} {
		b.Run(string(f), func(b *testing.B) {
			for b.Loop() {
				if _, err := export.Write(b.Context(), io.Discard, job(f, shop.English, export.Sales(shop.Each(sales), len(sales), nil, shop.English))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
