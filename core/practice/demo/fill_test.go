package demo_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/practice/demo"
	"sanduq/core/till"
)

// bulky is the memory store with blocks; a block that breaks a rule shows as
// an error of its first bad change.
type bulky struct {
	*storetest.Memory
	blocks []int
	fail   error
}

func (b *bulky) CommitAll(ctx context.Context, all []journal.Change) error {
	b.blocks = append(b.blocks, len(all))
	if b.fail != nil {
		return b.fail
	}
	for _, c := range all {
		if err := b.Commit(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

var defaults = journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"}

var shopZone = time.FixedZone("shop", 2*3600)

var friday = time.Date(2026, 11, 20, 14, 31, 0, 0, time.UTC)

func practiceTill(t testing.TB, store journal.Store, env core.Environment) *till.Till {
	t.Helper()
	d, err := till.Open(context.Background(), till.Config{Store: store, Environment: env, BaseURL: "test", Defaults: defaults,
		Zone: shopZone, Now: func() time.Time { return friday },
		NewSDK: func() *core.WebSDK { panic("nothing here is asked about") }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

// history reads every sale, oldest first.
func history(t testing.TB, d *till.Till) []journal.Sale {
	t.Helper()
	var all []journal.Sale
	q := journal.SaleQuery{Limit: 500}
	for {
		page, err := d.Sales(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page.Sales...)
		if !page.More {
			slices.Reverse(all)
			return all
		}
		q.Before = all[len(all)-1].ID
	}
}

func written(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPracticeSalesAreBelievableAndOver(t *testing.T) {
	store := &bulky{Memory: storetest.NewMemory()}
	d := practiceTill(t, store, core.Sandbox)
	var told []int
	if err := demo.Fill(t.Context(), d, 1500, 7, func(done, total int) {
		if total != 1500 {
			t.Errorf("of %d", total)
		}
		told = append(told, done)
	}); err != nil {
		t.Fatal(err)
	}
	if told[0] != 0 || told[len(told)-1] != 1500 || !slices.IsSorted(told) {
		t.Errorf("progress %v", told)
	}
	all := history(t, d)
	if len(all) != 1500 {
		t.Fatalf("%d sales", len(all))
	}
	seen, before := map[journal.Status]int{}, time.Time{}
	routes, orders := map[core.Route]int{}, map[string]bool{}
	receipts := uint64(0)
	for _, s := range all {
		seen[s.Status()]++
		routes[s.Route]++
		if orders[s.OrderID] {
			t.Errorf("order %s twice", s.OrderID)
		}
		orders[s.OrderID] = true
		local := s.CreatedAt.In(shopZone)
		switch {
		case s.Open() || s.InFlight() || s.Environment != core.Sandbox:
			t.Fatalf("%s is not over: %+v", s.ID, s)
		case journal.DayOf(local) != s.ID.Day() || s.ID.Day() >= "20261120" || s.ID.Day() < "20251120":
			t.Fatalf("%s was opened at %s", s.ID, local)
		case local.Hour() < 8 || local.Hour() >= 22:
			t.Errorf("%s at %s: the shop is closed", s.ID, local)
		case s.CreatedAt.Before(before):
			t.Errorf("%s is older than the one before", s.ID)
		case s.Amount.Minor <= 0 || s.Amount.Minor%250 != 0 || s.Amount.Currency != "LYD":
			t.Errorf("%s costs %v", s.ID, s.Amount)
		case s.UpdatedAt.After(friday):
			t.Errorf("%s was changed in the future", s.ID)
		}
		before = s.CreatedAt
		if s.Status() != journal.StatusPaid {
			continue
		}
		if receipts++; s.ReceiptSeq != receipts {
			t.Fatalf("%s has receipt %d, want %d", s.ID, s.ReceiptSeq, receipts)
		}
		r, err := d.Receipt(t.Context(), receipts)
		if err != nil || !r.Test() || r.SaleID != s.ID || r.Amount != s.Amount || r.TransactionID == "" || r.Shop != defaults.Shop ||
			(r.Payer == "") != (s.Route == core.RouteQR) || (r.Institution == "") != (s.Route == core.RouteQR) {
			t.Fatalf("receipt of %s: %+v, %v", s.ID, r, err)
		}
	}
	if seen[journal.StatusPaid] < 1300 || seen[journal.StatusFailed] < 30 || seen[journal.StatusExpired] < 15 || seen[journal.StatusNotOpened] < 3 {
		t.Errorf("statuses %v", seen)
	}
	if routes[core.RouteQR] < 800 || routes[core.RouteAccount] < 250 || routes[core.RouteWallet] < 120 {
		t.Errorf("routes %v", routes)
	}
	rows, err := store.Audit(t.Context(), 0, 10)
	if err != nil || len(rows) != 1 || rows[0].Action != demo.Audit {
		t.Errorf("audit %v, %v", rows, err)
	}
	if n := d.NextID().Number(); n != 1 {
		t.Errorf("the next sale of today is #%d", n)
	}
	for _, n := range store.blocks {
		if n > 251 {
			t.Errorf("a block of %d", n)
		}
	}
}

func TestTheSameSeedMakesTheSameSales(t *testing.T) {
	made := func(seed uint64) string {
		d := practiceTill(t, &bulky{Memory: storetest.NewMemory()}, core.Sandbox)
		if err := demo.Fill(t.Context(), d, 120, seed, nil); err != nil {
			t.Fatal(err)
		}
		return written(t, history(t, d))
	}
	if one, other := made(3), made(3); one != other {
		t.Error("the same seed made other sales")
	}
	if made(3) == made(4) {
		t.Error("the seed does not matter")
	}
}

func TestPracticeSalesLeaveRealOnesAlone(t *testing.T) {
	store := &bulky{Memory: storetest.NewMemory()}
	d := practiceTill(t, store, core.Sandbox)
	if err := demo.Fill(t.Context(), d, 300, 1, nil); err != nil {
		t.Fatal(err)
	}
	before := history(t, d)
	if err := demo.Fill(t.Context(), d, 300, 1, nil); err != nil {
		t.Fatal(err)
	}
	after := history(t, d)
	if len(after) != 600 {
		t.Fatalf("%d sales", len(after))
	}
	for _, s := range before {
		i := slices.IndexFunc(after, func(o journal.Sale) bool { return o.ID == s.ID })
		if i < 0 || written(t, after[i]) != written(t, s) {
			t.Errorf("%s was changed", s.ID)
		}
	}
}

func TestNoInventedSalesButForPractice(t *testing.T) {
	for name, d := range map[string]*till.Till{
		"live":      practiceTill(t, &bulky{Memory: storetest.NewMemory()}, core.Live),
		"no blocks": practiceTill(t, storetest.NewMemory(), core.Sandbox),
	} {
		err := demo.Fill(t.Context(), d, 10, 1, func(int, int) { t.Errorf("%s: began", name) })
		if journal.CodeOf(err) != journal.CodePractice || len(history(t, d)) != 0 {
			t.Errorf("%s: %v, %d sales", name, err, len(history(t, d)))
		}
	}
}

func TestFillingThatFailsIsSaid(t *testing.T) {
	store := &bulky{Memory: storetest.NewMemory(), fail: errors.New("disk")}
	d := practiceTill(t, store, core.Sandbox)
	if err := demo.Fill(t.Context(), d, 10, 1, nil); journal.CodeOf(err) != journal.CodeStore || d.StoreFault() == nil {
		t.Errorf("%v, trouble %v", err, d.StoreFault())
	}
	d = practiceTill(t, &bulky{Memory: storetest.NewMemory()}, core.Sandbox)
	ctx, cancel := context.WithCancel(t.Context())
	err := demo.Fill(ctx, d, 1000, 1, func(done, _ int) {
		if done > 100 {
			cancel()
		}
	})
	if n := len(history(t, d)); !errors.Is(err, context.Canceled) || n < 100 || n > 500 {
		t.Errorf("%v after %d sales", err, n)
	}
}

func TestSharesAddUp(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		total := rapid.IntRange(0, 400).Draw(r, "total")
		d := practiceTill(t, &bulky{Memory: storetest.NewMemory()}, core.Sandbox)
		if err := demo.Fill(context.Background(), d, total, rapid.Uint64().Draw(r, "seed"), nil); err != nil {
			r.Fatal(err)
		}
		if n := len(history(t, d)); n != total {
			r.Errorf("%d sales, want %d", n, total)
		}
		d.Close()
	})
}

func TestClosingEndsFilling(t *testing.T) {
	store := &bulky{Memory: storetest.NewMemory()}
	d := practiceTill(t, store, core.Sandbox)
	var closing sync.WaitGroup
	err := demo.Fill(t.Context(), d, 20_000, 1, func(done, _ int) {
		if done == 0 {
			return
		}
		closing.Go(d.Close) // waits for this very call
		for journal.CodeOf(d.OfferQR(t.Context(), "none")) != journal.CodeUnavailable {
			runtime.Gosched()
		}
	})
	closing.Wait()
	if n := len(store.blocks); journal.CodeOf(err) != journal.CodeUnavailable || n > 3 {
		t.Errorf("%v after %d blocks", err, n)
	}
	if err := demo.Fill(t.Context(), d, 10, 1, nil); journal.CodeOf(err) != journal.CodeUnavailable {
		t.Errorf("after closing: %v", err)
	}
}
