package storage

import (
	"errors"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/storage/fault"
)

// short is what a disk that hangs is given, ample what one that works is: on a
// loaded machine it may take its time.
const (
	short = 100 * time.Millisecond
	ample = time.Minute
)

// TestADiskThatHangsKeepsNobody lets one commit hang in the disk: anyone who wants
// something of the store hears of it, and the store works again once the disk
// does.
func TestADiskThatHangsKeepsNobody(t *testing.T) {
	s := openTest(t, t.TempDir(), func(o *Options) { o.Patience = ample })
	fill(t, s, 2)
	s.opts.Patience = short
	hanging, free := make(chan struct{}), make(chan struct{})
	s.faults = faults{after: func() error {
		close(hanging)
		<-free
		return nil
	}}
	sale := aSale(3)
	within := func(limit time.Duration, what string, want error, do func() error) {
		t.Helper()
		done := make(chan error, 1)
		go func() { done <- do() }()
		select {
		case err := <-done:
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", what, err, want)
			}
		case <-time.After(limit):
			t.Fatalf("%s waits for the disk without a word", what)
		}
	}
	soon := func(what string, want error, do func() error) {
		t.Helper()
		within(defaultPatience-time.Second, what, want, do)
	}
	read := func() error { _, err := s.Head(t.Context(), "20261120"); return err }
	reading := make(chan error, 1)
	go func() {
		<-hanging
		reading <- read()
	}()
	soon("the commit", journal.ErrSlow, func() error { return s.Commit(t.Context(), journal.Change{Sale: &sale}) })
	soon("a read that had begun", journal.ErrPoisoned, func() error { return <-reading })
	soon("a read", journal.ErrPoisoned, read)
	soon("the next commit", journal.ErrPoisoned, func() error { return s.Commit(t.Context(), journal.Change{Sale: &sale}) })
	for range 3 {
		soon("reopening", fault.ErrSlow, func() error { return s.Reopen(t.Context()) })
	}
	s.faults, s.opts.Patience = faults{}, ample
	close(free)
	within(ample, "reopening once the disk answers", nil, func() error { return s.Reopen(t.Context()) })
	mustRead(t, s, sale.ID)
	next := aSale(4)
	if err := s.Commit(t.Context(), journal.Change{Sale: &next}); err != nil {
		t.Fatal(err)
	}
}

func TestClosingDoesNotWaitForADiskThatHangs(t *testing.T) {
	s, err := open(t.TempDir(), func(o *Options) { o.Patience = short })
	if err != nil {
		t.Fatal(err)
	}
	free := make(chan struct{})
	s.faults = faults{before: func() error { <-free; return nil }}
	sale := aSale(1)
	if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); !errors.Is(err, fault.ErrSlow) {
		t.Errorf("commit: %v", err)
	}
	if err := s.Close(); !errors.Is(err, fault.ErrSlow) {
		t.Errorf("close: %v", err)
	}
	close(free)
	for begun := time.Now(); !s.ended.Load(); time.Sleep(time.Millisecond) {
		if time.Since(begun) > ample {
			t.Fatal("it is never closed")
		}
	}
	again := openTest(t, s.opts.Dir, func(o *Options) { o.Timeout, o.Patience = ample, ample })
	if h, err := again.Head(t.Context(), "20261120"); err != nil || h.Number > 1 {
		t.Errorf("%+v, %v", h, err)
	}
}
