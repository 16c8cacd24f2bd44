package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// TestALedgerThatWasCutIsRefused, wherever it was cut: it is read as memory, and a page that is
// not in the file would end the whole till.
func TestALedgerThatWasCutIsRefused(t *testing.T) {
	dir := t.TempDir()
	l, err := Open(dir, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	for n := range 40 {
		if err := l.db.Update(func(tx *bolt.Tx) error {
			return tx.Bucket(bucketMeta).Put(fmt.Append(nil, "filler ", n), make([]byte, 2_000))
		}); err != nil {
			t.Fatal(err)
		}
	}
	size := int64(0)
	if err := l.db.View(func(tx *bolt.Tx) error { size = tx.Size(); return nil }); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(dir, ledgerFile))
	if err != nil {
		t.Fatal(err)
	}
	page := int64(os.Getpagesize())
	for cut := int64(0); cut < size; cut += page {
		t.Run(fmt.Sprint(cut/page), func(t *testing.T) {
			defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("of %d pages: %v", size/page, p)
				}
			}()
			torn := t.TempDir()
			if err := os.WriteFile(filepath.Join(torn, ledgerFile), whole[:cut], 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(torn, time.Now()); !errors.Is(err, ErrDamaged) {
				t.Errorf("of %d pages: %v", size/page, err)
			}
		})
	}
}
