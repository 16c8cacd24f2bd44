package core

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core/wire"
)

// sleepyClock runs with the bubble's time; the wall clock can be set ahead of
// it, as it is after the machine slept.
type sleepyClock struct {
	start time.Time
	mu    sync.Mutex
	ahead time.Duration
}

func newSleepyClock() *sleepyClock { return &sleepyClock{start: time.Now()} }

func (c *sleepyClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Round(0).Add(c.ahead)
}
func (c *sleepyClock) Monotonic() time.Duration               { return time.Since(c.start) }
func (c *sleepyClock) After(d time.Duration) <-chan time.Time { return time.After(d) }
func (c *sleepyClock) sleep(d time.Duration)                  { c.mu.Lock(); c.ahead += d; c.mu.Unlock() }

func every(step, until millis) (list []millis) {
	for t := step; t <= until; t += step {
		list = append(list, t)
	}
	return list
}

// expected is the documented rhythm in milliseconds.
func expected() []millis {
	list := every(3000, 30000)
	for t := millis(40000); t <= 300000; t += 10000 {
		list = append(list, t)
	}
	return list
}

func withClock(c Clock) deskOption {
	return func(config *ClientConfig, options *[]Option) {
		config.Clock = c
		*options = append(*options, WithClock(c))
	}
}

func (d *desk) polled(from time.Duration) []millis { return d.g.seconds(pathStatus, from) }

func (d *desk) now() time.Duration { return time.Since(d.g.started) }

func expectTicks(t *testing.T, got, want []millis) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("ticks\n got %v\nwant %v", got, want)
	}
}

func TestPollerTicks37TimesAndCaps(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		from := d.now()
		if h := d.Health(); !h.Polling || h.PollingUntil.Sub(h.PollingSince) != 5*time.Minute {
			t.Fatalf("%+v", h)
		}
		time.Sleep(299 * time.Second)
		d.events()
		time.Sleep(time.Second)
		synctest.Wait()
		d.expectEvents("pollingCapped")
		time.Sleep(time.Hour)
		got := d.polled(from)
		expectTicks(t, got, expected())
		if len(got) != 37 || d.state() != StateQRGenerated || d.Health().Polling || d.Health().Checks != 37 {
			t.Fatalf("%d ticks, %s, %+v", len(got), d.state(), d.Health())
		}
		d.expectEvents()

		d.g.reply(pathStatus, successReply)
		d.StartStatusPolling("P1", nil) // a capped poller may be started afresh
		from = d.now()
		time.Sleep(time.Hour)
		if got := d.polled(from); got[len(got)-1] != 3000 || len(got) != 38 {
			t.Fatalf("%v", got)
		}
		if d.state() != StateSuccess {
			t.Fatal("the fresh poller did not find the money")
		}
		d.expectEvents("state fetchStatus >success")
	})
}

func TestSlowRepliesShiftNothing(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{body: pendingReply, delay: 2900 * time.Millisecond})
		d.open()
		d.showQR()
		from := d.now()
		time.Sleep(6 * time.Minute)
		expectTicks(t, d.polled(from), expected())
	})
}

func TestMissedTicksMergeIntoTheNext(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{body: pendingReply, delay: 7 * time.Second}, answer{body: pendingReply, delay: 3 * time.Second},
			answer{body: pendingReply})
		d.open()
		d.showQR()
		from := d.now()
		time.Sleep(25 * time.Second)
		// The reply to the tick at 3 comes at 10: 6 and 9 are gone. The reply to
		// 12 comes at 15, just as the next tick is due.
		expectTicks(t, d.polled(from), []millis{3000, 12000, 15000, 18000, 21000, 24000})
		d.StopStatusPolling()
	})
}

func TestTheLastTickIsNeverLost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{body: pendingReply, delay: 4 * time.Second})
		d.open()
		d.showQR()
		from := d.now()
		d.StopStatusPolling()
		d.StartStatusPolling("P1", &PollSchedule{Fast: 2 * time.Second, FastFor: 5 * time.Second, Slow: time.Minute, Cap: 5 * time.Second})
		time.Sleep(time.Minute)
		expectTicks(t, d.polled(from), []millis{2000, 6000})
		d.StartStatusPolling("P1", &PollSchedule{Fast: 2 * time.Second, FastFor: 5 * time.Second, Slow: time.Minute, Cap: 20 * time.Second})
		from = d.now()
		time.Sleep(time.Minute)
		if got := d.polled(from); got[len(got)-1] != 6000 { // as soon as the slow reply is there, not at the cap
			t.Fatalf("%v", got)
		}
		if k := kinds(d.events()); k[len(k)-1] != "pollingCapped" {
			t.Fatal(k)
		}
	})
}

func TestErrorsKeepTheCadence(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.g.on(pathStatus, answer{status: 500}, answer{status: 429, header: http.Header{"Retry-After": {"100"}}, body: `{"success":false,"code":"SLOW_DOWN"}`},
			answer{drop: true}, answer{body: "<html>"}, answer{delay: time.Hour}, answer{truncate: true, body: successReply}, answer{body: pendingReply})
		d.open()
		d.showQR()
		from := d.now()
		time.Sleep(31 * time.Second)
		// The tick at 15 runs into its deadline of 8 s: 18 and 21 are gone.
		expectTicks(t, d.polled(from), []millis{3000, 6000, 9000, 12000, 15000, 24000, 27000, 30000})
		if d.state() != StateQRGenerated || d.Health().Degraded {
			t.Fatalf("%s, %+v", d.state(), d.Health())
		}
		d.StopStatusPolling()
	})
}

func TestARefusedTokenStopsThePollerAndKeepsTheState(t *testing.T) {
	for _, a := range []answer{{status: 401}, {status: 401, body: `{"success":false,"code":"TOKEN"}`}} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.g.on(pathStatus, answer{body: pendingReply}, a)
			d.open()
			d.showQR()
			d.events()
			time.Sleep(10 * time.Minute)
			d.expectEvents("pollingDenied fetchStatus")
			if n := len(d.g.seen(pathStatus)); n != 2 || d.state() != StateQRGenerated || d.Health().Polling {
				t.Fatalf("%d requests, %s", n, d.state())
			}
			_, err := d.RefreshStatus(t.Context(), "P1")
			isAll(t, err, ErrTokenExpired)
		})
	}
}

func TestStartIsReentrantAndOnePaymentReplacesAnother(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		from := d.now()
		time.Sleep(4 * time.Second)
		d.StartStatusPolling("P1", nil)
		d.StartStatusPolling("P1", &PollSchedule{Slow: time.Millisecond})
		time.Sleep(3 * time.Second)
		expectTicks(t, d.polled(from), []millis{3000, 6000})

		snapshot, _ := d.Snapshot()
		other := string(snapshot.Public)
		other = strings.ReplaceAll(other, `"P1"`, `"P2"`)
		if err := d.RestoreSession(Snapshot{Public: []byte(other), Secret: snapshot.Secret}); err != nil {
			t.Fatal(err)
		}
		if d.Health().Polling {
			t.Fatal("another payment was restored, yet the old one is polled")
		}
		d.StartStatusPolling("P1", nil)
		d.StartStatusPolling("P2", nil)
		from = d.now()
		time.Sleep(4 * time.Second)
		if got := d.polled(from); got[len(got)-1] != 3000 || len(got) != 3 {
			t.Fatalf("%v", got)
		}
		d.StopStatusPolling()
	})
}

func TestAPaymentThatIsNotOursLeavesThePollerAlone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.open()
		d.showQR()
		time.Sleep(4 * time.Second)
		d.events()
		d.StartStatusPolling("P9", nil)
		d.expectEvents("pollingRefused fetchStatus")
		time.Sleep(10 * time.Minute)
		if n := len(d.g.seen(pathStatus)); n != 37 {
			t.Fatalf("%d requests", n)
		}
	})
}

func TestARunThatWasReplacedCannotEndTheNext(t *testing.T) {
	bubble(t, func(t *testing.T) {
		p := &poller{clock: SystemClock(), tick: func(context.Context, *pollRun) bool { return false }, capped: func(*pollRun) {}}
		first := p.start(t.Context(), "A", PollSchedule{}, false)
		second := p.start(t.Context(), "A", PollSchedule{}, true)
		if first == nil || second == nil || p.finish(first) || !p.finish(second) || p.finish(second) {
			t.Fatal("a run was ended by another")
		}
	})
}

func TestStopAndDisposeCanBeRepeated(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t)
		d.StopStatusPolling() // nothing runs
		d.open()
		d.showQR()
		time.Sleep(4 * time.Second)
		d.StopStatusPolling()
		d.StopStatusPolling()
		time.Sleep(time.Minute)
		d.StartStatusPolling("P1", nil)
		d.DisposeStatusPolling()
		d.DisposeStatusPolling()
		d.StartStatusPolling("P1", nil)
		d.must(StateQRGenerated)(d.GenerateQR(t.Context(), GenerateQRRequest{}))
		time.Sleep(time.Hour)
		if n := len(d.g.seen(pathStatus)); n != 1 || d.Health().Polling {
			t.Fatalf("%d requests, %+v", n, d.Health())
		}
	})
}

func TestAfterSleepOneTickAtOnce(t *testing.T) {
	for _, c := range []struct {
		name         string
		awake, slept time.Duration
		want         []millis
		capped       bool
	}{
		{"short, within the fast phase", 10 * time.Second, 5 * time.Second, []millis{3000, 6000, 9000, 11000, 13000, 16000, 19000}, false},
		{"into the slow phase", 10 * time.Second, time.Minute, []millis{3000, 6000, 9000, 11000, 20000}, false},
		{"beyond the cap", 10 * time.Second, time.Hour, []millis{3000, 6000, 9000, 11000}, true},
		{"a clock set back", 10 * time.Second, -time.Hour, []millis{3000, 6000, 9000, 12000, 15000, 18000}, false},
		{"a slight correction", 10 * time.Second, time.Second, []millis{3000, 6000, 9000, 12000, 15000, 18000}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				clock := newSleepyClock()
				d := newDesk(t, withClock(clock))
				d.open()
				d.showQR()
				d.events()
				from := d.now()
				time.Sleep(c.awake + 500*time.Millisecond)
				clock.sleep(c.slept)
				time.Sleep(10 * time.Second)
				// A glance at the clocks each second after the tick at 9 finds the
				// sleep at 11.
				expectTicks(t, d.polled(from), c.want)
				if capped := len(d.events()) == 1; capped != c.capped || d.Health().Polling == c.capped {
					t.Fatalf("capped %t", capped)
				}
				d.StopStatusPolling()
			})
		})
	}
}

func TestASleepDuringTheLastRequestIsFollowedByATick(t *testing.T) {
	bubble(t, func(t *testing.T) {
		clock := newSleepyClock()
		d := newDesk(t, withClock(clock))
		d.g.on(pathStatus, answer{delay: time.Second, body: pendingReply}, answer{body: successReply})
		d.open()
		d.showQR()
		d.StopStatusPolling()
		d.events()
		d.StartStatusPolling("P1", &PollSchedule{Slow: 5 * time.Second, Cap: 5 * time.Second})
		time.Sleep(5500 * time.Millisecond)
		clock.sleep(time.Hour)
		time.Sleep(time.Second)
		synctest.Wait()
		d.expectEvents("state fetchStatus >success")
	})
}

func TestWithoutAStatusPathPollingIsSilentlyOff(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(c *ClientConfig, _ *[]Option) {
			c.Profile = wire.DefaultProfile()
			c.Profile.Paths.Status = ""
		})
		if d.SupportsStatusPolling() {
			t.Fatal("polling is said to be supported")
		}
		d.open()
		d.showQR()
		d.StartStatusPolling("P1", nil)
		time.Sleep(10 * time.Minute)
		if d.Health().Polling {
			t.Fatal("polling")
		}
		_, err := d.RefreshStatus(t.Context(), "P1")
		isAll(t, err, ErrUnsupported, ErrNotSent)
		s := d.must(StateOTPRequired)(d.ValidateAccount(t.Context(), bankAccount())) // the QR cannot be asked about
		if !s.QRUnasked {
			t.Fatalf("the session does not say so: %+v", s)
		}
		_, err = d.client.FetchStatus(t.Context(), wire.StatusCall{})
		isAll(t, err, ErrUnsupported, ErrNotSent)
		if d.g.total() != 3 {
			t.Fatal("something was sent")
		}
	})
}

// A run is left alone by another start for its payment, and makes way for
// another payment's.
func TestAPollerAsksForOnePayment(t *testing.T) {
	bubble(t, func(t *testing.T) {
		p := &poller{clock: SystemClock(), tick: func(context.Context, *pollRun) bool { return true }, capped: func(*pollRun) {}}
		defer p.dispose()
		first := p.start(t.Context(), "P1", DefaultPollSchedule(), false)
		if first == nil || p.start(t.Context(), "P1", DefaultPollSchedule(), false) != nil {
			t.Fatal("another start for the same payment is another run")
		}
		if second := p.start(t.Context(), "P2", DefaultPollSchedule(), false); second == nil || second.paymentID != "P2" {
			t.Fatal("the other payment is not asked for")
		}
	})
}
