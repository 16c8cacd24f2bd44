//go:build linux

package page

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// watcher is an open page: it counts what comes over the line, and what is told.
type watcher struct {
	bytes, told atomic.Int64
}

func (w *watcher) watch(ctx context.Context, b *http.Client, address string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/office/events", nil)
	if err != nil {
		return err
	}
	r.Header.Set("Accept-Encoding", "gzip")
	resp, err := b.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	var in io.Reader = io.TeeReader(resp.Body, counter{&w.bytes})
	if resp.Header.Get("Content-Encoding") == "gzip" {
		if in, err = gzip.NewReader(in); err != nil {
			return err
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if bytes.HasPrefix(lines.Bytes(), []byte("event: ")) {
			w.told.Add(1)
		}
	}
	return lines.Err()
}

type counter struct{ n *atomic.Int64 }

func (c counter) Write(p []byte) (int, error) { c.n.Add(int64(len(p))); return len(p), nil }

// TestManyOpenPages: thirty pages that are open cost tills little, and those who watch few
// bytes.
func TestManyOpenPages(t *testing.T) {
	const pages, span = 30, 1500 * time.Millisecond
	p := newPlace(t)
	var tills []func(int)
	for i := range 8 {
		send := p.till(fmt.Sprint("Shop ", i%3), fmt.Sprint("Till ", i), core.Live)
		tills = append(tills, func(n int) { send(sale("20261120", n, int64(1000+n), journal.StatusPaid)) })
	}
	number := 0
	measure := func() float64 {
		var all sync.WaitGroup
		var sold atomic.Int64
		first := number
		end := time.Now().Add(span)
		for _, sell := range tills {
			all.Go(func() {
				for n := first + 1; time.Now().Before(end); n++ {
					sell(n)
					sold.Add(1)
				}
			})
		}
		all.Wait()
		number += 100_000
		return float64(sold.Load()) / span.Seconds()
	}
	measure()
	alone := measure()
	p.person("Huda")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var watching sync.WaitGroup
	var all [pages]watcher
	b := p.browser()
	p.signsIn(b, "Huda", password)
	for i := range all {
		watching.Go(func() {
			if err := all[i].watch(ctx, b, p.web.URL); err != nil && !errors.Is(err, context.Canceled) && !strings.Contains(err.Error(), "unexpected EOF") {
				t.Error(err)
			}
		})
	}
	time.Sleep(time.Second)
	sum := func() (bytes, told int64) {
		for i := range all {
			bytes, told = bytes+all[i].bytes.Load(), told+all[i].told.Load()
		}
		return bytes, told
	}
	wasBytes, wasTold := sum()
	with := measure()
	isBytes, isTold := sum()
	each := float64(isBytes-wasBytes) / pages / span.Seconds()
	told := float64(isTold-wasTold) / pages / span.Seconds()
	cancel()
	watching.Wait()
	t.Logf("%d open pages: %.0f sales a second, %.0f alone: %.0f %%; each page is sent %.0f bytes a second, in %.1f parts", pages, with, alone, 100*with/alone, each, told)
	if each > 4096 {
		t.Errorf("each page is sent %.0f bytes a second", each)
	}
	if with < alone/2 { // on a machine of one's own it is nine tenths
		t.Errorf("%.0f sales a second, %.0f alone", with, alone)
	}
}
