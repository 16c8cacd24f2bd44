package backup

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

// TestABackupInPlaceIsNoFailure: the keys could not be put in order after the file was moved in. Who is
// told of an error would believe that nothing was changed.
func TestABackupInPlaceIsNoFailure(t *testing.T) {
	there := openTest(t, t.TempDir())
	fill(t, there, 3)
	code, err := there.NewRecoveryCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	path, err := Make(t.Context(), there)
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(t.TempDir(), "keys")
	if err := os.Mkdir(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	phrase := func(o *storage.Options) { o.Keys = keys.NewPassphrase(kept, core.NewSecret("correct horse")) }
	here := openTest(t, t.TempDir(), phrase)
	fill(t, here, 1)
	closeStore(t, here)
	before, err := files.Stat(here.Path())
	if err != nil {
		t.Fatal(err)
	}
	away := make(chan error)
	go func() { // the last keys take a passphrase's fraction of a second to wrap
		for {
			if now, err := files.Stat(here.Path()); err == nil && !os.SameFile(before, now) {
				away <- os.Rename(kept, kept+" away")
				return
			}
			time.Sleep(time.Millisecond)
		}
	}()
	_, err = RestoreByCode(t.Context(), here.Options(), path, code)
	if gone := <-away; gone != nil {
		t.Fatal(gone)
	}
	if err != nil {
		t.Errorf("the backup is in place, and the error is %v", err)
	}
	if err := os.Rename(kept+" away", kept); err != nil {
		t.Fatal(err)
	}
	back := openTest(t, here.Options().Dir, phrase)
	if _, err := back.Sale(t.Context(), journal.NewSaleID("20261120", 3)); err != nil {
		t.Error(err)
	}
	if held, err := keys.LoadRing(t.Context(), back.Options().Keys); err != nil || held.Coming != nil || len(held.Former) == 0 {
		t.Errorf("the next start did not put the keys in order: %d former, error %v", len(held.Former), err)
	}
}
