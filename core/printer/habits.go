package printer

import "time"

// habits are what is known of how one printer answers: each of them is waited for
// once, not for each slip. They are learnt from what the printer does, and unlearnt
// when it does otherwise.
type habits struct {
	silent bool   // it answers no question, and is no server of another kind either
	some   []byte // the questions that it answers, where it does not answer all
	mark   marking
}

// marking is whether a printer says when it came to the end of a job.
type marking int8

const (
	unasked marking = iota
	marks           // it answers GS r
	mute            // it does not
)

// Waits that are no Limits: they are those of a printer that is there and idle.
const (
	quick = 200 * time.Millisecond // in which a printer that answers questions at all does so
	turns = 25 * time.Millisecond  // between two looks at who wants the drawer opened
)

// asks are the questions that are put to the printer.
func (h *habits) asks() []byte {
	if h.some != nil {
		return h.some
	}
	return every
}

// every question of a state, in the order of its answers.
var every = []byte{1, 2, 3, 4}

// learn finds out which questions a printer answers that answered a few of all, by
// putting each alone. One that then answers none is asked for all again next time.
func (d *device) learn(t *talk) (State, error) {
	var some []byte
	got := fine
	for _, n := range every {
		if err := t.read(time.Now().Add(drain), func() bool { return false }); err != nil {
			return Unknown, err
		}
		a, heard, err := t.askAll([]byte{n}, min(quick, t.limits.Answer))
		if err != nil {
			return Unknown, err
		}
		if heard > 0 {
			some = append(some, n)
			got[n-1] = a[n-1]
		}
	}
	if len(some) == 0 || len(some) == answers {
		return Unknown, nil
	}
	d.some = some
	return stateOf(got), nil
}

// probe finds out whether an idle printer answers the mark, so that no slip waits
// for what never comes.
func (d *device) probe(t *talk) error {
	if d.mark != unasked {
		return nil
	}
	t.passed = false
	if err := t.write(mark, nil); err != nil {
		return err
	}
	if err := t.read(time.Now().Add(t.limits.Answer), func() bool { return t.passed }); err != nil {
		return err
	}
	d.mark = mute
	if t.passed {
		d.mark = marks
	}
	return nil
}
