// Package startup leads the application's one window from its first frame to its
// end. The window is there before the data are open; until they are it asks for
// a passphrase, restores a backup, or says in words why the application cannot
// start. It knows no store and no till: ui/app opens those, as Rooms.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package startup

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"sanduq/ui/words"
)

// Problem is why the application cannot start. Code is a key of the words
// catalogue below "startup."; Detail is what the sentence names, such as a
// folder. Cause is for the log.
type Problem struct {
	Code   string
	Detail string
	Cause  error
}

// The codes that the composition root finds out by itself. The store's codes
// are used as they are.
const (
	Environment = "environment" // SERVICE_ENV is misspelt
	BaseURL     = "baseURL"     // live without an address, or with http
	Keys        = "keys"        // no merchant keys for this environment
	Profile     = "profile"     // the wire profile cannot be used
	Choices     = "choices"     // what the settings remember cannot be read
	Bank        = "bank"        // the practice bank cannot listen
	BankFile    = "bankFile"    // the practice bank's records cannot be read
	Display     = "display"     // there is no screen
	NoWindow    = "window"      // the window could not be opened: no OpenGL
	Raised      = "raised"      // another copy runs; its window came forward
	Unasked     = "unasked"     // live without a keyring, and no passphrase was given
	other       = "other"
)

// Error implements error.
func (p *Problem) Error() string { return fmt.Sprintf("startup: %s: %v", p.Code, p.Cause) }

// Unwrap gives the cause.
func (p *Problem) Unwrap() error { return p.Cause }

// Sentence is what happened and what to do.
func (p *Problem) Sentence(w *words.Catalogue) string {
	key := "startup." + p.Code
	if here := key + "." + runtime.GOOS; w.Has(here) { // what to do differs by system
		key = here
	}
	if !w.Has(key) {
		key = "startup." + other
	}
	return w.T(key, "detail", p.Detail)
}

// Print writes the sentence, and the cause below it for anyone who helps.
func (p *Problem) Print(out io.Writer, w *words.Catalogue) {
	fmt.Fprintf(out, "Sanduq: %s\n", p.Sentence(w))
	if !p.quiet() {
		fmt.Fprintf(out, "  (%s: %v)\n", p.Code, p.Cause)
	}
}

// Screen returns a Problem where no window can be opened at all.
func Screen() error {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return &Problem{Code: Display, Cause: errors.New("neither DISPLAY nor WAYLAND_DISPLAY is set")}
	}
	return nil
}

// quiet reports whether there is nothing to show or to look into: another window
// is there, or the person knows.
func (p *Problem) quiet() bool { return p.Code == Raised || p.Code == Unasked }

// problemOf is what an error means to a person.
func problemOf(err error) *Problem {
	if p, known := errors.AsType[*Problem](err); known {
		return p
	}
	return &Problem{Code: other, Cause: err}
}

// Refuse says on the terminal why a start failed before there was a window, and
// returns the exit status.
func Refuse(err error, w *words.Catalogue, out io.Writer) int {
	problemOf(err).Print(out, w)
	return 1
}
