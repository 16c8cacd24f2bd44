//go:build !windows

package startup

import (
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"
)

// Again puts a fresh start of the application in the place of this process, with
// the arguments of this one and more, in the environment env. It returns the
// exit status when that cannot be done.
func Again(out io.Writer, env []string, more ...string) int {
	program, err := os.Executable()
	if err == nil {
		err = syscall.Exec(program, slices.Concat(os.Args, more), env)
	}
	fmt.Fprintln(out, "sanduq: start again by hand:", err)
	return 1
}
