package storage

import (
	"errors"
	"testing"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
)

// TestTheJournalIsWhole damages the journal of a running store in ways that
// leave the trees as they are. Verify, a scrub and the next opening notice.
func TestTheJournalIsWhole(t *testing.T) {
	for name, harm := range map[string]func(journal *bbolt.Bucket, older []byte) error{
		"newest record dropped": func(j *bbolt.Bucket, _ []byte) error { return j.Delete(record.SeqKey(6)) },
		"a record dropped":      func(j *bbolt.Bucket, _ []byte) error { return j.Delete(record.SeqKey(3)) },
		"one bit changed": func(j *bbolt.Bucket, _ []byte) error {
			value := append([]byte(nil), j.Get(record.SeqKey(4))...)
			value[len(value)-2] ^= 1
			return j.Put(record.SeqKey(4), value)
		},
		"two exchanged": func(j *bbolt.Bucket, _ []byte) error {
			one, two := append([]byte(nil), j.Get(record.SeqKey(4))...), append([]byte(nil), j.Get(record.SeqKey(5))...)
			return errors.Join(j.Put(record.SeqKey(4), two), j.Put(record.SeqKey(5), one))
		},
		"a record from before": func(j *bbolt.Bucket, older []byte) error { return j.Put(record.SeqKey(1), older) },
		"all dropped": func(j *bbolt.Bucket, _ []byte) error {
			for seq := range uint64(7) {
				if err := j.Delete(record.SeqKey(seq)); err != nil {
					return err
				}
			}
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := openTest(t, t.TempDir())
			first := aSale(9)
			if err := s.Commit(t.Context(), journal.Change{Sale: &first}); err != nil {
				t.Fatal(err)
			}
			var older []byte
			look := func(do func(*bbolt.Bucket) error) {
				t.Helper()
				if err := s.db.Update(func(b *bbolt.Tx) error { return do(b.Bucket([]byte(record.JournalBucket))) }); err != nil {
					t.Fatal(err)
				}
			}
			look(func(j *bbolt.Bucket) error { older = append(older, j.Get(record.SeqKey(1))...); return nil })
			drain(t, s)
			fill(t, s, 5) // commits 2 to 6
			if h := manifestOf(t, s); h.Journal.Count != 5 || older == nil {
				t.Fatalf("%d records", h.Journal.Count)
			}
			look(func(j *bbolt.Bucket) error { return harm(j, older) })
			if _, err := s.Verify(t.Context()); !errors.Is(err, journal.ErrCorrupt) {
				t.Errorf("verified: %v", err)
			}
			s.seal().Newest.Store((*record.KnownState)(nil))                                     // nothing of it is remembered
			if sale, err := s.Sale(t.Context(), first.ID); !errors.Is(err, journal.ErrCorrupt) { // it may have changed since
				t.Errorf("read: %s, %v", sale.ID, err)
			}
			if _, err := hasty(s); !errors.Is(err, journal.ErrCorrupt) {
				t.Errorf("scrubbed: %v", err)
			}
			if _, err := open(copyFolder(t, s.opts.Dir)); !errors.Is(err, fault.ErrDamaged) {
				t.Errorf("opened: %v", err)
			}
			large := func(o *Options) { o.verifyBelow = 1 } // as a large file, which is not read in full
			if _, err := open(copyFolder(t, s.opts.Dir), large); !errors.Is(err, fault.ErrDamaged) {
				t.Errorf("a large file opened: %v", err)
			}
			large(&s.opts) // or reopening would find it by reading all
			if err := s.Reopen(t.Context()); !errors.Is(err, fault.ErrDamaged) {
				t.Errorf("reopened: %v", err)
			}
		})
	}
}

// TestAJournalIsReadAfterACrash at each of its lengths, the full one and the one
// after it among them: what was committed is there, and goes on.
func TestAJournalIsReadAfterACrash(t *testing.T) {
	s := openTest(t, t.TempDir())
	fill(t, s, record.JournalRecords-3)
	for number := record.JournalRecords - 2; number < record.JournalRecords+4; number++ {
		sale := aSale(number)
		if err := s.Commit(t.Context(), journal.Change{Sale: &sale}); err != nil {
			t.Fatal(err)
		}
		want := uint64(number)
		if number > record.JournalRecords { // the first of them found it full
			want -= record.JournalRecords
		}
		if h := manifestOf(t, s); h.Journal.Count != want {
			t.Errorf("%d records after %d commits", h.Journal.Count, number)
		}
		crashed := openTest(t, copyFolder(t, s.opts.Dir))
		if report, err := crashed.Verify(t.Context()); err != nil || report.Sales != uint64(number) {
			t.Errorf("after %d: %+v, %v", number, report, err)
		}
		settle(t, crashed, number+1)
		closeStore(t, crashed)
		again := openTest(t, crashed.opts.Dir)
		if h := manifestOf(t, again); h.Journal != (record.Counted{}) {
			t.Errorf("%d records in a file that was closed", h.Journal.Count)
		}
		if report, err := again.Verify(t.Context()); err != nil || report.Sales != uint64(number)+1 {
			t.Errorf("closed after %d: %+v, %v", number, report, err)
		}
	}
}

// TestALargeJournalIsFull before it has many records.
func TestALargeJournalIsFull(t *testing.T) {
	s := openTest(t, t.TempDir())
	large := journal.Settings{Shop: string(make([]byte, record.JournalBytes/3))}
	for n := range 9 {
		if err := s.Commit(t.Context(), journal.Change{Settings: &large}); err != nil {
			t.Fatal(err)
		}
		if h := manifestOf(t, s); h.Journal.Count > 3 {
			t.Errorf("%d records after %d commits", h.Journal.Count, n+1)
		}
	}
}

// TestACopyHasNoNeedOfTheJournal: what is written again holds what lay over the
// trees, and a copy as it is holds the journal.
func TestACopyHasNoNeedOfTheJournal(t *testing.T) {
	s := openTest(t, t.TempDir())
	rich(t, s)
	holds := describe(t, s)
	if manifestOf(t, s).Journal.Count == 0 {
		t.Fatal("nothing lies in the journal")
	}
	path := s.Path() + ".copied"
	if err := s.Copy(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if err := s.copies.read(path, func(c record.Tx) error {
		if h, err := c.Manifest(); err != nil || h.Journal.Count == 0 {
			t.Errorf("%d records, %v", h.Journal.Count, err)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	if manifestOf(t, s).Journal != (record.Counted{}) || describe(t, s) != holds {
		t.Error("compacted to something else")
	}
}
