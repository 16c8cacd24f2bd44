package startup

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
)

// Again starts the application afresh beside this process, with the arguments
// of this one and more, in the environment env; this process must then end. It
// returns the exit status.
func Again(out io.Writer, env []string, more ...string) int {
	program, err := os.Executable()
	if err == nil {
		cmd := exec.Command(program, slices.Concat(os.Args[1:], more)...)
		cmd.Env = env
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(out, "sanduq: start again by hand:", err)
		return 1
	}
	return 0
}
