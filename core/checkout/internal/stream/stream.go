// Package stream writes the answers of requests whose browser follows a page for as long as it
// is open. It knows no payment and no event. An Outlet is used by one goroutine at a time.
package stream

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"time"
)

// Outlet is where a stream of events goes.
type Outlet interface {
	Send(text []byte) error
	Gone() bool            // reports whether the browser has closed the connection
	Done() <-chan struct{} // is closed when it has, where that is said
}

// response writes as any handler does.
type response struct {
	http.ResponseWriter
	control *http.ResponseController
	over    <-chan struct{}
}

// Response is the Outlet of a handler that writes as any other. over is closed when the
// browser has gone.
func Response(w http.ResponseWriter, over <-chan struct{}) Outlet {
	return &response{w, http.NewResponseController(w), over}
}

func (o *response) Send(text []byte) error {
	if _, err := o.Write(text); err != nil {
		return err
	}
	return o.control.Flush()
}

func (o *response) Gone() bool            { return false }
func (o *response) Done() <-chan struct{} { return o.over }

// Conn writes to the connection itself. The server's buffers, its stack and
// the goroutine that reads ahead are given back while the page is open: three
// quarters of what an open page costs.
type Conn struct{ conn net.Conn }

// sendLimit ends a stream whose browser takes nothing any more.
const sendLimit = 10 * time.Second

// TakeOver takes an HTTP/1 connection over and begins the answer; false where it
// cannot be had, and the handler goes on as any other.
func TakeOver(w http.ResponseWriter) (*Conn, bool) {
	header := w.Header()
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return nil, false
	}
	header.Set("Connection", "close")
	header.Set("Date", time.Now().UTC().Format(http.TimeFormat))
	head := headWriter("HTTP/1.1 200 OK\r\n")
	_ = header.Write(&head)
	out := &Conn{conn}
	_ = out.Send(append(head, "\r\n"...)) // what fails here fails again with the first event
	return out, true
}

// headWriter collects the answer's head.
type headWriter []byte

func (h *headWriter) Write(p []byte) (int, error) {
	*h = append(*h, p...)
	return len(p), nil
}

// Send implements Outlet. It waits for the browser for 10 s at most.
func (o *Conn) Send(text []byte) error {
	_ = o.conn.SetWriteDeadline(time.Now().Add(sendLimit))
	_, err := o.conn.Write(text)
	return err
}

// Gone looks whether the connection has ended. A browser has nothing more to say
// on it.
func (o *Conn) Gone() bool {
	_ = o.conn.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := o.conn.Read(make([]byte, 1))
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
}

// Done implements Outlet: a connection does not say when it has ended.
func (o *Conn) Done() <-chan struct{} { return nil }

// EndWith ends a write that still waits for the browser when ctx ends, until the returned function
// is called.
func (o *Conn) EndWith(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() { _ = o.conn.SetWriteDeadline(time.Now()) })
}

// Close ends the connection.
func (o *Conn) Close() { _ = o.conn.Close() }
