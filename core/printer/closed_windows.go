package printer

import "syscall"

// closedBy are the system's errors of a connection that the other side ended.
var closedBy = []error{syscall.WSAECONNRESET, syscall.WSAECONNABORTED, syscall.ERROR_BROKEN_PIPE}
