package printer

import (
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// line is an open connection to a printer that takes and gives bytes.
type line interface {
	io.ReadWriteCloser
	SetDeadline(time.Time) error
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
}

// device is a printer that is spoken to directly. Each call opens the line again.
type device struct {
	open   func(context.Context) (line, error)
	limits Limits
	turn   turn
	kicks  chan kick // drawers to open; taken by who has the turn

	// Read and written by who has the turn.
	torn bool // the last job broke off, perhaps inside a command
	habits
}

func newDevice(open func(context.Context) (line, error), l Limits) *device {
	return &device{open: open, limits: l, turn: newTurn(), kicks: make(chan kick)}
}

// talk is one call's conversation.
type talk struct {
	line
	limits Limits
	ctx    context.Context
	sent   int
	passed bool // the mark after the job was answered
	spoke  bool // it answered a question
	skip   int  // bytes of an automatic status that are still to come
}

func (d *device) with(ctx context.Context, do func(*talk) error) error {
	if err := d.turn.acquire(ctx); err != nil {
		return err
	}
	defer d.turn.give()
	return d.speak(ctx, do)
}

// speak is a conversation of who has the turn.
func (d *device) speak(ctx context.Context, do func(*talk) error) error {
	l, err := d.open(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = l.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = l.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	t := &talk{line: l, limits: d.limits, ctx: ctx}
	err = do(t)
	if a, ok := l.(interface{ abandon() }); ok && err != nil && t.sent > 0 {
		a.abandon()
	}
	return err
}

// Status asks the printer. One that says nothing is Unknown.
func (d *device) Status(ctx context.Context) (state State, err error) {
	state = Unknown
	err = d.with(ctx, func(t *talk) (err error) {
		state, err = d.ask(t)
		return err
	})
	return state, err
}

// ask is a conversation's first question. Who does not answer it gets an empty line once: a printer feeds the paper, a
// server of text complains. One that is known to be silent is asked without waiting: what it says all the same is heard
// after the job.
func (d *device) ask(t *talk) (State, error) {
	if d.silent {
		_, _, err := t.askAll(every, 0)
		return Unknown, err
	}
	state, heard, err := t.ask(d.asks())
	switch {
	case err != nil || heard == len(d.asks()):
		return state, err
	case heard > 0 && d.some == nil:
		return d.learn(t)
	case heard > 0 || d.some != nil:
		return Unknown, nil
	}
	if err := t.write([]byte("\r\n"), nil); err != nil {
		return state, err
	}
	if err := t.read(time.Now().Add(t.limits.Answer), func() bool { return false }); err != nil {
		return state, err
	}
	d.silent = true
	return Unknown, nil
}

// Send asks first, so that a printer without paper gets nothing, writes, and lets the printer say when it came to the
// end. One that answers no question gets the job too, and the Delivery says no more than is known. After a job that
// broke off zeros go first: they end a command that the printer still waits for, as white dots, and are nothing
// outside.
func (d *device) Send(ctx context.Context, job []byte) (how Delivery, err error) {
	err = d.with(ctx, func(t *talk) error {
		state, err := d.ask(t)
		if err != nil {
			return err
		}
		if code := state.Code(); code != "" {
			return &Error{Code: code}
		}
		if state != Unknown {
			if err := d.probe(t); err != nil {
				return err
			}
		}
		d.kicked(t)
		if err := d.mend(t); err != nil {
			return err
		}
		d.torn = true
		if err := t.write(job, &t.sent); err != nil {
			return err
		}
		d.torn = false
		how, err = d.confirm(t, state != Unknown)
		return err
	})
	if err != nil {
		return "", err
	}
	return how, nil
}

// mend ends the command in which a job may have broken off.
func (d *device) mend(t *talk) error {
	if !d.torn {
		return nil
	}
	return t.write(make([]byte, bandBytes), nil)
}

// piece is how much is written at once: progress is seen by its end.
const piece = 2048

// write writes everything, or says how much of it may have gone out.
func (t *talk) write(data []byte, count *int) error {
	for len(data) > 0 {
		if err := t.SetWriteDeadline(t.until(t.limits.Stall)); err != nil {
			return failed(t.ctx, Closed, t.sent, err)
		}
		n, err := t.Write(data[:min(piece, len(data))])
		if n > 0 && count != nil {
			*count += n
		}
		if err != nil {
			return failed(t.ctx, Stalled, t.sent, err)
		}
		if n == 0 {
			return &Error{Code: Stalled, Sent: t.sent}
		}
		data = data[n:]
	}
	return nil
}

// until is a moment from now, and the past when the call's context has ended: a deadline set after the end would undo
// it.
func (t *talk) until(d time.Duration) time.Time {
	if t.ctx.Err() != nil {
		return time.Unix(1, 0)
	}
	return time.Now().Add(d)
}

// drain is how long is read before a question, to tell its answer from what was there.
const drain = time.Millisecond

// ask puts questions and says what their answers mean, and how many came. Too few say nothing: Unknown.
func (t *talk) ask(which []byte) (state State, heard int, err error) {
	if err := t.read(time.Now().Add(drain), func() bool { return false }); err != nil { // what nobody asked for
		return Unknown, 0, err
	}
	got, heard, err := t.askAll(which, t.limits.Answer)
	if err != nil || heard < len(which) {
		return Unknown, heard, err
	}
	return stateOf(got), heard, nil
}

// askAll writes questions at once and waits for their answers, which come in order. What was not asked is fine. An
// answer that is none is an error.
func (t *talk) askAll(which []byte, wait time.Duration) (got [answers]byte, heard int, err error) {
	got = fine
	if err := t.write(questions(which), nil); err != nil || wait == 0 {
		return got, 0, err
	}
	end := time.Now().Add(wait)
	for heard < len(which) {
		b, is, err := t.next(end)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded) && t.ctx.Err() == nil:
			return got, heard, nil
		case err != nil:
			return got, heard, failed(t.ctx, Closed, t.sent, err)
		case is == rubbish:
			return got, heard, &Error{Code: NotAPrinter, Sent: t.sent}
		case is == answer:
			got[which[heard]-1] = b
			heard++
		}
	}
	return got, heard, nil
}

// next reads one byte that means something.
func (t *talk) next(end time.Time) (b byte, is kind, err error) {
	var one [1]byte
	for {
		if t.ctx.Err() != nil {
			return 0, rubbish, t.ctx.Err()
		}
		if err := t.SetReadDeadline(end); err != nil {
			return 0, rubbish, err
		}
		n, err := t.Read(one[:])
		if n == 0 {
			if err == nil {
				err = io.ErrNoProgress
			}
			return 0, rubbish, err
		}
		is = kindOf(one[0])
		switch {
		case is == flow:
		case t.skip > 0 && is == reached:
			t.skip--
		case is == automatic:
			t.skip = 3
		default:
			if is == answer { // the rest of an automatic status was lost: it comes in one piece
				t.skip = 0
			}
			t.passed = t.passed || is == reached
			t.spoke = t.spoke || is == answer
			return one[0], is, nil
		}
	}
}

// confirm waits for the mark after the job. A printer that stopped in between says why, or says nothing any more; one
// that never spoke is not waited for, but what it says now must be no rubbish. A printer that goes on speaking and does
// not know the mark has taken the job, and no more is claimed.
func (d *device) confirm(t *talk, speaks bool) (Delivery, error) {
	if !speaks {
		return d.listen(t)
	}
	t.passed = false
	if d.mark == marks {
		if err := t.write(mark, nil); err != nil {
			return "", err
		}
	}
	end := time.Now().Add(t.limits.Confirm)
	for {
		if d.mark == marks {
			soon := time.Now().Add(t.limits.Answer)
			if soon.After(end) {
				soon = end
			}
			if err := d.await(t, soon, func() bool { return t.passed }); err != nil {
				return "", err
			}
			if t.passed {
				return Printed, nil
			}
		}
		d.kicked(t)
		state, _, err := t.ask(d.asks())
		ended := !time.Now().Before(end)
		switch {
		case err != nil:
			return "", err
		case d.mark == marks && t.passed:
			return Printed, nil
		case state.Code() != "":
			return "", &Error{Code: state.Code(), Sent: t.sent}
		case ended && state == Unknown:
			return "", &Error{Code: Stalled, Sent: t.sent}
		case ended || d.mark == mute && state != Unknown:
			if d.mark == marks || t.passed { // it does otherwise than it did
				d.mark = unasked
			}
			return Sent, nil
		}
	}
}

// read reads until enough or a moment. Silence is no error, rubbish is one.
func (t *talk) read(end time.Time, enough func() bool) error {
	for !enough() {
		_, is, err := t.next(end)
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded) && t.ctx.Err() == nil:
			return nil
		case err != nil:
			return failed(t.ctx, Closed, t.sent, err)
		case is == rubbish:
			return &Error{Code: NotAPrinter, Sent: t.sent}
		}
	}
	return nil
}

// listen gives a silent printer the time of one answer: a server of another kind complains of a job. One that is known
// gets less, and is known no longer when it answers.
func (d *device) listen(t *talk) (Delivery, error) {
	wait := t.limits.Answer
	if d.silent {
		wait = min(wait, quick/2)
	}
	err := d.await(t, time.Now().Add(wait), func() bool { return false })
	if t.spoke {
		d.silent = false
	}
	if err != nil && !errors.Is(err, io.EOF) { // one that hangs up by itself when it has everything is in order
		return "", err
	}
	return Sent, nil
}
