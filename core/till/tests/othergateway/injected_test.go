//go:build !race

// The faults are the same with the race detector, which watches the days without them.

package othergateway_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/tests/soak"
	"sanduq/core/till/tests/injected"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/till/tests/othergateway"
	"sanduq/core/wire"
)

// TestSecondGatewayCatches puts one fault after another into the gateway, the
// till or its disk. Each must break its law within some days, or TestSecondGateway
// would not see it either. By default it begins where each is known to show;
// SOAK_N=500 begins at seed 0 and shows how many days it takes.
func TestSecondGatewayCatches(t *testing.T) {
	for _, c := range []struct {
		name   string
		near   uint64     // a seed that shows it
		law    oracle.Law // or the words with which a problem begins
		inject inject
	}{
		{"the gateway answers with another order's SUCCESS and names nothing", 0, oracle.FalsePaid, inject{serve: confused}},
		{"the till does not hear a SUCCESS", 0, oracle.Known, inject{api: injected.Status(func(out wire.StatusResult, err error) (wire.StatusResult, error) {
			if out.State == core.StateSuccess {
				out.State = core.StatePending
			}
			return out, err
		})}},
		{"the till asks for one leg only", 0, oracle.Known, inject{api: func(a core.PaymentAPI) core.PaymentAPI { return lame{a} }}},
		{"the customer's confirmation counts as money", 0, oracle.FalsePaid, inject{api: injected.Trusting}},
		{"no answer counts as not paid", 0, oracle.FalseNotPaid, inject{api: injected.Hasty}},
		{"initiate is sent again when its reply is lost", 9, oracle.OnePayment, inject{api: injected.Eager}},
		{"initiate takes a minute to leave", 44, oracle.OpenedPaid, inject{api: func(a core.PaymentAPI) core.PaymentAPI { return sluggish{a} }}},
		{"the list of institutions is empty", 0, "NO INSTITUTIONS", inject{api: func(a core.PaymentAPI) core.PaymentAPI { return bare{a} }}},
		{"the merchant's keys go with every call", 0, "CONTRACT", inject{serve: chatty}},
		{"a sale forgets by what it was replaced", 88, oracle.PaidTwice, inject{store: injected.Unlinking}},
		{"a receipt is changed on its way to the disk", 0, oracle.Receipts, inject{store: injected.Change(func(c *journal.Change) {
			if c.Receipt != nil {
				r := *c.Receipt
				r.Amount.Minor++
				c.Receipt = &r
			}
		})}},
		{"a freeze never ends", 4, "FROZEN", inject{store: func(s journal.Store) journal.Store { return stuck{s} }}},
		{"one payment is debited by both legs", 110, oracle.BothLegs, inject{gate: func(o *othergateway.Options) { o.Law.BothLegs = true },
			store: injected.Change(func(c *journal.Change) { // it never tells that money came twice
				if c.Sale != nil {
					c.Sale.PaidTwiceWith = ""
				}
				for i := range c.Audit {
					if c.Audit[i].Action == journal.AuditPaidTwice {
						c.Audit[i].Action = journal.AuditSettled
					}
				}
			})}},
	} {
		t.Run(c.name, func(t *testing.T) {
			first, most := c.near, uint64(soak.N(t, 500))
			if soak.Long() {
				first = 0
			}
			for seed := first; seed < first+most; seed++ {
				for _, p := range play(t, seed, c.inject, false).problems {
					if law(p) == string(c.law) {
						t.Logf("seed %d: %s", seed, p)
						return
					}
				}
			}
			t.Errorf("%d days, and nothing of %q", most, c.law)
		})
	}
}

// confused answers now and then with the SUCCESS of another order, in which
// nothing says so.
func confused(g *othergateway.Gateway) http.Handler {
	var n atomic.Int32
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
		if n.Add(1)%17 == 0 && strings.HasSuffix(req.URL.Path, "/check-status") {
			_, _ = io.WriteString(w, `{"success":true,"data":{"paymentStatus":"SUCCESS"}}`)
			return
		}
		g.ServeHTTP(w, req)
	})
}

// chatty sends the merchant's keys along where none are asked for.
func chatty(g *othergateway.Gateway) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		api, secret := g.Keys()
		req.Header.Set("Api-Key", api)
		req.Header.Set("Secret-Key", secret)
		g.ServeHTTP(w, req)
	})
}

type lame struct{ core.PaymentAPI }

func (l lame) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	c.ByAccountNumber = false
	return l.PaymentAPI.FetchStatus(ctx, c)
}

type sluggish struct{ core.PaymentAPI }

func (s sluggish) Initiate(ctx context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	time.Sleep(time.Minute)
	return s.PaymentAPI.Initiate(ctx, c)
}

type bare struct{ core.PaymentAPI }

func (b bare) FetchInstitutions(ctx context.Context, token core.Secret) ([]core.Institution, error) {
	_, err := b.PaymentAPI.FetchInstitutions(ctx, token)
	return nil, err
}

type stuck struct{ journal.Store }

func (s stuck) Commit(ctx context.Context, c journal.Change) error {
	if c.Freeze != nil && c.Freeze.Confirmed != nil {
		return journal.ErrRefused
	}
	return s.Store.Commit(ctx, c)
}
