// Package singleinstance lets the second copy of the application bring the
// first one's window forward. The data folder's lock, which the store holds,
// decides who is first; this package only carries the request.
package singleinstance

import (
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"sanduq/ui/desktop/localcall"
)

const (
	socket  = "window.sock"
	request = "raise\n"
	answer  = "raised\n"
	patient = 2 * time.Second
)

// Listen answers requests in dir until stop is called, calling raise for each,
// from a goroutine of its own. Only the copy that holds the folder's lock may
// call it: what is left of an older socket is removed. stop takes the socket away
// and waits for a call of raise that goes on.
func Listen(dir string, raise func()) (stop func(), err error) {
	path, done, err := localcall.Reach(dir, socket)
	if err != nil {
		return nil, fmt.Errorf("listen for a second copy: %w", err)
	}
	_ = os.Remove(path)
	l, err := net.Listen("unix", path)
	if err != nil {
		done()
		return nil, fmt.Errorf("listen for a second copy: %w", err)
	}
	_ = os.Chmod(path, 0o600)
	var running sync.WaitGroup
	running.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			serve(c, raise)
		}
	})
	return func() {
		_ = l.Close()
		running.Wait()
		done()
	}, nil
}

func serve(c net.Conn, raise func()) {
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(patient))
	b := make([]byte, len(request))
	if n, _ := c.Read(b); string(b[:n]) != request {
		return
	}
	raise()
	_, _ = c.Write([]byte(answer))
}

// Raise asks the first copy, if one listens in dir, to bring its window
// forward; an error says that nobody answered.
func Raise(dir string) error {
	path, done, err := localcall.Reach(dir, socket)
	if err != nil {
		return fmt.Errorf("first copy does not answer: %w", err)
	}
	defer done()
	c, err := net.DialTimeout("unix", path, patient)
	if err != nil {
		return fmt.Errorf("first copy does not answer: %w", err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(patient))
	letForward()
	if _, err := c.Write([]byte(request)); err != nil {
		return fmt.Errorf("first copy does not listen: %w", err)
	}
	b := make([]byte, len(answer))
	if n, _ := c.Read(b); string(b[:n]) != answer {
		return fmt.Errorf("first copy gave no answer")
	}
	return nil
}
