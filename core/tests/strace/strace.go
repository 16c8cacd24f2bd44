// Package strace runs a program under strace: to record what it asks of the
// file system, to let a chosen system call fail, or to kill it at one.
package strace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"sanduq/core/tests/needs"
)

// Changing are the system calls that change files. A recording holds them all,
// so that one which the disk's model does not know is noticed.
const Changing = "openat,open,creat,write,writev,pwrite64,pwritev,pwritev2,fdatasync,fsync,sync_file_range,syncfs,sync," +
	"ftruncate,truncate,fallocate,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlinkat," +
	"copy_file_range,sendfile,splice"

// Need ends a test where programs cannot be traced, as package needs says.
func Need(t testing.TB) {
	t.Helper()
	program := needs.Program(t, "strace", "test")
	if out, err := exec.Command(program, "-f", "-e", "trace=none", "true").CombinedOutput(); err != nil {
		needs.Check(t, needs.Missing{What: fmt.Sprintf("strace may not trace here: %v: %.300s", err, out)})
	}
}

// Options say what strace does to a program.
type Options struct {
	Out   string // the file that it writes to
	Trace string // which calls; Changing when blank
	Only  string // only those on this path; blank for any
	// Inject is what happens to a call, in strace's own words, such as
	// "fdatasync:error=EIO:when=3". Calls are counted in each thread by itself,
	// so the program does its work in one thread.
	Inject string
	Data   bool // record what is written as well
	Env    []string
}

// Command returns the command that runs a program under strace.
func Command(ctx context.Context, o Options, program string, args ...string) *exec.Cmd {
	if o.Trace == "" {
		o.Trace = Changing
	}
	list := []string{"-f", "-y", "-qq", "-e", "signal=none", "-o", o.Out, "-e", "trace=" + o.Trace}
	if o.Data {
		list = append(list, "-xx", "-s", fmt.Sprint(64<<20))
	} else {
		list = append(list, "-s", "0")
	}
	if o.Only != "" {
		list = append(list, "-P", o.Only)
	}
	if o.Inject != "" {
		list = append(list, "-e", "inject="+o.Inject)
	}
	cmd := exec.CommandContext(ctx, "strace", append(append(list, "--", program), args...)...)
	cmd.Env = append(os.Environ(), o.Env...)
	return cmd
}

// Injected reports whether the fault came about, and which call it hit first.
func Injected(out string) (call string, hit bool, err error) {
	text, err := os.ReadFile(out)
	if err != nil {
		return "", false, err
	}
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "(INJECTED)") {
			return strings.TrimSpace(line), true, nil
		}
	}
	return "", false, nil
}

// Killed reports whether what Run returned means that the program was killed:
// strace then ends in the same way.
func Killed(ended error) bool {
	exit, ok := errors.AsType[*exec.ExitError](ended)
	if !ok {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}
