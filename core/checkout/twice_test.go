package checkout_test

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/coretest"
	"sanduq/core/webhook"
	"sanduq/core/wire"
)

// legs is a gateway that answers for each leg by itself: true is the bank account's.
type legs struct {
	gateway
	mu sync.Mutex
	of map[bool]wire.StatusResult

	refusal error // of the QR's leg
}

func (l *legs) FetchStatus(_ context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refusal != nil && !c.ByAccountNumber {
		return wire.StatusResult{}, l.refusal
	}
	return l.of[c.ByAccountNumber], nil
}

func (l *legs) says(byAccount bool, s wire.StatusResult) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.of[byAccount] = s
}

// twice is a site whose customer gave the QR up and paid from a bank account, by transaction T-1. The merchant has been
// told, and second hears of what is debited once more.
func twice(t *testing.T, change ...func(*checkout.Config)) (s *site, l *legs, c *customer, first, second *merchant) {
	l = &legs{of: map[bool]wire.StatusResult{false: coretest.Pending, true: coretest.Pending}}
	second = new(merchant)
	s, first = told(t, &l.gateway, append([]func(*checkout.Config){func(c *checkout.Config) { c.API, c.TellTwice = l, second.onOutcome }}, change...)...)
	c = s.customer()
	c.post("qr")
	c.on("qr")
	c.toCode()
	c.post("code", "code", code)
	l.says(true, coretest.Paid)
	c.until("paid")
	first.wants(t, 1)
	return s, l, c, first, second
}

func paidBy(transaction string) wire.StatusResult {
	return wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: transaction}
}

// wantsTwice checks what the shop and the customer hear of a second debit.
func wantsTwice(t *testing.T, s *site, c *customer, second *merchant, transaction, words string) {
	t.Helper()
	second.wants(t, 1)
	out, err := s.page.Outcome(t.Context(), "P-1")
	if err != nil || out.Session.TransactionID != "T-1" || out.Second.TransactionID != transaction || out.Second.PaymentID != "P-1" || out.Second.Uncertain != (transaction == "") {
		t.Errorf("the outcome is %+v, %v", out, err)
	}
	second.mu.Lock()
	told := second.heard[0]
	second.mu.Unlock()
	if told.Second != out.Second || told.Key == out.Key || told.Key == "" {
		t.Errorf("the shop was told %+v by the key %q; the settlement's is %q", told.Second, told.Key, out.Key)
	}
	if c.get(""); c.kind() != "paid" || !strings.Contains(c.html, words) {
		t.Errorf("the page %q does not say %q", c.kind(), words)
	}
}

// The QR that was given up can still be paid. The shop hears of it although it was restarted meanwhile, and the
// settlement is not told once more.
func TestTheGivenUpQRIsPaidToo(t *testing.T) {
	s, l, c, first, second := twice(t)
	s.restart()
	l.says(false, paidBy("T-QR"))
	wantsTwice(t, s, c, second, "T-QR", "Your money was taken twice.")
	time.Sleep(300 * time.Millisecond) // some moments of the plan
	if n, m := first.times(), second.times(); n != 1 || m != 1 {
		t.Errorf("the settlement was told %d times and the second debit %d times", n, m)
	}
}

// Without two transactions to compare, a leg that said that nothing came by it, and says success now, may mean the
// same debit.
func TestTheGivenUpQRMayBePaidToo(t *testing.T) {
	s, l, c, _, second := twice(t)
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if out, err := s.page.Outcome(t.Context(), "P-1"); err == nil && out.Session.SecondPending {
			break // the leg has said that nothing came by it
		}
		if time.Now().After(deadline) {
			t.Fatal("the QR's leg was not asked")
		}
	}
	l.says(false, paidBy(""))
	wantsTwice(t, s, c, second, "", "Your money may have been taken twice.")
}

// The leg speaks of the payment as a whole: there is one debit.
func TestOneTransactionIsOneDebit(t *testing.T) {
	s, l, c, first, second := twice(t)
	l.says(false, coretest.Paid)
	time.Sleep(300 * time.Millisecond)
	c.get("")
	if out, err := s.page.Outcome(t.Context(), "P-1"); err != nil || out.Second.PaymentID != "" || second.times() != 0 || first.times() != 1 || strings.Contains(c.html, "twice") {
		t.Errorf("%+v, %v; told %d and %d times", out, err, first.times(), second.times())
	}
}

// A webhook about the second debit is a reason to ask at once, long before the plan's next moment.
func TestAWebhookOfASecondDebit(t *testing.T) {
	s, l, c, _, second := twice(t, func(c *checkout.Config) { c.Watch.First, c.Watch.Every = nil, time.Hour })
	l.says(false, paidBy("T-QR"))
	if err := s.page.Notice(t.Context(), webhook.Notice{PaymentID: "P-1", OrderID: "SHOP-1"}); err != nil {
		t.Fatal(err)
	}
	wantsTwice(t, s, c, second, "T-QR", "Your money was taken twice.")
}

// A shop that could not hear of it is told again, by the next process too.
func TestTellTwiceHadFailedBeforeTheRestart(t *testing.T) {
	s, l, c, _, second := twice(t)
	second.set(func() { second.fail = errors.New("the shop's database is down") })
	l.says(false, paidBy("T-QR"))
	second.wants(t, 2)
	s.restart()
	second.set(func() { second.fail, second.heard = nil, nil })
	wantsTwice(t, s, c, second, "T-QR", "Your money was taken twice.")
}

// While replicas are brought up to date an older one writes records that a newer one has written. It keeps what it does
// not know, and when the newer one has to look again.
func TestAnOlderReplicaKeepsWhatItDoesNotKnow(t *testing.T) {
	store := new(checkout.MemoryStore)
	s, _, c, _, second := twice(t, func(c *checkout.Config) { c.Store = store })
	s.page.Close()
	all, err := store.ListAhead(t.Context(), time.Time{}, 9)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	due := time.Now().Add(40 * time.Minute)
	if _, err := store.Save(t.Context(), s.page.Newer(all[0], due)); err != nil {
		t.Fatal(err)
	}
	s.restart()
	c.get("") // the replica that shows the page takes the payment, and tells the shop
	second.wants(t, 1)
	s.page.Close()
	r, err := store.Load(t.Context(), all[0].Ref)
	if err != nil {
		t.Fatal(err)
	}
	const want = `thrice {"transactionId":"T-3"}, place "Harbour", told true`
	if got := s.page.Beyond(r); got != want || !r.Due.Equal(due) {
		t.Errorf("it has left %s, due %v; want %s, due %v", got, r.Due, want, due)
	}
}

// So does one that opens the payment of an order which a newer one has kept.
func TestAnOlderReplicaKeepsWhatItDoesNotKnowOfAnOrder(t *testing.T) {
	store := new(checkout.MemoryStore)
	page := creator(t, new(coretest.API), store)
	ref := page.NewerOrder(t, anOrder())
	if _, err := page.Create(t.Context(), anOrder()); err != nil {
		t.Fatal(err)
	}
	if got := page.BeyondOrder(t, ref); got != `opened "desk 4"` {
		t.Errorf("it has left %s", got)
	}
}

// What is due for a reason that only a newer program knows is left alone for a while by an older one, which has nothing
// to do with it: after a way back there may be nobody else.
func TestWhatANewerReplicaPlannedIsNotLookedAtForEver(t *testing.T) {
	store := &counting{MemoryStore: new(checkout.MemoryStore)}
	s, _, _, _, second := twice(t, func(c *checkout.Config) { c.Store = store })
	s.page.Close()
	all, err := store.ListAhead(t.Context(), time.Time{}, 9)
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	if _, err := store.Save(t.Context(), s.page.Newer(all[0], time.UnixMilli(1))); err != nil {
		t.Fatal(err)
	}
	s.restart()
	second.wants(t, 1) // that much it does know
	time.Sleep(300 * time.Millisecond)
	before := store.loads.Load()
	time.Sleep(500 * time.Millisecond)
	if n := store.loads.Load() - before; n > 2 {
		t.Errorf("it was read %d times in half a second", n)
	}
}

// The receipt says when the payment was settled, whatever is heard of the other leg afterwards.
func TestAReceiptKeepsItsTime(t *testing.T) {
	s, l, c, _, _ := twice(t, func(c *checkout.Config) {
		c.Watch.First, c.Watch.Every = []time.Duration{1200 * time.Millisecond}, time.Hour
	})
	timeIn := regexp.MustCompile(`Time</dt><dd><bdi>([^<]*)</bdi>`)
	c.get("")
	was := timeIn.FindStringSubmatch(c.html)
	l.mu.Lock()
	l.refusal = &core.PaymentAPIError{Operation: core.OpFetchStatus, HTTPStatus: 404, Code: "NOT_FOUND"}
	l.mu.Unlock()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if out, err := s.page.Outcome(t.Context(), "P-1"); err == nil && out.Session.SecondPending {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the QR's leg was not asked")
		}
	}
	c.get("")
	if now := timeIn.FindStringSubmatch(c.html); was == nil || now == nil || now[1] != was[1] {
		t.Errorf("the receipt said %v, and says %v", was, now)
	}
	s.restart()
	c.get("")
	if now := timeIn.FindStringSubmatch(c.html); now == nil || now[1] != was[1] {
		t.Errorf("after a restart the receipt says %v, not %v", now, was)
	}
}
