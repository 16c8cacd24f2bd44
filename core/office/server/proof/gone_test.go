//go:build linux

package proof_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office/server/months"
	"sanduq/core/office/server/proof"
)

// retain lets go what is older than so many months, as serve does.
func (p *place) retain(keep int) string {
	p.Helper()
	var log strings.Builder
	m := months.New(months.Config{DB: p.db, Keep: keep, Now: func() time.Time { return p.now }, Logger: slog.New(slog.NewTextHandler(&log, nil)),
		Proved: func(ctx context.Context, tx pgx.Tx, table, partition string) (bool, error) {
			return proof.LetGo(ctx, tx, table, partition, p.now)
		}})
	if err := m.Once(p.Context()); err != nil {
		p.Fatal(err)
	}
	return log.String()
}

// TestWhatWasLetGoIsNoFault: months go once verify has proved them, verify follows what is
// left, from the beginning too, and still finds what somebody else took away.
func TestWhatWasLetGoIsNoFault(t *testing.T) {
	p := newPlace(t)
	for _, table := range []string{"sales", "receipts", "audit"} {
		for _, month := range []string{"2025-09-01", "2025-10-01"} {
			p.exec("SELECT keep_month($1, $2)", table, month)
		}
	}
	p.now = time.Date(2025, 10, 10, 12, 0, 0, 0, time.UTC)
	p.sell("20250928", 1, 4)
	p.sell("20251005", 1, 3)
	p.sell("20250929", 1, 2) // its clock went back: months are not in the order of numbers
	p.send()
	p.now = noon
	p.sell("20261120", 1, 5)
	p.send()
	tables := "SELECT count(*) FROM pg_class WHERE relname ~ '_20(2509|2510)$'"
	count := func(sql string) (n int) {
		p.Helper()
		if err := p.db.QueryRow(t.Context(), sql).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	was := count("SELECT count(*) FROM totals WHERE day < '2026-01-01'")
	if log := p.retain(12); count("SELECT count(*) FROM gone_months") != 0 || !strings.Contains(log, "kept until verify has proved it") {
		t.Fatalf("before verify ran months are gone:\n%s", log)
	}
	if _, faults := p.recount(true, ""); len(faults) > 0 {
		t.Fatal(faults)
	}
	before := count(tables)
	p.retain(13)
	if got := count("SELECT count(*) FROM gone_months"); got != 3 {
		t.Fatalf("%d months are gone of September's three", got)
	}
	if _, faults := p.recount(true, ""); len(faults) > 0 {
		t.Fatal(faults)
	}
	p.retain(12)
	if got := count(tables); got >= before || count("SELECT count(*) FROM gone_months") != 6 || count("SELECT count(*) FROM sales") != 5 {
		t.Fatalf("%d partitions of %d are left", got, before)
	}
	var published string
	for _, all := range []bool{true, false, true} {
		v, faults := p.recount(all, published)
		if len(faults) > 0 || v.Gone != 6 {
			t.Fatalf("%d gone: %v", v.Gone, faults)
		}
		line, err := v.Line()
		if err != nil {
			t.Fatal(err)
		}
		published += line + "\n"
	}
	if got := count("SELECT count(*) FROM totals WHERE day < '2026-01-01'"); got != was {
		t.Errorf("%d of %d totals stay", got, was)
	}
	p.sell("20261121", 1, 2) // and the till goes on
	p.send()
	if _, faults := p.recount(true, published); len(faults) > 0 {
		t.Fatal(faults)
	}
	for name, c := range map[string]struct {
		found string
		sql   []string
	}{
		"a line that is kept":          {"audit of till", []string{"DELETE FROM audit WHERE seq = 11"}},
		"a month that is not old":      {"before their time", []string{"DELETE FROM audit WHERE day >= '2026-11-01'", "INSERT INTO gone_months SELECT of, '2026-11-01', at, rows FROM gone_months WHERE of = 'audit' LIMIT 1"}},
		"a month that goes tomorrow":   {"before their time", []string{"INSERT INTO gone_months VALUES ('audit', '2026-11-01', now() + interval '20 years', 1)"}},
		"a month that had gone before": {"than verdict", []string{"INSERT INTO gone_months VALUES ('audit', '2020-01-01', '2025-01-01', 1)"}},
		"another span":                 {"than verdict", []string{"UPDATE gone_rows SET last = last + 1, link = link || '' WHERE first = 1 AND chain = 1"}},
		"a span that is no more":       {"receipts of till", []string{"DELETE FROM gone_rows WHERE chain = 1"}},
	} {
		tx, err := p.db.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range c.sql {
			if _, err := tx.Exec(t.Context(), one); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		r, err := proof.RecountIn(t.Context(), tx, proof.Scope{Now: p.now}, strings.NewReader(published))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := strings.Join(r.Faults, "\n"); !strings.Contains(got, c.found) {
			t.Errorf("%s: %q, want %q", name, got, c.found)
		}
		if err := tx.Rollback(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}
