package table

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgtype"

	"sanduq/core/office"
)

// TestAStatementNamesWhatItWrites, in the order of its values.
func TestAStatementNamesWhatItWrites(t *testing.T) {
	type kept struct {
		Day   time.Time `table:"day date"`
		Till  int64     `table:"till_id int"`
		Known bool      `table:"counts boolean"`
	}
	day, at := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	var rows Rows[kept, office.Sale]
	rows.Add(kept{day, 7, true}, &office.Sale{ID: "20261120-000001", Version: 3, Minor: 100, CreatedAt: at, Payer: office.Mask("•••• 4417"), Rare: office.Rare{Copies: 2}})
	rows.Add(kept{day, 8, false}, &office.Sale{ID: "20261120-000002", Version: 1, Open: true, Booked: "20261202"})
	sql, values := rows.Insert("sales", " ON CONFLICT DO NOTHING")
	const want = "INSERT INTO sales (day, till_id, counts, version, order_id, minor, currency, created_at, updated_at, status, open, route, cashier, reference, payer, " +
		"institution, payment_id, transaction_id, receipt_seq, settled_at, owed_since, rare, booked) SELECT n.day, n.till_id, n.counts, n.version, n.order_id, n.minor, n.currency, " +
		"n.created_at, n.updated_at, n.status, n.open, n.route, n.cashier, n.reference, n.payer, n.institution, n.payment_id, n.transaction_id, n.receipt_seq, n.settled_at, " +
		"n.owed_since, n.rare::jsonb, n.booked FROM unnest($1::date[], $2::int[], $3::boolean[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::timestamptz[], $9::timestamptz[], " +
		"$10::text[], $11::boolean[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::bigint[], $20::timestamptz[], " +
		"$21::timestamptz[], $22::text[], $23::date[]) AS n(day, till_id, counts, version, order_id, minor, currency, created_at, updated_at, status, open, route, cashier, reference, payer, " +
		"institution, payment_id, transaction_id, receipt_seq, settled_at, owed_since, rare, booked) ON CONFLICT DO NOTHING"
	if sql != want || rows.Len() != 2 || len(values) != 23 {
		t.Errorf("%d rows, %d values of\n%s", rows.Len(), len(values), sql)
	}
	for i, want := range map[int]any{0: []time.Time{day, day}, 1: []int64{7, 8}, 2: []bool{true, false}, 3: []int64{3, 1}, 7: []pgtype.Timestamptz{{Time: at, Valid: true}, {}},
		9: []string{"", ""}, 10: []bool{false, true}, 14: []string{"•••• 4417", ""}} {
		if diff := cmp.Diff(want, values[i]); diff != "" {
			t.Errorf("value %d: %s", i+1, diff)
		}
	}
	booked := []pgtype.Date{{}, {Time: time.Date(2026, 12, 2, 0, 0, 0, 0, time.UTC), Valid: true}}
	if diff := cmp.Diff(booked, values[22]); diff != "" {
		t.Error(diff)
	}
	if rare := values[21].([]*string); rare[1] != nil || rare[0] == nil || *rare[0] != `{"copies":2}` {
		t.Errorf("%v", rare)
	}
}
