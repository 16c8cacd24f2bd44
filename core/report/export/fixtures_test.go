package export_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	"sanduq/core/receipt"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

var tripoli = func() *time.Location {
	zone, err := time.LoadLocation("Africa/Tripoli")
	if err != nil {
		panic(err)
	}
	return zone
}()

func pen(t testing.TB) *receipt.Drawer {
	t.Helper()
	d, err := shop.Pen("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func job(f export.Format, w export.Words, tables ...export.Table) export.Job {
	about := w
	if about == nil {
		about = shop.English
	}
	return export.Job{Format: f, About: shop.About(about), Tables: tables, Words: w, Zone: tripoli}
}

func write(t testing.TB, j export.Job) ([]byte, export.Result) {
	t.Helper()
	var out bytes.Buffer
	r, err := export.Write(context.Background(), &out, j)
	if err != nil {
		t.Fatal(err)
	}
	if r.Bytes != int64(out.Len()) {
		t.Fatalf("%d bytes were said, %d written", r.Bytes, out.Len())
	}
	return out.Bytes(), r
}

// unzipped is all that is in a workbook.
func unzipped(t testing.TB, data []byte) (out []byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		part, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, part...)
	}
	return out
}

// columnSums are the sums of a column of a table, by currency.
func columnSums(r export.Result, table, column int) map[string]int64 {
	sums := map[string]int64{}
	for _, s := range r.Sums {
		if s.Table == table && s.Column == column {
			sums[s.Currency] = s.Minor
		}
	}
	return sums
}
