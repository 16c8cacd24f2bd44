//go:build !windows

package storage

import (
	"errors"
	"os"
	"testing"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// TestAFileThatEndsWhileATransactionBeginsIsReadNoMore: another program cuts the open file off, so
// that not even the first page is there. bbolt holds its locks when the read of it fails: what comes
// after must hear of it at once and wait for none of them.
func TestAFileThatEndsWhileATransactionBeginsIsReadNoMore(t *testing.T) {
	one, two := aSale(1), aSale(2)
	read := func(s *Store) error { _, err := s.Head(t.Context(), "20261120"); return err }
	write := func(s *Store) error { return s.Commit(t.Context(), journal.Change{Sale: &two}) }
	for name, first := range map[string]func(*Store) error{"a read": read, "a commit": write} {
		t.Run(name, func(t *testing.T) {
			s := openTest(t, t.TempDir())
			if err := s.Commit(t.Context(), journal.Change{Sale: &one}); err != nil {
				t.Fatal(err)
			}
			if err := os.Truncate(s.Path(), 0); err != nil {
				t.Fatal(err)
			}
			if err := answer(t, name, func() error { return first(s) }); !errors.Is(err, record.ErrFault) {
				t.Fatalf("%s of a file without a page: %v", name, err)
			}
			for again, do := range map[string]func(*Store) error{"a read": read, "a commit": write} {
				if err := answer(t, again+" after it", func() error { return do(s) }); !errors.Is(err, journal.ErrPoisoned) {
					t.Errorf("%s after it: %v, want %v", again, err, journal.ErrPoisoned)
				}
			}
			_ = answer(t, "Close", s.Close)
		})
	}
}
