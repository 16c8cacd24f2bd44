package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// startPeer builds and starts stripe-mock on a free port, with no noise on its output. It has no log to switch on or
// off in silence: what it prints for each request goes to nowhere.
func startPeer(ctx context.Context) (base string, stop func(), err error) {
	path, err := exec.CommandContext(ctx, "go", "tool", "-n", "stripe-mock").Output()
	if err != nil {
		return "", nil, fmt.Errorf("build stripe-mock: %w", err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	addr := free.Addr().String()
	if err := free.Close(); err != nil {
		return "", nil, err
	}
	cmd := exec.CommandContext(ctx, strings.TrimSpace(string(path)), "-http-addr", addr)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }
	for range 200 { // it reads a large description before it listens
		if res, err := http.Get("http://" + addr); err == nil {
			_ = res.Body.Close()
			return "http://" + addr, stop, nil
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			stop()
			return "", nil, ctx.Err()
		}
	}
	stop()
	return "", nil, fmt.Errorf("stripe-mock does not answer")
}
