package sandbox_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
)

// act is one thing that somebody does to one of the payments.
type act struct {
	payment int
	what    string
	account string
	wait    time.Duration
}

// TestMoneyIsConserved lets several people do whatever they like to a handful of payments at once, on every route,
// with faults and restarts between, and then checks the ledger: nothing created, nothing lost, no payment settled
// twice, and no status that leaves SUCCESS.
func TestMoneyIsConserved(t *testing.T) {
	root := t.TempDir()
	n := 0
	rapid.Check(t, func(r *rapid.T) {
		n++
		o := sandbox.Options{Dir: filepath.Join(root, strconv.Itoa(n)), Addr: "127.0.0.1:0", Clock: clock.New(),
			OTPs: func() string { return "123456" }, Seed: uint64(n)}
		o.Clock.Pause()
		s, err := sandbox.Start(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = s.Close(context.Background()); _ = os.RemoveAll(o.Dir) }()

		tills := make([]*till, 3)
		refs := make([]sync.Map, len(tills)) // path → last dphReference, as the tills remember it
		for i := range tills {
			ending := rapid.SampledFrom([]string{"00", "40", "43", "45", "46", "47"}).Draw(r, "ending")
			tills[i] = opened(t, s, fmt.Sprintf("R-%d", i), "3.0"+ending, "LYD")
			defer tills[i].client.CloseIdleConnections()
		}
		acts := rapid.SliceOfN(rapid.Custom(func(r *rapid.T) act {
			return act{
				payment: rapid.IntRange(0, len(tills)-1).Draw(r, "payment"),
				what: rapid.SampledFrom([]string{"qr", "approve", "decline", "validateBank", "submitBank", "submitBank",
					"validateWallet", "submitWallet", "submitWallet", "wait", "ask", "lose", "twice"}).Draw(r, "what"),
				account: rapid.SampledFrom([]string{"0000200030", "1000000010", "1000000006", "1000000003", "0910000010"}).Draw(r, "account"),
				wait:    time.Duration(rapid.IntRange(0, 400).Draw(r, "seconds")) * time.Second,
			}
		}), 12, 40).Draw(r, "acts")

		var wg sync.WaitGroup
		for w := range 3 {
			wg.Go(func() {
				for i := w; i < len(acts); i += 3 {
					perform(s, tills[acts[i].payment], &refs[acts[i].payment], acts[i])
				}
			})
		}
		wg.Wait()
		check := func(when string) map[string]bool {
			if err := s.CheckLedger(); err != nil {
				r.Fatalf("%s: %v", when, err)
			}
			paid := map[string]bool{}
			all, err := s.Bank().Payments(100)
			if err != nil {
				r.Fatal(err)
			}
			for _, p := range all {
				paid[p.ID] = p.Status == contract.StatusSuccess
			}
			return paid
		}
		before := check("after the acts")
		if err := s.Close(context.Background()); err != nil {
			r.Fatal(err)
		}
		if s, err = sandbox.Start(context.Background(), o); err != nil {
			r.Fatal(err)
		}
		s.Clock().Advance(time.Hour)
		after := check("an hour after a restart")
		for id, was := range before {
			if was && !after[id] {
				r.Fatalf("%s was paid and is no longer", id)
			}
		}
	})
}

// perform does one act. Refusals are part of the game; only the ledger is judged.
func perform(s *sandbox.Server, c *till, refs *sync.Map, a act) {
	send := func(path string, m map[string]any) {
		reply, err := c.post(path, m)
		if err == nil && reply.Success && m["dphReference"] == nil {
			if ref, found := reply.data(c.t)["dphReference"]; found {
				refs.Store(path, []any{ref, a.account})
			}
		}
	}
	const bank, wallet = "/web-payment/initiate-payment-request", "/web-payment/wallet/initiate-payment-request"
	last := func(path string) []any {
		if v, found := refs.Load(path); found {
			return v.([]any)
		}
		return []any{"DPH-NONE", a.account}
	}
	switch a.what {
	case "qr":
		send("/web-payment/bank/merchant-qr", nil)
	case "approve":
		_ = s.Bank().Approve(c.paymentID)
	case "decline":
		_ = s.Bank().Decline(c.paymentID)
	case "validateBank":
		send(bank, map[string]any{"accountNumber": a.account, "institutionCode": "FPB"})
	case "validateWallet":
		send(wallet, map[string]any{"walletId": a.account, "institutionCode": "PWL"})
	case "submitBank":
		p, _, _ := s.Bank().PaymentByID(c.paymentID)
		send("/payment-request", map[string]any{"otp": "123456", "amount": p.Amount, "currency": "LYD",
			"debitorAccNumber": last(bank)[1], "institutionCode": "FPB", "dphReference": last(bank)[0]})
	case "submitWallet":
		send("/wallet/process-payment-request", map[string]any{"otp": "123456", "walletId": last(wallet)[1],
			"institutionCode": "PWL", "dphReference": last(wallet)[0]})
	case "wait":
		s.Clock().Advance(a.wait)
	case "ask":
		c.ask(a.wait%2 == 0)
	case "lose":
		s.Faults().Inject(faults.Fault{Kind: faults.CommitThenDrop, Count: 1, Op: contract.OpSubmitBank})
	case "twice":
		s.Faults().Inject(faults.Fault{Kind: faults.DuplicateSettlement, Count: 1})
	}
}
