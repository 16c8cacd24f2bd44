package storage

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/internal/files"
	"sanduq/storage/keys"
)

// The keyring's stand-in is one for the whole process: none of these tests runs
// beside another.

// ringed opens the store of a folder with the keyring.
func ringed(t *testing.T, dir string) *Store {
	t.Helper()
	ring := keys.NewKeyring(core.Live, dir)
	return openTest(t, dir, func(o *Options) { o.Keys, o.Checkpoints = ring, ring })
}

// sold commits n audit rows, so that the file moves on.
func sold(t *testing.T, s *Store, n int) {
	t.Helper()
	for range n {
		h, err := s.Head(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		row := journal.AuditRow{Seq: h.Audit + 1, At: clock, Action: journal.AuditCopy, Detail: s.opts.Dir}
		if err := s.Commit(t.Context(), journal.Change{Audit: []journal.AuditRow{row}}); err != nil {
			t.Fatal(err)
		}
	}
}

// wholeFolder copies a closed store's folder with all that is in it.
func wholeFolder(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func merchant(t *testing.T, dir string) string {
	t.Helper()
	c, _, err := keys.NewCredentialStore(core.Live, dir).Load(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c.APIKey.Reveal()
}

// TestAMovedFolderKeepsKeyMarkAndCredentials, and the folder that is made again
// where it was gets keys of its own.
func TestAMovedFolderKeepsKeyMarkAndCredentials(t *testing.T) {
	keyring.MockInit()
	root := t.TempDir()
	dir, next := filepath.Join(root, "shop"), filepath.Join(root, "shop, moved")
	s := ringed(t, dir)
	fill(t, s, 2)
	if err := keys.NewCredentialStore(core.Live, dir).Save(t.Context(), keys.Credentials{APIKey: core.NewSecret("a"), SecretKey: core.NewSecret("s")}); err != nil {
		t.Fatal(err)
	}
	early := mustFile(t, s.Path())
	sold(t, s, 3)
	closeStore(t, s)
	for range 2 { // to its new place, and back
		if err := os.Rename(dir, next); err != nil {
			t.Fatal(err)
		}
		s = ringed(t, next)
		wantWarnings(t, s)
		sold(t, s, 1)
		closeStore(t, s)
		if got := merchant(t, next); got != "a" {
			t.Errorf("the merchant's key is %q", got)
		}
		dir, next = next, dir
	}
	write(t, filepath.Join(dir, files.Database), early)
	s = ringed(t, dir)
	wantWarnings(t, s, WarnRollback)
	closeStore(t, s)

	if err := os.Rename(dir, next); err != nil {
		t.Fatal(err)
	}
	fresh := ringed(t, dir)
	wantWarnings(t, fresh)
	fill(t, fresh, 1)
	closeStore(t, fresh)
	if merchant(t, dir) != "" || string(fresh.seal().Check) == string(s.seal().Check) {
		t.Error("a new folder got what another one left")
	}
	closeStore(t, ringed(t, next))
}

// TestWhatLayUnderThePathIsCarriedOver: an earlier version named its items by
// the folder's path.
func TestWhatLayUnderThePathIsCarriedOver(t *testing.T) {
	for _, interrupted := range []string{"", "before the items", "before the old ones went"} {
		keyring.MockInit()
		root := t.TempDir()
		dir := filepath.Join(root, "shop")
		s := ringed(t, dir)
		fill(t, s, 2)
		keeper := keys.NewCredentialStore(core.Live, dir)
		if err := keeper.Save(t.Context(), keys.Credentials{APIKey: core.NewSecret("a"), SecretKey: core.NewSecret("s")}); err != nil {
			t.Fatal(err)
		}
		closeStore(t, s)
		asBefore(t, dir, interrupted)

		s = ringed(t, dir)
		wantWarnings(t, s)
		sold(t, s, 1)
		closeStore(t, s)
		if got := merchant(t, dir); got != "a" {
			t.Errorf("%s: the merchant's key is %q", interrupted, got)
		}
		for _, item := range []string{"key", "mark", "credentials"} {
			if _, err := keyring.Get("sanduq", item+" live "+dir); interrupted == "" && !errors.Is(err, keyring.ErrNotFound) {
				t.Errorf("%s lies under the path still: %v", item, err)
			}
		}
		if err := os.Rename(dir, dir+" 2"); err != nil {
			t.Fatal(err)
		}
		s = ringed(t, dir+" 2")
		wantWarnings(t, s)
		closeStore(t, s)
		if got := merchant(t, dir+" 2"); got != "a" {
			t.Errorf("%s, moved: the merchant's key is %q", interrupted, got)
		}
	}
}

// asBefore puts a folder's items where an earlier version kept them, or where a
// power cut left them while they were carried over.
func asBefore(t *testing.T, dir, interrupted string) {
	t.Helper()
	id := strings.TrimSpace(string(mustFile(t, filepath.Join(dir, "till.id"))))
	for _, item := range []string{"key", "mark", "credentials"} {
		value, err := keyring.Get("sanduq", item+" live #"+id)
		if err == nil {
			err = keyring.Set("sanduq", item+" live "+dir, value)
		}
		if err == nil && interrupted != "before the old ones went" {
			err = keyring.Delete("sanduq", item+" live #"+id)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := keyring.Delete("sanduq", "home live #"+id); err != nil {
		t.Fatal(err)
	}
	if interrupted == "" {
		remove(t, filepath.Join(dir, "till.id"))
	}
}

// TestCopiesOfAFolderKeepApart: each has a checkpoint of its own from its first
// opening on, and a copy that is behind is told, on its own.
func TestCopiesOfAFolderKeepApart(t *testing.T) {
	keyring.MockInit()
	root := t.TempDir()
	first, second, old := filepath.Join(root, "first"), filepath.Join(root, "second"), filepath.Join(root, "old")
	s := ringed(t, first)
	fill(t, s, 2)
	closeStore(t, s)
	wholeFolder(t, first, old)
	s = ringed(t, first)
	sold(t, s, 2)
	closeStore(t, s)
	wholeFolder(t, first, second)
	for range 3 {
		for i, dir := range []string{second, first} {
			s := ringed(t, dir)
			wantWarnings(t, s)
			sold(t, s, 1+i)
			closeStore(t, s)
		}
	}
	for i := range 2 {
		s := ringed(t, old)
		if i == 0 {
			wantWarnings(t, s, WarnRollback)
		} else {
			wantWarnings(t, s)
		}
		closeStore(t, s)
		s = ringed(t, first)
		wantWarnings(t, s)
		closeStore(t, s)
	}
	ids := map[string]bool{}
	for _, dir := range []string{first, second, old} {
		ids[string(mustFile(t, filepath.Join(dir, "till.id")))] = true
	}
	if len(ids) != 3 {
		t.Errorf("%d identities of three folders", len(ids))
	}
}

// TestAnotherNameOfAFolderIsNoCopy: a link leads to the same till.
func TestAnotherNameOfAFolderIsNoCopy(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Log("links are for administrators here")
		return
	}
	keyring.MockInit()
	root := t.TempDir()
	dir, link := filepath.Join(root, "shop"), filepath.Join(root, "link")
	closeStore(t, ringed(t, dir))
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	before := string(mustFile(t, filepath.Join(dir, "till.id")))
	for _, path := range []string{link, dir, link} {
		s := ringed(t, path)
		wantWarnings(t, s)
		sold(t, s, 1)
		closeStore(t, s)
	}
	if string(mustFile(t, filepath.Join(dir, "till.id"))) != before {
		t.Error("the folder was taken for a copy of itself")
	}
}

// TestTheKeyringTakesEveryName: its items are not named by the folder.
func TestTheKeyringTakesEveryName(t *testing.T) {
	keyring.MockInit()
	for _, name := range odd() {
		root := t.TempDir()
		dir := filepath.Join(root, name)
		err := os.Mkdir(dir, 0o700)
		if made, _ := os.ReadDir(root); err != nil || len(made) != 1 || made[0].Name() != name { // Windows drops a space at the end
			t.Logf("this system does not take %q: %v", name, err)
			continue
		}
		s := ringed(t, dir)
		fill(t, s, 1)
		closeStore(t, s)
		s = ringed(t, dir)
		wantWarnings(t, s)
		closeStore(t, s)
	}
}
