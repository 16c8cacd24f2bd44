//go:build !race

// The bugs are the same with the race detector, which watches the seeds without them.

package sim

import (
	"context"
	"errors"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/tests/soak"
	"sanduq/core/till/tests/injected"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/wire"
)

// TestInjectedBugsAreCaught puts one bug after another between the till and the
// world. Each must break a law within some hundred seeds, or the simulation
// would not see it in the till either. By default it begins where each is known
// to show; SOAK_N=600 begins at seed 0 and shows how many it takes.
func TestInjectedBugsAreCaught(t *testing.T) {
	api := func(bug func(core.PaymentAPI) core.PaymentAPI) func(*Options) {
		return func(o *Options) { o.API = bug }
	}
	calm := func(bug func(core.PaymentAPI) core.PaymentAPI) func(*Options) {
		return func(o *Options) { o.API, o.Calm = bug, true }
	}
	status := func(bent bend) func(core.PaymentAPI) core.PaymentAPI {
		return func(a core.PaymentAPI) core.PaymentAPI { return &bending{PaymentAPI: a, bent: bent} }
	}
	signs := func(bug func(wire.Signer) wire.Signer) func(*Options) {
		return func(o *Options) { o.Signer, o.Calm = bug, true }
	}
	for _, c := range []struct {
		name   string
		near   int        // a seed that shows it
		law    oracle.Law // or words of the problem that it must cause
		inject func(*Options)
	}{
		{"initiate is sent again when its reply is lost", 15, oracle.OnePayment, api(injected.Eager)},
		{"no answer is taken for not paid", 0, oracle.FalseNotPaid, api(injected.Hasty)},
		{"a code whose reply is lost counts as refused", 165, "a second code for", api(injected.Forgetful)},
		{"a lost initiate counts as never sent", 15, oracle.NotSent, api(injected.Initiate(func(out wire.InitiateResult, err error, _ func() (wire.InitiateResult, error)) (wire.InitiateResult, error) {
			if errors.Is(err, core.ErrOutcomeUnknown) {
				err = core.ErrNotSent
			}
			return out, err
		}))},
		{"an approved payment counts as paid", 3, oracle.FalsePaid, api(injected.Trusting)},
		{"nobody compares whom an answer is about", 455, oracle.FalsePaid, api(injected.Blind)},
		{"a transaction of another sale is not noticed", 0, oracle.FalsePaid, api(status(oblivious))},
		{"a word that nobody knows means not paid", 6, oracle.FalseNotPaid, api(status(gloomy))},
		{"a token that was refused once is never used again", 0, oracle.Known, calm(status(offended))},
		{"an order that was not found once is never asked about again", 3, oracle.Known, calm(status(resigned))},
		{"a refusal of one leg stands for the other", 1091, oracle.Known, calm(status(oneEyed))},
		{"another sale's reply is believed for ever", 23, oracle.Known, calm(status(obstinate))},
		{"of three questions one is asked, and its answer given again", 63, "LATE", calm(status(lazy))},
		{"the disk says that receipts are written and drops them", 0, oracle.Shown, func(o *Options) {
			o.Store = func(s journal.Store) journal.Store { return liar{s} }
		}},
		{"a sale forgets what it was replaced by", 90, oracle.PaidTwice, func(o *Options) {
			o.Store = injected.Unlinking
		}},
		{"a signature carries the machine's time alone", 68, oracle.Known, signs(func(s wire.Signer) wire.Signer { return ownClock{s} })},
		{"the first time that was told is signed with for ever", 0, oracle.Known, signs(func(s wire.Signer) wire.Signer {
			return &credulous{Signer: s}
		})},
		{"a Z is taken for older than it is", 191, Booked, func(o *Options) {
			o.Store = func(s journal.Store) journal.Store { return &backdated{Store: s} }
		}},
		{"a Z stands on another day in another zone", 101, Booked, func(o *Options) {
			o.Store = func(s journal.Store) journal.Store { return undated{s} }
		}},
		{"an export goes on with what it read first", 0, Exported, func(o *Options) {
			o.Export, o.Store = exportSales, func(s journal.Store) journal.Store {
				return &oldPages{Store: s, first: map[journal.SaleID]journal.Sale{}}
			}
		}},
		{"an export reads a sale twice", 0, Exported, func(o *Options) {
			o.Export, o.Store = exportSales, func(s journal.Store) journal.Store { return twofold{s} }
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := room(t)
			first, most := c.near, soak.N(t, 600)
			if soak.Long() {
				first = 0
			}
			for seed := first; seed < first+most; seed++ {
				o := Options{Seed: uint64(seed), Room: dir}
				c.inject(&o)
				for _, p := range Run(t, o).Problems {
					if strings.Contains(p, string(c.law)) {
						t.Logf("seed %d: %s", seed, p)
						return
					}
				}
			}
			t.Errorf("%d seeds, and nothing of %q", most, c.law)
		})
	}
}

// liar says that receipts are written and drops them.
type liar struct{ journal.Store }

func (l liar) Commit(ctx context.Context, c journal.Change) error {
	if c.Receipt != nil {
		return nil
	}
	return l.Store.Commit(ctx, c)
}
