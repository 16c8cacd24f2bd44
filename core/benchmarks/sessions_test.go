//go:build benchmarks

package benchmarks

import (
	"context"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
)

// counter answers PENDING and counts status requests by the moment, counted
// from the start of the bubble's time.
type counter struct {
	began time.Time
	mu    sync.Mutex
	ticks map[time.Duration]int
}

func newCounter() *counter { return &counter{began: time.Now(), ticks: make(map[time.Duration]int)} }

func (c *counter) RoundTrip(r *http.Request) (*http.Response, error) {
	if !strings.HasSuffix(r.URL.Path, "/check-status") {
		return noNetwork{}.RoundTrip(r)
	}
	_ = r.Body.Close()
	c.mu.Lock()
	c.ticks[time.Since(c.began)]++
	c.mu.Unlock()
	return respond(r, pendingReply), nil
}

// rhythm is when a payment is asked for within five minutes.
func rhythm() (list []time.Duration) {
	for at := 3; at <= 30; at += 3 {
		list = append(list, time.Duration(at)*time.Second)
	}
	for at := 40; at <= 300; at += 10 {
		list = append(list, time.Duration(at)*time.Second)
	}
	return list
}

// crowd is many sessions of one contender polling at once.
type crowd struct {
	name    string
	took    time.Duration // real time for five minutes of the bubble's
	cpu     time.Duration // of this process meanwhile: what else the machine does is not in it
	session uint64        // bytes of memory in use, stacks included, for one session between two ticks
	ticks   int
}

// inUse is the memory that lives: heap after a collection, and stacks.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// gather starts n sessions in a bubble, lets five minutes and a bit pass, and
// checks every tick of every session. start returns what ends them all.
func gather(t *testing.T, name string, n int, start func(t *testing.T, network http.RoundTripper, n int) (end func())) (c crowd) {
	c.name = name
	before := inUse()
	began, used := time.Now(), cpuTime()
	synctest.Test(t, func(t *testing.T) {
		network := newCounter()
		end := start(t, network, n)
		time.Sleep(45 * time.Second)
		synctest.Wait()
		c.session = (max(inUse(), before) - before) / uint64(n)
		time.Sleep(265 * time.Second)
		synctest.Wait()
		end()
		for _, at := range rhythm() {
			if network.ticks[at] != n {
				t.Errorf("%s: %d of %d sessions asked at %s", name, network.ticks[at], n, at)
			}
			c.ticks += network.ticks[at]
		}
		if len(network.ticks) != len(rhythm()) {
			t.Errorf("%s: requests at %d moments, want %d", name, len(network.ticks), len(rhythm()))
		}
	})
	c.took, c.cpu = time.Since(began), cpuTime()-used
	return c
}

// cpuTime is what this process has used of the processors.
func cpuTime() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // of this process it cannot fail
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func ourSessions(t *testing.T, network http.RoundTripper, n int) (end func()) {
	client := ours(t, fakeBase, network)
	list := make([]*core.WebSDK, n)
	for i := range list {
		list[i] = core.NewWebSDK(client, new(core.InMemoryTokenStore))
		if _, err := list[i].CreateInvoice(t.Context(), core.CreateInvoiceRequest{OrderID: orderID, Amount: amount(), IdempotencyKey: "k"}); err != nil {
			t.Fatal(err)
		}
		if _, err := list[i].GenerateQR(t.Context(), core.GenerateQRRequest{}); err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		for _, sdk := range list {
			if sdk.Health().Polling {
				t.Fatal("a poller goes on after its cap")
			}
			sdk.Close()
		}
	}
}

// handSessions are goroutines that sleep and ask: the least that a program can
// do. They share one client and keep nothing but their last word.
func handSessions(t *testing.T, network http.RoundTripper, n int) (end func()) {
	client := newByHand(fakeBase, faked(network))
	var group sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	words := make([]string, n)
	for i := range n {
		group.Go(func() {
			began := time.Now()
			for _, at := range rhythm() {
				select {
				case <-time.After(at - time.Since(began)):
				case <-ctx.Done():
					return
				}
				if word, err := client.status(); err == nil {
					words[i] = word
				}
			}
		})
	}
	return func() {
		cancel()
		group.Wait()
		for _, word := range words {
			if word != "PENDING" {
				t.Fatalf("by hand: %q", word)
			}
		}
	}
}

func TestManySessionsPollInOneProcess(t *testing.T) {
	n := setting("VERSUS_SESSIONS", 10000)
	mine := gather(t, "sanduq", n, ourSessions)
	hand := gather(t, "goroutines by hand", n, handSessions)
	heading(fmt.Sprintf("%d sessions polling for five minutes of simulated time: processor time, real time, memory and ticks of each", n))
	want := n * len(rhythm())
	for _, c := range []crowd{mine, hand} {
		target := ""
		if c.name == mine.name {
			target = reach(t, c.session < 16<<10 && c.ticks == want, "%d ticks of %d at their exact times, < 16 KiB a session", c.ticks, want)
		}
		row(c.name, c.cpu.Round(time.Millisecond), times(c.cpu, hand.cpu), c.took.Round(time.Millisecond), fmt.Sprintf("%.1f KiB", float64(c.session)/1024),
			fmt.Sprintf("%.2f ×", float64(c.session)/float64(hand.session)), target)
	}
	row("", "", "", "", "", "", reach(t, mine.cpu <= 2*hand.cpu, "%s by hand in processor time, ≤ 2", times(mine.cpu, hand.cpu)))
}
