package printer

import (
	"context"
	"io"
	"net"
	"time"
)

// hangUp is how long a printer may take to end the connection after us. It is short: everything is said by then.
const hangUp = 100 * time.Millisecond

// sendBuffer is small, so that what counts as sent has mostly left this computer.
const sendBuffer = 8 << 10

func dialTCP(host string, l Limits) func(context.Context) (line, error) {
	return func(ctx context.Context) (line, error) {
		short, cancel := context.WithTimeout(ctx, l.Dial)
		defer cancel()
		var d net.Dialer
		c, err := d.DialContext(short, "tcp", host)
		if err != nil {
			return nil, unreachable(ctx, err)
		}
		tcp := c.(*net.TCPConn)
		_ = tcp.SetWriteBuffer(sendBuffer)
		return &socket{TCPConn: tcp}, nil
	}
}

// socket ends a connection in order: bytes that were not read when it is closed would let the system reset it, and the
// printer forget what it has not printed.
type socket struct {
	*net.TCPConn
	broken bool
}

// abandon makes Close forget what a stopped printer has not taken yet: it must not come out in front of the next slip.
func (s *socket) abandon() {
	s.broken = true
	_ = s.SetLinger(0)
}

func (s *socket) Close() error {
	if s.broken {
		return s.TCPConn.Close()
	}
	if s.CloseWrite() == nil && s.SetReadDeadline(time.Now().Add(hangUp)) == nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(s.TCPConn, 1<<16))
	}
	return s.TCPConn.Close()
}
