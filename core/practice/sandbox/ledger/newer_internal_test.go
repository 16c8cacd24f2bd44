package ledger

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// TestALedgerOfANewerProgramIsRefused in words, not as a damaged one, and stays as it is,
// whatever its layout has become.
func TestALedgerOfANewerProgramIsRefused(t *testing.T) {
	for name, change := range map[string]func(tx *bolt.Tx) error{
		"the same layout": func(*bolt.Tx) error { return nil },
		"a bucket less":   func(tx *bolt.Tx) error { return tx.DeleteBucket(BucketWebhooks) },
		"another record":  func(tx *bolt.Tx) error { return tx.Bucket(bucketPayments).Put([]byte("by name"), []byte("not JSON")) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			l, err := Open(dir, time.Now())
			if err != nil {
				t.Fatal(err)
			}
			newer := l.installation
			newer.Schema++
			text, err := json.Marshal(newer)
			if err != nil {
				t.Fatal(err)
			}
			if err := l.db.Update(func(tx *bolt.Tx) error {
				return errors.Join(tx.Bucket(bucketMeta).Put(keyInstallation, text), change(tx))
			}); err != nil {
				t.Fatal(err)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, ledgerFile)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			l, err = Open(dir, time.Now())
			if err == nil {
				_ = l.Close()
			}
			if want := "the ledger has schema 2, this program knows 1"; err == nil || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), want) {
				t.Errorf("opened: %v, want %q", err, want)
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
				t.Errorf("it was touched, %v", err)
			}
		})
	}
}

// TestALedgerOfBeforeWebhooks gets what it lacks, and keeps whose it is.
func TestALedgerOfBeforeWebhooks(t *testing.T) {
	dir := t.TempDir()
	l, err := Open(dir, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	was := l.installation
	if err := errors.Join(l.db.Update(func(tx *bolt.Tx) error { return tx.DeleteBucket(BucketWebhooks) }), l.Close()); err != nil {
		t.Fatal(err)
	}
	if l, err = Open(dir, time.Now()); err != nil {
		t.Fatal(err)
	}
	if l.installation != was {
		t.Errorf("it is %+v, was %+v", l.installation, was)
	}
	if err := errors.Join(l.db.Update(func(tx *bolt.Tx) error {
		return tx.Bucket(BucketWebhooks).Put(make([]byte, 16), []byte("{}"))
	}), l.Close()); err != nil {
		t.Error(err)
	}
}
