package core

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"
)

// refuseUnsolicited makes a transport's direct connections refuse whatever arrives on
// them before a request was written. Below TLS only ciphertext is seen, so the
// handshake is made here; a connection through a proxy is left as it is.
func refuseUnsolicited(t *http.Transport) *http.Transport {
	dial, config, limit := t.DialContext, t.TLSClientConfig, t.TLSHandshakeTimeout
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return newSolicitedConn(conn), nil
	}
	t.DialTLSContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		secure, err := handshake(ctx, conn, address, config, limit)
		if err != nil {
			_ = conn.Close()
			return nil, err
		}
		return newSolicitedConn(secure), nil
	}
	return t
}

func handshake(ctx context.Context, conn net.Conn, address string, config *tls.Config, limit time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	config = config.Clone()
	if config.ServerName == "" { // else a gateway that is reached by a name which its certificate does not have
		config.ServerName = host
	}
	secure := tls.Client(conn, config)
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	return secure, nil
}

// errUnsolicited ends a connection on which a response lay before the request.
var errUnsolicited = errors.New("unsolicited response")

// solicitedConn is a connection that takes no response before the request was
// written. Where the system can say whether something is unread, nothing is read
// before the request, which looks first; elsewhere, under TLS above all, what is
// read before the request ends the connection.
type solicitedConn struct {
	net.Conn
	waits chan struct{} // reading waits for it; nil where it does not

	mu     sync.Mutex
	sent   bool // the request was begun
	closed bool
}

func newSolicitedConn(conn net.Conn) *solicitedConn {
	c := &solicitedConn{Conn: conn}
	if tellsUnread(conn) {
		c.waits = make(chan struct{})
	}
	return c
}

// requestLeaves notes that the request goes out now; false when a response is there.
func (c *solicitedConn) requestLeaves() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sent || c.closed {
		return true
	}
	if c.waits != nil {
		if hasUnreadData(c.Conn) {
			return false
		}
		close(c.waits)
	}
	c.sent = true
	return true
}

// Write implements net.Conn.
func (c *solicitedConn) Write(p []byte) (int, error) {
	if !c.requestLeaves() {
		_ = c.Close()
		return 0, errUnsolicited
	}
	return c.Conn.Write(p)
}

// Read implements net.Conn.
func (c *solicitedConn) Read(p []byte) (int, error) {
	if c.waits != nil {
		<-c.waits
	}
	n, err := c.Conn.Read(p)
	if n == 0 {
		return n, err
	}
	c.mu.Lock()
	unsolicited := !c.sent
	c.mu.Unlock()
	if unsolicited {
		clear(p[:n])
		_ = c.Close()
		return 0, errUnsolicited
	}
	return n, err
}

// Close implements net.Conn.
func (c *solicitedConn) Close() error {
	c.mu.Lock()
	if c.waits != nil && !c.sent && !c.closed {
		close(c.waits)
	}
	c.closed = true
	c.mu.Unlock()
	return c.Conn.Close()
}
