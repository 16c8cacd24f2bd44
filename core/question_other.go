//go:build !unix

package core

import "net"

// liesReady cannot be said here.
func liesReady(net.Conn) (ready, can bool) { return false, false }
