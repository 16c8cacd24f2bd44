//go:build unix

package core

import (
	"net"
	"syscall"
)

// tellsUnread reports whether the system can say that something waits to be read.
func tellsUnread(conn net.Conn) bool {
	_, can := conn.(*net.TCPConn)
	return can
}

// hasUnreadData reports whether something waits to be read from a connection, or the
// system does not say. It takes nothing and never waits.
func hasUnreadData(conn net.Conn) (ready bool) {
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		return true
	}
	var one [1]byte
	err = raw.Control(func(fd uintptr) {
		n, _, failed := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		ready = failed == nil && n > 0
	})
	return ready || err != nil
}
