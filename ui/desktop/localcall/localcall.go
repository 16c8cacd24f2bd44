// Package localcall carries a question and its answer between two programs of one user
// on one machine, over a socket in a folder that is closed to other users. It knows
// nothing of what is asked.
package localcall

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"
)

const (
	patient = 2 * time.Second // for a question that is begun
	longest = 64 << 10        // of a question or an answer
	atOnce  = 4               // questions that are answered at the same time
)

// ErrNobody matches an error of Ask when nobody listens: nothing was asked.
var ErrNobody = errors.New("nobody listens")

// Listen answers questions in dir, under the name of a socket, until stop is called.
// Only the program that holds the folder's lock may call it: what is left of an older
// socket is removed. answer is called from goroutines of its own; its context ends when
// who asked is gone, or with stop, which waits for the answers that go on.
func Listen(dir, name string, answer func(ctx context.Context, question []byte) []byte) (stop func(), err error) {
	path, done, err := Reach(dir, name)
	if err != nil {
		return nil, fmt.Errorf("listen for questions: %w", err)
	}
	_ = os.Remove(path)
	l, err := net.Listen("unix", path)
	if err != nil {
		done()
		return nil, fmt.Errorf("listen for questions: %w", err)
	}
	_ = os.Chmod(path, 0o600)
	ctx, end := context.WithCancel(context.Background())
	var running sync.WaitGroup
	places := make(chan struct{}, atOnce)
	running.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			select {
			case places <- struct{}{}:
			case <-ctx.Done():
				_ = c.Close()
				return
			}
			running.Go(func() {
				defer func() { <-places }()
				serve(ctx, c, answer)
			})
		}
	})
	return func() {
		end()
		_ = l.Close()
		running.Wait()
		done()
	}, nil
}

func serve(ctx context.Context, c net.Conn, answer func(context.Context, []byte) []byte) {
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(patient))
	question, err := bufio.NewReader(io.LimitReader(c, longest)).ReadBytes('\n')
	if err != nil {
		return
	}
	_ = c.SetDeadline(time.Time{})
	ctx, gone := context.WithCancel(ctx)
	defer gone()
	go func() { // it says nothing more: what comes is its end, at the latest when c is closed
		_, _ = io.Copy(io.Discard, c)
		gone()
	}()
	reply := answer(ctx, question)
	_ = c.SetWriteDeadline(time.Now().Add(patient))
	_, _ = c.Write(append(reply, '\n'))
}

// Ask puts a question, one line, to the program that listens in dir under a name, and waits for
// the answer. An error matches ErrNobody where nobody listens; any other error leaves
// open what was done.
func Ask(ctx context.Context, dir, name string, question []byte) (answer []byte, err error) {
	path, done, err := Reach(dir, name)
	if err != nil {
		return nil, errors.Join(ErrNobody, err)
	}
	defer done()
	c, err := (&net.Dialer{Timeout: patient}).DialContext(ctx, "unix", path)
	if err != nil {
		return nil, errors.Join(ErrNobody, err)
	}
	defer func() { _ = c.Close() }()
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	if _, err = c.Write(append(question, '\n')); err == nil {
		answer, err = bufio.NewReader(io.LimitReader(c, longest)).ReadBytes('\n')
	}
	if err != nil {
		return nil, fmt.Errorf("no answer: %w", errors.Join(err, ctx.Err()))
	}
	return answer, nil
}

// longestPath is about how long a socket's path may be on any system.
const longestPath = 100

// Reach returns a path to a socket in dir, until done is called. One that is too long
// for a socket leads through the open folder, where the system has such paths: Linux.
func Reach(dir, name string) (path string, done func(), err error) {
	path = filepath.Join(dir, name)
	if len(path) < longestPath {
		return path, func() {}, nil
	}
	folder, err := os.Open(dir)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), name), func() { _ = folder.Close() }, nil
}
