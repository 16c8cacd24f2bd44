package core

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// stores are the implementations, each over a place of its own.
func stores(t *testing.T) map[string]func() IdempotencyStore {
	dir, memory := t.TempDir(), new(MemoryIdempotencyStore)
	return map[string]func() IdempotencyStore{
		"memory": func() IdempotencyStore { return memory },
		"file": func() IdempotencyStore { // opened anew, as after a restart
			f, err := NewFileIdempotencyStore(dir)
			if err != nil {
				t.Fatal(err)
			}
			return f
		},
	}
}

func TestAStoreThatSDKsShare(t *testing.T) {
	for name, open := range stores(t) {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sharing := func() *desk {
					return newDesk(t, func(_ *ClientConfig, o *[]Option) { *o = append(*o, WithIdempotencyStore(open())) })
				}
				first, second := sharing(), sharing()
				want := first.open()
				got, err := second.CreateInvoice(t.Context(), invoice())
				if err != nil || got.PaymentID != want.PaymentID || second.g.total() != 0 {
					t.Errorf("%+v, %v after %d requests", got, err, second.g.total())
				}
				other := invoice()
				other.Amount.Minor++
				_, err = second.CreateInvoice(t.Context(), other)
				isAll(t, err, ErrInvalidRequest, ErrNotSent)
				other = invoice()
				other.IdempotencyKey = "key-2" // the order has its payment
				_, err = second.CreateInvoice(t.Context(), other)
				isAll(t, err, ErrInvalidRequest, ErrNotSent)

				// An outcome that is not known stays so for everybody.
				third, fourth := sharing(), sharing()
				lost := CreateInvoiceRequest{OrderID: "ORDER-2", Amount: invoice().Amount, IdempotencyKey: "lost"}
				third.g.on(pathInitiate, answer{drop: true})
				_, err = third.CreateInvoice(t.Context(), lost)
				isAll(t, err, ErrOutcomeUnknown)
				_, err = fourth.CreateInvoice(t.Context(), lost)
				isAll(t, err, ErrOutcomeUnknown)
				lost.IdempotencyKey = "lost-2"
				_, err = fourth.CreateInvoice(t.Context(), lost)
				isAll(t, err, ErrInvalidRequest, ErrNotSent)

				// What was refused in words leaves its order free, and what never left
				// its key as well.
				refused := CreateInvoiceRequest{OrderID: "ORDER-3", Amount: invoice().Amount, IdempotencyKey: "refused"}
				third.g.on(pathInitiate, answer{status: 400, body: `{"success":false,"code":"NO"}`})
				_, err = third.CreateInvoice(t.Context(), refused)
				if _, ok := asError[*PaymentAPIError](err); !ok {
					t.Error(err)
				}
				if _, err := fourth.CreateInvoice(t.Context(), refused); err == nil || len(fourth.g.seen(pathInitiate)) != 0 {
					t.Errorf("%v", err)
				}
				refused.IdempotencyKey = "again"
				fourth.g.fail(errors.New("no route"))
				_, err = fourth.CreateInvoice(t.Context(), refused)
				isAll(t, err, ErrNotSent)
				if _, err := third.CreateInvoice(t.Context(), CreateInvoiceRequest{OrderID: "ORDER-3", Amount: invoice().Amount, IdempotencyKey: "again"}); err == nil {
					t.Error("refused once more, and yet opened")
				}
			})
		})
	}
}

func TestOfManyClaimsOneSucceeds(t *testing.T) {
	for name, open := range stores(t) {
		for _, sameKey := range []bool{true, false} {
			var won atomic.Int32
			var group sync.WaitGroup
			for i := range 16 {
				group.Go(func() {
					r := IdempotencyRecord{Key: "k" + name, OrderID: "o" + name, Fingerprint: "f", Outcome: IdempotencyUnknown}
					if !sameKey {
						r.Key, r.OrderID = "k"+name+string(rune('a'+i)), "other"+name
					}
					if _, claimed, err := open().Claim(context.Background(), r); err != nil {
						t.Error(err)
					} else if claimed {
						won.Add(1)
					}
				})
			}
			group.Wait()
			if won.Load() != 1 {
				t.Errorf("%s: %d claims succeeded", name, won.Load())
			}
		}
	}
}

// A file whose writer stopped halfway stands for an unknown outcome.
func TestAHalfWrittenClaim(t *testing.T) {
	store, err := NewFileIdempotencyStore(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := IdempotencyRecord{Key: "k", OrderID: "o", Fingerprint: "f", Outcome: IdempotencyUnknown}
	for _, content := range []string{"", `{"key":"k","outco`} {
		if err := os.WriteFile(store.path("key", "k"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		standing, claimed, err := store.Claim(t.Context(), r)
		if err != nil || claimed || standing.Outcome != IdempotencyUnknown {
			t.Errorf("%+v, %v, %v", standing, claimed, err)
		}
	}
	files, _ := filepath.Glob(filepath.Join(store.dir, "*"))
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f, info.Mode(), err)
		}
	}
}

// A store that fails, panics or does not return lets nothing be sent.
func TestAStoreThatCannotBeAsked(t *testing.T) {
	for name, claim := range map[string]func(stop chan struct{}) error{
		"fails":  func(chan struct{}) error { return errors.New("disk full") },
		"panics": func(chan struct{}) error { panic("boom") },
		"blocks": func(stop chan struct{}) error { <-stop; return nil },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				stop := make(chan struct{})
				defer close(stop)
				d := newDesk(t, func(_ *ClientConfig, o *[]Option) {
					*o = append(*o, WithIdempotencyStore(&brokenStore{claim: func() error { return claim(stop) }}))
				})
				_, err := d.CreateInvoice(t.Context(), invoice())
				isAll(t, err, ErrNotSent)
				if d.g.total() != 0 {
					t.Error("sent without a claim")
				}
			})
		})
	}
}

type brokenStore struct {
	MemoryIdempotencyStore
	claim func() error
}

func (b *brokenStore) Claim(ctx context.Context, r IdempotencyRecord) (IdempotencyRecord, bool, error) {
	return IdempotencyRecord{}, false, b.claim()
}

func TestASnapshotBeforeTheCall(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		snapshot, err := d.SnapshotBeforeCreate(invoice())
		if err != nil {
			t.Fatal(err)
		}
		later := newDesk(t) // the machine stopped in between
		if err := later.RestoreSession(snapshot); err != nil {
			t.Fatal(err)
		}
		_, err = later.CreateInvoice(t.Context(), invoice())
		isAll(t, err, ErrOutcomeUnknown)
		if later.g.total() != 0 {
			t.Error("the order was sent again")
		}
		d.open() // nothing was claimed by asking
		_, err = d.SnapshotBeforeCreate(invoice())
		isAll(t, err, ErrInvalidRequest, ErrNotSent)
		_, err = d.SnapshotBeforeCreate(CreateInvoiceRequest{})
		isAll(t, err, ErrInvalidRequest)
		d.Close()
		_, err = d.SnapshotBeforeCreate(invoice())
		isAll(t, err, ErrDisposed)
		time.Sleep(time.Second)
	})
}
