package harness

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// App is one running copy of the application.
type App struct {
	cmd  *exec.Cmd
	mu   sync.Mutex
	more *sync.Cond
	log  []string
	done bool
	exit error
}

// StartApp starts the application on a display with a data folder of its own.
// env adds to the environment. Stop or Kill it.
func StartApp(d *Display, binary, dataDir string, env []string, args ...string) (*App, error) {
	a := &App{}
	a.more = sync.NewCond(&a.mu)
	a.cmd = exec.Command(binary, append([]string{"--data-dir", dataDir, "--log-stderr"}, args...)...)
	a.cmd.Env = append(append(d.Env(), "XDG_CONFIG_HOME="+filepath.Join(dataDir, "config")), env...)
	pipe, err := a.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := a.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start the application: %w", err)
	}
	go a.read(pipe)
	return a, nil
}

func (a *App) read(pipe io.Reader) {
	sc := bufio.NewScanner(pipe)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		a.mu.Lock()
		a.log = append(a.log, sc.Text())
		a.mu.Unlock()
		a.more.Broadcast()
	}
	err := a.cmd.Wait()
	a.mu.Lock()
	a.done, a.exit = true, err
	a.mu.Unlock()
	a.more.Broadcast()
}

// PID is the number of its process.
func (a *App) PID() int { return a.cmd.Process.Pid }

// WaitLog waits for a line of the application's log that holds all the parts,
// and returns it. Lines are looked at from the first on.
func (a *App) WaitLog(ctx context.Context, parts ...string) (string, error) {
	defer context.AfterFunc(ctx, a.more.Broadcast)()
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := 0; ; i++ {
		for i >= len(a.log) {
			if a.done {
				return "", fmt.Errorf("the application ended before its log had %q: %w\n%s", parts, a.exit, a.tail())
			}
			if ctx.Err() != nil {
				return "", fmt.Errorf("no log line with %q: %w\n%s", parts, ctx.Err(), a.tail())
			}
			a.more.Wait()
		}
		if holds(a.log[i], parts) {
			return a.log[i], nil
		}
	}
}

func holds(line string, parts []string) bool {
	for _, p := range parts {
		if !strings.Contains(line, p) {
			return false
		}
	}
	return true
}

// tail is the end of the log, for an error. The caller holds mu.
func (a *App) tail() string {
	return "  " + strings.Join(a.log[max(0, len(a.log)-12):], "\n  ")
}

// Last returns the newest line of the log that holds all the parts; blank when
// there is none.
func (a *App) Last(parts ...string) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, line := range slices.Backward(a.log) {
		if holds(line, parts) {
			return line
		}
	}
	return ""
}

// Ended waits until the application has ended by itself and returns its exit
// status.
func (a *App) Ended(limit time.Duration) (int, error) {
	if err := a.ended(limit); err != nil {
		return 0, err
	}
	return a.cmd.ProcessState.ExitCode(), nil
}

// Log returns the log so far.
func (a *App) Log() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return strings.Join(a.log, "\n")
}

// killed is how long a process may take to go after it was killed: on a machine
// with much else to do, seven seconds were measured.
const killed = 30 * time.Second

// Kill ends the application as a power cut would: without a word.
func (a *App) Kill() error {
	if err := a.cmd.Process.Signal(syscall.SIGKILL); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return a.ended(killed)
}

// Stop asks the application to close, as a window manager or the system does.
func (a *App) Stop() error {
	if err := a.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	if err := a.ended(25 * time.Second); err != nil {
		return errors.Join(err, a.stacks(), a.Kill())
	}
	return nil
}

// stacks ends the application and tells what each of its goroutines waited for.
func (a *App) stacks() error {
	a.mu.Lock()
	from := len(a.log)
	a.mu.Unlock()
	if err := a.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		return err
	}
	err := a.ended(killed)
	a.mu.Lock()
	defer a.mu.Unlock()
	return errors.Join(err, errors.New(strings.Join(a.log[from:], "\n")))
}

func (a *App) ended(limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	defer context.AfterFunc(ctx, a.more.Broadcast)()
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.done {
		if ctx.Err() != nil {
			return errors.New("the application did not end")
		}
		a.more.Wait()
	}
	return nil
}
