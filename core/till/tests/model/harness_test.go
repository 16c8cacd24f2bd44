package model

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/journal/storetest"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/core/wire"
)

// The harness's poller asks every few seconds for so long that no other time of the
// model, such as the manager's ten minutes after a restored backup, is longer.
const (
	tickEvery = 6 * time.Second
	pollFor   = 30 * time.Minute
	longest   = 15 * time.Minute
)

// harness is a real till with real SDKs, on a store in memory, taken through the
// transitions of the model.
type harness struct {
	t     *testing.T
	gate  *gate
	store *storetest.Memory
	till  *till.Till
	ids   [2]journal.SaleID
	codes [2]int
	// linking holds the second sale between its announcement and the old sale.
	linking chan struct{}
	hold    bool
	kept    int // commits in the backup
	clocks  [2]*clock
	many    bool // two sales
	bent    func(core.PaymentAPI) core.PaymentAPI
	bend    func(*journal.Sale)
}

// clock is the one that a sale's poller counts by. It can be put ahead, so that
// one poller comes to its cap while the other's time stands.
type clock struct {
	core.Clock
	ahead atomic.Int64
}

func (c *clock) Monotonic() time.Duration {
	return c.Clock.Monotonic() + time.Duration(c.ahead.Load())
}

// line is one SDK's way to the gate: by its first call it is known whose clock
// the SDK has.
type line struct {
	core.PaymentAPI
	harness *harness
	clock   *clock
}

func (l line) of(order string) {
	l.harness.gate.mu.Lock()
	l.harness.clocks[l.harness.gate.sale(order)] = l.clock
	l.harness.gate.mu.Unlock()
}

func (l line) Initiate(ctx context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.Initiate(ctx, c)
}

func (l line) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.FetchStatus(ctx, c)
}

func (l line) ValidateAccount(ctx context.Context, c wire.ValidateCall) (wire.ValidateResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.ValidateAccount(ctx, c)
}

func (l line) SubmitOTP(ctx context.Context, c wire.OTPCall) (wire.OTPResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.SubmitOTP(ctx, c)
}

func (l line) GenerateQR(ctx context.Context, c wire.QRCall) (wire.QRResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.GenerateQR(ctx, c)
}

var amount = money.Amount{Minor: 12500, Currency: "LYD"}

func newHarness(t *testing.T) *harness {
	return &harness{t: t, gate: newGate(), store: storetest.NewMemory()}
}

func (r *harness) open() error {
	var err error
	api := core.PaymentAPI(r.gate)
	if r.bent != nil {
		api = r.bent(api)
	}
	store := journal.Store(r.store)
	if r.bend != nil {
		store = forgetful{store, r.bend}
	}
	r.till, err = till.Open(context.Background(), till.Config{
		Store: store, Environment: core.Sandbox, BaseURL: "test", Zone: time.UTC,
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"},
		Routes:   []core.Route{core.RouteQR, core.RouteAccount, core.RouteWallet},
		NewSDK: func() *core.WebSDK {
			if r.hold {
				r.hold = false
				<-r.linking
			}
			c := &clock{Clock: core.SystemClock()}
			return core.NewWebSDK(line{api, r, c}, &core.InMemoryTokenStore{}, core.WithClock(c),
				core.WithSchedule(core.PollSchedule{Fast: tickEvery, FastFor: pollFor, Slow: tickEvery, Cap: pollFor}),
				core.WithJitter(func(time.Duration) time.Duration { return 0 }))
		},
	})
	return err
}

func (r *harness) close() { r.shut(r.till) }

// shut ends a till; a charge that is held goes on after that, into nothing.
func (r *harness) shut(t *till.Till) {
	t.Close()
	synctest.Wait()
	if r.linking != nil {
		close(r.linking)
		r.linking = nil
		synctest.Wait()
	}
}

// pass lets time pass until something has come true, or a limit.
func pass(step, limit time.Duration, until func() bool) bool {
	synctest.Wait()
	for waited := time.Duration(0); !until(); waited += step {
		if waited >= limit {
			return false
		}
		time.Sleep(step)
		synctest.Wait()
	}
	return true
}

func (r *harness) view(i int) (journal.View, bool) {
	if r.ids[i] == "" {
		return journal.View{}, false
	}
	if v, ok := r.till.Sale(r.ids[i]); ok {
		return v, true
	}
	s, err := r.store.Sale(context.Background(), r.ids[i])
	return journal.View{Sale: s}, err == nil
}

// short reports whether a poller is too near its cap for what may come.
func (r *harness) short() bool {
	for i := range r.ids {
		if v, ok := r.view(i); ok && !v.Live.PollingUntil.IsZero() && time.Until(v.Live.PollingUntil) < longest {
			return true
		}
	}
	return false
}

// act performs one label on the real till. The error says that the till did
// not let it happen.
func (r *harness) act(l label, t *turn) error {
	i, ctx := int(l.sale), context.Background()
	id := r.ids[i]
	times := 1
	if t.world.frozen && (l.act == actRestart || l.act == actPutBack) {
		times = 2 // the open sales are asked about besides
	}
	r.gate.lay(t, times)
	var err error
	switch l.act {
	case actCharge:
		err = r.charge(i, l)
	case actLink:
		close(r.linking)
		r.linking = nil
	case actOfferQR:
		err = r.till.OfferQR(ctx, id)
	case actValidate:
		err = r.till.Validate(ctx, id, journal.AccountEntry{Route: routes[l.arg], Account: core.NewSecret("0123456789014417"),
			InstitutionCode: "FPB", InstitutionName: "First Practice Bank"})
	case actSubmit:
		r.codes[i]++
		err = r.till.SubmitOTP(ctx, id, r.code(i), false)
	case actRepeat:
		err = r.till.RepeatOTP(ctx, id, r.code(i), "Huda")
	case actCheck:
		if e := r.till.Check(ctx, id); journal.CodeOf(e) == journal.CodeNoSale || journal.CodeOf(e) == journal.CodeStep {
			err = e
		}
	case actSetAside:
		err = r.till.SetAside(ctx, id, journal.AsideCustomerLeft)
	case actToManager:
		err = r.till.ToManager(ctx, id, "unknown")
	case actResolve:
		err = r.till.ResolveOutside(ctx, id, "asked the bank", "Huda")
	case actAcknowledge:
		err = r.till.Acknowledge(ctx, id)
	case actReadAlert:
		err = r.till.ReadLateAlert(ctx, id)
	case actConfirm:
		err = r.till.ConfirmRecovery(ctx, "Huda")
	case actExecute, actScan, actDebit, actRefuse, actExpire:
	case actTick, actCap, actWatch, actWatchEnd:
		err = r.time(l, t)
	case actRestart:
		err = r.restart(r.store.Crash())
	case actBackup:
		r.kept = r.store.Commits()
	case actPutBack:
		err = r.putBack()
	default:
		if !r.gate.give(i, replyFor(l.act, t)) {
			err = fmt.Errorf("no call is under way")
		}
	}
	synctest.Wait()
	if err != nil {
		return err
	}
	if missed := r.gate.unasked(times); missed != "" && l.act != actWatchEnd && !(t.world.frozen && times == 2 && r.laidOnce()) {
		return fmt.Errorf("%s", missed)
	}
	r.gate.lay(&turn{}, 0)
	if t.asked != [2][legs]bool{} {
		time.Sleep(2100 * time.Millisecond) // a connection that is up again has all watched sales asked
		synctest.Wait()
	}
	return nil
}

func (r *harness) laidOnce() bool { return r.gate.unasked(2) == "" }

func (r *harness) code(i int) core.Secret {
	return core.NewSecret(fmt.Sprintf("%06d", 100000+r.codes[i]))
}
