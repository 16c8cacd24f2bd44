//go:build !unix

package core

import "net"

// tellsUnread reports that nothing can be said here.
func tellsUnread(net.Conn) bool { return false }

func hasUnreadData(net.Conn) bool { return false }
