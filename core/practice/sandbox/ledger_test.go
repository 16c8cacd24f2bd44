package sandbox_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/payments"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("SANDBOX_CHILD_DIR"); dir != "" {
		child(dir)
		return
	}
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		_ = flag.Set("rapid.checks", "30") // each starts a service twice; -rapid.checks asks for more
	}
	os.Exit(m.Run())
}

// child is the service in a process of its own, to be killed.
func child(dir string) {
	s, err := sandbox.Start(context.Background(), sandbox.Options{Dir: dir, Addr: "127.0.0.1:0",
		Timing: payments.Timing{Settle: 5 * time.Millisecond}, OTPs: func() string { return "123456" }})
	if err != nil {
		fmt.Println("ERROR", err)
		os.Exit(1)
	}
	key, secret := s.Credentials()
	fmt.Println(s.BaseURL(), key.Reveal(), secret.Reveal())
	time.Sleep(20 * time.Second) // the parent kills it long before
}

func reopen(t *testing.T, s *sandbox.Server, o sandbox.Options) *sandbox.Server {
	t.Helper()
	if s != nil {
		if err := s.Close(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	s, err := sandbox.Start(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

func TestPaymentsSurviveRestart(t *testing.T) {
	o := sandbox.Options{Dir: filepath.Join(t.TempDir(), "bank"), Addr: "127.0.0.1:0", Clock: clock.New()}
	o.Clock.Pause()
	s := reopen(t, nil, o)
	key, _ := s.Credentials()
	qr := opened(t, s, "A-1", "10.000", "LYD")
	payload := qr.qr()
	bank := opened(t, s, "A-2", "20.000", "LYD")
	v := bank.validateBank("2000300040")
	if err := s.Bank().Approve(qr.paymentID); err != nil {
		t.Fatal(err)
	}
	s = reopen(t, s, o)
	if again, _ := s.Credentials(); again.Reveal() != key.Reveal() {
		t.Fatal("the merchant's key changed")
	}
	qr.s, bank.s = s, s
	qr.wantStatus(false, contract.StatusProcessing)
	o.Clock.Advance(2 * time.Second)
	qr.wantStatus(false, contract.StatusSuccess)
	if payload != qr.qr() {
		t.Fatal("the QR changed")
	}
	bank.wantStatus(true, contract.StatusPending)
	if a := bank.submitBank(v, otp(t, s)); a.status != http.StatusOK { // the code from before the restart
		t.Fatalf("%d %s", a.status, a.raw)
	}
	o.Clock.Advance(2 * time.Second)
	bank.wantStatus(true, contract.StatusSuccess)
	if arrived, opened, err := s.InitiateCount("A-1"); arrived != 1 || opened != 1 || err != nil {
		t.Fatal(arrived, opened, err)
	}
	if err := s.CheckLedger(); err != nil {
		t.Fatal(err)
	}
}

func TestWhatWasDueWhileClosedHappensAtStart(t *testing.T) {
	o := sandbox.Options{Dir: t.TempDir(), Addr: "127.0.0.1:0", Clock: clock.New()}
	o.Clock.Pause()
	s := reopen(t, nil, o)
	c := opened(t, s, "A-1", "10.000", "LYD")
	c.qr()
	if err := s.Bank().Approve(c.paymentID); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	o.Clock.Advance(time.Hour)
	s = reopen(t, s, o)
	p, _, err := s.Bank().PaymentByID(c.paymentID)
	if err != nil || p.Status != contract.StatusSuccess {
		t.Fatal(p.Status, err)
	}
}

func TestLedgerIsPrivateAndExclusive(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "bank")
	o := sandbox.Options{Dir: dir, Addr: "127.0.0.1:0"}
	s := reopen(t, nil, o)
	if runtime.GOOS != "windows" {
		files, err := os.ReadDir(dir)
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		info, _ := files[0].Info()
		folder, _ := os.Stat(dir)
		if info.Mode().Perm() != 0o600 || folder.Mode().Perm() != 0o700 {
			t.Fatal(info.Mode(), folder.Mode())
		}
	}
	if _, err := sandbox.Start(context.Background(), o); !errors.Is(err, ledger.ErrBusy) {
		t.Fatalf("a second service opened the same ledger: %v", err)
	}
	_ = s
}

func TestTwoStartsMakeOneLedger(t *testing.T) {
	dir := t.TempDir()
	// What a pulled plug leaves of a creation is not looked at.
	if err := os.WriteFile(filepath.Join(dir, "new-torn.db"), []byte("torn"), 0o600); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	keys := make(chan string, 3)
	for range 3 {
		wg.Go(func() {
			s, err := sandbox.Start(context.Background(), sandbox.Options{Dir: dir, Addr: "127.0.0.1:0"})
			if err != nil {
				t.Error(err)
				return
			}
			key, _ := s.Credentials()
			keys <- key.Reveal()
			if err := s.Close(context.Background()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	close(keys)
	first := <-keys
	for k := range keys {
		if k != first {
			t.Fatal("two starts made two installations")
		}
	}
}

func TestKilledServiceKeepsWhatItAcknowledged(t *testing.T) {
	dir := t.TempDir()
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
	var mu sync.Mutex
	acknowledged := map[string]string{} // orderId → paymentId part of the reply
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := 0; ; i++ {
				order := fmt.Sprintf("K-%d-%d", w, i)
				req, _ := http.NewRequest("POST", parts[0]+contract.Prefix+"/web-payment/initiate",
					strings.NewReader(`{"orderId":"`+order+`","amount":1.5,"currency":"LYD"}`))
				req.Header = http.Header{"Content-Type": {"application/json"}, "Api-Key": {parts[1]}, "Secret-Key": {parts[2]}}
				res, err := http.DefaultClient.Do(req)
				if err != nil {
					return
				}
				code := res.StatusCode
				_ = res.Body.Close()
				if code != http.StatusOK {
					t.Errorf("status %d", code)
					return
				}
				mu.Lock()
				acknowledged[order] = order
				if len(acknowledged) == 60 {
					_ = cmd.Process.Kill()
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	_ = cmd.Wait()
	http.DefaultClient.CloseIdleConnections()
	s := reopen(t, nil, sandbox.Options{Dir: dir, Addr: "127.0.0.1:0"})
	for order := range acknowledged {
		p, found, err := s.Bank().PaymentByOrder(order)
		if err != nil || !found || p.AmountMinor != 1500 {
			t.Fatalf("an acknowledged payment is lost: %s %v", order, err)
		}
		if arrived, opened, _ := s.InitiateCount(order); arrived != 1 || opened != 1 {
			t.Fatalf("%s arrived %d times, %d opened", order, arrived, opened)
		}
	}
	if err := s.CheckLedger(); err != nil {
		t.Fatal(err)
	}
	if d, err := s.Bank().Duplicates(); len(d) != 0 || err != nil {
		t.Fatal(d, err)
	}
}

func TestCloseLeavesNothingBehind(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ctx, cancel := context.WithCancel(context.Background())
	s, err := sandbox.Start(ctx, sandbox.Options{Dir: t.TempDir(), Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan struct{}, 8)
	s.Bank().Subscribe(func() { told <- struct{}{} })
	c := newTill(t, s, "A-1")
	c.initiate("1", "LYD")
	<-told
	c.client.CloseIdleConnections()
	cancel() // as a signal would
	if err := s.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if a := func() error { _, err := s.Bank().Payments(1); return err }(); a == nil {
		t.Fatal("a closed service still reads its ledger")
	}
}
