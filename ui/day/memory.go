package day

import (
	"sanduq/core/journal"
	"sanduq/ui/pages"
	"sanduq/ui/screen"
)

// Memory is what the screen remembers while it is away, or is built again for
// another language.
type Memory struct {
	at      step
	counted map[int64]string    // by note or coin: how many, as it was typed
	sum     *journal.DrawerSum  // of the newest count; nil before there is one
	first   *journal.ShiftCount // of the shift, where there is more than one count; nil where it is not known
	shift   uint64              // that all of it is about
	reason  string
	z       *journal.Z // that is shown
	fresh   bool       // it was made just now, and is not on paper yet
	kind    journal.MovementKind
	doubted journal.Day // that the clock shows, and the till asked about: the same once more says that it is right
	acts    screen.Acts
	asker   any          // the screen that asked for the newest act
	waiting *pages.Frame // says that the act is still out; nil for nobody
}

// step is which of the pages is shown.
type step int

const (
	stepDay step = iota
	stepCount
	stepDifference
	stepClosed
	stepMove
	stepHand
	stepReverse
	stepPaper
	stepX
	stepZs
	stepDate
)
