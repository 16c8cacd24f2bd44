package storage

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/internal/record"
	"sanduq/storage/verify"
)

// hasty is a scrub that begins another transaction as often as it can.
func hasty(s *Store) (verify.Report, error) { return s.scrub(context.Background(), 0, 0) }

// TestScrubsBesideAWorkingTill sends scrubs through a store whose sales are
// changed, settled and opened before and behind them: none may call that
// damage, and what they count is what Verify counts.
func TestScrubsBesideAWorkingTill(t *testing.T) {
	ctx := t.Context()
	s := openTest(t, t.TempDir())
	fill(t, s, 80)
	r := rand.New(rand.NewPCG(1, 2))
	next := 81
	work := func() error {
		secret, none := journal.NewSecrets([]byte(fmt.Sprint("token", r.Int()))), journal.NewSecrets(nil)
		switch r.IntN(5) {
		case 0:
			sale := aSale(next)
			next++
			return s.Commit(ctx, journal.Change{Sale: &sale, Secrets: &secret})
		case 1:
			return s.Commit(ctx, journal.Change{Settings: &journal.Settings{Shop: fmt.Sprint(next)}})
		}
		sale, err := s.Sale(ctx, journal.NewSaleID("20261120", 1+r.IntN(next-1)))
		if err != nil {
			return err
		}
		sale.Version++
		sale.Reference = fmt.Sprint("table ", r.IntN(40))
		h, err := s.Head(ctx, "20261120")
		c := journal.Change{Sale: &sale, Secrets: []*journal.Secrets{nil, &secret, &none}[r.IntN(3)]}
		c.Audit = []journal.AuditRow{{Seq: h.Audit + 1, At: clock, Action: journal.AuditCopy, SaleID: sale.ID}}
		if sale.Session.State != core.StateSuccess && r.IntN(2) == 0 {
			sale.Session.State, sale.Session.TransactionID = core.StateSuccess, fmt.Sprint("T", r.IntN(1000))
			sale.ReceiptSeq = h.Receipt + 1
			c.Receipt = &journal.Receipt{Seq: sale.ReceiptSeq, SaleID: sale.ID, Amount: sale.Amount, SettledAt: clock}
		}
		return errors.Join(err, s.Commit(ctx, c))
	}
	scrubBeside(t, s, work)
	one, err := s.Verify(ctx)
	other, patrolErr := hasty(s)
	if d := cmp.Diff(one, other); err != nil || patrolErr != nil || d != "" {
		t.Error(err, patrolErr, d)
	}
	if len(s.moves.List) != 0 || s.moves.Watched() {
		t.Error("changes are still noted")
	}
}

// TestScrubHoldsNoTransactionForLong looks at the transactions that are open
// while one goes on.
func TestScrubHoldsNoTransactionForLong(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 60)
	before := s.db.Stats().TxN
	if _, err := hasty(s); err != nil {
		t.Fatal(err)
	}
	stats := s.db.Stats()
	if n := stats.TxN - before; n < 20 {
		t.Errorf("%d transactions for a whole scrub", n)
	}
	if stats.OpenTxN != 0 {
		t.Errorf("%d transactions were left open", stats.OpenTxN)
	}
}

func TestScrubEndsWithTheStore(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 60)
	ended := make(chan error)
	go func() {
		_, err := s.scrub(context.Background(), 0, time.Hour)
		ended <- err
	}()
	for !s.moves.Watched() {
		time.Sleep(time.Millisecond)
	}
	if err := s.Reopen(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the scrub ended with %v", err)
	}
	if _, err := hasty(s); err != nil {
		t.Errorf("the next one: %v", err)
	}
}

func TestScrubsGoDaily(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := openTest(t, t.TempDir())
		fill(t, s, 4)
		ctx, cancel := context.WithCancel(t.Context())
		began := time.Now()
		var at []time.Duration
		go s.Scrubs(ctx, ScrubOptions{Done: func(r verify.Report, err error) {
			if at = append(at, time.Since(began).Round(time.Minute)); err != nil || r.Sales != 4 {
				t.Errorf("%+v, %v", r, err)
			}
		}})
		time.Sleep(50 * time.Hour)
		cancel()
		synctest.Wait()
		if fmt.Sprint(at) != "[2m0s 24h2m0s 48h2m0s]" {
			t.Errorf("scrubs after %v", at)
		}
	})
}

// TestCompacted: nothing changes but the size.
func TestCompacted(t *testing.T) {
	ctx := t.Context()
	s := openTest(t, t.TempDir())
	fill(t, s, 300)
	for n := range 200 { // settings that grow and go leave free pages behind
		if err := s.Commit(ctx, journal.Change{Settings: &journal.Settings{Shop: string(make([]byte, 30_000*(n%2)))}}); err != nil {
			t.Fatal(err)
		}
	}
	before := snapshot(t, s)
	info, _ := os.Stat(s.Path())
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	after, _ := os.Stat(s.Path())
	t.Logf("%d bytes, compacted %d", info.Size(), after.Size())
	if after.Size() > info.Size()/2 {
		t.Errorf("%d bytes became %d", info.Size(), after.Size())
	}
	if after.Mode().Perm() != info.Mode().Perm() {
		t.Errorf("mode %v", after.Mode())
	}
	if d := cmp.Diff(before, snapshot(t, s)); d != "" {
		t.Error(d)
	}
	sale := aSale(301)
	if err := s.Commit(ctx, journal.Change{Sale: &sale}); err != nil {
		t.Errorf("after compacting: %v", err)
	}
	if _, err := s.Verify(ctx); err != nil {
		t.Error(err)
	}
}

func TestCompactionGivesWayToACommit(t *testing.T) {
	ctx := t.Context()
	s := openTest(t, t.TempDir())
	fill(t, s, 4)
	copied := record.Manifest{Commits: 1} // as if three more had come since
	aside := s.Path() + ".compact"
	if err := s.view(ctx, func(t record.Tx) error { return writeCopy(ctx, t, aside) }); err != nil {
		t.Fatal(err)
	}
	if err := (&rewriting{s: s, aside: aside, seal: s.seal(), copied: copied, done: func() {}}).takePlace(ctx); !errors.Is(err, ErrBusy) {
		t.Errorf("changed places: %v", err)
	}
	mustRead(t, s, aSale(4).ID)
}

// TestADamagedStoreIsNotCompacted: a compaction must not give damage a new
// file.
func TestADamagedStoreIsNotCompacted(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 4)
	damageSale(t, s, aSale(2).ID)
	before := string(mustFile(t, s.Path()))
	if err := s.Compact(t.Context()); !errors.Is(err, journal.ErrCorrupt) {
		t.Errorf("compacted: %v", err)
	}
	if string(mustFile(t, s.Path())) != before {
		t.Error("the file was changed")
	}
	if _, err := os.Stat(s.Path() + ".compact"); err == nil {
		t.Error("the other file was left")
	}
}

// TestScrubsFollowSalesOfSeveralDays: sales of days that were compared, of the
// one that is being counted and of those to come move from one figure to another
// while a scrub is on its way.
func TestScrubsFollowSalesOfSeveralDays(t *testing.T) {
	s := openTest(t, t.TempDir())
	shopOf(t, s, 120)
	all, err := s.Sales(t.Context(), journal.SaleQuery{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	scrubBeside(t, s, func() error {
		sale := &all.Sales[r.IntN(len(all.Sales))]
		sale.Version++
		sale.Cashier, sale.Capped = []string{"Amal", "Bilal", "Huda"}[r.IntN(3)], r.IntN(2) == 0
		return s.Commit(context.Background(), journal.Change{Sale: sale})
	})
	if _, err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
}

// scrubBeside scrubs the whole store while work goes on: six times, and until a hundred
// pieces of it were done. Each takes as long as a fast disk does: in memory a scrub
// would have to read ten thousand sales that were made meanwhile.
func scrubBeside(t *testing.T, s *Store, work func() error) {
	t.Helper()
	var changes atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		var err error
		for ; ctx.Err() == nil && err == nil; changes.Add(1) {
			err = work()
			time.Sleep(time.Millisecond)
		}
		stop()
		ended <- err
	}()
	for scrubs := 0; ctx.Err() == nil && (scrubs < 6 || changes.Load() < 100); scrubs++ {
		if report, err := s.scrub(t.Context(), 0, time.Millisecond); err != nil {
			t.Errorf("%+v, %v", report, err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	t.Logf("%d changes", changes.Load())
}

// TestWhenACompactionIsWorthItsWork: each commit writes the list of free pages.
func TestWhenACompactionIsWorthItsWork(t *testing.T) {
	const page, mega = 4096, 1 << 20
	for _, c := range []struct {
		name        string
		pages, size int64
		want        bool
	}{
		{"a small file, mostly free", 1000, 5 * mega, false},
		{"a third is free", 1100, 12 * mega, true},
		{"what the commits of a shop leave in a large file", 2000, 1200 * mega, false},
		{"what large blocks leave in a large file", 4097, 1200 * mega, true},
	} {
		if got := worthwhile(c.pages, page, c.size); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
