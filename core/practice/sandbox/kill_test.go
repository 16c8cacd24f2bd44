package sandbox_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/contract"
)

// victim is a service in a process of its own, with what it has told its clients.
type victim struct {
	base, key, secret string
	client            *http.Client

	mu     sync.Mutex
	opened map[string]string // paymentId → orderId, from replies
	paid   map[string]string // paymentId → transactionId, from replies that said SUCCESS
}

// ask sends one request; false means that the service is gone.
func (v *victim) ask(path, token string, body map[string]any, data any) bool {
	sent, _ := json.Marshal(body)
	req, _ := http.NewRequest("POST", v.base+path, bytes.NewReader(sent))
	req.Header = http.Header{"Content-Type": {"application/json"}, "Api-Key": {v.key}, "Secret-Key": {v.secret},
		"Authorization": {"Bearer " + token}}
	res, err := v.client.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil {
		return false
	}
	if data != nil {
		_ = json.Unmarshal(got, &struct{ Data any }{data})
	}
	return true
}

// awaitPaid waits until a reply called some payment paid.
func (v *victim) awaitPaid(most time.Duration) {
	for end := time.Now().Add(most); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		v.mu.Lock()
		paid := len(v.paid)
		v.mu.Unlock()
		if paid > 0 {
			return
		}
	}
}

// sell takes payments on all three routes until the service is gone.
func (v *victim) sell(worker, round int) {
	const bank, wallet = "2000300040", "0912345678"
	for i := 0; ; i++ {
		order := fmt.Sprintf("K%d-%d-%d", round, worker, i)
		var p struct{ PaymentID, Token string }
		if !v.ask(contract.Prefix+"/web-payment/initiate", "", map[string]any{"orderId": order, "amount": 1.5, "currency": "LYD"}, &p) || p.PaymentID == "" {
			return
		}
		v.mu.Lock()
		v.opened[p.PaymentID] = order
		v.mu.Unlock()
		mine := func(more ...any) map[string]any {
			m := map[string]any{"paymentId": p.PaymentID, "orderId": order}
			for i := 0; i < len(more); i += 2 {
				m[more[i].(string)] = more[i+1]
			}
			return m
		}
		call := func(path string, body map[string]any, data any) bool {
			return v.ask(contract.Prefix+path, p.Token, body, data)
		}
		var sent struct{ DphReference string }
		alive := true
		switch i % 3 {
		case 0:
			alive = call("/web-payment/bank/merchant-qr", mine(), nil) && v.ask("/b/"+p.PaymentID+"/approve", "", nil, nil)
		case 1:
			alive = call("/web-payment/initiate-payment-request", mine("accountNumber", bank, "institutionCode", "FPB"), &sent) &&
				call("/payment-request", mine("otp", "123456", "amount", "1.500", "currency", "LYD", "debitorAccNumber", bank,
					"institutionCode", "FPB", "dphReference", sent.DphReference), nil)
		case 2:
			alive = call("/web-payment/wallet/initiate-payment-request", mine("walletId", wallet, "institutionCode", "PWL"), &sent) &&
				call("/wallet/process-payment-request", mine("otp", "123456", "walletId", wallet, "institutionCode", "PWL",
					"dphReference", sent.DphReference), nil)
		}
		for polls := 0; alive && polls < 20; polls++ {
			var s struct{ PaymentStatus, TransactionID string }
			alive = call("/web-payment/check-status", map[string]any{"byAccountNumber": i%3 == 1, "orderId": order}, &s)
			if s.PaymentStatus == contract.StatusSuccess {
				v.mu.Lock()
				v.paid[p.PaymentID] = s.TransactionID
				v.mu.Unlock()
				break
			}
		}
		if !alive {
			return
		}
	}
}

// TestMoneyIsConservedUnderKill kills the service while six tills sell on every route, again and again over one
// ledger. After each kill the ledger balances, every payment that a reply named is there, and whatever a reply called
// paid is paid by the same transaction. SANDBOX_KILLS asks for more kills.
func TestMoneyIsConservedUnderKill(t *testing.T) {
	kills, err := strconv.Atoi(os.Getenv("SANDBOX_KILLS"))
	if err != nil {
		kills = 3
	}
	dir := t.TempDir()
	v := &victim{opened: map[string]string{}, paid: map[string]string{}}
	for round := range kills {
		cmd := exec.Command(os.Args[0], "-test.run=^$")
		cmd.Env = append(os.Environ(), "SANDBOX_CHILD_DIR="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() { _ = cmd.Process.Kill() }()
		line, err := bufio.NewReader(out).ReadString('\n')
		parts := strings.Fields(line)
		if err != nil || len(parts) != 3 {
			t.Fatalf("%q %v", line, err)
		}
		v.base, v.key, v.secret = parts[0], parts[1], parts[2]
		transport := &http.Transport{MaxIdleConnsPerHost: 8}
		v.client = &http.Client{Timeout: 10 * time.Second, Transport: transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		var tills sync.WaitGroup
		tills.Go(func() {
			time.Sleep(time.Duration(50+rand.IntN(250)) * time.Millisecond)
			if round == kills-1 {
				v.awaitPaid(20 * time.Second) // a slow machine may have sold nothing yet
			}
			_ = cmd.Process.Kill()
		})
		for worker := range 6 {
			tills.Go(func() { v.sell(worker, round) })
		}
		tills.Wait()
		_ = cmd.Wait()
		transport.CloseIdleConnections()

		s := reopen(t, nil, sandbox.Options{Dir: dir, Addr: "127.0.0.1:0"})
		if err := s.CheckLedger(); err != nil {
			t.Fatalf("after kill %d: %v", round+1, err)
		}
		for id, order := range v.opened {
			p, found, err := s.Bank().PaymentByID(id)
			if err != nil || !found || p.OrderID != order {
				t.Fatalf("after kill %d payment %s is lost: %v", round+1, id, err)
			}
			if tx := v.paid[id]; tx != "" && (p.Status != contract.StatusSuccess || p.TransactionID != tx) {
				t.Fatalf("after kill %d payment %s is %s by %q, a reply called it paid by %q", round+1, id, p.Status, p.TransactionID, tx)
			}
		}
		if twice, err := s.Bank().Duplicates(); len(twice) != 0 || err != nil {
			t.Fatal(twice, err)
		}
		if err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if len(v.opened) < kills || len(v.paid) == 0 {
		t.Fatalf("only %d payments opened and %d paid", len(v.opened), len(v.paid))
	}
	t.Logf("%d kills, %d payments acknowledged, %d of them paid: all kept, money conserved", kills, len(v.opened), len(v.paid))
}
