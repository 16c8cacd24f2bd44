package keys

import (
	"errors"
	"io"
	"net"
	"os/exec"
	"strings"
	"syscall"

	"github.com/godbus/dbus/v5"
)

// keyringAbsent reports whether no Secret Service can be reached: there is no
// session bus, or nobody on it keeps secrets.
func keyringAbsent(err error) bool {
	if e, ok := errors.AsType[dbus.Error](err); ok {
		switch e.Name {
		case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
			"org.freedesktop.DBus.Error.Spawn.ExecFailed", "org.freedesktop.DBus.Error.Spawn.ServiceNotFound":
			return true
		}
		return false
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return op.Op == "dial"
	}
	if _, ok := errors.AsType[*exec.ExitError](err); ok {
		return true // the program that starts a bus could not
	}
	return errors.Is(err, exec.ErrNotFound) // there is no bus, and no such program
}

// keyringHungUp reports whether a connection kept from an earlier call turned out
// to have ended: that says nothing of what is there now.
func keyringHungUp(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, io.EOF) || errors.Is(err, dbus.ErrClosed)
}

// keyringLocked reports whether the collection stayed locked: anyone who was asked
// to open it did not, or there was nobody to ask. The library has no type for
// this.
func keyringLocked(err error) bool {
	if e, ok := errors.AsType[dbus.Error](err); ok {
		return e.Name == "org.freedesktop.Secret.Error.IsLocked"
	}
	return strings.HasPrefix(err.Error(), "failed to unlock")
}
