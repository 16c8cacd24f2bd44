//go:build !race

package storage

import (
	"errors"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/practice/demo"
	"sanduq/storage/internal/reading"
	"sanduq/storage/internal/record"
)

// TestADayThatDroppedOutIsMissed walks a sound history whole, then looks at a
// page that passes over days of which the totals speak.
func TestADayThatDroppedOutIsMissed(t *testing.T) {
	s := openTest(t, t.TempDir())
	d := practiceTill(t, s)
	if err := demo.Fill(t.Context(), d, 5000, 1, nil); err != nil {
		t.Fatal(err)
	}
	q := journal.SaleQuery{Limit: 50}
	page, err := s.Sales(t.Context(), q)
	if err != nil || !page.More {
		t.Fatal(err)
	}
	newest := page.Sales[0].ID.Day()
	walk := func() (err error) {
		for q := q; ; q.Before = page.Sales[len(page.Sales)-1].ID {
			if page, err = s.Sales(t.Context(), q); err != nil || !page.More {
				return err
			}
		}
	}
	if err := walk(); err != nil {
		t.Fatalf("sound store: %v", err)
	}
	err = s.view(t.Context(), func(x record.Tx) error {
		sales := []journal.Sale{{ID: journal.NewSaleID("20260901", 1)}}
		return reading.EveryDay(x, journal.SaleQuery{}, sales)
	})
	if !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("a page that passes over %s: %v", newest, err)
	}
}
