package core

import (
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestAScheduleOfOnesOwn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		d := newDesk(t, func(_ *ClientConfig, o *[]Option) {
			*o = append(*o, WithSchedule(PollSchedule{Fast: 2 * time.Second, FastFor: 5 * time.Second, Slow: 4 * time.Second, Cap: 15 * time.Second}))
		})
		d.open()
		d.showQR()
		from := d.now()
		d.events()
		time.Sleep(14900 * time.Millisecond)
		d.expectEvents()
		time.Sleep(time.Minute)
		expectTicks(t, d.polled(from), []millis{2000, 4000, 9000, 13000})
		d.expectEvents("pollingCapped")
	})
}

func TestNormalSchedules(t *testing.T) {
	s := time.Second
	for _, c := range []struct{ give, want PollSchedule }{
		{PollSchedule{}, PollSchedule{3 * s, 30 * s, 10 * s, 300 * s}},
		{PollSchedule{Slow: 2 * s}, PollSchedule{2 * s, 0, 2 * s, 300 * s}},
		{PollSchedule{Cap: 9 * s}, PollSchedule{10 * s, 0, 10 * s, 9 * s}},
		{PollSchedule{Fast: s, FastFor: 5 * s}, PollSchedule{s, 5 * s, 10 * s, 300 * s}},
		{PollSchedule{Fast: -1, FastFor: 5 * s, Slow: -1, Cap: -1}, PollSchedule{10 * s, 0, 10 * s, 300 * s}},
		{PollSchedule{Fast: 1, FastFor: s, Slow: 1, Cap: s}, PollSchedule{time.Millisecond, s, time.Millisecond, s}},
	} {
		if got := c.give.normal(); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.give, got, c.want)
		}
	}
}

// Whatever the schedule: next walks strictly forward, never past the cap, ends
// at last, and no tick lies between two neighbours.
func TestSchedulesWalkForward(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		duration := rapid.Custom(func(t *rapid.T) time.Duration {
			return time.Duration(rapid.IntRange(0, 400).Draw(t, "ms")) * 10 * time.Millisecond
		})
		s := PollSchedule{duration.Draw(t, "fast"), duration.Draw(t, "fastFor"), duration.Draw(t, "slow"), duration.Draw(t, "cap")}.normal()
		s.Cap = min(s.Cap, 5*time.Second)
		at, count := time.Duration(0), 0
		for {
			next, more := s.next(at)
			if next <= at {
				t.Fatalf("%+v: after %s comes %s", s, at, next)
			}
			between := at + time.Duration(rapid.Int64Range(0, int64(next-at)-1).Draw(t, "between"))
			if n, _ := s.next(between); n != next {
				t.Fatalf("%+v: after %s comes %s, after %s comes %s", s, at, next, between, n)
			}
			if !more {
				if next <= s.Cap || at != s.last() {
					t.Fatalf("%+v: ended at %s, last is %s, next would be %s", s, at, s.last(), next)
				}
				return
			}
			if next > s.Cap {
				t.Fatalf("%+v: %s is past the cap", s, next)
			}
			if at, count = next, count+1; count > 10000 {
				t.Fatal("endless")
			}
		}
	})
}
