package watchplan

import (
	"testing"
	"time"
)

func TestUsual(t *testing.T) {
	since := time.Date(2026, 1, 2, 9, 0, 0, 0, time.UTC)
	plan, now, asked := Usual(), since, 0
	for next := plan.Next(since, now, asked, 0); !next.IsZero(); next = plan.Next(since, now, asked, 0) {
		if !next.After(now) {
			t.Fatalf("%v is not after %v", next, now)
		}
		now, asked = next, asked+1
	}
	if asked != 77 || now.Sub(since) != 72*time.Hour {
		t.Errorf("%d questions, the last after %v", asked, now.Sub(since))
	}
	if at := plan.Next(since, since.Add(7*time.Minute), 0, 0); at.Sub(since) != 8*time.Minute {
		t.Errorf("a missed moment leads to %v", at.Sub(since))
	}
	if !plan.Next(since, now, 0, plan.Silent).IsZero() {
		t.Error("a gateway that says nothing is asked for ever")
	}
}

// TestAClockCenturiesAheadEndsNoPlan: a clock that jumps to the year 9999 is further from
// the start than a duration holds. The next question is an hour away all the same; a
// moment of the past would be asked at once, over and over, until the plan had ended.
func TestAClockCenturiesAheadEndsNoPlan(t *testing.T) {
	since := time.Date(2026, 1, 2, 9, 0, 0, 0, time.UTC)
	for _, now := range []time.Time{time.Date(9999, 6, 1, 0, 0, 0, 0, time.UTC), since.Add(1<<63 - 1), since.Add(1<<63 - 1 - time.Hour)} {
		next := Usual().Next(since, now, 8, 0)
		if wait := next.Sub(now); wait <= 0 || wait > time.Hour {
			t.Errorf("at %v the next question is at %v", now, next)
		}
	}
}
