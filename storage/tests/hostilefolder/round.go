//go:build !windows

package hostilefolder

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// patience is how long things may take.
type patience struct {
	soon   time.Duration // a word, an answer
	ending time.Duration // an end, a return to work
}

// usual is for a machine that does other things beside.
var usual = patience{20 * time.Second, 60 * time.Second}

// impatient is for what is known not to come.
var impatient = patience{2 * time.Second, 2 * time.Second}

// starting is how long a till may take until it has sold something.
const starting = time.Minute

// childArgument is the first argument of a till's process.
const childArgument = "hostile-till"

// child is a till's process that is listened to.
type child struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	stderr bytes.Buffer
	ended  chan struct{} // nothing more is heard
	patience

	mu    sync.Mutex
	lines []Line
	news  chan struct{} // closed and made again with every line
}

// start starts a till, by a command of one's own.
func start(command func(args ...string) *exec.Cmd, o Order, p patience) (*child, error) {
	text, err := o.text()
	if err != nil {
		return nil, err
	}
	c := &child{cmd: command(childArgument, text), ended: make(chan struct{}), news: make(chan struct{}), patience: p}
	c.cmd.Stderr = &c.stderr
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err == nil {
		err = c.cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	go c.listen(out)
	return c, nil
}

func (c *child) listen(out io.Reader) {
	defer close(c.ended)
	for heard := bufio.NewScanner(out); heard.Scan(); {
		var l Line
		if json.Unmarshal(heard.Bytes(), &l) != nil {
			continue
		}
		c.mu.Lock()
		c.lines = append(c.lines, l)
		close(c.news)
		c.news = make(chan struct{})
		c.mu.Unlock()
	}
}

// linesSoFar are the lines until now.
func (c *child) linesSoFar() ([]Line, <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lines[:len(c.lines):len(c.lines)], c.news
}

// wait waits until what was heard from line number from on is enough.
func (c *child) wait(from int, patience time.Duration, enough func(since []Line) bool) error {
	end := time.NewTimer(patience)
	defer end.Stop()
	for {
		lines, news := c.linesSoFar()
		if enough(lines[from:]) {
			return nil
		}
		select {
		case <-news:
		case <-c.ended:
			if lines, _ := c.linesSoFar(); enough(lines[from:]) {
				return nil
			}
			return errors.New("the process ended")
		case <-end.C:
			return errTime
		}
	}
}

var errTime = errors.New("it took too long")

// count counts lines of a kind.
func count(lines []Line, kind Kind) (n int) {
	for _, l := range lines {
		if l.Kind == kind {
			n++
		}
	}
	return n
}

// ask says something and waits for the answer.
func (c *child) ask() error {
	lines, _ := c.linesSoFar()
	if _, err := io.WriteString(c.in, "ping\n"); err != nil {
		return err
	}
	return c.wait(len(lines), c.soon, func(since []Line) bool { return count(since, KindPong) > 0 })
}

// end lets the process end.
func (c *child) end() error {
	_, _ = io.WriteString(c.in, "stop\n") // one that has ended is seen below
	_ = c.in.Close()
	select {
	case <-c.ended:
	case <-time.After(c.ending):
		_ = c.cmd.Process.Kill()
		return errors.Join(errors.New("it does not end when it is told to"), c.cmd.Wait())
	}
	err := c.cmd.Wait()
	if text := c.stderr.String(); err != nil || strings.Contains(text, "panic:") || strings.Contains(text, "fatal error:") {
		return fmt.Errorf("it broke: %w: %.1500s", err, text)
	}
	return nil
}

// kill ends a process that was given up.
func (c *child) kill() {
	_ = c.cmd.Process.Kill()
	<-c.ended
	_ = c.cmd.Wait()
}

// plain starts this program again.
func plain(ctx context.Context) func(args ...string) *exec.Cmd {
	return func(args ...string) *exec.Cmd { return exec.CommandContext(ctx, os.Args[0], args...) }
}

// round is one till, one act, and what came of it.
type round struct {
	act    act
	place  *place
	order  Order
	undone bool
	begun  int64 // when the act began, and when it was done
	done   int64
	back   int64 // when undoing it began; 0 when it was not undone
	lines  []Line
	sum    string // of what was put in the file's place
	patience
}

// run lets the till sell, acts at a moment, and ends it. wait says how many
// commits to wait for, and how long beyond that.
func (r *round) run(ctx context.Context, wait int, more time.Duration) error {
	c, err := start(plain(ctx), r.order, r.patience)
	if err != nil {
		return err
	}
	defer c.kill()
	if err := c.wait(0, starting, func(l []Line) bool { return count(l, KindReady) > 0 && count(l, KindKept) >= wait }); err != nil {
		lines, _ := c.linesSoFar()
		return fmt.Errorf("the till does not sell: %w: %v %.1000s", err, lines[max(0, len(lines)-3):], c.stderr.String())
	}
	time.Sleep(more)
	lines, _ := c.linesSoFar()
	r.begun = time.Now().UnixNano()
	if err := r.act.do(r.place); err != nil {
		return fmt.Errorf("the act itself: %w", err)
	}
	r.done = time.Now().UnixNano()
	if r.sum, err = sumOf(r.place.put); err != nil {
		return err
	}
	err = r.aftermath(c, len(lines))
	err = errors.Join(err, c.end())
	r.lines, _ = c.linesSoFar()
	return err
}

// aftermath looks at how the till takes it. from is the first line since the
// act began.
func (r *round) aftermath(c *child, from int) error {
	lines, _ := c.linesSoFar()
	if r.act.harmless {
		if err := c.wait(len(lines), c.soon, func(l []Line) bool { return count(l, KindKept) >= 4 }); err != nil {
			return fmt.Errorf("it sells no more: %w", err)
		}
		return c.ask()
	}
	if err := c.wait(from, c.soon, func(l []Line) bool { return count(l, KindTrouble) > 0 }); err != nil {
		return fmt.Errorf("no trouble is told: %w", err)
	}
	if err := c.ask(); err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	if err := c.wait(from, c.soon, func(l []Line) bool { return count(l, KindReopen) > 0 }); err != nil {
		return fmt.Errorf("it does not look for its file: %w", err)
	}
	if !r.undone {
		return nil
	}
	lines, _ = c.linesSoFar()
	r.back = time.Now().UnixNano()
	if err := r.act.undo(r.place); err != nil {
		return fmt.Errorf("undoing the act: %w", err)
	}
	if err := c.wait(len(lines), c.ending, func(l []Line) bool { return count(l, KindWorks) > 0 && count(l, KindKept) >= 4 }); err != nil {
		return fmt.Errorf("the file is back, and it does not work again: %w", err)
	}
	return nil
}
