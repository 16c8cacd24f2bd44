//go:build !windows

package printer

import "syscall"

// closedBy are the system's errors of a connection that the other side ended.
var closedBy = []error{syscall.EPIPE, syscall.ECONNRESET}
