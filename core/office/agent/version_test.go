package agent

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/office"
)

// TestAnOfficeThatWasTakenBack is spoken to again, by its older version, by the same
// agent; not before patience is over, and as ever once it is brought up to date again.
func TestAnOfficeThatWasTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d, h := &desk{T: t, Memory: storetest.NewMemory()}, newHall()
		h.cursor.Version = office.Version
		a := start(t, d, h)
		next := uint64(1)
		sends := func(within time.Duration) int {
			d.commit(journal.Change{Audit: []journal.AuditRow{{Seq: next, At: noon, By: "Samira", Action: journal.AuditToManager, DelegatedBy: "Huda"}}})
			next++
			time.Sleep(within)
			synctest.Wait()
			taken, _, _, _ := h.seen()
			for _, b := range taken {
				if n := len(b.Audit); n > 0 && b.Audit[n-1].Seq == next-1 {
					return b.Version
				}
			}
			return 0
		}
		becomes := func(version int) { // the batch under way is refused, as any is that the office cannot read
			h.mu.Lock()
			h.cursor.Version, h.once = version, &office.Refusal{Code: office.CodeBusy}
			h.mu.Unlock()
		}
		if got := sends(lookEvery + time.Second); got != office.Version {
			t.Fatalf("at the start it sends by version %d", got)
		}
		becomes(1)
		if got := sends(patience); got != 0 {
			t.Errorf("while collectors may differ it sends by version %d", got)
		}
		if s := a.Status(); !s.Failing || s.Refused != "" {
			t.Errorf("meanwhile %+v", s)
		}
		if got := sends(2 * longestPause); got != 1 {
			t.Errorf("to the office that was taken back it sends by version %d", got)
		}
		taken, _, _, _ := h.seen()
		first := taken[slices.IndexFunc(taken, func(b *office.Batch) bool { return b.Version == 1 })]
		want, err := (&reader{ctx: t.Context(), store: d, version: 1}).follow(office.ChainAudit, office.End{}, 1)
		if got := first.Chains[office.ChainAudit]; err != nil || got.Seq != 1 || got.Link != want.Link {
			t.Errorf("what it had sent is proved as %+v, by version 1 that is %+v, %v", got, want, err)
		}
		becomes(office.Version)
		if got := sends(time.Minute); got != office.Version {
			t.Errorf("to the office that is up to date again it sends by version %d", got)
		}
	})
}

// TestCollectorsThatDiffer: however long an office is brought up to date, its older
// collectors are waited for while there are newer ones.
func TestCollectorsThatDiffer(t *testing.T) {
	now, talk := noon, conversation{}
	h := newHall()
	cfg := Config{Office: h, Till: 7, Now: func() time.Time { return now }}
	synctest.Test(t, func(t *testing.T) {
		for n := range 200 {
			h.cursor.Version = office.Version
			if n%enoughOlder != 0 {
				h.cursor.Version = 1
			}
			err := talk.askCursor(t.Context(), cfg)
			if (err == nil) != (h.cursor.Version == office.Version) || talk.version != office.Version {
				t.Fatalf("question %d, answered by version %d: %v, goes on by version %d", n, h.cursor.Version, err, talk.version)
			}
			time.Sleep(longestPause / 2)
		}
		if h.cursor.Version = office.Version; talk.askCursor(t.Context(), cfg) != nil {
			t.Fatal("a newer collector is not spoken to")
		}
		for n := range 2 * enoughOlder { // in no time
			if h.cursor.Version = 1; talk.askCursor(t.Context(), cfg) == nil {
				t.Fatalf("question %d is enough", n)
			}
		}
	})
}
