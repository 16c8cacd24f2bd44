package core

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"sync"
)

// askFirst makes a transport's direct connections refuse whatever arrives on
// them before a request was written. Below TLS only ciphertext is seen, so the
// handshake is made here; a connection through a proxy is left as it is.
func askFirst(t *http.Transport) *http.Transport {
	dial, config := t.DialContext, t.TLSClientConfig
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return newQuestionConn(conn), nil
	}
	t.DialTLSContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		secure, err := shakeHands(ctx, conn, address, config)
		if err != nil {
			_ = conn.Close()
			return nil, err
		}
		return newQuestionConn(secure), nil
	}
	return t
}

func shakeHands(ctx context.Context, conn net.Conn, address string, config *tls.Config) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	config = config.Clone()
	config.ServerName = host
	secure := tls.Client(conn, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	return secure, nil
}

// errUnasked ends a connection on which an answer lay before the question.
var errUnasked = errors.New("an answer came before the question")

// questionConn is a connection that takes no answer before it was asked. Where
// the system can say what lies ready, nothing is read before the question and
// the question looks first; elsewhere, under TLS above all, what is read before
// the question ends the connection.
type questionConn struct {
	net.Conn
	waits chan struct{} // reading waits for it; nil where it does not

	mu     sync.Mutex
	asked  bool
	closed bool
}

func newQuestionConn(conn net.Conn) *questionConn {
	c := &questionConn{Conn: conn}
	if _, can := liesReady(conn); can {
		c.waits = make(chan struct{})
	}
	return c
}

// ask notes that the question goes out now; false when an answer is there.
func (c *questionConn) ask() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked || c.closed {
		return true
	}
	if c.waits != nil {
		if ready, _ := liesReady(c.Conn); ready {
			return false
		}
		close(c.waits)
	}
	c.asked = true
	return true
}

// Write implements net.Conn.
func (c *questionConn) Write(p []byte) (int, error) {
	if !c.ask() {
		_ = c.Close()
		return 0, errUnasked
	}
	return c.Conn.Write(p)
}

// Read implements net.Conn.
func (c *questionConn) Read(p []byte) (int, error) {
	if c.waits != nil {
		<-c.waits
	}
	n, err := c.Conn.Read(p)
	if n == 0 {
		return n, err
	}
	c.mu.Lock()
	unasked := !c.asked
	c.mu.Unlock()
	if unasked {
		clear(p[:n])
		_ = c.Close()
		return 0, errUnasked
	}
	return n, err
}

// Close implements net.Conn.
func (c *questionConn) Close() error {
	c.mu.Lock()
	if c.waits != nil && !c.asked && !c.closed {
		close(c.waits)
	}
	c.closed = true
	c.mu.Unlock()
	return c.Conn.Close()
}
