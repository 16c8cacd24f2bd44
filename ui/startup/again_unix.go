//go:build !windows

package startup

import (
	"fmt"
	"io"
	"os"
	"syscall"
)

// Again puts a fresh start of the application in the place of this process. It
// returns the exit status when that cannot be done.
func Again(out io.Writer) int {
	program, err := os.Executable()
	if err == nil {
		err = syscall.Exec(program, os.Args, os.Environ())
	}
	fmt.Fprintln(out, "sanduq: start again by hand:", err)
	return 1
}
