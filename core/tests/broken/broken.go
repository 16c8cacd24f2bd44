// Package broken has printers that are broken, for tests of what becomes of a slip.
package broken

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"syscall"
	"testing"
	"time"

	"sanduq/core/printer"
)

// Behaviour is what a broken printer does with a connection until it is told to end. The connection is closed after it.
type Behaviour func(ctx context.Context, c net.Conn)

// Start lets a printer with a behaviour listen on loopback until the test ends, and returns its address. Its buffer is
// as small as the system allows.
func Start(t testing.TB, do Behaviour) string {
	t.Helper()
	config := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		var err error
		return errors.Join(c.Control(func(fd uintptr) { err = smallBuffer(fd) }), err)
	}}
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				stop := context.AfterFunc(ctx, func() { _ = c.Close() })
				defer stop()
				defer func() { _ = c.Close() }()
				do(ctx, c)
			})
		}
	})
	t.Cleanup(func() {
		cancel()
		_ = l.Close()
		wg.Wait()
	})
	return printer.Address(printer.WayTCP, l.Addr().String())
}

// healthy answers n questions as a printer that is ready, four bytes each.
func healthy(c net.Conn, n int) {
	question := make([]byte, 3)
	for range n * 4 {
		if _, err := io.ReadFull(c, question); err != nil {
			return
		}
		if _, err := c.Write([]byte{0x12}); err != nil {
			return
		}
	}
}

// StopsInTheMiddle says that it is ready, takes a part and then nothing more.
func StopsInTheMiddle(ctx context.Context, c net.Conn) {
	healthy(c, 1)
	_, _ = io.CopyN(io.Discard, c, 6000)
	<-ctx.Done()
}

// FallsSilent says that it is ready, takes everything and never says a word again.
func FallsSilent(ctx context.Context, c net.Conn) {
	healthy(c, 1)
	_, _ = io.Copy(io.Discard, c)
	<-ctx.Done()
}

// SendsRubbish answers every question with bytes that no printer sends.
func SendsRubbish(_ context.Context, c net.Conn) {
	buf := make([]byte, 512)
	for {
		if _, err := c.Read(buf); err != nil {
			return
		}
		if _, err := c.Write([]byte("\xff\xfe\x00<html>")); err != nil {
			return
		}
	}
}

// Closes says that it is ready and ends the connection within the job.
func Closes(_ context.Context, c net.Conn) {
	healthy(c, 1)
	_, _ = io.CopyN(io.Discard, c, 6000)
}

// AcceptsNothing lets itself be connected to and reads nothing.
func AcceptsNothing(ctx context.Context, _ net.Conn) { <-ctx.Done() }

// NeverAnswers takes everything and says nothing.
func NeverAnswers(_ context.Context, c net.Conn) { _, _ = io.Copy(io.Discard, c) }

// KnowsNoMark answers about its state, but not when it came to the end, as cheap printers do.
func KnowsNoMark(_ context.Context, c net.Conn) {
	from := bufio.NewReader(c)
	var before [2]byte
	for {
		b, err := from.ReadByte()
		if err != nil {
			return
		}
		if before == [2]byte{0x10, 0x04} && b <= 4 {
			if _, err := c.Write([]byte{0x12}); err != nil {
				return
			}
		}
		before = [2]byte{before[1], b}
	}
}

// WebServer is no printer at all.
func WebServer(ctx context.Context, c net.Conn) {
	one := make(chan net.Conn, 1)
	one <- c
	s := &http.Server{Handler: http.NotFoundHandler(), ReadHeaderTimeout: time.Minute}
	stop := context.AfterFunc(ctx, func() { _ = s.Close() })
	defer stop()
	done := make(chan struct{})
	s.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateClosed || state == http.StateHijacked {
			close(done)
		}
	}
	go func() { _ = s.Serve(&single{one, ctx, c.LocalAddr()}) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	_ = s.Close()
}

// single is a listener with one connection.
type single struct {
	one  chan net.Conn
	ctx  context.Context
	addr net.Addr
}

func (s *single) Accept() (net.Conn, error) {
	select {
	case c := <-s.one:
		return c, nil
	case <-s.ctx.Done():
		return nil, net.ErrClosed
	}
}
func (s *single) Close() error   { return nil }
func (s *single) Addr() net.Addr { return s.addr }
