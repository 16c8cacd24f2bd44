package adversary

import (
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"time"
)

// line is one connection between the client and the gateway, in memory. What
// one end writes the other can read at once, as with a socket's buffer, so that
// a reply can lie there before its question is written.
type line struct {
	mu         sync.Mutex
	moved      *sync.Cond
	up, down   []byte
	hungUp     bool // the client has
	cut        bool // the gateway has
	asked      int  // questions that the client began to write
	replied    int  // replies that the gateway began to write
	questioned []*payment
}

func newLine() *line {
	l := new(line)
	l.moved = sync.NewCond(&l.mu)
	return l
}

// reply makes bytes readable for the client. told is called before that, with
// the payment whose question the reply belongs to: nil when no such question
// was written yet, so that the reply belongs to nobody. One that is surplus is
// written only while no question waits. False means that nothing was written:
// nobody listens any more, or a question waits.
func (l *line) reply(b []byte, surplus bool, told func(p *payment)) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hungUp || l.cut || surplus && l.asked > l.replied {
		return false
	}
	var whose *payment
	if l.replied < l.asked && l.replied < len(l.questioned) {
		whose = l.questioned[l.replied]
	}
	l.replied++
	told(whose)
	l.down = append(l.down, b...)
	l.moved.Broadcast()
	return true
}

// question notes whose the question is that the gateway has just read.
func (l *line) question(p *payment) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.questioned = append(l.questioned, p)
}

// end is one end of a line.
type end struct {
	l      *line
	client bool
}

func (e end) Read(b []byte) (int, error) {
	l := e.l
	l.mu.Lock()
	defer l.mu.Unlock()
	from := &l.up
	if e.client {
		from = &l.down
	}
	for len(*from) == 0 {
		if l.hungUp || l.cut {
			return 0, io.EOF
		}
		l.moved.Wait()
	}
	if e.client && l.hungUp || !e.client && l.cut {
		return 0, net.ErrClosed
	}
	n := copy(b, *from)
	*from = (*from)[n:]
	return n, nil
}

func (e end) Write(b []byte) (int, error) {
	l := e.l
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.hungUp || l.cut {
		return 0, errCut
	}
	if e.client && (has(b, "POST ") || has(b, "GET ")) {
		l.asked++
	}
	to := &l.down
	if e.client {
		to = &l.up
	}
	*to = append(*to, b...)
	l.moved.Broadcast()
	return len(b), nil
}

func has(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

var errCut = errors.New("adversary: the line is cut")

func (e end) Close() error {
	e.l.mu.Lock()
	defer e.l.mu.Unlock()
	if e.client {
		e.l.hungUp = true
	} else {
		e.l.cut = true
	}
	e.l.moved.Broadcast()
	return nil
}

func (end) LocalAddr() net.Addr              { return somewhere }
func (end) RemoteAddr() net.Addr             { return somewhere }
func (end) SetDeadline(time.Time) error      { return nil }
func (end) SetReadDeadline(time.Time) error  { return nil }
func (end) SetWriteDeadline(time.Time) error { return nil }

var somewhere = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 47831}

// address is where the gateway seems to be; nobody connects to it.
const address = "127.0.0.1:47831"

// The ways a network can be.
const (
	up      int32 = iota
	refused       // nobody takes the connection
	hanging       // nobody answers the call
)

var errNobody = errors.New("adversary: nobody takes the connection")

func (g *gateway) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	switch g.network.Load() {
	case refused:
		return nil, errNobody
	case hanging:
		<-ctx.Done()
		return nil, ctx.Err()
	}
	l := newLine()
	g.mu.Lock()
	unasked := g.unasked
	g.unasked = nil
	g.mu.Unlock()
	if unasked != nil {
		unasked(l)
	}
	go g.serve(l)
	return end{l, true}, nil
}
