package lock

import (
	"time"

	"sanduq/ui/keys"
)

// noHand is how many keys in a row no hand presses less than keys.ScanGap apart; two it
// may, rolled.
const noHand = 3

// mostListens bounds how often a window that is slow over and over is waited for.
const mostListens = 20

// listen waits until no scanner would have typed on. A character more begins it again.
//
// A scanner's next character comes within keys.ScanGap of the one before, or as soon as
// the window hears again. So a hand's PIN waits for two of these gaps, which nobody
// feels, in which the window heard: where it was busy, what was typed meanwhile is heard
// after this, and it listens again. Only after a group that no hand types is a late
// character waited for, whatever held it up.
func (e *entry) listen() {
	e.began++
	gaps := 2
	if _, longest := e.pace.Runs(); longest >= noHand {
		gaps = int((keys.StallGap+keys.ScanGap)/keys.ScanGap) + 1
	}
	e.listenOnce(e.began, gaps, gaps, mostListens)
}

// listenOnce is one gap of gaps, of which left are to come.
func (e *entry) listenOnce(turn, left, gaps, listens int) {
	until := e.asker.env.Now().Add(keys.ScanGap)
	e.asker.env.After(keys.ScanGap, func() {
		switch {
		case !e.due || turn != e.began:
		case busy(e.asker.env.Now().Sub(until)) && listens > 0:
			e.listenOnce(turn, gaps, gaps, listens-1)
		case left > 1:
			e.listenOnce(turn, left-1, gaps, listens)
		default:
			e.decide()
		}
	})
}

// busy reports whether a window that came so late to what it had to do did not hear.
func busy(late time.Duration) bool { return late >= keys.ScanGap/2 }

// decide decides about a PIN that is whole. A scan is none, and nor is a group that no
// hand types and that has more than what was missing.
func (e *entry) decide() {
	last, longest := e.pace.Runs()
	before, _ := e.past.Before(last)
	switch n := e.pace.Count(); {
	case n > 0:
		e.scanned(n)
	case last >= noHand && last > e.user.Digits-before:
		e.scanned(last)
	case e.more > 0 && longest >= noHand: // in two parts
		e.wipe()
	default:
		e.send()
	}
}
