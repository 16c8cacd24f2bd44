package till

import "time"

// WatchFor is how long an unsettled sale is asked about after polling ended.
const WatchFor = 72 * time.Hour

// firstWatches are the moments of the first questions, counted from the start
// of polling; then it is once an hour.
var firstWatches = []time.Duration{
	6 * time.Minute, 8 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, 60 * time.Minute,
}

// nextWatch returns the first planned moment after now of a sale watched since
// since; the zero time when the plan has ended. A moment that was missed (the
// machine was off) is not made up for one by one.
func nextWatch(since, now time.Time) time.Time {
	for _, d := range firstWatches {
		if at := since.Add(d); at.After(now) {
			return at
		}
	}
	hours := now.Sub(since)/time.Hour + 1
	at := since.Add(hours * time.Hour)
	if at.Sub(since) > WatchFor {
		return time.Time{}
	}
	return at
}
