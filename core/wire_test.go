package core

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// line is the network itself: what it does to each connection, and what it saw.
type line struct {
	play func(l *line, server net.Conn)

	mu                  sync.Mutex
	dials, begun, whole int // connections asked for; connections with a byte of a request; requests that came whole
}

func (l *line) dial(context.Context, string, string) (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dials++
	if l.play == nil {
		return nil, errRefused
	}
	ours, theirs := net.Pipe()
	go func() {
		defer func() { _ = theirs.Close() }()
		l.play(l, theirs)
	}()
	return ours, nil
}

// read takes so many bytes of a request.
func (l *line) read(c net.Conn, bytes int64) {
	n, _ := io.CopyN(io.Discard, c, bytes)
	l.mu.Lock()
	defer l.mu.Unlock()
	if n > 0 {
		l.begun++
	}
}

// request takes a whole request.
func (l *line) request(c net.Conn) {
	r, err := http.ReadRequest(bufio.NewReader(c))
	if err != nil {
		return
	}
	_, err = io.Copy(io.Discard, r.Body)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.begun++
	if err == nil {
		l.whole++
	}
}

// answerWith takes a whole request, says its line and closes.
func answerWith(format string, args ...any) func(*line, net.Conn) {
	return func(l *line, c net.Conn) {
		l.request(c)
		_, _ = fmt.Fprintf(c, format, args...)
	}
}

// Whatever the network does to a connection, and wherever in the exchange,
// initiate and the one-time code are begun on at most one connection, and what
// is said about them is true.
func TestDangerousCallsOnTheWire(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
	for _, c := range []struct {
		name                string
		play                func(*line, net.Conn)
		dials, begun, whole int
		class               error
	}{
		{"no connection", nil, 3, 0, 0, ErrNotSent},
		{"closed before a byte was read", func(*line, net.Conn) {}, 1, 0, 0, ErrOutcomeUnknown},
		{"closed after the first byte", func(l *line, c net.Conn) { l.read(c, 1) }, 1, 1, 0, ErrOutcomeUnknown},
		{"closed within the headers", func(l *line, c net.Conn) { l.read(c, 150) }, 1, 1, 0, ErrOutcomeUnknown},
		{"closed after the whole request", func(l *line, c net.Conn) { l.request(c) }, 1, 1, 1, ErrOutcomeUnknown},
		{"closed within the status line", answerWith("HTTP/1."), 1, 1, 1, ErrOutcomeUnknown},
		{"closed within the reply's headers", answerWith(head), 1, 1, 1, ErrOutcomeUnknown},
		{"closed within the reply's body", answerWith(head + "Content-Length: 90\r\n\r\n{\"success\":true"), 1, 1, 1, ErrOutcomeUnknown},
		{"a body that never ends", func(l *line, c net.Conn) {
			answerWith(head+"Content-Length: 90\r\n\r\n{\"success\":true")(l, c)
			_, _ = io.Copy(io.Discard, c) // until the other side hangs up
		}, 1, 1, 1, ErrOutcomeUnknown},
		{"no reply at all", func(l *line, c net.Conn) { l.request(c); _, _ = io.Copy(io.Discard, c) }, 1, 1, 1, ErrOutcomeUnknown},
		{"not HTTP", answerWith("220 mail ready\r\n"), 1, 1, 1, ErrOutcomeUnknown},
		{"redirected", answerWith("HTTP/1.1 307 Go\r\nLocation: http://other.test/\r\nContent-Length: 0\r\n\r\n"), 1, 1, 1, ErrOutcomeUnknown},
		{"told to try again", answerWith("HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"), 1, 1, 1, ErrOutcomeUnknown},
		{"more than a mebibyte", answerWith(head+"\r\n%*s", maxReply+1, "{}"), 1, 1, 1, ErrOutcomeUnknown},
	} {
		for _, op := range []Operation{OpInitiate, OpSubmitOTP} {
			t.Run(string(op)+" "+c.name, func(t *testing.T) {
				bubble(t, func(t *testing.T) {
					wire := &line{play: c.play}
					d := newDesk(t, func(config *ClientConfig, _ *[]Option) { config.Dial = wire.dial })
					began := time.Now()
					err := d.operate(op)
					isAll(t, err, c.class)
					if _, refused := asError[*PaymentAPIError](err); refused {
						t.Error("called refused")
					}
					wire.mu.Lock()
					defer wire.mu.Unlock()
					if wire.dials != c.dials || wire.begun != c.begun || wire.whole != c.whole {
						t.Errorf("%d dials, %d begun, %d whole; want %d, %d, %d", wire.dials, wire.begun, wire.whole, c.dials, c.begun, c.whole)
					}
					t.Logf("%d dials, %d requests begun, %d whole, %s, after %s", wire.dials, wire.begun, wire.whole, c.class, time.Since(began))
				})
			})
		}
	}
}

// The connection of an earlier call, closed by the gateway in the meantime, is
// never used again by a call that must not be repeated.
func TestDangerousCallsTrustNoOldConnection(t *testing.T) {
	bubble(t, func(t *testing.T) {
		wire := new(line)
		body := `{"success":true,"data":{"paymentId":"P1","token":"T","paymentStatus":"PENDING"}}`
		wire.play = answerWith("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body) // says that it stays open, and closes
		d := newDesk(t, func(config *ClientConfig, _ *[]Option) { config.Dial = wire.dial })
		for range 3 {
			for _, op := range []Operation{OpFetchStatus, OpInitiate} {
				if err := d.operate(op); err != nil {
					t.Fatalf("%s: %v", op, err)
				}
				synctest.Wait() // until the transport has noticed: a status question may take an old connection, and fail on it
			}
		}
		if wire.dials != 6 || wire.whole != 6 {
			t.Fatalf("%d connections, %d requests; want 6 of each", wire.dials, wire.whole)
		}
	})
}
