package sandbox_test

import (
	"testing"
	"time"

	"sanduq/core/practice/sandbox"
	"sanduq/core/practice/sandbox/clock"
)

func TestTokenOutlivesTheTillsWatch(t *testing.T) {
	s := start(t)
	c := opened(t, s, "A-1", "1", "LYD")
	s.Clock().Advance(72 * time.Hour) // how long a till watches
	c.wantStatus(false, "EXPIRED")
	s.Clock().Advance(8*time.Hour - time.Second)
	c.wantStatus(false, "EXPIRED")
	s.Clock().Advance(time.Second)
	wantRefusal(t, c.ask(false), 401, "TOKEN_EXPIRED")
}

func TestClock(t *testing.T) {
	c := clock.New()
	c.Pause()
	at := c.Now()
	if !c.Now().Equal(at) {
		t.Fatal("a paused clock runs")
	}
	c.Advance(time.Hour)
	c.Advance(-time.Minute)
	if got := c.Now().Sub(at); got != time.Hour {
		t.Fatalf("advanced by %v", got)
	}
	c.Resume()
	if ahead := c.Now().Sub(at); ahead < time.Hour || ahead > time.Hour+time.Minute {
		t.Fatalf("running again %v later", ahead)
	}
	if !c.Now().Before(time.Now().Add(2*time.Hour)) || c.Now().Before(time.Now().Add(30*time.Minute)) {
		t.Fatal("the clock does not keep its lead")
	}
}

// TestSettlementComesByItself: on a running clock nobody has to ask for the money to move; the bank tells.
func TestSettlementComesByItself(t *testing.T) {
	s := start(t, func(o *sandbox.Options) { o.Clock = nil; o.Timing.Settle = 20 * time.Millisecond })
	c := opened(t, s, "A-1", "1", "LYD")
	c.qr()
	told := make(chan struct{}, 16)
	defer s.Bank().Subscribe(func() { told <- struct{}{} })()
	if err := s.Bank().Approve(c.paymentID); err != nil {
		t.Fatal(err)
	}
	inbox := func() int {
		m, err := s.Bank().Inbox(5) // reading messages settles nothing
		if err != nil {
			t.Fatal(err)
		}
		return len(m)
	}
	for inbox() == 0 {
		select {
		case <-told:
		case <-time.After(10 * time.Second):
			t.Fatal("nobody told")
		}
	}
	c.wantStatus(false, "SUCCESS")
}

// TestOwnClockIsNotTurnedBack moves the service's own clock, restarts, and finds the time and a token's age unchanged.
func TestOwnClockIsNotTurnedBack(t *testing.T) {
	o := sandbox.Options{Dir: t.TempDir(), Addr: "127.0.0.1:0"}
	s := reopen(t, nil, o)
	s.Clock().Advance(3 * time.Hour)
	s.Clock().Pause()
	s.Clock().Advance(time.Hour)
	before := s.Clock().Now()
	s = reopen(t, s, o)
	now := s.Clock().Now()
	if ahead := time.Until(now); now.Before(before) || ahead < 4*time.Hour-time.Minute || ahead > 4*time.Hour+time.Minute {
		t.Fatalf("the clock showed %s, after the restart %s", before, now)
	}
	s.Clock().Pause()
	s.Clock().Resume()
	if again := reopen(t, s, o).Clock().Now(); again.Before(now) {
		t.Fatalf("the clock showed %s, after the second restart %s", now, again)
	}
}
