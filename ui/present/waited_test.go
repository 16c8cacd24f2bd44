package present

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"sanduq/core/journal"
)

// TestWaitedMovesWithTheAnswer: from one answer of the bank to the next nothing
// of the wait moves, and where none comes it goes on all the same.
func TestWaitedMovesWithTheAnswer(t *testing.T) {
	began := time.Date(2026, 11, 20, 14, 28, 0, 0, time.UTC)
	live := journal.LiveStatus{PollingSince: began, PollingUntil: began.Add(5 * time.Minute)}
	at := func(answer, now time.Duration) float32 {
		live.LastAnswer = began.Add(answer)
		return Waited(live, began.Add(now))
	}
	for second := range 11 {
		if got := at(150*time.Second, 150*time.Second+time.Duration(second)*time.Second); got != .5 {
			t.Errorf("%d s after an answer in the middle it is %v", second, got)
		}
	}
	if got := at(160*time.Second, 160*time.Second); got <= .5 {
		t.Errorf("the next answer does not move it: %v", got)
	}
	if got := at(60*time.Second, 290*time.Second); got < .95 {
		t.Errorf("a silent bank keeps it at %v", got)
	}
	if got := at(0, time.Hour); got != 1 {
		t.Errorf("after the end it is %v", got)
	}
	if got := Waited(journal.LiveStatus{}, began); got != 0 {
		t.Errorf("without polling it is %v", got)
	}
}

// TestWaitedNeverGoesBack, whenever answers come.
func TestWaitedNeverGoesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		began := time.Date(2026, 11, 20, 14, 28, 0, 0, time.UTC)
		live := journal.LiveStatus{PollingSince: began, PollingUntil: began.Add(5 * time.Minute), LastAnswer: began.Add(-time.Duration(rapid.IntRange(0, 60).Draw(t, "before")) * time.Second)}
		now, last := began, float32(0)
		for range 30 {
			now = now.Add(time.Duration(rapid.IntRange(1, 20_000).Draw(t, "ms")) * time.Millisecond)
			if rapid.Bool().Draw(t, "answer") {
				live.LastAnswer = now
			}
			got := Waited(live, now)
			if got < last || got > 1 {
				t.Fatalf("%v after %v", got, last)
			}
			last = got
		}
	})
}
