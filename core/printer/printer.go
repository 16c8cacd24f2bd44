package printer

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Printer is a way to one printer. Implementations are safe for concurrent use and send one job at a time.
type Printer interface {
	// Send puts the whole job, as Encode made it, on its way. The error is an *Error. A job whose error says that nothing
	// was sent is certainly on no paper; one that says otherwise may be.
	Send(ctx context.Context, job []byte) (Delivery, error)
	// Status asks how the printer is. Unknown without an error means that it cannot say.
	Status(ctx context.Context) (State, error)
	// OpenDrawer opens the cash drawer on a pin, before what waits to be printed; NoPin is nothing. Without an error the
	// command was taken, which says nothing of the drawer. The error is an *Error.
	OpenDrawer(ctx context.Context, pin Pin) error
}

// Delivery is how far a job is known to have come.
type Delivery string

// The ends of a Send without an error, in order of what they prove.
const (
	Queued  Delivery = "queued"  // a queue of the system has it; whether it prints is not known
	Sent    Delivery = "sent"    // every byte was taken from us; the printer does not say whether it printed
	Printed Delivery = "printed" // the printer said that it had worked through all of it
)

// Limits bound what a Printer waits for. A zero field is the default.
type Limits struct {
	Dial    time.Duration // until a connection stands, or a queue or a device has opened: 5 s
	Answer  time.Duration // until the printer answers a question about its state: 1 s
	Stall   time.Duration // during which the printer may take no byte at all: 20 s
	Confirm time.Duration // until the printer has worked through a job that it took: 15 s
}

func (l Limits) or() Limits {
	set := func(d *time.Duration, usual time.Duration) {
		if *d <= 0 {
			*d = usual
		}
	}
	set(&l.Dial, 5*time.Second)
	set(&l.Answer, time.Second)
	set(&l.Stall, 20*time.Second)
	set(&l.Confirm, 15*time.Second)
	return l
}

// The ways to a printer, each the first part of an address.
const (
	WayTCP     = "tcp"     // tcp:192.168.1.40, tcp:printer.local:9100, tcp:[fe80::1]:9100
	WayCUPS    = "cups"    // cups:Counter
	WayWindows = "windows" // windows:EPSON TM-T20III Receipt
	WayUSB     = "usb"     // usb: and what Find calls the device, or a path such as /dev/usb/lp0
)

// port is where receipt printers listen for raw bytes.
const port = "9100"

// Address joins a way and what the way calls the printer. Names with any character survive it.
func Address(way, name string) string { return way + ":" + url.PathEscape(name) }

// Name is what the way of an address calls the printer; the address itself where it is none.
func Name(address string) string {
	_, escaped, ok := strings.Cut(address, ":")
	if name, err := url.PathUnescape(escaped); ok && err == nil {
		return name
	}
	return address
}

// Open returns the way to an address. Nothing is dialled or opened yet, so that a printer may be off, or not plugged
// in, when it is set. An address that no way understands is an Error with BadAddress; a way that this system does not
// have, one with Unsupported.
func Open(address string, l Limits) (Printer, error) {
	way, escaped, ok := strings.Cut(address, ":")
	name, err := url.PathUnescape(escaped)
	if !ok || err != nil || name == "" || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
		return nil, &Error{Code: BadAddress, Err: err}
	}
	for _, t := range transports {
		if t.way == way {
			return t.open(name, l.or())
		}
	}
	return nil, &Error{Code: BadAddress}
}

// transport is a way to printers.
type transport struct {
	way  string
	open func(name string, l Limits) (Printer, error)       // of what the way calls the printer
	find func(ctx context.Context) (all []Found, err error) // nil where the system has no list
}

var transports = []transport{
	{WayTCP, openTCP, nil},
	{WayCUPS, openQueue, findQueues},
	{WayWindows, openSpooler, findSpooler},
	{WayUSB, openUSB, findUSB},
}

func openTCP(name string, l Limits) (Printer, error) {
	host, err := withPort(name)
	if err != nil {
		return nil, &Error{Code: BadAddress, Err: err}
	}
	return newDevice(dialTCP(host, l), l), nil
}

func withPort(name string) (string, error) {
	host, p, err := net.SplitHostPort(name)
	if err != nil || host == "" {
		host, p = name, port
		if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
			host = host[1 : len(host)-1]
		}
	}
	_, wrong := netip.ParseAddr(host) // one of a link has the name of its interface behind it
	if _, err := strconv.ParseUint(p, 10, 16); err != nil || strings.ContainsAny(host, "/ ?#@[]") || strings.Contains(host, ":") && wrong != nil {
		return "", &net.AddrError{Err: "not a host or a host and a port", Addr: name}
	}
	return net.JoinHostPort(host, p), nil
}

// turn lets one job go on at a time.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) acquire(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return failed(ctx, Stopped, 0, ctx.Err())
	}
}

func (t turn) give() { <-t }
