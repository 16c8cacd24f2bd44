package watch

import (
	"testing"
	"time"
)

// TestAnAnswerThatSaysTheSameIsShownAfterAWhile, another word at once, and what a person
// asked for too.
func TestAnAnswerThatSaysTheSameIsShownAfterAWhile(t *testing.T) {
	first := time.Date(2026, 11, 20, 14, 31, 8, 0, time.UTC)
	for name, c := range map[string]struct {
		after time.Duration
		word  string
		asked time.Duration
		shown bool
	}{
		"the same, soon":         {3 * time.Second, "PENDING", 0, false},
		"the same, later":        {5 * time.Second, "PENDING", 0, true},
		"another":                {time.Second, "PROCESSING", 0, true},
		"asked for":              {2 * time.Second, "PENDING", time.Second, true},
		"before it was asked":    {time.Second, "PENDING", 2 * time.Second, false},
		"older than what is new": {-time.Second, "PENDING", 0, true},
	} {
		told := told{at: first, word: "PENDING"}
		if c.asked > 0 {
			told.asked = first.Add(c.asked)
		}
		told.update(first.Add(c.after), c.word)
		if shown := told.at.Equal(first.Add(c.after)) && told.word == c.word; shown != c.shown {
			t.Errorf("%s: shown %v", name, shown)
		}
	}
}
