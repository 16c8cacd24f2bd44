package present

import (
	"time"

	"sanduq/core/journal"
)

const (
	// waitedSteps is in how many steps a wait is shown: each one paints the window
	// again.
	waitedSteps = 150
	// waitedRest is longer than the pause between two questions to the bank.
	waitedRest = 12 * time.Second
)

// Waited is how much of the time in which the bank is asked is gone, 0 to 1, as of
// its newest answer: what shows it moves in the frame that tells of the answer,
// and by itself only where none comes. It never goes back.
func Waited(p journal.LiveStatus, now time.Time) float32 {
	whole := p.PollingUntil.Sub(p.PollingSince)
	if p.PollingSince.IsZero() || whole <= 0 {
		return 0
	}
	gone := now.Sub(p.PollingSince)
	if now.Sub(p.LastAnswer) <= waitedRest {
		gone = p.LastAnswer.Sub(p.PollingSince)
	} else {
		gone -= gone % waitedRest
	}
	gone = min(max(gone, 0), whole)
	return float32(gone.Milliseconds()*waitedSteps/whole.Milliseconds()) / waitedSteps
}
