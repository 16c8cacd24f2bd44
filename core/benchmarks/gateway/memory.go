package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// sample is what the bank's heap holds after a number of payments, in bytes.
type sample struct {
	payments int
	heap     int64
}

const (
	samples = 8
	// bbolt keeps an entry for each page that it gave out since it opened the file: some eight bytes a payment, gone
	// with a restart. More than twice that would be ours.
	bytesAPayment = 16
)

// measureMemory opens payments as fast as they go and looks at the bank's memory between.
func measureMemory(ctx context.Context, set settings) error {
	b, err := startBank(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = b.stop() }()
	s := newShop(b)
	var seen []sample
	step := max(1, set.payments/samples)
	const columns = "%-23s %9s %9s %14s %23s\n"
	fmt.Printf(columns, "payments in the ledger", "opened/s", "heap", "resident, own", "resident, ledger's file")
	var n atomic.Int64
	for i := range samples {
		began := time.Now()
		if err := s.openUpTo(ctx, &n, int64((i+1)*step), set.connections); err != nil {
			return err
		}
		took := time.Since(began)
		clear(s.took)
		heap, err := b.heap()
		if err != nil {
			return err
		}
		anonymous, file := resident(b.cmd.Process.Pid)
		m := sample{payments: (i + 1) * step, heap: heap}
		seen = append(seen, m)
		fmt.Printf(columns, strconv.Itoa(m.payments), fmt.Sprintf("%.0f", float64(step)/took.Seconds()), mib(heap), mib(anonymous), mib(file))
	}
	// The first sample still holds what a start brings; growth counts from the second on.
	first, last := seen[1], seen[len(seen)-1]
	fmt.Printf("\nheap: %+.1f bytes a payment\n\n", float64(last.heap-first.heap)/float64(last.payments-first.payments))
	if grown := last.heap - first.heap; grown > 2<<20+bytesAPayment*int64(last.payments-first.payments) {
		return fmt.Errorf("the heap grew by %s", mib(grown))
	}
	return b.stop()
}

// openUpTo opens payments until n of them are open.
func (s *shop) openUpTo(ctx context.Context, n *atomic.Int64, until int64, workers int) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := n.Add(1)
				if i > until {
					return
				}
				if _, err := s.open(ctx, fmt.Sprintf("M-%d", i)); err != nil {
					cancel(err)
				}
			}
		})
	}
	wg.Wait()
	n.Store(until)
	return context.Cause(ctx)
}

// resident reads what Linux says of a process, in bytes: pages of its own, and pages of files, here the ledger's, that
// the system may drop at any time. Zero where it is unknown.
func resident(pid int) (anonymous, file int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		kib, _ := strconv.ParseInt(f[1], 10, 64)
		switch f[0] {
		case "RssAnon:":
			anonymous = kib << 10
		case "RssFile:":
			file = kib << 10
		}
	}
	return anonymous, file
}

func mib(bytes int64) string { return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)) }
