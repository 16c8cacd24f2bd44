package crash

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
)

// process is one that was started, seen from its parent.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	lines  chan line // closed when the process has gone
	errout bytes.Buffer
	killed atomic.Bool
	ended  error // of Wait; read it after lines was closed
}

// start runs the present program once more, under orders.
func start(o orders) (*process, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(os.Args[0]), lines: make(chan line, 64)}
	p.cmd.Env = append(os.Environ(), envOrders+"="+string(text))
	p.cmd.Stderr = &p.errout
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	go p.read(out)
	return p, nil
}

func (p *process) read(out io.Reader) {
	defer close(p.lines)
	lines := bufio.NewReader(out)
	for {
		text, err := lines.ReadBytes('\n')
		if err != nil {
			break // what came without its end is no line
		}
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			l = line{Say: toldWrong, Text: fmt.Sprintf("not a line: %q", text)}
		}
		p.lines <- l
	}
	p.ended = p.cmd.Wait()
}

// send tells the process one word. One that has been killed does not hear it.
func (p *process) send(word string) { _, _ = io.WriteString(p.in, word+"\n") }

func (p *process) kill() {
	p.killed.Store(true)
	_ = p.cmd.Process.Kill() // it fails only when the process has gone
}

// fault is why a process ended by itself that should not have, or not in
// this way; nil when all is well. Call it after lines was closed.
func (p *process) fault(mayEnd bool) error {
	if p.killed.Load() || mayEnd && p.ended == nil {
		return nil
	}
	return fmt.Errorf("the process ended by itself: %v %.2000s", p.ended, p.errout.String())
}
