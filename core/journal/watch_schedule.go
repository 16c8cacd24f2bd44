package journal

import "time"

// firstWatches are the moments of the first questions, counted from the start
// of polling; then it is once an hour.
var firstWatches = []time.Duration{
	6 * time.Minute, 8 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, 60 * time.Minute,
}

// watchHours is how long an unsettled sale is asked about after polling ended.
const watchHours = 72

// plannedWatches is how many questions that makes. The plan ends when so many
// were answered, not when the clock says so: clocks are set, and a machine may
// be off over a holiday.
const plannedWatches = 6 + watchHours - 1

// silentWatches is how many questions may stay without an answer before nobody
// is asked any more: a gateway that has said nothing for so long is gone.
const SilentWatches = 30 * 24

// firstSeconds are the moments, counted from the settlement, of the first
// questions to the other leg of a paid sale; then they are nextWatch's.
var firstSeconds = []time.Duration{30 * time.Second, 5 * time.Minute}

// nextSecond is nextWatch for the other leg of a sale settled at since.
func nextSecond(since, now time.Time, answered, silent int) time.Time {
	for _, d := range firstSeconds {
		if at := since.Add(d); at.After(now) {
			return at
		}
	}
	return nextWatch(since, now, answered-len(firstSeconds), silent)
}

// nextWatch returns the first planned moment after now of a sale watched since
// since, after answered questions with an answer and silent ones without; the
// zero time when the plan has ended. A moment that was missed (the machine was
// off) is not made up for one by one.
func nextWatch(since, now time.Time, answered, silent int) time.Time {
	if answered >= plannedWatches || silent >= SilentWatches {
		return time.Time{}
	}
	for _, d := range firstWatches {
		if at := since.Add(d); at.After(now) {
			return at
		}
	}
	hours := now.Sub(since)/time.Hour + 1
	return since.Add(hours * time.Hour)
}
