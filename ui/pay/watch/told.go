package watch

import "time"

// sameWord is how long a wait shows an answer before a newer one that says the
// same takes its place: each paints the window again.
const sameWord = 5 * time.Second

// told is the answer that a wait shows, and how far the wait was at it.
type told struct {
	at    time.Time
	word  string
	asked time.Time // when a person asked last
}

// update takes an answer that says something else than the one that is shown, that
// a person asked for, or that is newer by more than sameWord.
func (t *told) update(at time.Time, word string) {
	waitedFor := t.at.Before(t.asked) && !at.Before(t.asked)
	if word != t.word || waitedFor || at.Before(t.at) || at.Sub(t.at) >= sameWord {
		t.at, t.word = at, word
	}
}
