// Package pause tells what is left of a pause by a clock that may be set back.
package pause

import "time"

// Left is how long after now a pause still lasts that ends at until and was given for at most so long; never below
// zero. Where more than the most is left, the clock was set back after the pause had begun: nothing is left then, so
// that nobody waits for the clock to come round again. It may be called from anywhere.
func Left(until, now time.Time, most time.Duration) time.Duration {
	if left := until.Sub(now); left <= most {
		return max(left, 0)
	}
	return 0
}
