package printer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"syscall"
)

// Code says what is wrong with a printer. The words for people are the caller's.
type Code string

// The codes of an Error.
const (
	BadAddress   Code = "bad-address"   // no way understands the address
	Unsupported  Code = "unsupported"   // this system has no such way
	Unreachable  Code = "unreachable"   // nothing answers at the address, or there is no print service
	Gone         Code = "gone"          // the queue or the device does not exist, or no longer
	NotAllowed   Code = "not-allowed"   // the system does not let this user print there
	NotAPrinter  Code = "not-a-printer" // something answers, but not as a printer does
	Closed       Code = "closed"        // the printer ended the connection
	Stalled      Code = "stalled"       // the printer takes no more bytes
	Busy         Code = "busy"          // another program has the device
	Refused      Code = "refused"       // the queue does not take the job
	QueuePaused  Code = "paused"        // the queue is stopped: what it took would wait
	NoPaper      Code = "no-paper"
	CoverIsOpen  Code = "cover-open"
	SwitchedOff  Code = "off" // off line: switched off, or by its button
	HasFault     Code = "fault"
	TooWide      Code = "too-wide" // the picture is wider than the paper
	TooHigh      Code = "too-high" // no slip is that long
	EmptyPicture Code = "empty"    // nothing to print
	Stopped      Code = "stopped"  // the caller's context ended
)

// Error is what goes wrong on the way to paper.
type Error struct {
	Code Code
	Sent int   // bytes of the job that may have reached the printer; 0 means that nothing can be on paper
	Err  error // for the log; may be nil
}

func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("printer: %s", e.Code)
	}
	return fmt.Sprintf("printer: %s: %v", e.Code, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf returns the code of an error of this package; blank for nil and for any other.
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}

// failed makes an Error of what a call to the system said: the context's end and plain causes have codes of their own,
// whatever code would else stand for them.
func failed(ctx context.Context, code Code, sent int, err error) *Error {
	switch {
	case ctx.Err() != nil:
		code = Stopped
	case errors.Is(err, os.ErrPermission):
		code = NotAllowed
	case errors.Is(err, io.EOF), errors.Is(err, syscall.EIO), errors.Is(err, net.ErrClosed),
		slices.ContainsFunc(closedBy, func(c error) bool { return errors.Is(err, c) }):
		code = Closed
	case errors.Is(err, syscall.EBUSY):
		code = Busy
	case errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.ENXIO), errors.Is(err, os.ErrNotExist):
		code = Gone
	}
	return &Error{Code: code, Sent: sent, Err: err}
}

// unreachable is what failing to connect means, whatever the system calls it.
func unreachable(ctx context.Context, err error) *Error {
	e := failed(ctx, Unreachable, 0, err)
	if e.Code != Stopped && e.Code != NotAllowed {
		e.Code = Unreachable
	}
	return e
}
