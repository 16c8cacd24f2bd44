package core

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

func TestAStoreThatSDKsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := new(MemoryIdempotencyStore)
		sharing := func() *desk {
			return newDesk(t, func(_ *ClientConfig, o *[]Option) { *o = append(*o, WithIdempotencyStore(store)) })
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
