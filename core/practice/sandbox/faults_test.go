package sandbox_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/faults"
)

func TestFaultsStrikeOnTheirSideOfTheCommit(t *testing.T) {
	for _, c := range []struct {
		name   string
		fault  faults.Fault
		status int    // zero: the connection ends, or the body does
		body   string // what the reply holds
		opened int
	}{
		{"drop", faults.Fault{Kind: faults.Drop}, 0, "", 0},
		{"commit then drop", faults.Fault{Kind: faults.CommitThenDrop}, 0, "", 1},
		{"truncated", faults.Fault{Kind: faults.Truncated}, 0, "", 1},
		{"wrong json", faults.Fault{Kind: faults.WrongJSON}, 200, `"success":"yes"`, 1},
		{"503", faults.Fault{Kind: faults.Status}, 503, "SERVICE_UNAVAILABLE", 0},
		{"500 after", faults.Fault{Kind: faults.Status, Status: 500, AfterCommit: true}, 500, "SERVICE_UNAVAILABLE", 1},
		{"429", faults.Fault{Kind: faults.TooManyRequests, Delay: 7 * time.Second}, 429, "TOO_MANY_REQUESTS", 0},
		{"401", faults.Fault{Kind: faults.Unauthorized}, 401, "INVALID_TOKEN", 0},
		{"html", faults.Fault{Kind: faults.HTML}, 502, "<!doctype html>", 0},
		{"html after", faults.Fault{Kind: faults.HTML, Status: 200, AfterCommit: true}, 200, "<!doctype html>", 1},
		{"latency", faults.Fault{Kind: faults.Latency, Delay: time.Millisecond}, 200, `"success":true`, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t)
			c.fault.Op, c.fault.Count, c.fault.Skip = contract.OpInitiate, 1, 1
			s.Faults().Inject(c.fault)
			opened(t, s, "before", "1", "LYD") // skipped
			m := newTill(t, s, "A-1")
			a, err := m.do("POST", contract.Prefix+"/web-payment/initiate",
				[]byte(`{"orderId":"A-1","amount":1,"currency":"LYD"}`), m.merchant())
			switch {
			case c.status == 0 && err == nil:
				t.Fatalf("a whole reply came: %d %s", a.status, a.raw)
			case c.status != 0 && (err != nil || a.status != c.status || !strings.Contains(string(a.raw), c.body)):
				t.Fatalf("%v %d %s", err, a.status, a.raw)
			case c.status == 429 && a.header.Get("Retry-After") != "7":
				t.Fatalf("Retry-After: %q", a.header.Get("Retry-After"))
			}
			if arrived, opened, err := s.InitiateCount("A-1"); arrived != 1 || opened != c.opened || err != nil {
				t.Fatalf("arrived %d, opened %d, want 1 and %d (%v)", arrived, opened, c.opened, err)
			}
			opened(t, s, "after", "1", "LYD") // used up
			if left := s.Faults().Active(); len(left) != 0 {
				t.Fatalf("left over: %v", left)
			}
		})
	}
}

// TestLatencyStrikesOnItsSideOfTheCommit looks into the ledger while the reply is held up.
func TestLatencyStrikesOnItsSideOfTheCommit(t *testing.T) {
	for _, after := range []bool{false, true} {
		s := start(t)
		s.Faults().Inject(faults.Fault{Kind: faults.Latency, Op: contract.OpInitiate, Delay: time.Minute, Count: 1, AfterCommit: after})
		m := newTill(t, s, "A-1")
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			req, _ := http.NewRequestWithContext(ctx, "POST", s.BaseURL()+contract.Prefix+"/web-payment/initiate",
				strings.NewReader(`{"orderId":"A-1","amount":1,"currency":"LYD"}`))
			req.Header = m.merchant()
			req.Header.Set("Content-Type", "application/json")
			if res, err := http.DefaultClient.Do(req); err == nil {
				_ = res.Body.Close()
				t.Error("a reply came before its time")
			}
		}()
		opened := 0
		for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			if _, opened, _ = s.InitiateCount("A-1"); opened > 0 || !after && len(s.Faults().Active()) == 0 {
				break
			}
		}
		if (opened == 1) != after {
			t.Errorf("after commit %v: %d payments while the reply is held up", after, opened)
		}
		cancel()
		<-done
	}
}

func TestCommitThenDropOnTheCodeSettlesOnce(t *testing.T) {
	s := start(t)
	c := opened(t, s, "A-1", "5.000", "LYD")
	v := c.validateBank("2000300040")
	s.Faults().Inject(faults.Fault{Kind: faults.CommitThenDrop, Op: contract.OpSubmitBank, Count: 1})
	if _, err := c.post("/payment-request", map[string]any{"otp": otp(t, s), "amount": "5.000", "currency": "LYD",
		"debitorAccNumber": "2000300040", "institutionCode": "FPB", "dphReference": v["dphReference"]}); err == nil {
		t.Fatal("a reply came")
	}
	c.wantStatus(true, "PROCESSING")
	if a := c.submitBank(v, otp(t, s)); a.status != 200 {
		t.Fatalf("the same code again: %s", a.raw)
	}
	s.Clock().Advance(time.Minute)
	c.wantStatus(true, "SUCCESS")
	if s.Calls().Count(contract.OpSubmitBank) != 2 {
		t.Fatal(s.Calls().Count(contract.OpSubmitBank))
	}
}

func TestSettlementFaults(t *testing.T) {
	s := start(t)
	s.Faults().Inject(faults.Fault{Kind: faults.SlowSettlement, Delay: time.Minute, Count: 1})
	s.Faults().Inject(faults.Fault{Kind: faults.DuplicateSettlement, Count: 1})
	slow, twice := opened(t, s, "S-1", "1", "LYD"), opened(t, s, "S-2", "1", "LYD")
	for _, c := range []*till{slow, twice} {
		c.qr()
		if err := s.Bank().Approve(c.paymentID); err != nil {
			t.Fatal(err)
		}
	}
	s.Clock().Advance(10 * time.Second)
	slow.wantStatus(false, "PROCESSING")
	twice.wantStatus(false, "SUCCESS")
	s.Clock().Advance(time.Minute)
	slow.wantStatus(false, "SUCCESS")
	// start's cleanup checks that the second delivery moved nothing
}

func TestSeededChanceRepeats(t *testing.T) {
	run := func() (pattern string) {
		s := start(t, func(o *sandbox.Options) { o.Seed = 42 })
		s.Faults().Inject(faults.Fault{Kind: faults.Status, Op: contract.OpStatus, Percent: 50})
		c := opened(t, s, "A-1", "1", "LYD")
		for range 24 {
			pattern += map[bool]string{true: ".", false: "x"}[c.ask(false).Success]
		}
		return pattern
	}
	a, b := run(), run()
	if a != b || !strings.Contains(a, ".") || !strings.Contains(a, "x") {
		t.Fatal(a, b)
	}
}

func TestNetworkDownRefusesConnections(t *testing.T) {
	s := start(t)
	c := opened(t, s, "A-1", "1", "LYD") // leaves a connection open that must not live on
	if err := s.Bank().SetNetwork(false); err != nil {
		t.Fatal(err)
	}
	if _, err := c.post("/web-payment/bank/merchant-qr", nil); err == nil {
		t.Fatal("a connection from before still answers")
	}
	c.client.CloseIdleConnections()
	_, err := c.post("/web-payment/bank/merchant-qr", nil)
	if op, is := errors.AsType[*net.OpError](err); !is || op.Op != "dial" || op.Timeout() {
		t.Fatalf("want a refused connection, got %v", err)
	}
	if err := s.Bank().SetNetwork(true); err != nil {
		t.Fatal(err)
	}
	c.qr()
}

func TestSilentBankHoldsAndWritesNothing(t *testing.T) {
	s := start(t)
	s.Bank().SetBehaviour(faults.Silent)
	c := newTill(t, s, "A-1")
	c.client.Timeout = 150 * time.Millisecond
	_, err := c.do("POST", contract.Prefix+"/web-payment/initiate", []byte(`{"orderId":"A-1","amount":1,"currency":"LYD"}`), c.merchant())
	if err == nil {
		t.Fatal("a silent bank answered")
	}
	c.client.Timeout = 10 * time.Second
	held := make(chan error)
	go func() {
		_, err := c.do("POST", contract.Prefix+"/web-payment/initiate", []byte(`{"orderId":"A-1","amount":1,"currency":"LYD"}`), c.merchant())
		held <- err
	}()
	for arrived := 0; arrived < 2; arrived, _, _ = s.InitiateCount("A-1") {
	}
	s.Bank().SetBehaviour(faults.Answers)
	if err := <-held; err == nil {
		t.Fatal("what the silent bank held was answered after all")
	}
	if _, opened, _ := s.InitiateCount("A-1"); opened != 0 {
		t.Fatal("a silent bank opened a payment")
	}
	if c.initiate("1", "LYD").status != http.StatusOK {
		t.Fatal("the bank does not speak again")
	}
}

func TestSlowBankAnswersLate(t *testing.T) {
	s := start(t, func(o *sandbox.Options) { o.Timing.Slow = 80 * time.Millisecond })
	s.Bank().SetBehaviour(faults.Slow)
	began := time.Now()
	c := opened(t, s, "A-1", "1", "LYD")
	if took := time.Since(began); took < 80*time.Millisecond {
		t.Fatalf("answered after %v", took)
	}
	c.qr()
	if err := s.Bank().Approve(c.paymentID); err != nil {
		t.Fatal(err)
	}
	s.Clock().Advance(10 * time.Second)
	c.wantStatus(false, "PROCESSING")
	s.Clock().Advance(12 * time.Second)
	c.wantStatus(false, "SUCCESS")
}

func TestDrills(t *testing.T) {
	s := start(t)
	if err := s.Bank().Drill(bank.DrillPaysLate); !errors.Is(err, bank.ErrNothingOpen) {
		t.Fatal(err)
	}
	if err := s.Bank().Drill("juggle"); err == nil {
		t.Fatal("an unknown drill started")
	}
	late := opened(t, s, "D-1", "1", "LYD")
	late.qr()
	if err := s.Bank().Drill(bank.DrillPaysLate); err != nil {
		t.Fatal(err)
	}
	s.Clock().Advance(5*time.Minute + 59*time.Second)
	late.wantStatus(false, "PENDING")
	s.Clock().Advance(10 * time.Second)
	late.wantStatus(false, "SUCCESS")

	gone := opened(t, s, "D-2", "1.040", "LYD") // would approve itself
	gone.qr()
	if err := s.Bank().Drill(bank.DrillWalksAway); err != nil {
		t.Fatal(err)
	}
	s.Clock().Advance(14 * time.Minute)
	gone.wantStatus(false, "PENDING")
	s.Clock().Advance(time.Minute)
	gone.wantStatus(false, "EXPIRED")

	if err := s.Bank().Drill(bank.DrillWrongCode); err != nil {
		t.Fatal(err)
	}
	c := opened(t, s, "D-3", "1", "LYD")
	v := c.validateBank("2000300040")
	wantRefusal(t, c.submitBank(v, otp(t, s)), 422, "WRONG_OTP")
	if a := c.submitBank(v, otp(t, s)); a.status != 200 {
		t.Fatalf("%s", a.raw)
	}
	if err := s.Bank().Drill(bank.DrillSlowBank); err != nil || s.Bank().Behaviour() != faults.Slow {
		t.Fatal(err)
	}
	if err := s.Bank().Drill(bank.DrillNoNetwork); err != nil || s.Bank().NetworkUp() {
		t.Fatal(err)
	}
	if err := s.Bank().Drill(bank.DrillCalm); err != nil || s.Bank().Behaviour() != faults.Answers || !s.Bank().NetworkUp() {
		t.Fatal(err)
	}
}

func TestDefaultPortFallsBack(t *testing.T) {
	open := func() *sandbox.Server {
		s, err := sandbox.Start(context.Background(), sandbox.Options{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close(context.Background()) })
		return s
	}
	a, b := open(), open()
	if a.BaseURL() == b.BaseURL() {
		t.Fatal("two services on one port")
	}
	opened(t, a, "A-1", "1", "LYD")
	opened(t, b, "A-1", "1", "LYD")
	if _, err := sandbox.Start(context.Background(), sandbox.Options{Dir: t.TempDir(), Addr: strings.TrimPrefix(b.BaseURL(), "http://")}); err == nil {
		t.Fatal("an address that was asked for and is taken must be an error")
	}
	if _, err := sandbox.Start(context.Background(), sandbox.Options{Dir: t.TempDir(), Addr: "0.0.0.0:0"}); err == nil {
		t.Fatal("Addr must be a loopback address")
	}
}
