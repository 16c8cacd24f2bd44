package autostart

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/windows/registry"
)

// TestTheRunKey uses a name of its own in the real registry.
func TestTheRunKey(t *testing.T) {
	program, err := os.Executable()
	must(t, err)
	r, s := Run{Name: "Sanduq under test"}, Start{Program: program, Args: []string{"--data-dir", `D:\the data\`}}
	t.Cleanup(func() { must(t, r.Set(s, false)) })
	must(t, r.Set(s, false))
	is(t, r, s, State{})
	must(t, r.Set(s, true))
	is(t, r, s, State{On: true})
	is(t, r, Start{Program: strings.ToUpper(program), Args: s.Args}, State{On: true})
	is(t, r, Start{Program: program}, State{On: true, Other: `"` + program + `" --data-dir "D:\the data\\"`})

	flag := func(b byte) {
		must(t, change(allowedKey, func(k registry.Key) error {
			return k.SetBinaryValue(r.Name, []byte{b, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8})
		}))
	}
	flag(2)
	is(t, r, s, State{On: true})
	flag(3) // a person switched it off in the Task Manager
	is(t, r, s, State{})
	must(t, r.Set(s, true))
	is(t, r, s, State{On: true})
	gone := Start{Program: program + ".gone"}
	must(t, r.Set(gone, true))
	is(t, r, gone, State{})
}

// TestTheInstallers reads and removes what an installer has written, where one
// has: SANDUQ_INSTALLED is the program, SANDUQ_SHARED says that it is for
// everybody on the computer.
func TestTheInstallers(t *testing.T) {
	s := Start{Program: os.Getenv("SANDUQ_INSTALLED")}
	if s.Program == "" {
		t.Skip("nothing is installed here for this test")
	}
	login, err := System("")
	must(t, err)
	if os.Getenv("SANDUQ_SHARED") != "" {
		is(t, login, s, State{On: true, Shared: true})
		if err := login.Set(s, false); err != ErrShared {
			t.Errorf("one user switched it off for everybody: %v", err)
		}
		must(t, login.Set(s, true)) // writes no second one
		is(t, login, s, State{On: true, Shared: true})
		return
	}
	is(t, login, s, State{On: true})
	must(t, login.Set(s, false))
	is(t, login, s, State{})
	must(t, login.Set(s, true)) // as it was
	is(t, login, s, State{On: true})
}
