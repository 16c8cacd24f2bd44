package postgres

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// machineEnv makes of a test's own program a machine: see beMachine.
const machineEnv = "SANDUQ_TEST_MACHINE"

// machine is a program with all that it has started, however they are related: what
// a computer is to those elsewhere. It is a process between the test and that program,
// which ends with the test, however the test ends. One goroutine at a time uses it.
type machine struct {
	process *exec.Cmd
	orders  io.WriteCloser
	answers *bufio.Reader
}

// newMachine starts a program as the user that PostgreSQL runs as. What it says goes to the
// end of a file.
func newMachine(log, dir, program string, args ...string) (*machine, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	m := &machine{process: exec.Command(self, append([]string{log, dir, program}, args...)...)}
	m.process.Env = append(os.Environ(), machineEnv+"=yes")
	m.process.Stderr = os.Stderr
	if m.orders, err = m.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := m.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	m.answers = bufio.NewReader(out)
	if err := m.process.Start(); err != nil {
		return nil, err
	}
	return m, m.answered("start")
}

// order lets something be done to all of the machine, and waits until it is.
func (m *machine) order(what string) error {
	if _, err := fmt.Fprintln(m.orders, what); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return m.answered(what)
}

func (m *machine) answered(what string) error {
	said, err := m.answers.ReadString('\n')
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if said = strings.TrimSpace(said); said != "done" {
		return fmt.Errorf("%s: %s", what, said)
	}
	return nil
}

// cut ends everything at once, as a power cut does but for the disk's own cache.
func (m *machine) cut() error {
	err := m.order("cut")
	return errors.Join(err, m.orders.Close(), m.process.Wait())
}

// freeze stops everything where it stands: connections to it stay, and nobody answers.
func (m *machine) freeze() error { return m.order("freeze") }

// resume lets those go on of which the name of the program begins so; all for "".
func (m *machine) resume(name string) error { return m.order("resume " + name) }

// beMachine is the process between. It ends when its input does.
func beMachine(log, dir, program string, args []string) error {
	runtime.LockOSThread()                                                                // the signal at our end is bound to the thread that starts
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) // a terminal's are for the test
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return err
	}
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	attributes := attributes()
	attributes.Pdeathsig = syscall.SIGKILL
	path := os.Getenv("PATH")
	if _, err := os.StartProcess(program, append([]string{program}, args...), &os.ProcAttr{
		Dir: dir, Env: []string{"PATH=" + path, "HOME=" + dir, "LC_ALL=C.UTF-8"}, Files: []*os.File{nil, out, out}, Sys: attributes}); err != nil {
		fmt.Println(err)
		return err
	}
	gone := make(chan struct{})
	go func() { // a process without a parent is ours
		defer close(gone)
		for {
			if _, err := syscall.Wait4(-1, nil, 0, nil); err != nil && !errors.Is(err, syscall.EINTR) {
				return
			}
		}
	}()
	fmt.Println("done")
	for orders := bufio.NewScanner(os.Stdin); orders.Scan(); fmt.Println("done") {
		switch what, name, _ := strings.Cut(orders.Text(), " "); what {
		case "freeze":
			freezeAll()
		case "resume":
			for _, pid := range descendants() {
				if command, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "comm")); err == nil && strings.HasPrefix(string(command), name) {
					_ = syscall.Kill(pid, syscall.SIGCONT)
				}
			}
		}
		if orders.Text() == "cut" {
			break
		}
	}
	for {
		for _, pid := range freezeAll() {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		select {
		case <-gone:
			fmt.Println("done")
			return nil
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// freezeAll stops all descendants, and returns them: of stopped ones there come no more.
func freezeAll() []int {
	var stopped []int
	for more := true; more; {
		more = false
		for _, pid := range descendants() {
			if !slices.Contains(stopped, pid) {
				_ = syscall.Kill(pid, syscall.SIGSTOP)
				stopped, more = append(stopped, pid), true
			}
		}
	}
	return stopped
}

// descendants are the processes below this one.
func descendants() (all []int) {
	children := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(rest); len(fields) > 1 && fields[0] != "Z" {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			parent, _ := strconv.Atoi(fields[1])
			children[parent] = append(children[parent], pid)
		}
	}
	for next := []int{os.Getpid()}; len(next) > 0; next = next[1:] {
		all = append(all, children[next[0]]...)
		next = append(next, children[next[0]]...)
	}
	return all
}
