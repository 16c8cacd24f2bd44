//go:build !unix

package core

import "net"

// hasUnreadData cannot be said here.
func hasUnreadData(net.Conn) (ready, can bool) { return false, false }
