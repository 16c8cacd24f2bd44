package printer

// State is how a printer is.
type State string

// The states, the worse later.
const (
	Unknown   State = "unknown" // it does not say
	Ready     State = "ready"   // of a queue: it takes jobs, which says nothing of paper
	PaperLow  State = "paper-low"
	PaperOut  State = "paper-out"
	CoverOpen State = "cover-open"
	Fault     State = "fault"  // the cutter is stuck, the head too hot and the like
	Off       State = "off"    // off line, by its button or by a fault that it does not name
	Paused    State = "paused" // a queue that keeps what it gets
)

// Code is why a printer in a state gets no job; blank when it may.
func (s State) Code() Code {
	switch s {
	case PaperOut:
		return NoPaper
	case CoverOpen:
		return CoverIsOpen
	case Fault:
		return HasFault
	case Off:
		return SwitchedOff
	case Paused:
		return QueuePaused
	}
	return ""
}

// questions makes the bytes of the questions of a state, DLE EOT n, answered at once whatever
// the printer does, each with one byte.
func questions(which []byte) (out []byte) {
	for _, n := range which {
		out = append(out, 0x10, 0x04, n)
	}
	return out
}

// mark is what a job is followed by, GS r 1, answered in its turn, when all before it is worked through.
var mark = []byte{0x1d, 'r', 1}

// fine is what a printer answers to all questions that has nothing to say.
var fine = [answers]byte{0x12, 0x12, 0x12, 0x12}

const answers = 4

// kind is what a byte from a printer is, by the bits that are fixed in it.
type kind int

const (
	rubbish   kind = iota
	answer         // to DLE EOT
	reached        // the answer to the mark
	automatic      // the first of four bytes of an automatic status, which nobody asked for
	flow           // XON or XOFF
)

func kindOf(b byte) kind {
	switch {
	case b == 0x11 || b == 0x13:
		return flow
	case b&0x93 == 0x12:
		return answer
	case b&0x93 == 0x10:
		return automatic
	case b&0x90 == 0:
		return reached
	}
	return rubbish
}

// stateOf reads the four answers in order.
func stateOf(a [answers]byte) State {
	printer, offline, wrong, roll := a[0], a[1], a[2], a[3]
	switch {
	case offline&0x04 != 0:
		return CoverOpen
	case offline&0x20 != 0 || roll&0x60 != 0:
		return PaperOut
	case wrong&0x68 != 0 || offline&0x40 != 0:
		return Fault
	case printer&0x08 != 0:
		return Off
	case roll&0x0c != 0:
		return PaperLow
	}
	return Ready
}
