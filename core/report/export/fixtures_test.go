package export_test

import (
	"bytes"
	"context"
	"testing"
	"time"

	"sanduq/core/receipt"
	"sanduq/core/report/export"
	"sanduq/core/report/tests/shop"
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
	return export.Job{Format: f, About: shop.About(w), Tables: tables, Words: w, Zone: tripoli}
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
