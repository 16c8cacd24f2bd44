package printer

import (
	"context"
	"errors"
	"time"
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	winspool         = windows.NewLazySystemDLL("winspool.drv")
	procOpen         = winspool.NewProc("OpenPrinterW")
	procClose        = winspool.NewProc("ClosePrinter")
	procStartDoc     = winspool.NewProc("StartDocPrinterW")
	procEndDoc       = winspool.NewProc("EndDocPrinter")
	procStartPage    = winspool.NewProc("StartPagePrinter")
	procEndPage      = winspool.NewProc("EndPagePrinter")
	procWrite        = winspool.NewProc("WritePrinter")
	procAbort        = winspool.NewProc("AbortPrinter")
	procGet          = winspool.NewProc("GetPrinterW")
	procEnum         = winspool.NewProc("EnumPrintersW")
	errNameUnknown   = windows.Errno(1801) // ERROR_INVALID_PRINTER_NAME
	errWroteNothing  = errors.New("the spooler takes nothing")
	errNoServiceHere = windows.Errno(1722) // RPC_S_SERVER_UNAVAILABLE: the service is not running
)

// spooler is a printer of Windows. Its calls take no time limit: each runs aside, and one that outlives its limit goes
// on there until the spooler lets it go.
type spooler struct {
	name   string
	limits Limits
	turn   turn
}

func openSpooler(name string, l Limits) (Printer, error) {
	return &spooler{name: name, limits: l, turn: newTurn()}, nil
}

type spooled struct {
	state State
	sent  int
	err   error
}

// aside runs a call of the spooler, which keeps the turn until it really ends.
func (s *spooler) aside(ctx context.Context, limit time.Duration, size int, do func() spooled) spooled {
	if err := s.turn.acquire(ctx); err != nil {
		return spooled{state: Unknown, err: err}
	}
	done := make(chan spooled, 1)
	go func() {
		defer s.turn.give()
		done <- do()
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case r := <-done:
		return r
	case <-timer.C:
		return spooled{state: Unknown, err: &Error{Code: Stalled, Sent: size}}
	case <-ctx.Done():
		return spooled{state: Unknown, err: &Error{Code: Stopped, Sent: size, Err: ctx.Err()}}
	}
}

// Status asks the spooler. Ready means that it takes jobs.
func (s *spooler) Status(ctx context.Context) (State, error) {
	r := s.aside(ctx, s.limits.Dial, 0, s.ask)
	return r.state, r.err
}

// Send hands the job to the spooler as it is, type RAW.
func (s *spooler) Send(ctx context.Context, job []byte) (Delivery, error) {
	r := s.aside(ctx, s.limits.Dial+s.limits.Stall, len(job), func() spooled { return s.write(job) })
	if r.err != nil {
		return "", r.err
	}
	return Queued, nil
}

func (s *spooler) open() (windows.Handle, error) {
	var h windows.Handle
	name, err := windows.UTF16PtrFromString(s.name)
	if err != nil {
		return 0, &Error{Code: BadAddress, Err: err}
	}
	if ok, _, err := procOpen.Call(uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&h)), 0); ok == 0 {
		return 0, spoolError(err, 0)
	}
	return h, nil
}

func spoolError(err error, sent int) *Error {
	code := Refused
	switch {
	case errors.Is(err, errNameUnknown):
		code = Gone
	case errors.Is(err, errNoServiceHere):
		code = Unreachable
	case errors.Is(err, windows.ERROR_ACCESS_DENIED):
		code = NotAllowed
	}
	return &Error{Code: code, Sent: sent, Err: err}
}

func (s *spooler) write(job []byte) spooled {
	h, err := s.open()
	if err != nil {
		return spooled{err: err}
	}
	defer func() { _, _, _ = procClose.Call(uintptr(h)) }()
	title, kind := windows.StringToUTF16Ptr("slip"), windows.StringToUTF16Ptr("RAW")
	doc := struct{ name, file, kind *uint16 }{title, nil, kind}
	if ok, _, err := procStartDoc.Call(uintptr(h), 1, uintptr(unsafe.Pointer(&doc))); ok == 0 {
		return spooled{err: spoolError(err, 0)}
	}
	if ok, _, err := procStartPage.Call(uintptr(h)); ok == 0 {
		_, _, _ = procAbort.Call(uintptr(h))
		return spooled{err: spoolError(err, 0)}
	}
	sent := 0
	for sent < len(job) {
		var n uint32
		ok, _, err := procWrite.Call(uintptr(h), uintptr(unsafe.Pointer(&job[sent])), uintptr(len(job)-sent), uintptr(unsafe.Pointer(&n)))
		sent += int(n)
		if ok == 0 || n == 0 {
			if ok != 0 {
				err = errWroteNothing
			}
			_, _, _ = procAbort.Call(uintptr(h)) // may come too late for what has been printed
			return spooled{err: spoolError(err, sent)}
		}
	}
	if ok, _, err := procEndPage.Call(uintptr(h)); ok == 0 {
		return spooled{err: spoolError(err, sent)}
	}
	if ok, _, err := procEndDoc.Call(uintptr(h)); ok == 0 {
		return spooled{err: spoolError(err, sent)}
	}
	return spooled{}
}

// PRINTER_INFO_2W up to its last field.
type printerInfo2 struct {
	server, name, share, port, driver, comment, location *uint16
	devMode                                              uintptr
	separator, processor, dataType, parameters           *uint16
	security                                             uintptr
	attributes, priority, defaultPriority, start, until  uint32
	status, jobs, averagePages                           uint32
}

func (s *spooler) ask() spooled {
	h, err := s.open()
	if err != nil {
		return spooled{state: Unknown, err: err}
	}
	defer func() { _, _, _ = procClose.Call(uintptr(h)) }()
	var need uint32
	_, _, err = procGet.Call(uintptr(h), 2, 0, 0, uintptr(unsafe.Pointer(&need)))
	if need == 0 {
		return spooled{state: Unknown, err: spoolError(err, 0)}
	}
	buf := make([]uint64, (need+7)/8) // aligned as the structure wants it
	if ok, _, err := procGet.Call(uintptr(h), 2, uintptr(unsafe.Pointer(&buf[0])), uintptr(need), uintptr(unsafe.Pointer(&need))); ok == 0 {
		return spooled{state: Unknown, err: spoolError(err, 0)}
	}
	info := (*printerInfo2)(unsafe.Pointer(&buf[0]))
	return spooled{state: spoolState(info.status, info.attributes)}
}

// spoolState reads PRINTER_STATUS_ and PRINTER_ATTRIBUTE_ bits.
func spoolState(status, attributes uint32) State {
	switch {
	case status&0x00400000 != 0:
		return CoverOpen
	case status&0x00000010 != 0:
		return PaperOut
	case status&0x00000080 != 0, attributes&0x00000400 != 0:
		return Off
	case status&0x00000001 != 0:
		return Paused
	case status&(0x00000002|0x00000008) != 0:
		return Fault
	}
	return Ready
}

// findSpooler lists the printers of this computer and those that it is connected to. A list that the spooler takes
// too long for is left to end aside.
func findSpooler(ctx context.Context) ([]Found, error) {
	type listed struct {
		all []Found
		err error
	}
	done := make(chan listed, 1)
	go func() {
		all, err := enumerate()
		done <- listed{all, err}
	}()
	select {
	case l := <-done:
		return l.all, l.err
	case <-ctx.Done():
		return nil, &Error{Code: Stalled, Err: ctx.Err()}
	}
}

func enumerate() ([]Found, error) {
	const local, connections, level = 2, 4, 4
	var need, count uint32
	_, _, _ = procEnum.Call(local|connections, 0, level, 0, 0, uintptr(unsafe.Pointer(&need)), uintptr(unsafe.Pointer(&count)))
	if need == 0 {
		return nil, nil
	}
	buf := make([]uint64, (need+7)/8)
	if ok, _, err := procEnum.Call(local|connections, 0, level, uintptr(unsafe.Pointer(&buf[0])), uintptr(need),
		uintptr(unsafe.Pointer(&need)), uintptr(unsafe.Pointer(&count))); ok == 0 {
		return nil, spoolError(err, 0)
	}
	type info4 struct {
		name, server *uint16
		attributes   uint32
	}
	var all []Found
	for _, p := range unsafe.Slice((*info4)(unsafe.Pointer(&buf[0])), count) {
		if name := windows.UTF16PtrToString(p.name); name != "" {
			all = append(all, Found{Address: Address(WayWindows, name), Way: WayWindows, Name: name})
		}
	}
	return all, nil
}

// OpenDrawer hands the pulse over as a job.
func (s *spooler) OpenDrawer(ctx context.Context, pin Pin) error {
	pulse := Pulse(pin)
	if pulse == nil {
		return nil
	}
	_, err := s.Send(ctx, pulse)
	return err
}
