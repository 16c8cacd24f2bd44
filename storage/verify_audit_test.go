package storage

import (
	"context"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core/journal"
	"sanduq/storage/internal/record"
)

// TestVerifyAuditNamesTheRow takes rows out, exchanges two, and puts one in another's
// place.
func TestVerifyAuditNamesTheRow(t *testing.T) {
	began := time.Date(2026, 3, 3, 8, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		tamper func(b *bbolt.Bucket) error
		broken uint64
	}{
		"sound":                {func(*bbolt.Bucket) error { return nil }, 0},
		"taken out":            {func(b *bbolt.Bucket) error { return b.Delete(record.SeqKey(2)) }, 2},
		"the newest taken out": {func(b *bbolt.Bucket) error { return b.Delete(record.SeqKey(5)) }, 5},
		"changed": {func(b *bbolt.Bucket) error {
			value := append([]byte(nil), b.Get(record.SeqKey(3))...)
			value[len(value)-1] ^= 1
			return b.Put(record.SeqKey(3), value)
		}, 3},
		"exchanged": {func(b *bbolt.Bucket) error {
			three, four := append([]byte(nil), b.Get(record.SeqKey(3))...), append([]byte(nil), b.Get(record.SeqKey(4))...)
			if err := b.Put(record.SeqKey(3), four); err != nil {
				return err
			}
			return b.Put(record.SeqKey(4), three)
		}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			s := openTest(t, t.TempDir())
			rows := []journal.AuditRow{}
			for seq := uint64(1); seq <= 5; seq++ {
				rows = append(rows, journal.AuditRow{Seq: seq, At: began, By: "Huda", Action: journal.AuditSettings})
			}
			if err := s.Commit(context.Background(), journal.Change{Audit: rows}); err != nil {
				t.Fatal(err)
			}
			drain(t, s)
			if err := s.db.Update(func(b *bbolt.Tx) error { return c.tamper(b.Bucket([]byte(record.AuditBucket))) }); err != nil {
				t.Fatal(err)
			}
			got, err := s.VerifyAudit(context.Background(), nil)
			if err != nil || got.Rows != 5 || got.Broken != c.broken || c.broken == 0 && !got.Since.Equal(began) {
				t.Errorf("%+v, %v; want row %d", got, err, c.broken)
			}
		})
	}
}
