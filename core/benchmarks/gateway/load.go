package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// question is one request, written once and sent many times over a connection that stays open. want must stand in
// every reply.
type question struct {
	addr string
	raw  []byte
	want string
}

func newQuestion(base, method, path string, header map[string]string, body, want string) question {
	u, _ := url.Parse(base)
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\n", method, path, u.Host)
	for name, value := range header {
		fmt.Fprintf(&b, "%s: %s\r\n", name, value)
	}
	if body != "" {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	fmt.Fprintf(&b, "\r\n%s", body)
	return question{u.Host, b.Bytes(), want}
}

// ask sends q over n connections, each the next one as soon as its reply is read, for a time. It returns how long each
// took, sorted.
func ask(ctx context.Context, q question, n int, span time.Duration) ([]time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, span)
	defer cancel()
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		all   []time.Duration
		first error
	)
	for range n {
		wg.Go(func() {
			took, err := q.repeat(ctx)
			mu.Lock()
			defer mu.Unlock()
			all = append(all, took...)
			if err != nil && first == nil {
				first = err
				cancel()
			}
		})
	}
	wg.Wait()
	slices.Sort(all)
	return all, first
}

func (q question) repeat(ctx context.Context) (took []time.Duration, err error) {
	c, err := net.Dial("tcp", q.addr)
	if err != nil {
		return nil, err
	}
	defer func() { _ = c.Close() }()
	in := bufio.NewReader(c)
	for ctx.Err() == nil {
		at := time.Now()
		if _, err := c.Write(q.raw); err != nil {
			return took, err
		}
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			return took, err
		}
		body, err := io.ReadAll(res.Body)
		if err != nil {
			return took, err
		}
		took = append(took, time.Since(at))
		if res.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(q.want)) {
			return took, fmt.Errorf("%s: %s", res.Status, body)
		}
	}
	return took, nil
}

// at returns the value below which a share of the sorted durations lie.
func at(sorted []time.Duration, share float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(share*float64(len(sorted))))]
}

func ms(d time.Duration) string { return fmt.Sprintf("%.2f ms", float64(d)/1e6) }
