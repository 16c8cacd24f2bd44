package autostart

import (
	"errors"
	"os"
	"strings"

	"golang.org/x/sys/windows/registry"
)

const (
	runKey = `Software\Microsoft\Windows\CurrentVersion\Run`
	// allowedKey has an entry for what a person switched on or off in the Task
	// Manager: off when its first byte is odd.
	allowedKey = `Software\Microsoft\Windows\CurrentVersion\Explorer\StartupApproved\Run`
)

// Run is the start at login as Windows has it: a value that holds a command
// line. The installer for one user writes the user's, the MSI the computer's.
type Run struct{ Name string }

// System is where this computer keeps it, for the user who runs the program.
func System(string) (Login, error) { return Run{Name: "Sanduq"}, nil }

// State implements Login.
func (r Run) State(s Start) (State, error) {
	for _, root := range []registry.Key{registry.CURRENT_USER, registry.LOCAL_MACHINE} {
		command, err := value(root, runKey, func(k registry.Key) (string, error) {
			text, kind, err := k.GetStringValue(r.Name)
			if err == nil && kind == registry.EXPAND_SZ {
				return registry.ExpandString(text)
			}
			return text, err
		})
		if errors.Is(err, registry.ErrNotExist) {
			continue
		}
		if err != nil {
			return State{}, err
		}
		allowed, err := value(root, allowedKey, func(k registry.Key) (bool, error) {
			flags, _, err := k.GetBinaryValue(r.Name)
			return len(flags) == 0 || flags[0]&1 == 0, err
		})
		if err != nil && !errors.Is(err, registry.ErrNotExist) {
			return State{}, err
		}
		if errors.Is(err, registry.ErrNotExist) {
			allowed = true
		}
		found := Split(command)
		if len(found) == 0 || !allowed {
			continue
		}
		if _, err := os.Stat(found[0]); err == nil { // else Windows passes over it
			return compare(State{On: true, Shared: root == registry.LOCAL_MACHINE}, found, s, strings.EqualFold), nil
		}
	}
	return State{}, nil
}

// Set implements Login.
func (r Run) Set(s Start, on bool) error {
	if on {
		if now, err := r.State(s); err == nil && now.Shared {
			return nil // it would be started twice
		}
		if err := change(runKey, func(k registry.Key) error { return k.SetStringValue(r.Name, Command(s.line())) }); err != nil {
			return err
		}
	} else if err := change(runKey, func(k registry.Key) error { return k.DeleteValue(r.Name) }); err != nil {
		return err
	}
	if err := change(allowedKey, func(k registry.Key) error { return k.DeleteValue(r.Name) }); err != nil {
		return err
	}
	if !on {
		if now, err := r.State(s); err == nil && now.Shared {
			return ErrShared
		}
	}
	return nil
}

func value[T any](root registry.Key, path string, read func(registry.Key) (T, error)) (T, error) {
	k, err := registry.OpenKey(root, path, registry.QUERY_VALUE)
	if err != nil {
		var none T
		return none, err
	}
	defer func() { _ = k.Close() }()
	return read(k)
}

// change changes a key of the user; what is not there need not be removed.
func change(path string, write func(registry.Key) error) error {
	k, _, err := registry.CreateKey(registry.CURRENT_USER, path, registry.SET_VALUE)
	if err != nil {
		return err
	}
	err = write(k)
	if errors.Is(err, registry.ErrNotExist) {
		err = nil
	}
	if closed := k.Close(); err == nil {
		err = closed
	}
	return err
}
