package printer

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"sanduq/core/printer"
)

// Options say what the printer is. The zero value is one with 80 mm paper that keeps the last slips in memory.
type Options struct {
	Dots   int        // across the paper; printer.Dots80 when 0
	Listen string     // host and port on loopback; any free port of 127.0.0.1 when blank
	Folder string     // where slips are kept as slip-000001.png; blank keeps them in memory
	Keep   int        // how many slips are kept; 50 when 0
	OnSlip func(Slip) // called after each, one at a time; nil is nobody
}

// Printer is a running practice printer. It is safe for concurrent use.
type Printer struct {
	options  Options
	listener net.Listener
	wg       sync.WaitGroup
	paper    sync.Mutex // one connection prints at a time
	closed   context.Context
	close    context.CancelFunc

	mu      sync.Mutex
	dots    int
	state   printer.State
	changed chan struct{} // closed at each change of state
	slips   []Slip        // without a folder
	count   int
	err     error
}

var errNotLoopback = errors.New("practice: only loopback is listened on")

// Start starts a printer. Close ends it.
func Start(o Options) (*Printer, error) {
	if o.Dots <= 0 {
		o.Dots = printer.Dots80
	}
	if o.Keep <= 0 {
		o.Keep = 50
	}
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	if host, _, err := net.SplitHostPort(o.Listen); err != nil {
		return nil, err
	} else if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, errNotLoopback
	}
	if o.Folder != "" {
		if err := os.MkdirAll(o.Folder, 0o700); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("tcp", o.Listen)
	if err != nil {
		return nil, err
	}
	last, err := lastSlip(o.Folder)
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	p := &Printer{options: o, listener: l, count: last, dots: o.Dots, state: printer.Ready, changed: make(chan struct{})}
	p.closed, p.close = context.WithCancel(context.Background())
	p.wg.Go(p.accept)
	return p, nil
}

// Address is what printer.Open takes.
func (p *Printer) Address() string {
	return printer.Address(printer.WayTCP, p.listener.Addr().String())
}

// Close ends the printer and everything that it does.
func (p *Printer) Close() error {
	p.close()
	err := p.listener.Close()
	p.wg.Wait()
	return err
}

// SetState lets the paper run out, the cover open and the like. A printer that cannot print stops between two rows and
// goes on there when it can again, as real ones do.
func (p *Printer) SetState(s printer.State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state = s
	close(p.changed)
	p.changed = make(chan struct{})
}

// SetDots changes the roll for one of another width, from the next slip on.
func (p *Printer) SetDots(dots int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dots = dots
}

// Slips returns what was printed, the oldest first, as many as are kept: none where they are kept in a folder.
func (p *Printer) Slips() []Slip {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.slips)
}

// Err returns why a slip could not be written to the folder, the last time that one could not.
func (p *Printer) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

func (p *Printer) accept() {
	for {
		c, err := p.listener.Accept()
		if err != nil {
			if p.closed.Err() == nil {
				time.Sleep(10 * time.Millisecond) // out of descriptors, most likely
				continue
			}
			return
		}
		p.wg.Go(func() { p.serve(c) })
	}
}

// serve answers questions as they come in, and prints what came in order.
func (p *Printer) serve(c net.Conn) {
	stop := context.AfterFunc(p.closed, func() { _ = c.Close() })
	defer stop()
	var writing sync.Mutex
	reply := func(b byte) {
		writing.Lock()
		defer writing.Unlock()
		_ = c.SetWriteDeadline(time.Now().Add(time.Second))
		_, _ = c.Write([]byte{b}) // who does not listen any more needs no answer
	}
	in := &buffer{chunks: make(chan []byte, 64), closed: p.closed}
	printed := make(chan struct{})
	p.wg.Go(func() {
		defer close(printed)
		p.paper.Lock()
		defer p.paper.Unlock()
		p.mu.Lock()
		dots := p.dots
		p.mu.Unlock()
		d := &decoder{from: bufio.NewReader(in), dots: dots, ready: p.ready, done: p.store, reply: reply}
		_ = d.run() // its end is the connection's
	})
	p.listen(c, in.chunks, reply)
	close(in.chunks)
	<-printed
	_ = c.Close()
}

// listen passes bytes on, answers DLE EOT n at once, and opens the drawer at once by DLE DC4,
// also where a picture's bytes look like one of them.
func (p *Printer) listen(c io.Reader, to chan<- []byte, reply func(byte)) {
	var before [4]byte
	for {
		buf := make([]byte, 2048)
		n, err := c.Read(buf)
		for _, b := range buf[:n] {
			switch {
			case [2]byte(before[2:]) == [2]byte{0x10, 0x04} && b >= 1 && b <= 4:
				reply(p.answer(b))
			case [3]byte(before[:]) == [3]byte{0x10, 0x14, 1} && before[3] <= 1 && b >= 1 && b <= 8:
				p.store(Slip{Image: image.NewPaletted(image.Rect(0, 0, 0, 0), paper), Pulses: []printer.Pin{[]printer.Pin{printer.Pin2, printer.Pin5}[before[3]]}})
			}
			before = [4]byte{before[1], before[2], before[3], b}
		}
		select {
		case to <- buf[:n]:
		case <-p.closed.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

// buffer is what came in and is not printed yet. It holds so much and no more, as in a real printer.
type buffer struct {
	chunks chan []byte
	rest   []byte
	closed context.Context
}

func (b *buffer) Read(to []byte) (int, error) {
	for len(b.rest) == 0 {
		select {
		case chunk, more := <-b.chunks:
			if !more {
				return 0, io.EOF
			}
			b.rest = chunk
		case <-b.closed.Done():
			return 0, net.ErrClosed
		}
	}
	n := copy(to, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}

// answer is the byte that stands for the state under a question.
func (p *Printer) answer(question byte) byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	const fixed = 0x12
	bits := map[byte]map[printer.State]byte{
		1: {printer.Off: 0x08, printer.PaperOut: 0x08, printer.CoverOpen: 0x08, printer.Fault: 0x08},
		2: {printer.PaperOut: 0x20, printer.CoverOpen: 0x04, printer.Fault: 0x40},
		3: {printer.Fault: 0x08},
		4: {printer.PaperLow: 0x0c, printer.PaperOut: 0x6c},
	}
	return fixed | bits[question][p.state]
}

// ready waits until the printer can print, or is closed.
func (p *Printer) ready() error {
	for {
		p.mu.Lock()
		state, changed := p.state, p.changed
		p.mu.Unlock()
		if state == printer.Ready || state == printer.PaperLow || state == printer.Unknown {
			return nil
		}
		select {
		case <-changed:
		case <-p.closed.Done():
			return net.ErrClosed
		}
	}
}

func (p *Printer) store(s Slip) {
	p.mu.Lock()
	p.count++
	number := p.count
	if p.options.Folder == "" { // a till holds none of them all day
		p.slips = append(p.slips, s)
		p.slips = slices.Delete(p.slips, 0, max(0, len(p.slips)-p.options.Keep)) // which forgets them
	}
	p.mu.Unlock()
	if p.options.Folder != "" && s.Image.Rect.Dy() > 0 {
		if err := p.save(number, s); err != nil {
			p.mu.Lock()
			p.err = err
			p.mu.Unlock()
		}
	}
	if p.options.OnSlip != nil {
		p.options.OnSlip(s)
	}
}

// lastSlip is the number of the newest slip in a folder, so that a new start writes over none.
func lastSlip(folder string) (last int, err error) {
	if folder == "" {
		return 0, nil
	}
	names, err := os.ReadDir(folder)
	for _, n := range names {
		var number int
		if _, err := fmt.Sscanf(n.Name(), "slip-%d.png", &number); err == nil {
			last = max(last, number)
		}
	}
	return last, err
}

func (p *Printer) name(number int) string {
	return filepath.Join(p.options.Folder, fmt.Sprintf("slip-%06d.png", number))
}

func (p *Printer) save(number int, s Slip) error {
	f, err := os.OpenFile(p.name(number), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := png.Encode(f, s.Image); err != nil {
		return errors.Join(err, f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Remove(p.name(number - p.options.Keep)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
