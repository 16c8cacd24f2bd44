package wire

import (
	"context"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/sandbox"
	"sanduq/core/till/tests/othergateway"
	"sanduq/core/till/tests/soak"
)

// openBank opens the service of a round: the practice bank, or with
// SOAK_GATEWAY=other a second gateway, by other hands.
func openBank(t *testing.T, dir string, seed uint64) bank {
	t.Helper()
	if soak.Other() {
		return openOther(t, seed)
	}
	gate, err := sandbox.Start(context.Background(), sandbox.Options{Dir: filepath.Join(dir, "gate"), Addr: "127.0.0.1:0", SettleDelay: 60 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return practice{gate}
}

// other is the second gateway as the shop asks for it.
type other struct {
	*othergateway.Gateway
	ln   net.Listener
	stop func()
}

// openOther draws a gateway, as brisk as the wire.
func openOther(t *testing.T, seed uint64) bank {
	t.Helper()
	with := othergateway.Random(seed)
	with.Banks, with.Wallets = []string{"FPB"}, []string{"PWL"}
	with.Law.BothLegs, with.Law.SettleMin, with.Law.SettleMax = false, 0, 60*time.Millisecond
	with.Habits.DateOff, with.Speech.TransactionAfter = 0, 0
	g := &other{Gateway: othergateway.New(with)}
	for _, number := range []string{"1000000009", "1000000010", "0910000009", "0910000010"} {
		g.Behave(number, othergateway.PlanFail)
	}
	var err error
	if g.ln, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	g.stop = g.Serve(g.ln, g)
	return g
}

func (g *other) Address() string             { return g.ln.Addr().String() }
func (g *other) Profile() core.WireProfile   { return core.DefaultProfile() }
func (g *other) Close(context.Context) error { g.stop(); return nil }
func (g *other) Approve(qr string) error     { return g.ScanAndConfirm(qr) }

func (g *other) Code(order string) string {
	code, _ := g.CodeOf(order)
	return code
}

func (g *other) InitiateCount(order string) (arrived, opened int, err error) {
	arrived, opened = g.Initiates(order)
	return arrived, opened, nil
}

func (g *other) Status(order string) (string, error) {
	v, _ := g.Payment(order)
	return v.Status, nil
}

// Press implements bank: the customer has scanned the newest QR.
func (g *other) Press(order string, act func(string) error) error {
	v, found := g.Payment(order)
	if !found || v.QR == "" {
		return errors.New("no QR was shown")
	}
	return act(v.QR)
}

// CheckLedger implements bank.
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
