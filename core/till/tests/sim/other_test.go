package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/sandbox"
	"sanduq/core/till/tests/othergateway"
	"sanduq/core/till/tests/soak"
)

// With SOAK_GATEWAY=other every day is played against the second gateway, by
// other hands than the practice bank.
func init() {
	if soak.Other() {
		openBank = openOther
	}
}

// other is the second gateway as the simulation asks for it.
type other struct {
	*othergateway.Gateway
	mu     sync.Mutex
	faults []sandbox.Fault
}

// openOther draws a gateway, as far as the simulation's patience goes: its days
// are too short for tokens and orders to be forgotten.
func openOther(o Options, _ time.Duration, codes func() string) (bank, error) {
	with := othergateway.Random(o.Seed)
	with.Codes, with.Banks, with.Wallets = codes, []string{"FPB"}, []string{"PWL"}
	with.Law.TokenLife, with.Law.Keep, with.Law.BothLegs = 0, 0, false
	with.Law.SettleMax, with.Law.SlowSpan = min(with.Law.SettleMax, 30*time.Second), 3*time.Minute
	g := &other{Gateway: othergateway.New(with)}
	for suffix, plan := range map[string]othergateway.Plan{
		"01": othergateway.PlanNoCode, "03": othergateway.PlanFunds, "05": othergateway.PlanNever, "06": othergateway.PlanSlow,
		"08": othergateway.PlanTurn, "09": othergateway.PlanFail, "10": othergateway.PlanFail,
	} {
		g.Behave("10000000"+suffix, plan)
		g.Behave("09100000"+suffix, plan)
	}
	return g, nil
}

func (g *other) Profile() core.WireProfile   { return core.DefaultProfile() }
func (g *other) Plain() bool                 { return false }
func (g *other) Close(context.Context) error { return nil }
func (g *other) Handler() http.Handler       { return g }

func (g *other) Code(order string) string {
	code, _ := g.CodeOf(order)
	return code
}

func (g *other) InitiateCount(order string) (arrived, opened int, err error) {
	arrived, opened = g.Initiates(order)
	return arrived, opened, nil
}

func (g *other) Payment(order string) (payment, bool, error) {
	v, found := g.Gateway.Payment(order)
	p := payment{ID: v.ID, Status: v.Status, Transaction: v.Transaction, Minor: v.Minor, Currency: v.Currency}
	for _, d := range g.Ledger() {
		if d.PaymentID == v.ID {
			p.Settled = d.At
		}
	}
	return p, found, nil
}

// CheckLedger implements bank: nobody may have asked for what the contract does
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

// Press implements bank: the customer has scanned the newest QR.
func (g *other) Press(order string, act func(string) error) error {
	v, found := g.Gateway.Payment(order)
	if !found || v.QR == "" {
		return errors.New("no QR was shown")
	}
	return act(v.QR)
}

// Approve lets the bank do what the last two digits of the amount say.
func (g *other) Approve(qr string) error {
	plan := othergateway.PlanPay
	for _, v := range g.Payments() {
		if v.QR == qr {
			plan = map[int64]othergateway.Plan{41: othergateway.PlanFail, 44: othergateway.PlanSlow, 45: othergateway.PlanTurn}[v.Minor%100]
		}
	}
	if f := g.due(""); f != nil && f.Kind == sandbox.FaultSlowSettlement {
		plan = othergateway.PlanSlow
	}
	return g.ScanAnd(qr, plan)
}

func (g *other) Expire(qr string) error { return g.LetExpire(qr) }

func (g *other) Inject(f sandbox.Fault) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults = append(g.faults, f)
}

// due takes the next fault of an operation out.
func (g *other) due(op sandbox.Operation) *sandbox.Fault {
	g.mu.Lock()
	defer g.mu.Unlock()
	at := slices.IndexFunc(g.faults, func(f sandbox.Fault) bool { return f.Op == op })
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
	f := g.due(endpoints[strings.TrimPrefix(req.URL.Path, sandbox.Prefix)].serve)
	if f == nil {
		g.Gateway.ServeHTTP(w, req)
		return
	}
	rec := httptest.NewRecorder()
	if f.AfterCommit || f.Kind == sandbox.FaultCommitThenDrop {
		g.Gateway.ServeHTTP(rec, req)
	}
	switch f.Kind {
	case sandbox.FaultTruncated:
		w.Header().Set("Content-Length", fmt.Sprint(rec.Body.Len()+1))
		_, _ = w.Write(rec.Body.Bytes()[:rec.Body.Len()/2])
	case sandbox.FaultWrongJSON:
		_, _ = io.WriteString(w, `{"success":"true","data":[7]}`)
	case sandbox.FaultHTML, sandbox.FaultStatus:
		w.WriteHeader(max(f.Status, 200))
		_, _ = io.WriteString(w, "<html><title>proxy</title></html>")
	case sandbox.FaultTooManyRequests:
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
	case sandbox.FaultUnauthorized:
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = io.WriteString(w, `{"success":false,"code":"TOKEN_EXPIRED"}`)
	default:
		panic(http.ErrAbortHandler)
	}
}
