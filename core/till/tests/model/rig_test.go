package model

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/till"
	"sanduq/core/till/storetest"
)

// The rig's poller asks every few seconds for so long that no other time of the
// model, such as the manager's ten minutes after a restored backup, is longer.
const (
	tickEvery = 6 * time.Second
	pollFor   = 30 * time.Minute
	longest   = 15 * time.Minute
)

// rig is a real till with real SDKs, on a store in memory, taken through the
// transitions of the model.
type rig struct {
	t     *testing.T
	gate  *gate
	store *storetest.Memory
	till  *till.Till
	ids   [2]till.SaleID
	codes [2]int
	// linking holds the second sale between its announcement and the old sale.
	linking chan struct{}
	hold    bool
	kept    int // commits in the backup
	clocks  [2]*clock
	many    bool // two sales
	bent    func(core.PaymentAPI) core.PaymentAPI
	bend    func(*till.Sale)
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
	rig   *rig
	clock *clock
}

func (l line) of(order string) {
	l.rig.gate.mu.Lock()
	l.rig.clocks[l.rig.gate.sale(order)] = l.clock
	l.rig.gate.mu.Unlock()
}

func (l line) Initiate(ctx context.Context, c core.InitiateCall) (core.InitiateResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.Initiate(ctx, c)
}

func (l line) FetchStatus(ctx context.Context, c core.StatusCall) (core.StatusResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.FetchStatus(ctx, c)
}

func (l line) ValidateAccount(ctx context.Context, c core.ValidateCall) (core.ValidateResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.ValidateAccount(ctx, c)
}

func (l line) SubmitOTP(ctx context.Context, c core.OTPCall) (core.OTPResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.SubmitOTP(ctx, c)
}

func (l line) GenerateQR(ctx context.Context, c core.QRCall) (core.QRResult, error) {
	l.of(c.OrderID)
	return l.PaymentAPI.GenerateQR(ctx, c)
}

var amount = money.Amount{Minor: 12500, Currency: "LYD"}

func newRig(t *testing.T) *rig {
	return &rig{t: t, gate: newGate(), store: storetest.NewMemory()}
}

func (r *rig) open() error {
	var err error
	api := core.PaymentAPI(r.gate)
	if r.bent != nil {
		api = r.bent(api)
	}
	store := till.Store(r.store)
	if r.bend != nil {
		store = forgetful{store, r.bend}
	}
	r.till, err = till.Open(context.Background(), till.Config{
		Store: store, Environment: core.Sandbox, BaseURL: "test", Zone: time.UTC,
		Defaults: till.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Samira"},
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

func (r *rig) close() { r.shut(r.till) }

// shut ends a till; a charge that is held goes on after that, into nothing.
func (r *rig) shut(t *till.Till) {
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

func (r *rig) view(i int) (till.View, bool) {
	if r.ids[i] == "" {
		return till.View{}, false
	}
	if v, ok := r.till.Sale(r.ids[i]); ok {
		return v, true
	}
	s, err := r.store.Sale(context.Background(), r.ids[i])
	return till.View{Sale: s}, err == nil
}

// short reports whether a poller is too near its cap for what may come.
func (r *rig) short() bool {
	for i := range r.ids {
		if v, ok := r.view(i); ok && !v.Pulse.PollingUntil.IsZero() && time.Until(v.Pulse.PollingUntil) < longest {
			return true
		}
	}
	return false
}

// act performs one label on the real till. The error says that the till did
// not let it happen.
func (r *rig) act(l label, t *turn) error {
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
		err = r.till.Validate(ctx, id, till.AccountEntry{Route: routes[l.arg], Account: core.NewSecret("0123456789014417"),
			InstitutionCode: "FPB", InstitutionName: "First Practice Bank"})
	case actSubmit:
		r.codes[i]++
		err = r.till.SubmitOTP(ctx, id, r.code(i), false)
	case actRepeat:
		err = r.till.RepeatOTP(ctx, id, r.code(i), "Huda")
	case actCheck:
		if e := r.till.Check(ctx, id); till.CodeOf(e) == till.CodeNoSale || till.CodeOf(e) == till.CodeStep {
			err = e
		}
	case actSetAside:
		err = r.till.SetAside(ctx, id, till.AsideCustomerLeft)
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

func (r *rig) laidOnce() bool { return r.gate.unasked(2) == "" }

func (r *rig) code(i int) core.Secret { return core.NewSecret(fmt.Sprintf("%06d", 100000+r.codes[i])) }

// charge opens a sale; the second is held before it reaches the old one.
func (r *rig) charge(i int, l label) error {
	d := till.Draft{Amount: amount, Route: routes[l.arg&3], Cashier: "Samira"}
	if i == 0 {
		v, err := r.till.Charge(context.Background(), d)
		r.ids[0] = v.ID
		return err
	}
	d.Replaces, d.Reason = r.ids[0], till.AsideCustomerLeft
	if l.arg&withManager != 0 {
		d.Manager = "Huda"
	}
	r.linking, r.hold = make(chan struct{}), true
	refusal := make(chan error, 1)
	go func(t *till.Till) {
		_, err := t.Charge(context.Background(), d)
		refusal <- err
	}(r.till)
	synctest.Wait()
	select {
	case err := <-refusal:
		r.linking, r.hold = nil, false
		return fmt.Errorf("charge: %w", err)
	default:
	}
	page, err := r.store.Sales(context.Background(), till.SaleQuery{Limit: 1})
	if err == nil {
		r.ids[1] = page.Sales[0].ID
	}
	return err
}

// time lets the poller or the watcher come to its moment.
func (r *rig) time(l label, t *turn) error {
	i := int(l.sale)
	sale := func() till.View { v, _ := r.view(i); return v }
	asked := func() bool { return r.gate.unasked(1) == "" }
	switch l.act {
	case actTick:
		if !pass(time.Second, tickEvery+time.Second, asked) {
			return fmt.Errorf("the poller did not ask")
		}
	case actCap:
		r.clocks[i].ahead.Add(int64(pollFor))
		if !pass(time.Second, 5*time.Second, func() bool { return sale().Pulse.PollingSince.IsZero() }) {
			return fmt.Errorf("the poller did not end")
		}
	case actWatch:
		if !pass(time.Second, time.Second, func() bool { return !sale().Watch.Next.IsZero() }) {
			return fmt.Errorf("nothing is planned")
		}
		if r.many {
			r.till.WatchNow() // to wait would end the other sale's polling
		}
		if !pass(time.Second, 3*time.Second, asked) && !r.many {
			time.Sleep(time.Until(sale().Watch.Next))
		}
		if !pass(time.Second, time.Minute+5*time.Second, asked) { // the plan is looked at every minute
			return fmt.Errorf("the watcher did not ask")
		}
	case actWatchEnd:
		for n := 0; !sale().Watch.Next.IsZero(); n++ {
			r.gate.lay(t, 1)
			time.Sleep(time.Until(sale().Watch.Next))
			pass(time.Second, time.Minute+5*time.Second, func() bool { return r.gate.unasked(1) == "" })
			if n > 800 {
				return fmt.Errorf("the watch does not end")
			}
		}
	}
	return nil
}

// restart ends the process as if by the plug: what the disk holds then is what
// the next one finds.
func (r *rig) restart(disk *storetest.Memory) error {
	old := r.till
	r.gate.mu.Lock()
	laid := r.gate.laid
	r.gate.laid = [2][legs][]said{}
	r.gate.mu.Unlock()
	r.shut(old)
	r.gate.mu.Lock()
	r.gate.laid, r.gate.calls = laid, [2]*underWay{}
	r.gate.mu.Unlock()
	r.store = disk
	if err := r.open(); err != nil {
		return err
	}
	time.Sleep(4 * time.Second)
	synctest.Wait()
	if r.till.Recovery() != nil && !pass(time.Second, longest, func() bool { return r.till.Recovery().Ready() }) {
		return fmt.Errorf("the freeze cannot be ended")
	}
	return nil
}

// putBack starts the till with the journal of the backup.
func (r *rig) putBack() error {
	disk := r.store.At(r.kept)
	freeze := till.Freeze{Cause: till.FreezeRestored, Since: time.Now(), At: time.Now()}
	if err := disk.Commit(context.Background(), till.Change{Freeze: &freeze}); err != nil {
		return err
	}
	return r.restart(disk)
}

func replyFor(a act, t *turn) reply {
	api := func(status int, code string) reply {
		return reply{err: &core.PaymentAPIError{HTTPStatus: status, Code: code}}
	}
	switch a {
	case actRejected:
		return api(400, "LIMIT")
	case actNotSent:
		return reply{err: core.ErrNotSent}
	case actUnanswered, actLost:
		return reply{err: core.ErrOutcomeUnknown}
	case actRefused:
		return api(422, "INVALID_ACCOUNT")
	case actPaid:
		return reply{value: core.OTPResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: fmt.Sprintf("TX-W%p", t)}}
	case actFailed:
		return reply{value: core.OTPResult{State: core.StateFailed, RawStatus: "FAILED"}}
	case actDefinite:
		return api(422, "WRONG_OTP")
	case actUnlisted:
		return reply{err: fmt.Errorf("%w: %w", core.ErrOutcomeUnknown, &core.UnlistedRefusal{HTTPStatus: 422, Code: "E-17"})}
	case actAmbiguous:
		return reply{err: fmt.Errorf("%w: http 409", core.ErrOutcomeUnknown)}
	case actElsewhere:
		return reply{value: core.OTPResult{State: core.StateSuccess, RawStatus: "SUCCESS", Conflict: `orderId is "OTHER"`}}
	}
	return reply{}
}
