package idempotency

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/tests/soak"
)

// The environment of a process that races for keys.
const (
	racerBase   = "CORE_RACER_BASE"
	racerFolder = "CORE_RACER_FOLDER" // blank: a store of the process's own
)

func TestMain(m *testing.M) {
	if base := os.Getenv(racerBase); base != "" {
		race(base, os.Getenv(racerFolder))
		return
	}
	os.Exit(m.Run())
}

// race is such a process: for each line it opens a payment with the line as key
// and order, and prints what it got.
func race(base, folder string) {
	var store core.IdempotencyStore = new(core.MemoryIdempotencyStore)
	if folder != "" {
		file, err := NewFileStore(folder)
		if err != nil {
			panic(err)
		}
		store = file
	}
	client, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: base, APIKey: core.NewSecret("k"), SecretKey: core.NewSecret("s")})
	if err != nil {
		panic(err)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		sdk := core.NewWebSDK(client, nil, core.WithIdempotencyStore(store))
		s, err := sdk.CreateInvoice(context.Background(), core.CreateInvoiceRequest{OrderID: lines.Text(), Amount: money.Amount{Minor: 12500, Currency: "LYD"}, IdempotencyKey: lines.Text()})
		sdk.Close()
		switch {
		case err == nil:
			fmt.Println("opened", s.PaymentID)
		case errors.Is(err, core.ErrOutcomeUnknown):
			fmt.Println("unknown")
		default:
			fmt.Println("error", err)
		}
	}
}

// racer drives one such process.
type racer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startRacer(t *testing.T, base, folder string) *racer {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), racerBase+"="+base, racerFolder+"="+folder)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := &racer{cmd, in, bufio.NewScanner(out)}
	t.Cleanup(func() { _ = in.Close(); _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return r
}

func (r *racer) run(key string) string {
	if _, err := fmt.Fprintln(r.in, key); err != nil {
		return err.Error()
	}
	if !r.out.Scan() {
		return "gone"
	}
	return r.out.Text()
}

// opener is a gateway that opens a payment for every initiate, and counts.
type opener struct {
	mu     sync.Mutex
	opened map[string]int
	slow   time.Duration
	begun  chan struct{}
}

func (o *opener) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, _ := io.ReadAll(r.Body)
	_, rest, _ := strings.Cut(string(content), `"orderId":"`)
	order, _, _ := strings.Cut(rest, `"`)
	o.mu.Lock()
	o.opened[order]++
	id := fmt.Sprint(order, "-", o.opened[order])
	o.mu.Unlock()
	if o.begun != nil {
		o.begun <- struct{}{}
		time.Sleep(o.slow)
	}
	_, _ = io.WriteString(w, `{"success":true,"data":{"paymentId":"`+id+`","token":"t"}}`)
}

func openShop(t *testing.T) (*opener, string) {
	o := &opener{opened: make(map[string]int)}
	server := httptest.NewServer(o)
	t.Cleanup(server.Close)
	return o, server.URL
}

// contest lets two processes race for as many keys, and returns how many
// payments were opened, and how many keys opened more than one.
func contest(t *testing.T, races int, folder string) (opened, twice int) {
	o, base := openShop(t)
	a, b := startRacer(t, base, folder), startRacer(t, base, folder)
	for i := range races {
		key := fmt.Sprint("race-", i)
		var said [2]string
		var group sync.WaitGroup
		group.Go(func() { said[0] = a.run(key) })
		group.Go(func() { said[1] = b.run(key) })
		group.Wait()
		for _, s := range said {
			if s != "opened "+key+"-1" && s != "unknown" && folder != "" {
				t.Fatalf("%s: %q", key, said)
			}
		}
		if said[0] == "unknown" && said[1] == "unknown" {
			t.Fatalf("%s: nobody was told of the payment", key)
		}
	}
	for _, n := range o.opened {
		opened += n
		if n > 1 {
			twice++
		}
	}
	return opened, twice
}

// TestTwoProcessesOneKey: whatever two processes do at once, a key opens one
// payment. With a store for each of them it does not, which is what the races
// would show.
func TestTwoProcessesOneKey(t *testing.T) {
	races := soak.N(t, 100)
	row := soak.Begin(t, "one-key", races)
	opened, twice := contest(t, races, t.TempDir())
	if opened != races || twice != 0 {
		t.Errorf("%d races opened %d payments, %d keys more than one", races, opened, twice)
	}
	_, apart := contest(t, 10, "")
	if apart != 10 {
		t.Errorf("two stores let %d of 10 keys open two payments: the races prove nothing", apart)
	}
	row("two processes, one key each race: %d payments opened, %d keys twice; with a store each %d of 10", opened, twice, apart)
}

// A process that is killed while its call is under way leaves a key that sends
// nothing any more, in no process.
func TestAKilledProcessLeavesItsKey(t *testing.T) {
	o, base := openShop(t)
	folder := t.TempDir()
	o.begun, o.slow = make(chan struct{}, 1), 200*time.Millisecond
	for i := range 5 {
		key := fmt.Sprint("killed-", i)
		victim := startRacer(t, base, folder)
		go victim.run(key)
		<-o.begun
		if err := victim.cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if said := startRacer(t, base, folder).run(key); said != "unknown" {
			t.Errorf("%s: %q", key, said)
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for key, n := range o.opened {
		if n != 1 {
			t.Errorf("%s opened %d payments", key, n)
		}
	}
}
