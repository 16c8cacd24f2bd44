package interleavings

import (
	"go/types"
	"slices"
)

// A step touches things: a lock, a field that a lock guards, one sale's SDK, one
// payment at the gateway, one record on the disk. Two steps commute unless both
// touch one thing and not both merely look at it.
type touch struct {
	thing string
	kind  touchKind
}

type touchKind int

const (
	looks   touchKind = iota // reads what is behind a lock
	changes                  // may write it
	takes                    // holds a lock beyond the step
	gives                    // gives a lock back
	tries                    // looks whether a lock is held
)

type touches []touch

// commutes reports whether two steps may change places.
func (t touches) commutes(other touches) bool { return !t.meets(other, false) }

// clash reports whether a step is in conflict with a later one by more than a
// lock that the later one waited for.
func (t touches) clash(later touches) bool { return t.meets(later, true) }

func (t touches) meets(other touches, butLocks bool) bool {
	for _, a := range t {
		for _, b := range other {
			if a.thing == b.thing && (a.kind != looks || b.kind != looks) && !(butLocks && b.kind == takes) {
				return true
			}
		}
	}
	return false
}

// shown are fields that decide nothing about money: what a screen shows of a
// call under way, and since when a poller runs.
var shown = []*named[*types.Var]{live, pollStart}

func isShown(f *types.Var) bool {
	return slices.ContainsFunc(shown, func(n *named[*types.Var]) bool { return n.is == f })
}

// lockTouches is what the step that begins with taking a lock touches: of a lock
// that guards memory the fields that the function reads and writes by its source,
// of any other the lock, which is held across points.
func lockTouches(n lockName, u *use, try bool) (t touches) {
	switch {
	case try:
		return touches{{n.thing(), tries}}
	case !n.memory:
		t = touches{{n.thing(), takes}}
		if u.function == reopen.is {
			t = append(t, touch{trouble, changes})
		} else if u.doubts {
			t = append(t, touch{trouble, looks})
		}
		return t
	}
	for field, written := range theSource.touched(n.field.is, u.function, u.line) {
		switch {
		case isShown(field):
		case written:
			t = append(t, touch{n.guarded(field), changes})
		default:
			t = append(t, touch{n.guarded(field), looks})
		}
	}
	if u.session {
		t = append(t, touch{session(n.of), looks})
	}
	if u.calls {
		t = append(t, touch{calls(n.of), changes})
	}
	return t
}

// session is what a sale's SDK keeps, calls the calls that it makes.
func session(sale string) string { return "session " + sale }
func calls(sale string) string   { return "calls " + sale }

// answers is what an SDK touches that takes an answer in.
func answers(sale string) touches {
	return touches{{session(sale), changes}, {calls(sale), changes}}
}
