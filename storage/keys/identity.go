package keys

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zalando/go-keyring"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// A folder has an identity, a random number in a file of its own, and the
// keyring's items are named by it: a folder that is moved finds its key. A copy
// of a folder begins with the same identity; it gets one of its own when it is
// first opened while the other is still there, since two tills that shared a
// checkpoint would each call the other one rolled back. Earlier versions named
// the items by the folder's path; what lies there is carried over when it is
// first asked for.

const (
	idName = "till.id"
	idSize = 16 // bytes, twice as many letters
)

// identity reads the identity of a folder; blank when it has none that can be
// read.
func identity(dir string) string {
	text, err := files.Read(filepath.Join(dir, idName), files.MaxSmall)
	id := strings.TrimSpace(string(text))
	if raw, wrong := hex.DecodeString(id); err != nil || wrong != nil || len(raw) != idSize {
		return ""
	}
	return id
}

// identify gives a folder an identity if it has none, makes the folder if need
// be, and returns it. Of several that do so at once all get the same.
func identify(dir string) (string, error) {
	if id := identity(dir); id != "" {
		return id, nil
	}
	fresh, err := newIdentity()
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return "", fault.ErrUnwritable.Because(err)
	}
	path := filepath.Join(dir, idName)
	if there, err := files.Exists(path); err != nil || there { // but not readable as one
		return fresh, errors.Join(err, files.Replace(path, []byte(fresh+"\n")))
	}
	aside := path + "-" + fresh
	err = files.WriteNew(aside, []byte(fresh+"\n"))
	if err == nil {
		err = os.Link(aside, path) // never over one that came meanwhile
		if err != nil && !errors.Is(err, fs.ErrExist) {
			err = os.Rename(aside, path) // a disk that knows one name for a file
		} else {
			err = nil
		}
	}
	if err = errors.Join(err, files.Remove(aside), files.SyncDir(dir)); err != nil {
		return "", fault.ErrUnwritable.Because(err)
	}
	return identity(dir), nil
}

func newIdentity() (string, error) {
	raw := make([]byte, idSize)
	_, err := rand.Read(raw)
	return hex.EncodeToString(raw), err
}

// named is an item's name for an identity.
func (k Keyring) named(item, id string) string { return item + " " + string(k.environment) + " #" + id }

// formerly is an item's name in earlier versions; blank when a keyring does not
// take it.
func (k Keyring) formerly(item string) string {
	if !utf8.ValidString(k.dir) {
		return ""
	}
	return item + " " + string(k.environment) + " " + k.dir
}

// find returns an item, and carries one over that lies under the path.
func (k Keyring) find(item string) (string, error) {
	id := identity(k.dir)
	if id != "" {
		value, err := read(k.named(item, id))
		if !errors.Is(err, keyring.ErrNotFound) {
			return value, err
		}
	}
	before := k.formerly(item)
	if before == "" {
		return "", keyring.ErrNotFound
	}
	value, err := read(before)
	if err != nil {
		return "", err
	}
	if id, err = identify(k.dir); err != nil {
		return value, nil // of a folder that cannot be written: the next opening will
	}
	if err := writeItem(k.named(item, id), value); err != nil {
		return value, nil // as it is, it lies well enough
	}
	return value, ignoreMissing(keyring.Delete(keyringService, before))
}

// writeItem writes an item and reads it back.
func writeItem(name, value string) error {
	if err := keyring.Set(keyringService, name, value); err != nil {
		return err
	}
	back, err := read(name)
	if err == nil && back != value {
		err = errors.New("the item read back is not the one that was kept")
	}
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, keyring.ErrNotFound) {
		return nil
	}
	return err
}

// ensureUnique makes sure that no other folder has this one's identity: one that was
// moved keeps it, a copy gets one of its own, with the same key and the
// checkpoint of what it was copied from.
func (k Keyring) ensureUnique(ctx context.Context) error {
	_, err := bounded(ctx, k.timeout, func() (struct{}, error) { return struct{}{}, k.settleNow() })
	return err
}

func (k Keyring) settleNow() error {
	id := identity(k.dir)
	if id == "" {
		return nil // nothing is kept for it yet, or under its path
	}
	here := strconv.QuoteToASCII(k.dir)
	text, err := read(k.named("home", id))
	if errors.Is(err, keyring.ErrNotFound) {
		return writeItem(k.named("home", id), here)
	}
	if err != nil || text == here {
		return err
	}
	home, err := strconv.Unquote(text)
	if err == nil && sameFolder(home, k.dir) {
		return nil // by another name
	}
	if err != nil || identity(home) != id {
		return writeItem(k.named("home", id), here) // it was moved
	}
	fresh, err := newIdentity()
	if err != nil {
		return err
	}
	for _, item := range []string{"key", "mark"} {
		value, err := read(k.named(item, id))
		if err == nil {
			err = writeItem(k.named(item, fresh), value)
		}
		if ignoreMissing(err) != nil {
			return err
		}
	}
	if err := writeItem(k.named("home", fresh), here); err != nil {
		return err
	}
	return files.Replace(filepath.Join(k.dir, idName), []byte(fresh+"\n"))
}

func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	two, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, two)
}
