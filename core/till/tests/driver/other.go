package driver

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"sanduq/core/money"
	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/till/tests/othergateway"
	"sanduq/core/wire"
)

// other is the second gateway, made to do what a proof knows of the practice
// bank: the last digits of an amount or an account say what becomes of it.
type other struct {
	*othergateway.Gateway
	url    string
	stop   func()
	ahead  atomic.Int64
	mu     sync.Mutex
	faults []faults.Fault
}

// OtherOptions draw a second gateway, as far as a proof for the practice bank
// can go with it: it has that one's bank and wallet, remembers what it was
// asked, and takes no money twice. The caller bends the rest.
func OtherOptions(seed uint64) othergateway.Options {
	o := othergateway.Random(seed)
	o.Banks, o.Wallets = []string{"FPB"}, []string{"PWL"}
	o.Law.BothLegs = false
	return o
}

// Other opens a second gateway that is reached through its Handler.
func Other(o othergateway.Options) Gateway { return newOther(o) }

// OtherAt opens a second gateway that listens on loopback.
func OtherAt(o othergateway.Options) (Gateway, error) {
	g := newOther(o)
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	g.url, g.stop = "http://"+ln.Addr().String(), g.Serve(ln, g)
	return g, nil
}

func newOther(o othergateway.Options) *other {
	g := &other{stop: func() {}}
	o.Now = func() time.Time { return time.Now().Add(time.Duration(g.ahead.Load())) }
	g.Gateway = othergateway.New(o)
	for suffix, plan := range map[string]othergateway.Plan{
		"01": othergateway.PlanNoCode, "03": othergateway.PlanFunds, "05": othergateway.PlanNever, "06": othergateway.PlanSlow,
		"07": othergateway.PlanTurn, "08": othergateway.PlanTurn, "09": othergateway.PlanFail, "10": othergateway.PlanFail,
	} {
		g.Behave("10000000"+suffix, plan)
		g.Behave("09100000"+suffix, plan)
	}
	return g
}

func (g *other) Handler() http.Handler       { return g }
func (g *other) BaseURL() string             { return g.url }
func (g *other) Profile() wire.Profile       { return wire.DefaultProfile() }
func (g *other) Plain() bool                 { return false }
func (g *other) Advance(d time.Duration)     { g.ahead.Add(int64(d)) }
func (g *other) Close(context.Context) error { g.stop(); return nil }

func (g *other) Code(order string) string {
	code, _ := g.CodeOf(order)
	return code
}

func (g *other) Initiates(order string) (arrived, opened int, err error) {
	arrived, opened = g.Gateway.Initiates(order)
	return arrived, opened, nil
}

func viewOf(v othergateway.View) Payment {
	return Payment{ID: v.ID, Order: v.OrderID, Status: v.Status, QR: v.QR, Amount: money.Amount{Minor: v.Minor, Currency: v.Currency},
		Named: v.Leg == othergateway.Account || v.Leg == othergateway.Wallet}
}

func (g *other) Payment(order string) (Payment, bool, error) {
	v, found := g.Gateway.Payment(order)
	return viewOf(v), found, nil
}

func (g *other) Payments() (all []Payment, err error) {
	for _, v := range g.Gateway.Payments() {
		all = append(all, viewOf(v))
	}
	return all, nil
}

func (g *other) Debits() ([]oracle.Debit, error) { return DebitsOf(g.Gateway), nil }

// DebitsOf are the debits of a second gateway.
func DebitsOf(g *othergateway.Gateway) (all []oracle.Debit) {
	for _, d := range g.Ledger() {
		all = append(all, oracle.Debit{Order: d.OrderID, Payment: d.PaymentID, Transaction: d.Transaction, At: d.At,
			Amount: money.Amount{Minor: d.Minor, Currency: d.Currency}, ByAccount: d.Leg == othergateway.Account})
	}
	return all
}

// CheckLedger implements Gateway: nobody may have asked for what the contract does
// not know, and no payment may be debited twice.
func (g *other) CheckLedger() error {
	seen := map[string]bool{}
	for _, d := range g.Ledger() {
		if seen[d.PaymentID] {
			return fmt.Errorf("%s was debited twice", d.OrderID)
		}
		seen[d.PaymentID] = true
	}
	if b := g.Breaches(); len(b) > 0 {
		return fmt.Errorf("against the contract: %q", b)
	}
	return nil
}

// Press implements Gateway: the customer has scanned the newest QR.
func (g *other) Press(order string, act func(string) error) error {
	v, found := g.Gateway.Payment(order)
	if !found || v.QR == "" {
		return ErrNoQR
	}
	return act(v.ID)
}

// Approve lets the bank do what the last two digits of the amount say.
func (g *other) Approve(id string) error {
	return g.scan(id, func(v othergateway.View) error {
		plan := map[int64]othergateway.Plan{41: othergateway.PlanFail, 44: othergateway.PlanSlow, 45: othergateway.PlanTurn}[v.Minor%100]
		if f := g.due(""); f != nil && f.Kind == faults.SlowSettlement {
			plan = othergateway.PlanSlow
		}
		return g.ScanAnd(v.QR, plan)
	})
}

func (g *other) Decline(id string) error {
	return g.scan(id, func(v othergateway.View) error { return g.Gateway.Decline(v.QR) })
}

func (g *other) Expire(id string) error {
	return g.scan(id, func(v othergateway.View) error { return g.LetExpire(v.QR) })
}

// scan does something with the QR of a payment, if it can still be scanned.
func (g *other) scan(id string, act func(othergateway.View) error) error {
	for _, v := range g.Gateway.Payments() {
		if v.ID == id && v.QR != "" && act(v) == nil {
			return nil
		}
	}
	return bank.ErrNotOpen
}

func (g *other) Inject(f faults.Fault) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults = append(g.faults, f)
}

// due takes the next fault of an operation out.
func (g *other) due(op contract.Operation) *faults.Fault {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := slices.IndexFunc(g.faults, func(f faults.Fault) bool { return f.Op == op })
	if at < 0 {
		return nil
	}
	f := g.faults[at]
	if g.faults[at].Count--; g.faults[at].Count <= 0 {
		g.faults = slices.Delete(g.faults, at, at+1)
	}
	return &f
}

// ServeHTTP lets a call meet its fault.
func (g *other) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	f := g.due(Endpoints[strings.TrimPrefix(req.URL.Path, contract.Prefix)].Serve)
	if f == nil {
		g.Gateway.ServeHTTP(w, req)
		return
	}
	rec := httptest.NewRecorder()
	if f.AfterCommit || f.Kind == faults.CommitThenDrop {
		g.Gateway.ServeHTTP(rec, req)
	}
	switch f.Kind {
	case faults.Truncated:
		w.Header().Set("Content-Length", fmt.Sprint(rec.Body.Len()+1))
		_, _ = w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
	case faults.WrongJSON:
		_, _ = io.WriteString(w, `{"success":"true","data":[7]}`)
	case faults.HTML, faults.Status:
		w.WriteHeader(max(f.Status, 200))
		_, _ = io.WriteString(w, "<html><title>proxy</title></html>")
	case faults.TooManyRequests:
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	case faults.Unauthorized:
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"success":false,"code":"TOKEN_EXPIRED"}`)
	default:
		panic(http.ErrAbortHandler)
	}
}
