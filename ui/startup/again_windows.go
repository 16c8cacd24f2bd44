package startup

import (
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Again starts the application afresh beside this process, which must then
// end. It returns the exit status.
func Again(out io.Writer) int {
	program, err := os.Executable()
	if err == nil {
		cmd := exec.Command(program, os.Args[1:]...)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(out, "sanduq: start again by hand:", err)
		return 1
	}
	return 0
}
