//go:build linux

package collector

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office/server/proof"
)

// TestVerifyReadsEachTillOnceForASale: a day's sales are compared with the ends of their own
// till's chains, not with those of all tills, also in a month of which PostgreSQL has no
// statistics yet.
func TestVerifyReadsEachTillOnceForASale(t *testing.T) {
	const tills, each = 30, 20
	p := newPlace(t)
	p.usage.quota = Quota{}
	for i := range tills {
		d := p.desk("Harbour", fmt.Sprint(i))
		for range each {
			d.pay(today, 100)
		}
		d.must(t)
	}
	err := pgx.BeginFunc(t.Context(), p.db.current(), func(tx pgx.Tx) error {
		r, err := proof.VerifyIn(t.Context(), tx, proof.Scope{Now: p.clock()})
		if err != nil {
			return err
		}
		var read int64
		if err := tx.QueryRow(t.Context(), "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'cursors'").Scan(&read); err != nil {
			return err
		}
		if r.Receipts != tills*each || len(r.Faults) > 0 || read > 4*tills*each {
			t.Errorf("for %d receipts of %d tills %d rows of tills were read: %v", r.Receipts, tills, read, r.Faults)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
