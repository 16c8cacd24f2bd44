//go:build linux

package proof_test

import (
	"context"
	"testing"
	"time"

	"sanduq/core/journal/storetest"
)

// TestWhatWasLetGoCountsOnce: the till compares its days with the office's, of which some went; later its history
// begins again, and it sends all of it. The totals of the months that went, and what verify says, stay as they were.
// What was never sent is counted, whatever its day.
func TestWhatWasLetGoCountsOnce(t *testing.T) {
	p := newPlace(t)
	for _, table := range []string{"sales", "receipts", "audit"} {
		p.exec("SELECT keep_month($1, '2025-10-01')", table)
	}
	read := func(sql string) (text string) {
		p.Helper()
		if err := p.db.QueryRow(t.Context(), sql).Scan(&text); err != nil {
			t.Fatal(err)
		}
		return text
	}
	const totals = "SELECT string_agg(format('%s %s %s of %s', day, status, sales, minor), ', ' ORDER BY day, status) FROM totals"
	goesOn := func(what, want string, until func() bool) {
		p.Helper()
		p.now = p.now.Add(25 * time.Hour) // days are compared once a day
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		ended := make(chan struct{})
		go func() { defer close(ended); _ = p.agent.Run(ctx) }()
		for ctx.Err() == nil && !until() {
			time.Sleep(20 * time.Millisecond)
		}
		if ctx.Err() != nil {
			t.Errorf("%s: %+v", what, p.agent.Status())
		}
		time.Sleep(6 * time.Second) // it looks each other second: what it compared is sent by then
		cancel()
		<-ended
		if got := read(totals); got != want {
			t.Errorf("%s: totals %s, want %s", what, got, want)
		}
		if _, faults := p.recount(true, ""); len(faults) > 0 {
			t.Errorf("%s: %v", what, faults)
		}
	}
	p.now = time.Date(2025, 10, 20, 12, 0, 0, 0, time.UTC)
	p.sell("20251018", 1, 3)
	p.send()
	p.now = time.Date(2026, 9, 20, 12, 0, 0, 0, time.UTC)
	p.sell("20260915", 1, 2) // since then it has sold nothing: the days that it compares reach into October
	p.send()
	p.now = noon
	if _, faults := p.recount(true, ""); len(faults) > 0 {
		t.Fatal(faults)
	}
	p.retain(12)
	if got := read("SELECT string_agg(of, ' ' ORDER BY of) FROM gone_months"); got != "audit receipts sales" {
		t.Fatalf("gone are %q", got)
	}
	was := "2025-10-18 paid 3 of 3006, 2026-09-15 paid 2 of 2003"
	heard := p.agent.Status().Heard
	goesOn("days compared", was, func() bool { return p.agent.Status().Heard.After(heard) })

	p.Memory, p.receipts, p.lines, p.author = storetest.NewMemory(), 0, 0, "somebody else"
	p.sell("20251018", 1, 3)
	p.sell("20260915", 1, 2)
	p.start()
	goesOn("all sent again", was, func() bool {
		return read("SELECT format('%s %s', epoch, (SELECT count(*) FROM receipts r WHERE r.epoch = c.epoch)) FROM cursors c") == "2 5"
	})
	for _, table := range []string{"receipts", "audit"} { // as where a till brings years again
		p.exec("SELECT keep_month($1, '2025-10-01')", table)
	}
	p.retain(12)
	if got := read("SELECT count(*)::text FROM pg_class WHERE relname ~ '^(receipts|audit)_202510$'"); got != "0" {
		t.Errorf("%s months of 2025-10 stay for ever", got)
	}
	p.sell("20251018", 4, 4)
	goesOn("a new one", "2025-10-18 paid 4 of 4010, 2026-09-15 paid 2 of 2003", func() bool { return read("SELECT count(*)::text FROM receipts") == "5" })
}
