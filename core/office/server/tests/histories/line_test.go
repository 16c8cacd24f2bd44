//go:build linux

package histories

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// nowhere is the listener of a practice bank that is only reached through lines.
type nowhere struct {
	gone chan struct{}
	once sync.Once
}

func (n *nowhere) Accept() (net.Conn, error) { <-n.gone; return nil, net.ErrClosed }
func (n *nowhere) Close() error              { n.once.Do(func() { close(n.gone) }); return nil }
func (n *nowhere) Addr() net.Addr            { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 47821} }

// address is where the practice bank seems to be.
const address = "127.0.0.1:47821"

var errLine = errors.New("histories: the line broke")

// fate is what becomes of a message on a way.
type fate int

// The fates.
const (
	arrives fate = iota
	neverArrives
	repliesInVain // it arrives, and nobody hears the reply
)

// way is one on which messages are late and get lost.
type way struct {
	mu     sync.Mutex
	random *rand.Rand
	sound  atomic.Bool // nothing gets lost any more
	bad    int         // of a hundred, how many get lost
}

// draw is what becomes of the next message, and how long it takes there and back.
func (w *way) draw() (f fate, there, back time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	there, back = time.Millisecond+time.Duration(w.random.Int64N(int64(120*time.Millisecond))), time.Duration(w.random.Int64N(int64(120*time.Millisecond)))
	n := w.random.IntN(200)
	switch {
	case w.sound.Load() || n >= 2*w.bad:
		return arrives, there, back
	case n%3 == 0:
		return neverArrives, there, back
	}
	return repliesInVain, there, back
}

// line leads from the client of one process to the bank.
type line struct {
	*way
	service http.Handler
	dead    *atomic.Bool // its process is
}

func (l *line) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	if l.dead.Load() {
		return nil, errLine
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	here, there := net.Pipe()
	go l.serve(there)
	return here, nil
}

// serve answers the requests of one connection. What has left a process arrives,
// whether the process still lives or not.
func (l *line) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	in := bufio.NewReader(conn)
	for {
		req, err := http.ReadRequest(in)
		if err != nil {
			return
		}
		body, err := io.ReadAll(req.Body)
		if err != nil || l.dead.Load() {
			return
		}
		req.Body, req.RemoteAddr = io.NopCloser(bytes.NewReader(body)), "127.0.0.1:50000"
		f, there, back := l.draw()
		time.Sleep(there)
		if f == neverArrives {
			return
		}
		out := &reply{status: http.StatusOK, header: http.Header{}}
		l.service.ServeHTTP(out, req)
		out.header.Set("Content-Length", strconv.Itoa(out.body.Len()))
		time.Sleep(back)
		if f == repliesInVain || l.dead.Load() {
			return
		}
		if _, err := conn.Write(out.bytes()); err != nil {
			return
		}
	}
}

// reply is what the bank answered.
type reply struct {
	status int
	header http.Header
	body   bytes.Buffer
}

func (r *reply) Header() http.Header         { return r.header }
func (r *reply) WriteHeader(status int)      { r.status = status }
func (r *reply) Write(b []byte) (int, error) { return r.body.Write(b) }

func (r *reply) bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %03d %s\r\n", r.status, http.StatusText(r.status))
	_ = r.header.Write(&b)
	b.WriteString("\r\n")
	b.Write(r.body.Bytes())
	return b.Bytes()
}
