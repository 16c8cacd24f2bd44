package storage

import (
	"context"
	"errors"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/storage/fault"
)

// hang makes the next commit wait in the disk after it was written: hanging is closed when
// it does, and it ends with the error that is sent to free.
func hang(s *Store) (hanging <-chan struct{}, free chan<- error) {
	begun, end := make(chan struct{}), make(chan error, 1)
	s.faults.after = func() error {
		s.faults.after = nil
		close(begun)
		return <-end
	}
	return begun, end
}

// answer is what do returns, which must not take long.
func answer(t *testing.T, what string, do func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-time.After(ample):
		t.Fatalf("%s has no answer", what)
	}
	return nil
}

// TestNoReadSeesWhatIsNotDurable: while a commit is in the disk, of one change or of many, a
// read waits for it, and no longer than its context allows.
func TestNoReadSeesWhatIsNotDurable(t *testing.T) {
	for name, commit := range map[string]func(*Store, journal.Change) error{
		"one":  func(s *Store, c journal.Change) error { return s.Commit(t.Context(), c) },
		"many": func(s *Store, c journal.Change) error { return s.CommitAll(t.Context(), []journal.Change{c}) },
	} {
		t.Run(name, func(t *testing.T) {
			s := openTest(t, t.TempDir(), func(o *Options) { o.Patience = ample })
			hanging, free := hang(s)
			done := make(chan error, 1)
			sale := aSale(1)
			go func() { done <- commit(s, journal.Change{Sale: &sale}) }()
			<-hanging
			err := answer(t, "a read with a limit", func() error {
				ctx, cancel := context.WithTimeout(t.Context(), short)
				defer cancel()
				_, err := s.Head(ctx, "20261120")
				return err
			})
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("a read while the disk writes: %v, want that it waits", err)
			}
			free <- nil
			if err := <-done; err != nil {
				t.Fatal(err)
			}
			holdsExactly(t, s, 1)
		})
	}
}

// TestWhatWaitsForAFailedCommitHearsOfIt: what had begun to wait while a commit was in the
// disk, and finds it failed, is told so: a read, and a change that would be the next transaction.
func TestWhatWaitsForAFailedCommitHearsOfIt(t *testing.T) {
	s := openTest(t, t.TempDir(), func(o *Options) { o.Patience = ample })
	hanging, free := hang(s)
	one, two := aSale(1), aSale(2)
	first := make(chan error, 1)
	go func() { first <- s.Commit(t.Context(), journal.Change{Sale: &one}) }()
	<-hanging
	told := queued(t, s, journal.Change{Sale: &two})
	read, began := make(chan error, 1), make(chan struct{})
	go func() {
		close(began)
		_, err := s.Head(t.Context(), "20261120")
		read <- err
	}()
	<-began
	time.Sleep(10 * time.Millisecond) // it stands at the gate
	failure := errors.New("no")
	free <- failure
	if err := <-first; !errors.Is(err, failure) {
		t.Errorf("the commit: %v", err)
	}
	if err := answer(t, "the read", func() error { return <-read }); !errors.Is(err, journal.ErrPoisoned) {
		t.Errorf("a read that waited: %v", err)
	}
	if err := answer(t, "the next", func() error { return told()[0] }); !errors.Is(err, journal.ErrPoisoned) {
		t.Errorf("a change that waited: %v", err)
	}
	if err := s.Reopen(t.Context()); err != nil {
		t.Fatal(err)
	}
	holdsExactly(t, s, 1) // it had reached the disk; the second was never written
}

// TestManyChangesInADiskThatHangs: CommitAll gives up as Commit does, and nothing waits for
// the disk from then on, even while a reopening does.
func TestManyChangesInADiskThatHangs(t *testing.T) {
	s := openTest(t, t.TempDir(), func(o *Options) { o.Patience = ample })
	fill(t, s, 2)
	s.opts.Patience = short
	hanging, free := hang(s)
	sale := aSale(3)
	all := func() error { return s.CommitAll(t.Context(), []journal.Change{{Sale: &sale}}) }
	read := func() error { _, err := s.Head(t.Context(), "20261120"); return err }
	if err := answer(t, "the commit", all); !errors.Is(err, fault.ErrSlow) {
		t.Errorf("the commit: %v", err)
	}
	<-hanging
	s.opts.Patience = ample
	reopened := make(chan error, 1)
	go func() { reopened <- s.Reopen(t.Context()) }()
	time.Sleep(10 * time.Millisecond) // it waits for the disk by now, and keeps those who come after it
	for what, do := range map[string]func() error{"a read": read, "many changes": all,
		"one change": func() error { return s.Commit(t.Context(), journal.Change{Sale: &sale}) }} {
		begun := time.Now()
		if err := answer(t, what, do); !errors.Is(err, journal.ErrPoisoned) {
			t.Errorf("%s: %v", what, err)
		}
		if took := time.Since(begun); took > ample/2 {
			t.Errorf("%s took %s", what, took)
		}
	}
	free <- nil
	if err := answer(t, "the reopening", func() error { return <-reopened }); err != nil {
		t.Fatal(err)
	}
	mustRead(t, s, sale.ID)
}

// TestAClosedStoreSaysSo, of every call.
func TestAClosedStoreSaysSo(t *testing.T) {
	s, err := open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	sale := aSale(1)
	for what, do := range map[string]func() error{
		"a change":     func() error { return s.Commit(t.Context(), journal.Change{Sale: &sale}) },
		"many changes": func() error { return s.CommitAll(t.Context(), []journal.Change{{Sale: &sale}}) },
		"a read":       func() error { _, err := s.Head(t.Context(), "20261120"); return err },
		"a reopening":  func() error { return s.Reopen(t.Context()) },
	} {
		if err := answer(t, what, do); !errors.Is(err, fault.ErrClosed) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestAFileThatAnotherProgramWroteIsNotWritten: the file has a commit that this store did not make.
func TestAFileThatAnotherProgramWroteIsNotWritten(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, 2)
	h := manifestOf(t, s)
	h.Commits++
	putManifestOf(t, s, h)
	sale := aSale(3)
	if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); !errors.Is(err, fault.ErrReplaced) {
		t.Errorf("%v", err)
	}
	if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); !errors.Is(err, journal.ErrPoisoned) {
		t.Errorf("afterwards: %v", err)
	}
}

// TestACommitBearsItsMoment: by it the next start finds that the computer's clock was set back.
func TestACommitBearsItsMoment(t *testing.T) {
	dir, now := t.TempDir(), time.Now().UTC().Add(48*time.Hour).Truncate(time.Second)
	s, err := open(dir, func(o *Options) { o.Clock = func() time.Time { return now } })
	if err != nil {
		t.Fatal(err)
	}
	fill(t, s, 1)
	now = now.Add(time.Hour)
	sale := aSale(2)
	if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); err != nil {
		t.Fatal(err)
	}
	if at := manifestOf(t, s).At; !at.Equal(now) {
		t.Errorf("committed at %s, want %s", at, now)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	now = now.Add(-30 * time.Minute)
	s = openTest(t, dir, func(o *Options) { o.Clock = func() time.Time { return now } })
	if warned := s.Warnings(); len(warned) != 1 || warned[0].Code != WarnClock {
		t.Errorf("half an hour earlier: %v, want one of the clock", warned)
	}
}
