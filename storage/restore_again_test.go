package storage

import (
	"slices"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/storage/keys"
)

// TestTheSameBackupTwiceGivesNoReceiptNumberTwice: the gap after a restore is
// measured from the backup, and what was given out after the first restore is
// in neither the backup nor the time that the gap is measured by.
func TestTheSameBackupTwiceGivesNoReceiptNumberTwice(t *testing.T) {
	dir, now := t.TempDir(), clock
	with := func(o *Options) {
		o.Checkpoints, o.Clock = keys.NewFile(dir), func() time.Time { return now }
	}
	s := openTest(t, dir, with)
	settle(t, s, 1)
	path, err := s.Backup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	closeStore(t, s)
	given := []uint64{1}
	for round := range 3 {
		now = now.Add(time.Minute)
		if _, err := Restore(t.Context(), s.opts, path); err != nil {
			t.Fatal(err)
		}
		s = openTest(t, dir, with)
		tl, err := till.Open(t.Context(), till.Config{Store: s, Environment: core.Sandbox, Zone: time.UTC, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		err = tl.ConfirmRecovery(t.Context(), "Huda")
		tl.Close()
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			seq := settle(t, s, 500+len(given))
			if slices.Contains(given, seq) {
				t.Fatalf("round %d: receipt %d is given out a second time; so far %v", round+1, seq, given)
			}
			given = append(given, seq)
		}
		if _, err := s.Verify(t.Context()); err != nil {
			t.Fatal(err)
		}
		closeStore(t, s)
	}
}
