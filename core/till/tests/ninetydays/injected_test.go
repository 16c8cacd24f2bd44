package ninetydays

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/injected"
	"sanduq/core/wire"
)

// TestInjectedFaultsAreCaught puts one fault after another between the till and
// the world. Each must break the law that it is there for.
func TestInjectedFaultsAreCaught(t *testing.T) {
	asked := func(f func(out wire.StatusResult, err error) (wire.StatusResult, error)) func(*Options) {
		return func(o *Options) { o.API = injected.Status(f) }
	}
	sale := func(f func(*journal.Sale)) func(*Options) {
		return func(o *Options) { o.Store = injected.Sale(f) }
	}
	for _, c := range []struct {
		name   string
		days   int
		law    string // words of the problem it must cause
		inject func(*Options)
	}{
		{"a watch never ends", 5, "ASKED TOO OFTEN", sale(func(s *journal.Sale) { s.Watch.Tries = min(s.Watch.Tries, 5) })},
		{"an answer in words does not count", 6, "WATCHED FOR EVER", asked(func(out wire.StatusResult, err error) (wire.StatusResult, error) {
			if api, words := errors.AsType[*core.PaymentAPIError](err); words && api.HTTPStatus != 401 {
				err = busy
			}
			return out, err
		})},
		{"a refused token does not count", 6, "WATCHED FOR EVER", asked(func(out wire.StatusResult, err error) (wire.StatusResult, error) {
			if errors.Is(err, core.ErrTokenExpired) {
				err = busy
			}
			return out, err
		})},
		{"the end of a watch is not said", 5, "ENDED UNSAID", sale(func(s *journal.Sale) {
			s.History = slices.DeleteFunc(slices.Clone(s.History), func(f journal.HistoryEvent) bool { return f.Code == journal.HistoryWatchEnded })
		})},
		{"a run is never let go of", 6, "IN HAND FOR EVER", sale(func(s *journal.Sale) {
			if s.ReceiptSeq != 0 {
				s.Print = journal.PrintPending
			}
		})},
		{"polling goes on for ten minutes", 1, "POLLED TOO OFTEN", func(o *Options) {
			o.SDK = []core.Option{core.WithSchedule(core.PollSchedule{Fast: 3 * time.Second, FastFor: 30 * time.Second, Slow: 10 * time.Second, Cap: 10 * time.Minute})}
		}},
		{"a question without news is put again at once", 1, "TOO FAST", func(o *Options) {
			o.API = func(a core.PaymentAPI) core.PaymentAPI { return insisting{a} }
		}},
		{"late money is not heard of", 1, "LOST", asked(func(out wire.StatusResult, err error) (wire.StatusResult, error) {
			if out.State == core.StateSuccess {
				out = wire.StatusResult{State: core.StatePending, RawStatus: "PENDING"}
			}
			return out, err
		})},
		{"a start takes up what was closed", 3, "STARTS WITH MORE", func(o *Options) {
			o.Store = func(s journal.Store) journal.Store { return resuming{s} }
		}},
		{"a goroutine stays behind for each payment", 6, "GROWS: goroutines", func(o *Options) {
			var l leaving
			o.API = func(a core.PaymentAPI) core.PaymentAPI {
				if l.end == nil {
					l.end = make(chan struct{})
				}
				l.PaymentAPI = a
				return l
			}
			o.End = func() { close(l.end) }
		}},
		{"every answer is remembered", 6, "GROWS: bytes of memory", func(o *Options) {
			o.API = func(a core.PaymentAPI) core.PaymentAPI { return &hoarding{PaymentAPI: a} }
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := Options{Days: c.days, Sales: smallDay}
			c.inject(&o)
			_, problems := run(t, o)
			for _, p := range problems {
				if strings.Contains(p, c.law) {
					t.Log(p)
					return
				}
			}
			t.Errorf("%d days, and nothing of %q among %q", c.days, c.law, problems)
		})
	}
}

// busy is a refusal that does not settle anything.
var busy = &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 503, Code: "BUSY"}

type insisting struct{ core.PaymentAPI }

func (i insisting) FetchStatus(ctx context.Context, c wire.StatusCall) (out wire.StatusResult, err error) {
	for range 15 {
		if out, err = i.PaymentAPI.FetchStatus(ctx, c); out.State != core.StatePending {
			break
		}
	}
	return out, err
}

// leaving keeps a goroutine until the run ends.
type leaving struct {
	core.PaymentAPI
	end chan struct{}
}

func (l leaving) Initiate(ctx context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	go func() { <-l.end }()
	return l.PaymentAPI.Initiate(ctx, c)
}

type hoarding struct {
	core.PaymentAPI
	mu   sync.Mutex
	kept [][]byte
}

func (h *hoarding) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	h.mu.Lock()
	h.kept = append(h.kept, make([]byte, 4<<10))
	h.mu.Unlock()
	return h.PaymentAPI.FetchStatus(ctx, c)
}

// resuming calls every sale open.
type resuming struct{ journal.Store }

func (r resuming) OpenSales(ctx context.Context) ([]journal.Sale, error) {
	page, err := r.Sales(ctx, journal.SaleQuery{Limit: 1 << 20})
	slices.Reverse(page.Sales)
	return page.Sales, err
}
