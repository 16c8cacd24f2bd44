package storage

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/storage/check"
	"sanduq/storage/fault"
)

// TestAPageThatLeadsToItselfIsDamage: a branch whose first child is the branch. Anyone who
// follows it comes to no end.
func TestAPageThatLeadsToItselfIsDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "circle")
	db, err := bbolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	var root uint64
	err = db.Update(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucket([]byte("rows"))
		for i := range 20_000 {
			if err == nil {
				err = b.Put(fmt.Appendf(nil, "%08d", i), []byte("a row of a shop"))
			}
		}
		return err
	})
	if err == nil {
		err = db.View(func(tx *bbolt.Tx) error { root = uint64(tx.Bucket([]byte("rows")).RootPage()); return nil })
	}
	size := int64(db.Info().PageSize)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := check.Here(context.Background(), path); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	// A page begins with 16 bytes: its number, 2 bytes of flags, 2 of how many elements,
	// 4 of how many pages more. An element of a branch is 4 and 4 bytes of where its key
	// is, and 8 of its child.
	if _, err := f.WriteAt(binary.LittleEndian.AppendUint64(nil, root), int64(root)*size+16+8); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for name, look := range map[string]func(context.Context, string) error{"whole": check.Command(os.Args[0]), "at its ends": atItsEnds} {
		began := time.Now()
		err := look(context.Background(), path)
		if took := time.Since(began); !errors.Is(err, fault.ErrDamaged) || !strings.Contains(err.Error(), "is reached twice") || took > 15*time.Second {
			t.Errorf("%s: after %v: %v", name, took, err)
		}
	}
}

// atItsEnds examines a file as a large one, in a process that it may eat up.
func atItsEnds(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, os.Args[0], "check-ends", path).CombinedOutput()
	if err != nil {
		return fault.ErrDamaged.Because(fmt.Errorf("%w: %s", err, out))
	}
	return nil
}
