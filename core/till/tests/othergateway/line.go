package othergateway

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"
)

// Line is a listener in memory: what dials it is accepted by it. NewLine makes
// one; its connections belong in the bubble in which it was made.
type Line struct {
	conns chan net.Conn
	gone  chan struct{}
	once  sync.Once
}

// NewLine returns a listener that nobody dials yet.
func NewLine() *Line { return &Line{conns: make(chan net.Conn), gone: make(chan struct{})} }

// Dial opens a connection, whatever the address.
func (l *Line) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case l.conns <- there:
		return here, nil
	case <-l.gone:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept implements net.Listener.
func (l *Line) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.gone:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (l *Line) Close() error { l.once.Do(func() { close(l.gone) }); return nil }

// Addr implements net.Listener.
func (l *Line) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 47_077} }

// Serve lets a handler, such as the gateway itself, answer on a listener with
// the gateway's habits, and returns what ends it.
func (g *Gateway) Serve(l net.Listener, h http.Handler) (stop func()) {
	idle := g.o.Habits.Idle
	if idle == 0 {
		idle = time.Hour
	}
	server := &http.Server{Handler: h, IdleTimeout: idle, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)}
	var done sync.WaitGroup
	done.Go(func() { _ = server.Serve(l) })
	return func() {
		_ = server.Close()
		done.Wait()
	}
}
