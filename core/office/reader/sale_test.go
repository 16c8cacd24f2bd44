package reader

import (
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/wire"
)

// TestASaleHasTheStatusThatWasTold, whatever else was told of it.
func TestASaleHasTheStatusThatWasTold(t *testing.T) {
	day := time.Date(2026, 11, 20, 9, 0, 0, 123456000, time.UTC)
	for _, status := range append(journal.Statuses(), journal.Status("of a newer till")) {
		for _, route := range append(wire.Routes(), "") {
			for _, aside := range []office.Decision{{}, {At: day, By: "Amal"}} {
				o := office.Sale{ID: journal.NewSaleID("20261120", 12), Status: status, Route: route, ReceiptSeq: 3, CreatedAt: day, Rare: office.Rare{SetAside: aside, Conflict: "paid elsewhere"}}
				s := saleOf(office.Listing{Till: 7, Epoch: 2, Sale: o}, false)
				want := status
				if status == "of a newer till" {
					want = journal.StatusUnknown
				}
				if got := s.Status(); got != want {
					t.Errorf("%s by %q: %s", status, route, got)
				}
				if s.ID.Number() != 12 || s.ID.Day() != "20261120" || s.ID.Paper() != "TILL-261120-012" {
					t.Errorf("called %s, %d of %s", s.ID.Paper(), s.ID.Number(), s.ID.Day())
				}
				if l, ok := office.ParseID(s.ID); !ok || l.Till != 7 || l.Epoch != 2 || l.Sale.ID != o.ID || !l.Sale.CreatedAt.Equal(day) {
					t.Errorf("%s is taken for %+v", s.ID, l)
				}
			}
		}
	}
	for _, none := range []journal.SaleID{"", "20261120-000012", "x-1-2-3-4", "20261120-1-2-3-x", "20261399-1-2-3-4", "20261120--1-2-3-4"} {
		if _, ok := office.ParseID(none); ok {
			t.Errorf("%q is taken for a name", none)
		}
	}
}
