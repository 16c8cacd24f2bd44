// Package autostart reads and writes whether the system starts the till when
// somebody logs in. There is no memory of the choice but the system's own
// place for it, which installers, administrators and people change too: it is
// read each time it is shown.
//
//	Linux     $XDG_CONFIG_HOME/autostart/sanduq.desktop, as the desktops read it
//	macOS     ~/Library/LaunchAgents/<id>.plist
//	Windows   the value Sanduq of the user's Run key, which the installer writes
//
// All are files or values of one user, so that no administrator is needed. The
// formats are compiled and tested on every system.
package autostart

import (
	"errors"
	"os"
	"slices"
)

// Start is what is run at login.
type Start struct {
	Program string // absolute path
	Args    []string
}

// This is a start of the program that runs, on the data it was told to use;
// dataDir is absolute, or blank for the system's place.
func This(dataDir string) (Start, error) {
	program, err := os.Executable()
	s := Start{Program: program}
	if dataDir != "" {
		s.Args = []string{"--data-dir", dataDir}
	}
	return s, err
}

func (s Start) line() []string { return append([]string{s.Program}, s.Args...) }

// State is what the system does at login.
type State struct {
	On bool
	// Shared: anyone who looks after the computer switched it on for everybody,
	// and one user cannot switch it off.
	Shared bool
	// Other is what is started in place of this program on its data, such as
	// an older copy in another folder; blank when it is this one.
	Other string
}

// ErrShared means that a start at login is Shared.
var ErrShared = errors.New("autostart: set for everybody on this computer")

// Login is where a system keeps it. Its methods may be slow; an error leaves
// the state as it was, but for a disk that breaks in between.
type Login interface {
	State(s Start) (State, error)
	Set(s Start, on bool) error
}

// compare compares what the system starts with what it would be told to.
func compare(state State, found []string, want Start, same func(a, b string) bool) State {
	if !state.On {
		return State{}
	}
	if !slices.EqualFunc(found, want.line(), same) {
		state.Other = Command(found)
	}
	return state
}
