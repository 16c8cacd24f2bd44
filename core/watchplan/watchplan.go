// Package watchplan says when a payment that is no longer polled is asked about
// again: the plan of the till and of the payment page. It is arithmetic alone, and
// imports nothing of ours.
//
//sanduq:norace it computes, in one goroutine
package watchplan

import "time"

// Plan is a row of moments, counted from the start of polling.
type Plan struct {
	First []time.Duration // the first moments, in order
	Every time.Duration   // between those that follow
	// Answered is how many questions with an answer end the plan, and Silent how
	// many without one: clocks are set, and a machine may be off over a holiday, so
	// that no moment ends it.
	Answered, Silent int
}

// UsualSilent is how many questions without an answer end the usual plan.
const UsualSilent = 30 * 24

// Usual asks at 6, 8, 10, 15, 30 and 60 minutes, then once an hour for 72 hours. It
// gives a gateway up that said nothing for thirty days.
func Usual() Plan {
	return Plan{
		First: []time.Duration{6 * time.Minute, 8 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute, 60 * time.Minute},
		Every: time.Hour, Answered: 6 + 72 - 1, Silent: UsualSilent,
	}
}

// Next returns the first planned moment after now of a payment that was polled from
// since on, after answered questions with an answer and silent ones without; the
// zero time when the plan has ended. A moment that was missed is not made up for. A
// clock that is centuries ahead does not end it.
func (p Plan) Next(since, now time.Time, answered, silent int) time.Time {
	if answered >= p.Answered || silent >= p.Silent {
		return time.Time{}
	}
	for _, d := range p.First {
		if at := since.Add(d); at.After(now) {
			return at
		}
	}
	at := since.Add((now.Sub(since)/p.Every + 1) * p.Every)
	if wait := at.Sub(now); wait <= 0 || wait > p.Every { // the clock is further from since than a duration holds
		return now.Add(p.Every)
	}
	return at
}
