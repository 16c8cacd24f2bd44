package limit

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func TestABucketFillsAgain(t *testing.T) {
	b := NewBuckets(Rate{1.0 / 60, 3}, 100)
	for range 3 {
		if w := b.Use("a", noon); w != 0 {
			t.Fatalf("one of the burst waits %s", w)
		}
	}
	if w := b.Use("a", noon); w != time.Minute {
		t.Errorf("the fourth waits %s", w)
	}
	if w := b.Use("b", noon); w != 0 {
		t.Errorf("another waits %s", w)
	}
	b.Give("a", noon)
	if w := b.Use("a", noon); w != 0 {
		t.Errorf("one that was given back: %s", w)
	}
	if w := b.Use("a", noon.Add(-time.Hour)); w == 0 {
		t.Error("a clock that goes back fills a bucket")
	}
	if w := b.Use("a", noon.Add(61*time.Second)); w != 0 {
		t.Errorf("a minute later: %s", w)
	}
	if w := b.Use("a", noon.Add(61*time.Second)); w == 0 {
		t.Error("a minute fills two")
	}
}

// TestWhoTriesHardestIsRemembered: a flood of keys makes nobody forget one that is used up.
func TestWhoTriesHardestIsRemembered(t *testing.T) {
	b := NewBuckets(Rate{1.0 / 60, 10}, 1000)
	for range 10 {
		b.Use("attacker", noon)
	}
	for i := range 50_000 {
		b.Use(fmt.Sprint(i), noon)
	}
	if len(b.of) > 1000 {
		t.Errorf("%d keys", len(b.of))
	}
	if b.Use("attacker", noon) == 0 {
		t.Error("forgotten")
	}
}

func TestAQueueIsBounded(t *testing.T) {
	q := NewQueue(2, 3)
	hold, began, done := make(chan struct{}), make(chan struct{}, 2), make(chan error, 6)
	for range 2 {
		go func() { done <- q.Do(context.Background(), func() { began <- struct{}{}; <-hold }) }()
	}
	<-began
	<-began
	ctx, cancel := context.WithCancel(t.Context())
	for range 3 {
		go func() { done <- q.Do(ctx, func() { t.Error("done though it was given up") }) }()
	}
	for len(q.all) < 5 {
		time.Sleep(time.Millisecond)
	}
	if err := q.Do(t.Context(), func() { t.Error("the sixth was done") }); !errors.Is(err, ErrFull) {
		t.Error(err)
	}
	cancel()
	for range 3 {
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	close(hold)
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	did := false
	if err := q.Do(t.Context(), func() { did = true }); err != nil || !did {
		t.Error(err)
	}
}

func TestWhoseAddress(t *testing.T) {
	near, err := ParseProxies([]string{"127.0.0.1", "10.0.0.0/8"})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		proxies      Proxies
		remote, said string
		want         string
	}{
		{nil, "192.0.2.1:5", "", "192.0.2.1"},
		{nil, "192.0.2.1:5", "203.0.113.9", "192.0.2.1"},                  // anybody can say so
		{near, "192.0.2.1:5", "203.0.113.9", "192.0.2.1"},                 // no proxy
		{near, "127.0.0.1:5", "203.0.113.9", "203.0.113.9"},               // one
		{near, "127.0.0.1:5", "198.51.100.7, 203.0.113.9", "203.0.113.9"}, // the first is the client's own word
		{near, "127.0.0.1:5", "203.0.113.9, 10.1.2.3", "203.0.113.9"},
		{near, "127.0.0.1:5", "203.0.113.9, rubbish", "127.0.0.1"},
		{near, "127.0.0.1:5", "", "127.0.0.1"},
		{nil, "[2001:db8:1:2:3:4:5:6]:5", "", "2001:db8:1:2::/64"},
		{nil, "[::ffff:192.0.2.1]:5", "", "192.0.2.1"},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.said != "" {
			r.Header.Set("X-Forwarded-For", c.said)
		}
		if got := c.proxies.Of(r); got != c.want {
			t.Errorf("%s with %q: %s, want %s", c.remote, c.said, got, c.want)
		}
	}
	if _, err := ParseProxies([]string{"10.0.0.0/99"}); err == nil {
		t.Error("a network that is none")
	}
}

func TestAnAddressHoldsSomeConnections(t *testing.T) {
	for name, c := range map[string]struct {
		proxies Proxies
		all     int
		want    int
	}{"by address": {nil, 100, 5}, "a proxy's": {Loopback, 100, 8}, "all together": {Loopback, 3, 3}} {
		inner, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		l := Listen(inner, c.proxies, 5, c.all)
		accepted := make(chan net.Conn, 20)
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				accepted <- conn
			}
		}()
		var held []net.Conn
		for range 8 {
			conn, err := net.Dial("tcp", inner.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			held = append(held, conn)
		}
		time.Sleep(50 * time.Millisecond)
		if n := len(accepted); n != c.want {
			t.Errorf("%s: %d of 8 were let in, want %d", name, n, c.want)
		}
		_ = (<-accepted).Close() // makes room for another
		again, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Millisecond)
		if n := len(accepted); n != min(c.want, 8) {
			t.Errorf("%s: %d after one left, want %d", name, n, c.want)
		}
		for _, conn := range append(held, again) {
			_ = conn.Close()
		}
		_ = l.Close()
	}
}

// TestAQueueRests after more work than its burst, and lets nobody wait for the answer.
func TestAQueueRests(t *testing.T) {
	q := NewQueue(1, 10)
	q.Rest, q.Burst = 9, 150*time.Millisecond
	work := func() (waited, answered time.Duration) {
		asked := time.Now()
		var began time.Time
		if err := q.Do(t.Context(), func() { began = time.Now(); time.Sleep(10 * time.Millisecond) }); err != nil {
			t.Fatal(err)
		}
		return began.Sub(asked), time.Since(began)
	}
	if waited, _ := work(); waited > 50*time.Millisecond {
		t.Errorf("the first waits %s", waited)
	}
	began := time.Now()
	for range 4 {
		if _, answered := work(); answered > 80*time.Millisecond {
			t.Errorf("its answer waits %s for the rest", answered)
		}
	}
	if took := time.Since(began); took < 150*time.Millisecond { // five times 90 ms are owed, but for the burst and the last
		t.Errorf("four works took %s", took)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := q.Do(ctx, func() { t.Error("done though it rests") }); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
