//go:build unix

package core

import (
	"net"
	"syscall"
)

// hasUnreadData reports whether something waits to be read from a connection, and
// whether the system can say so. It takes nothing and never waits.
func hasUnreadData(conn net.Conn) (ready, can bool) {
	line, ok := conn.(*net.TCPConn)
	if !ok {
		return false, false
	}
	raw, err := line.SyscallConn()
	if err != nil {
		return false, false
	}
	err = raw.Control(func(fd uintptr) {
		n, _, failed := syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		ready = failed == nil && n > 0
	})
	return ready, err == nil
}
