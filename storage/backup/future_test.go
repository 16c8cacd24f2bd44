package backup

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/storage/internal/files"
)

// dated makes copies that bear the name of a moment, as a wrong clock made them.
func dated(t *testing.T, dir string, first time.Time, n int) {
	t.Helper()
	folder := files.BackupFolder(dir)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		write(t, filepath.Join(folder, "till-"+first.AddDate(0, 0, i).UTC().Format(files.Stamp)+".db"), []byte("a copy"))
	}
}

// TestACopyFromTheFutureMakesNoBackups: one copy of a clock that was wrong for a
// moment must not be the newest for years.
func TestACopyFromTheFutureMakesNoBackups(t *testing.T) {
	for name, n := range map[string]int{"one": 1, "a folder full": keep} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, k := kept(t, SchedulerOptions{})
				dated(t, s.Options().Dir, time.Now().AddDate(10, 0, 0), n)
				began, all := time.Now(), map[string]bool{}
				done := make(chan struct{})
				go func() { defer close(done); k.Run(t.Context()) }()
				for range 3 * 24 * 30 {
					time.Sleep(2 * time.Minute)
					synctest.Wait()
					found, err := files.Backups(files.BackupFolder(s.Options().Dir))
					if err != nil {
						t.Fatal(err)
					}
					for _, path := range found {
						if at := files.BackupTime(path); at.Before(began.AddDate(1, 0, 0)) {
							all[path] = true
						}
					}
				}
				if len(all) != 4 {
					t.Errorf("%d backups in three days beside %d of a wrong clock, want 4", len(all), n)
				}
				if st := k.Status(); st.Err != nil || time.Since(st.Last) > 25*time.Hour || st.Last.After(time.Now()) {
					t.Errorf("%+v", st)
				}
			})
		})
	}
}

// TestTheMirrorGetsWhatWasMadeLast although a copy of a wrong clock sorts after it.
func TestTheMirrorGetsWhatWasMadeLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		mirror := t.TempDir()
		s, k := kept(t, SchedulerOptions{Mirror: mirror})
		dated(t, s.Options().Dir, time.Now().AddDate(10, 0, 0), 1)
		if err := k.Make(t.Context()); err != nil {
			t.Fatal(err)
		}
		st := k.Status()
		if all := ListMirror(mirror); len(all) != 1 || st.MirrorErr != nil || !st.MirrorLast.Equal(st.Last) || !all[0].At.Equal(st.Last) {
			t.Errorf("mirror holds %v, status %+v", all, st)
		}
	})
}
