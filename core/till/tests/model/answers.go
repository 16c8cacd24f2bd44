package model

import "sanduq/core"

// answer is what a status question brings for one leg.
type answer uint8

const (
	own     answer = iota // the truth
	words                 // a refusal in words: no such order
	odd                   // a word that no profile has
	silent                // nothing that could be understood
	denied                // 401
	foreign               // SUCCESS of another payment
	answers = 6
)

// said is an answer together with the truth at its moment.
type said uint8

const (
	saidPending said = iota
	saidProcessing
	saidSuccess
	saidFailed
	saidExpired
	saidOdd
	saidRefused
	saidForeign
	saidDenied
	saidNothing
	legUnanswered // of two legs one ended and the other said nothing
)

func (b bank) ask(leg int, a answer) said {
	switch a {
	case words:
		return saidRefused
	case odd:
		return saidOdd
	case silent:
		return saidNothing
	case denied:
		return saidDenied
	case foreign:
		return saidForeign
	}
	return [...]said{nothing: saidPending, open: saidPending, confirmed: saidProcessing, debited: saidSuccess,
		refused: saidFailed, expired: saidExpired}[b.leg[leg]]
}

// end reports whether the leg came to nothing, by the gateway's word.
func (s said) end() bool { return s == saidFailed || s == saidExpired }

// mute reports whether nothing was learned.
func (s said) mute() bool { return s == saidNothing || s == saidDenied || s == legUnanswered }

// noMoney reports whether the gateway answered that no payment is under way by
// the leg. One that is pending is under way.
func (s said) noMoney() bool { return s == saidRefused || s.end() }

// notYet reports whether the gateway answered that nothing was paid so far by the leg:
// that a payment is under way, too.
func (s said) notYet() bool { return s.noMoney() || s == saidPending || s == saidOdd }

// answered reports whether the gateway spoke, if only to refuse.
func (s said) answered() bool { return !s.mute() }

// news is the step of the session that an answer asks for; blank for none.
func (s said) news() core.Trigger {
	switch s {
	case saidProcessing:
		return core.TriggerStatusProcessing
	case saidSuccess:
		return core.TriggerStatusSuccess
	case saidFailed:
		return core.TriggerStatusFailed
	case saidExpired:
		return core.TriggerStatusExpired
	}
	return ""
}

// join makes one answer out of two legs'. Success on either is success; a
// confirmation on either counts for more than a wrong identity, and that for more
// than the other's end; an end needs both to have answered, in words at least; a
// refusal in words hides nothing. second reports whose answer it is.
func join(first, other said) (s said, second bool) {
	for _, weighty := range []func(said) bool{
		func(s said) bool { return s == saidSuccess },
		func(s said) bool { return s == saidProcessing },
		func(s said) bool { return s == saidForeign },
	} {
		if weighty(first) {
			return first, false
		}
		if weighty(other) {
			return other, true
		}
	}
	switch {
	case first.mute():
		return first, false
	case other == saidDenied && (first.end() || first == saidRefused):
		return saidDenied, false
	case other.mute() && (first.end() || first == saidRefused):
		return legUnanswered, false
	case other.mute():
		return first, false
	case first.end() && other == saidOdd, first == saidRefused:
		return other, true
	}
	return first, false
}
