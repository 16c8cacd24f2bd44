package adversary

import (
	"context"
	"errors"
	"log"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/injected"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/wire"
)

// most is within how many scripts an injected fault must be caught.
const most = 600

// faults are put between the till and the world one after the other.
var faults = []struct {
	name   string
	law    oracle.Law // that catches it
	near   uint64     // a seed shortly before the one that does, or 0
	inject func(*Options)
}{
	{"a conflict is overlooked", oracle.FalsePaid, 0, api(injected.Blind)},
	{"paymentId and amount are not compared", oracle.FalsePaid, 0, func(o *Options) {
		o.Profile = func(p *wire.Profile) { p.IgnoredStatusFields = []string{"paymentId", "amount", "currency"} }
	}},
	{"a letter that looks like another is the same", oracle.FalsePaid, 700, func(o *Options) {
		o.Profile = func(p *wire.Profile) { p.StatusWords["ſucceſſ"] = core.StateSuccess }
	}},
	{"answers are off by one", oracle.FalsePaid, 0, api(func(a core.PaymentAPI) core.PaymentAPI { return &shifted{PaymentAPI: a} })},
	{"no answer is taken for not paid", oracle.FalseNotPaid, 0, api(injected.Hasty)},
	{"links to newer sales are lost", oracle.PaidTwice, 0, disk(injected.Unlinking)},
	{"a code is sent again when its reply is lost", lawCode, 0, api(func(a core.PaymentAPI) core.PaymentAPI { return insisting{a} })},
	{"a code that may have gone through counts as refused", lawCode, 0, api(injected.Forgetful)},
	{"the leg is not asked before another code", lawSpec, 0, api(func(a core.PaymentAPI) core.PaymentAPI { return &assuming{PaymentAPI: a} })},
	{"initiate is sent again when its reply is lost", oracle.OnePayment, 0, api(injected.Eager)},
	{"a sale that is paid looks open", oracle.OpenedPaid, 0, disk(func(s journal.Store) journal.Store { return forgetful{s} })},
	{"a token that was refused once is refused for ever", oracle.Known, 0, api(func(a core.PaymentAPI) core.PaymentAPI { return &offended{PaymentAPI: a} })},
	{"the QR is not asked about once there is an account", oracle.Known, 0, api(func(a core.PaymentAPI) core.PaymentAPI { return &oneLegged{PaymentAPI: a} })},
	{"the plan of watching is lost", oracle.Known, 0, disk(injected.Sale(func(s *journal.Sale) { s.Watch.Next = time.Time{} }))},
	{"an answer in words is no answer", lawWay, 0, api(injected.Status(func(out wire.StatusResult, err error) (wire.StatusResult, error) {
		if _, words := errors.AsType[*core.PaymentAPIError](err); words && !errors.Is(err, core.ErrTokenExpired) {
			err = core.ErrBadReply
		}
		return out, err
	}))},
	{"a refusal in words leaves a code's pad locked", lawWay, 0, api(injected.Code(func(out wire.OTPResult, err error) (wire.OTPResult, error) {
		if errors.Is(err, core.ErrOutcomeUnknown) {
			err = core.ErrOutcomeUnknown // and nothing of what was said
		}
		return out, err
	}))},
	{"the account is logged", lawLog, 0, api(func(a core.PaymentAPI) core.PaymentAPI { return talkative{a} })},
}

func api(f func(core.PaymentAPI) core.PaymentAPI) func(*Options) {
	return func(o *Options) { o.API = f }
}

func disk(f func(journal.Store) journal.Store) func(*Options) {
	return func(o *Options) { o.Store = f }
}

// TestAdversaryCatches injects each fault. Every one must break its law within
// some hundred scripts, or the proof would not see it in the till either.
func TestAdversaryCatches(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			var o Options
			f.inject(&o)
			stdlog.drain()
			for n := range uint64(most) {
				out := Run(t, write(f.near+n), o)
				for range stdlog.drain() {
					out.Problems = append(out.Problems, Problem{Law: lawLog, What: "on the standard log"})
				}
				if at := slices.IndexFunc(out.Problems, func(p Problem) bool { return p.Law == f.law }); at >= 0 {
					t.Logf("caught by %q after %d scripts, seed %d: %s", f.law, n+1, f.near+n, out.Problems[at].What)
					return
				}
			}
			t.Errorf("%d scripts, and law %q was never broken", most, f.law)
		})
	}
}

type shifted struct {
	core.PaymentAPI
	mu   sync.Mutex
	last *wire.StatusResult
}

func (s *shifted) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	out, err := s.PaymentAPI.FetchStatus(ctx, c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil || s.last == nil {
		s.last = &out
		return out, err
	}
	before := *s.last
	s.last = &out
	return before, nil
}

type insisting struct{ core.PaymentAPI }

func (i insisting) SubmitOTP(ctx context.Context, c wire.OTPCall) (wire.OTPResult, error) {
	out, err := i.PaymentAPI.SubmitOTP(ctx, c)
	if errors.Is(err, core.ErrOutcomeUnknown) {
		return i.PaymentAPI.SubmitOTP(ctx, c)
	}
	return out, err
}

// assuming asks nobody once a code was refused: it takes the payment for pending.
type assuming struct {
	core.PaymentAPI
	refused atomic.Bool
}

func (a *assuming) SubmitOTP(ctx context.Context, c wire.OTPCall) (wire.OTPResult, error) {
	out, err := a.PaymentAPI.SubmitOTP(ctx, c)
	a.refused.Store(err != nil)
	return out, err
}

func (a *assuming) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	if a.refused.Load() {
		return wire.StatusResult{State: core.StatePending, RawStatus: "PENDING"}, nil
	}
	return a.PaymentAPI.FetchStatus(ctx, c)
}

// forgetful reads what is paid as if it still waited.
type forgetful struct{ journal.Store }

func (f forgetful) Sale(ctx context.Context, id journal.SaleID) (journal.Sale, error) {
	s, err := f.Store.Sale(ctx, id)
	if s.ReceiptSeq != 0 {
		s.ReceiptSeq, s.Session.State = 0, core.StateQRGenerated
	}
	return s, err
}

type offended struct {
	core.PaymentAPI
	mu  sync.Mutex
	has map[string]bool
}

func (o *offended) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	o.mu.Lock()
	over := o.has[c.OrderID]
	o.mu.Unlock()
	if over {
		return wire.StatusResult{}, core.ErrTokenExpired
	}
	out, err := o.PaymentAPI.FetchStatus(ctx, c)
	if errors.Is(err, core.ErrTokenExpired) {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.has == nil {
			o.has = map[string]bool{}
		}
		o.has[c.OrderID] = true
	}
	return out, err
}

type oneLegged struct {
	core.PaymentAPI
	mu       sync.Mutex
	accounts map[string]bool
}

func (o *oneLegged) ValidateAccount(ctx context.Context, c wire.ValidateCall) (wire.ValidateResult, error) {
	o.mu.Lock()
	if o.accounts == nil {
		o.accounts = map[string]bool{}
	}
	o.accounts[c.OrderID] = c.Rail == core.RailBank
	o.mu.Unlock()
	return o.PaymentAPI.ValidateAccount(ctx, c)
}

func (o *oneLegged) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	o.mu.Lock()
	account := o.accounts[c.OrderID]
	o.mu.Unlock()
	if account && !c.ByAccountNumber {
		return wire.StatusResult{}, &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 404, Code: "ORDER_NOT_FOUND"}
	}
	return o.PaymentAPI.FetchStatus(ctx, c)
}

type talkative struct{ core.PaymentAPI }

func (l talkative) ValidateAccount(ctx context.Context, c wire.ValidateCall) (wire.ValidateResult, error) {
	log.Printf("account %s", c.Account.Reveal())
	return l.PaymentAPI.ValidateAccount(ctx, c)
}
