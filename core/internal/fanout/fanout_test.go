package fanout

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func drain(s *Subscription[int]) (got []int) {
	for {
		v, ok := s.TryNext()
		if !ok {
			return got
		}
		got = append(got, v)
	}
}

func TestSubscriberSeesSnapshotThenEverythingAfter(t *testing.T) {
	h := New[int]()
	total := 0
	publish := func(v int) { total = v; h.Publish(v) }
	publish(1)
	publish(2)
	seen := 0
	s := h.Subscribe(func() { seen = total })
	publish(3)
	publish(4)
	if got := drain(s); seen != 2 || len(got) != 2 || got[0] != 3 || got[1] != 4 {
		t.Fatalf("snapshot %d, then %v; want 2, then 3 and 4", seen, got)
	}
}

func TestEverySubscriberSeesOneOrder(t *testing.T) {
	const writers, each, readers = 4, 200, 5
	h := New[int]()
	results := make([][]int, readers)
	var reading, writing sync.WaitGroup
	for r := range readers {
		s := h.Subscribe(nil)
		reading.Go(func() {
			for {
				v, err := s.Next(context.Background())
				if err != nil {
					return
				}
				results[r] = append(results[r], v)
				if r == 0 {
					runtime.Gosched() // one reader slower than the rest
				}
			}
		})
	}
	for w := range writers {
		writing.Go(func() {
			for i := range each {
				h.Publish(w*each + i)
			}
		})
	}
	writing.Wait()
	h.Close()
	reading.Wait()
	for r, got := range results {
		if len(got) != writers*each {
			t.Fatalf("reader %d saw %d of %d values", r, len(got), writers*each)
		}
		for i := range got {
			if got[i] != results[0][i] {
				t.Fatalf("readers 0 and %d differ at %d", r, i)
			}
		}
	}
}

func TestPublishNeverWaitsForAReader(t *testing.T) {
	h := New[int]()
	idle := h.Subscribe(nil)
	for i := range 100_000 {
		h.Publish(i)
	}
	if got := drain(idle); len(got) != 100_000 || got[99_999] != 99_999 {
		t.Fatalf("the idle reader lost values: %d", len(got))
	}
}

func TestNextEndsWithItsContextButDrainsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New[int]()
		s := h.Subscribe(nil)
		h.Publish(7)
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if v, err := s.Next(ended); v != 7 || err != nil {
			t.Fatalf("a value that was there: %d, %v", v, err)
		}
		if _, err := s.Next(ended); !errors.Is(err, context.Canceled) {
			t.Fatalf("an empty stream under an ended context: %v", err)
		}
		short, cancelShort := context.WithTimeout(t.Context(), time.Second)
		defer cancelShort()
		if _, err := s.Next(short); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("waiting past the deadline: %v", err)
		}
	})
}

func TestClosing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New[int]()
		waiting, leaving := h.Subscribe(nil), h.Subscribe(nil)
		left := make(chan error, 1)
		go func() { _, err := leaving.Next(t.Context()); left <- err }()
		synctest.Wait()
		leaving.Close()
		leaving.Close()
		if err := <-left; !errors.Is(err, ErrClosed) {
			t.Fatalf("leaving while waiting: %v", err)
		}
		h.Publish(1)
		h.Close()
		h.Close()
		if h.Publish(2) {
			t.Fatal("a closed hub took a value")
		}
		if v, err := waiting.Next(t.Context()); v != 1 || err != nil {
			t.Fatalf("the value before the closing: %d, %v", v, err)
		}
		if _, err := waiting.Next(t.Context()); !errors.Is(err, ErrClosed) {
			t.Fatalf("after the last value: %v", err)
		}
		if _, err := leaving.Next(t.Context()); !errors.Is(err, ErrClosed) {
			t.Fatalf("a closed subscription: %v", err)
		}
		select {
		case <-leaving.place().ready:
		default:
			t.Fatal("a closed subscription would wait")
		}
	})
}

func TestChannelDeliversInOrderAndEnds(t *testing.T) {
	h := New[int]()
	s := h.Subscribe(nil)
	go func() {
		for i := range 50 {
			h.Publish(i)
		}
		h.Close()
	}()
	want := 0
	for v := range s.C() {
		if v != want {
			t.Fatalf("got %d, want %d", v, want)
		}
		want++
	}
	if want != 50 {
		t.Fatalf("the channel ended after %d", want)
	}
}

func TestClosingStopsAChannelThatNobodyReads(t *testing.T) {
	h := New[int]()
	s := h.Subscribe(nil)
	c := s.C()
	h.Publish(1)
	s.Close() // goleak sees a pump that stays behind
	for range c {
	}
}
