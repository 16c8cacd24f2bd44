package printer

import (
	"context"
	"time"
)

// kick is a drawer that is to be opened while a slip is on its way.
type kick struct {
	pin  Pin
	done chan error
}

// realTime makes the bytes that open a drawer whatever the printer does, also without
// paper: DLE DC4 1, 100 ms on.
func realTime(p Pin) []byte {
	switch p {
	case Pin2:
		return []byte{0x10, 0x14, 1, 0, 1}
	case Pin5:
		return []byte{0x10, 0x14, 1, 1, 1}
	}
	return nil
}

// OpenDrawer opens the drawer before any slip that waits, and within the one that is
// being printed once all its bytes are out. A printer that cannot print gets the
// command that it obeys all the same.
func (d *device) OpenDrawer(ctx context.Context, pin Pin) error {
	if Pulse(pin) == nil {
		return nil
	}
	k := kick{pin, make(chan error, 1)}
	select {
	case d.turn <- struct{}{}:
	case d.kicks <- k:
		return <-k.done // written by who has the turn, within its limits
	case <-ctx.Done():
		return failed(ctx, Stopped, 0, ctx.Err())
	}
	defer d.turn.give()
	return d.speak(ctx, func(t *talk) error {
		state, known := Unknown, d.silent
		if !known {
			a, heard, err := t.askAll(d.asks(), min(quick, t.limits.Answer))
			if err != nil {
				return err
			}
			if known = heard == len(d.asks()); known {
				state = stateOf(a)
			}
		}
		bytes := Pulse(pin)
		if state.Code() != "" {
			bytes = realTime(pin)
		} else if err := d.mend(t); err != nil {
			return err
		}
		if err := t.write(bytes, &t.sent); err != nil {
			return err
		}
		if known {
			return nil
		}
		_, err := d.ask(t) // the drawer is open: now there is time to see how it answers, and whether it is a printer at all
		return err
	})
}

// kicked opens the drawer for anyone who asks for it now.
func (d *device) kicked(t *talk) {
	select {
	case k := <-d.kicks:
		k.done <- t.write(realTime(k.pin), nil)
	default:
	}
}

// await reads until enough or a moment, and opens the drawer meanwhile.
func (d *device) await(t *talk, end time.Time, enough func() bool) error {
	for {
		d.kicked(t)
		soon := time.Now().Add(turns)
		if soon.After(end) {
			soon = end
		}
		if err := t.read(soon, enough); err != nil || enough() || !time.Now().Before(end) {
			return err
		}
	}
}
