//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// together lets a command and all that it starts end at once: a suite may run
// processes of its own.
func together(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
