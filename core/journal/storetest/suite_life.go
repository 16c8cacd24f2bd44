package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"sanduq/core/journal"
)

// fullDisk is for stores whose Fail can name a cause.
func fullDisk(t *testing.T, open opener) {
	h := open(t)
	if h.Full == nil {
		t.Log("this store cannot be told that its disk is full")
		return
	}
	h.Full()
	err := h.Store.Commit(context.Background(), journal.Change{Settings: &journal.Settings{Shop: "x"}})
	wantErr(t, "commit", err, journal.ErrFull)
	everyCall(t, h.Store, journal.ErrPoisoned)
}

func crash(t *testing.T, open opener) {
	for _, outcome := range []Outcome{Stored, Lost, Kept} {
		h := open(t)
		one, two := fresh(today, 1), fresh(today, 2)
		mustCommit(t, h.Store, journal.Change{Sale: &one, Audit: []journal.AuditRow{auditRow(1)}})
		h.Fail(outcome)
		err := h.Store.Commit(context.Background(), journal.Change{Sale: &two, Audit: []journal.AuditRow{auditRow(2)}})
		if (err == nil) != (outcome == Stored) {
			t.Fatalf("outcome %d: commit returned %v", outcome, err)
		}
		found := readAll(t, h.Crash(t))
		want := []journal.Sale{two, one}
		if outcome == Lost {
			want = want[1:]
		}
		same(t, "sales after the crash", found.Sales, want)
		if len(found.Audit) != len(want) {
			t.Errorf("%d audit rows after the crash, want %d", len(found.Audit), len(want))
		}
	}
}

// cancelled: a context that has ended stops a read and poisons nothing; it
// does not stop a commit.
func cancelled(t *testing.T, open opener) {
	s := open(t).Store
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	sale := fresh(today, 1)
	if err := s.Commit(ctx, journal.Change{Sale: &sale}); err != nil {
		t.Errorf("commit under an ended context: %v", err)
	}
	_, err := s.Sale(ctx, sale.ID)
	wantErr(t, "read", err, context.Canceled)
	same(t, "sale", mustSale(t, s, sale.ID), sale)
}

func closing(t *testing.T, open opener) {
	s := open(t).Store
	sale := fresh(today, 1)
	mustCommit(t, s, journal.Change{Sale: &sale})
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatalf("close: %v", err)
		}
	}
	everyCall(t, s, nil)
	if err := s.Reopen(context.Background()); err == nil {
		t.Error("a closed store was opened again")
	}
}

func secrets(t *testing.T, open opener) {
	h := open(t)
	s, ctx := h.Store, context.Background()
	read := func(id journal.SaleID) string {
		secret := must[journal.Secrets](t)(s.SaleSecrets(ctx, id))
		if strings.Contains(fmt.Sprintf("%v %+v %#v", secret, secret, secret), "canary") {
			t.Error("secrets print their content")
		}
		return string(secret.Reveal())
	}
	one, two := fresh(today, 1), fresh(today, 2)
	first, second, none := journal.NewSecrets([]byte("canary \x00\xff 1")), journal.NewSecrets([]byte("canary 2")), journal.Secrets{}
	mustCommit(t, s, journal.Change{Sale: &one, Secrets: &first})
	mustCommit(t, s, journal.Change{Sale: &two})
	for _, step := range []struct {
		name string
		with *journal.Secrets
		want string
	}{
		{"kept", nil, "canary \x00\xff 1"}, {"replaced", &second, "canary 2"}, {"kept again", nil, "canary 2"},
		{"removed", &none, ""}, {"removed again", &none, ""}, {"still none", nil, ""}, {"back", &first, "canary \x00\xff 1"},
	} {
		one = next(one, func(*journal.Sale) {})
		mustCommit(t, s, journal.Change{Sale: &one, Secrets: step.with})
		if got := read(one.ID); got != step.want {
			t.Errorf("%s: %q, want %q", step.name, got, step.want)
		}
	}
	if read(two.ID) != "" || read("20261120-000099") != "" {
		t.Error("secrets where none were put")
	}
	again := h.Crash(t)
	got := must[journal.Secrets](t)(again.SaleSecrets(ctx, one.ID))
	if string(got.Reveal()) != "canary \x00\xff 1" {
		t.Error("secrets did not survive the crash")
	}
}

func settings(t *testing.T, open opener) {
	s := open(t).Store
	_, err := s.Settings(context.Background())
	wantErr(t, "before the first", err, journal.ErrNotFound)
	for _, shop := range []string{"Practice shop", "متجر التدريب"} {
		want := journal.Settings{Shop: shop, Place: "Corner", Till: "1", Currency: "LYD", Cashier: "Amal"}
		mustCommit(t, s, journal.Change{Settings: &want})
		same(t, "settings", must[journal.Settings](t)(s.Settings(context.Background())), want)
	}
}

func nothingFound(t *testing.T, open opener) {
	s, ctx := open(t).Store, context.Background()
	_, err := s.Sale(ctx, journal.NewSaleID(today, 1))
	wantErr(t, "sale", err, journal.ErrNotFound)
	for _, seq := range []uint64{0, 1, 1 << 63} {
		_, err = s.Receipt(ctx, seq)
		wantErr(t, "receipt", err, journal.ErrNotFound)
	}
	same(t, "everything of an empty store", readAll(t, s), everything{})
}

// copies: what goes in and out shares nothing with the store.
func copies(t *testing.T, open opener) {
	s := open(t).Store
	sale := fresh(today, 1)
	sale.History = []journal.HistoryEvent{{At: noon, Code: "one"}}
	sale.SetAside = &journal.Decision{At: noon, Reason: "left"}
	mustCommit(t, s, journal.Change{Sale: &sale})
	sale.History[0].Code, sale.SetAside.Reason = "changed", "changed"
	for range 2 {
		got := mustSale(t, s, sale.ID)
		if got.History[0].Code != "one" || got.SetAside.Reason != "left" {
			t.Fatalf("the store shares memory: %+v", got)
		}
		got.History[0].Code, got.SetAside.Reason = "changed", "changed"
	}
}

// concurrent: readers beside a writer see whole commits only.
func concurrent(t *testing.T, open opener) {
	s, ctx := open(t).Store, context.Background()
	const writers, each = 4, 10
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			sale := fresh(today, w+1)
			for range each {
				token := journal.NewSecrets(fmt.Appendf(nil, "%d/%d", sale.ID.Number(), sale.Version))
				if err := s.Commit(ctx, journal.Change{Sale: &sale, Secrets: &token}); err != nil {
					t.Errorf("commit: %v", err)
					return
				}
				sale = next(sale, func(s *journal.Sale) { s.Amount.Minor++ })
			}
		})
	}
	for range 2 {
		wg.Go(func() {
			for range 20 {
				if page, err := s.Sales(ctx, journal.SaleQuery{}); err != nil || len(page.Sales) > writers {
					t.Errorf("%d sales, error %v", len(page.Sales), err)
				}
				if _, err := s.OpenSales(ctx); err != nil && !errors.Is(err, journal.ErrNotFound) {
					t.Errorf("open sales: %v", err)
				}
			}
		})
	}
	wg.Wait()
	for w := range writers {
		id := journal.NewSaleID(today, w+1)
		secret := must[journal.Secrets](t)(s.SaleSecrets(ctx, id))
		want := fmt.Sprintf("%d/%d", w+1, each)
		if sale := mustSale(t, s, id); sale.Version != each || string(secret.Reveal()) != want {
			t.Errorf("%s ends at version %d with %q", id, sale.Version, secret.Reveal())
		}
	}
}

func damage(t *testing.T, open opener) {
	h := open(t)
	if h.Damage == nil || h.Exchange == nil {
		t.Log("this store has no bytes to damage")
		return
	}
	s, ctx := h.Store, context.Background()
	for n := 1; n <= 4; n++ {
		sale := fresh(today, n)
		token := journal.NewSecrets([]byte("token"))
		mustCommit(t, s, journal.Change{Sale: &sale, Secrets: &token})
	}
	h.Damage(t, journal.NewSaleID(today, 1))
	h.Exchange(t, journal.NewSaleID(today, 2), journal.NewSaleID(today, 3))
	for n := 1; n <= 3; n++ {
		_, err := s.Sale(ctx, journal.NewSaleID(today, n))
		wantErr(t, "damaged sale", err, journal.ErrCorrupt)
	}
	_, err := s.Sales(ctx, journal.SaleQuery{})
	wantErr(t, "a page with a damaged sale", err, journal.ErrCorrupt)
	_, err = s.OpenSales(ctx)
	wantErr(t, "open sales with a damaged one", err, journal.ErrCorrupt)
	page, err := s.Sales(ctx, journal.SaleQuery{Limit: 1, Search: "#4"})
	if err != nil || len(page.Sales) != 1 {
		t.Errorf("the sale that is sound: %v, error %v", page, err)
	}
	mustSale(t, s, journal.NewSaleID(today, 4))
}
