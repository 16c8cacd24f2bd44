//go:build !linux

package keys

// keyringAbsent is false: macOS and Windows have a keyring always.
func keyringAbsent(error) bool { return false }

// keyringLocked is false: the system itself asks for what it needs.
func keyringLocked(error) bool { return false }

func keyringHungUp(error) bool { return false }
