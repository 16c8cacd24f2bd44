package checkout

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"time"
)

// outlet is where a stream of events goes.
type outlet interface {
	send(text []byte) error
	gone() bool            // reports whether the browser has closed the connection
	done() <-chan struct{} // is closed when it has, where that is said
}

// responseOutlet writes as any handler does.
type responseOutlet struct {
	http.ResponseWriter
	control *http.ResponseController
	over    <-chan struct{}
}

func (o *responseOutlet) send(text []byte) error {
	if _, err := o.Write(text); err != nil {
		return err
	}
	return o.control.Flush()
}

func (o *responseOutlet) gone() bool            { return false }
func (o *responseOutlet) done() <-chan struct{} { return o.over }

// connOutlet writes to the connection itself. The server's buffers, its stack and
// the goroutine that reads ahead are given back while the page is open: three
// quarters of what an open page costs.
type connOutlet struct{ conn net.Conn }

// sendLimit ends a stream whose browser takes nothing any more.
const sendLimit = 10 * time.Second

// takeOver takes an HTTP/1 connection over and begins the answer; false where it
// cannot be had, and the handler goes on as any other.
func takeOver(w http.ResponseWriter) (*connOutlet, bool) {
	header := w.Header()
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil, false
	}
	header.Set("Connection", "close")
	header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	head := headWriter("HTTP/1.1 200 OK\r\n")
	_ = header.Write(&head)
	out := &connOutlet{conn}
	_ = out.send(append(head, "\r\n"...)) // what fails here fails again with the first event
	return out, true
}

// headWriter collects the answer's head.
type headWriter []byte

func (h *headWriter) Write(p []byte) (int, error) {
	*h = append(*h, p...)
	return len(p), nil
}

func (o *connOutlet) send(text []byte) error {
	_ = o.conn.SetWriteDeadline(time.Now().Add(sendLimit))
	_, err := o.conn.Write(text)
	return err
}

// gone looks whether the connection has ended. A browser has nothing more to say
// on it.
func (o *connOutlet) gone() bool {
	_ = o.conn.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := o.conn.Read(make([]byte, 1))
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
}

func (o *connOutlet) done() <-chan struct{} { return nil }

// close ends the connection when the returned function is called. A write that
// still waits for the browser ends with ctx.
func (o *connOutlet) close(ctx context.Context) func() {
	stop := context.AfterFunc(ctx, func() { _ = o.conn.SetWriteDeadline(time.Now()) })
	return func() {
		stop()
		_ = o.conn.Close()
	}
}
