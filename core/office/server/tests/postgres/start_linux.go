package postgres

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"strconv"
	"syscall"
)

// PostgreSQL refuses to run as root: there it runs as the user whom Debian's
// package makes, or as nobody.
func credential() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return nil, err
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
	}
	return nil, fmt.Errorf("PostgreSQL does not run as root, and there is no user postgres or nobody")
}

// give hands a folder to the user that runs the server.
func give(dir string) error {
	who, err := credential()
	if err != nil || who == nil {
		return err
	}
	return os.Chown(dir, int(who.Uid), int(who.Gid))
}

// attributes let a process run as that user, and end when this program does,
// however it ends.
func attributes() *syscall.SysProcAttr {
	who, _ := credential() // give has failed with the error
	return &syscall.SysProcAttr{Credential: who, Pdeathsig: syscall.SIGINT}
}

// begin starts a process from a thread that lives as long as it: the signal at our
// end is bound to the thread.
func begin(cmd *exec.Cmd) (*child, error) {
	c := &child{ended: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		c.process = cmd.Process
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended stands in its log
			close(c.ended)
		}
	}()
	return c, <-started
}
