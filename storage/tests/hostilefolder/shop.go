//go:build !windows

package hostilefolder

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/practice/demo"
	"sanduq/core/till"
	"sanduq/storage"
)

// shop is what every round begins with: a store, an older copy of it, the key
// of both, and the store of another shop.
type shop struct{ db, older, keys, other string }

// newShop makes one below root.
func newShop(ctx context.Context, root string) (shop, error) {
	s := shop{db: filepath.Join(root, "shop", "till.db"), older: filepath.Join(root, "older.db"),
		keys: filepath.Join(root, "keys"), other: filepath.Join(root, "other", "till.db")}
	elsewhere := filepath.Join(root, "keys of another")
	for _, dir := range []string{s.keys, elsewhere} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return s, err
		}
	}
	for _, one := range []struct{ path, keys, older string }{{s.db, s.keys, s.older}, {s.other, elsewhere, ""}} {
		if err := furnish(ctx, filepath.Dir(one.path), one.keys, one.older); err != nil {
			return s, err
		}
	}
	return s, nil
}

// furnish makes a store with a history, and a copy of an older state of it.
func furnish(ctx context.Context, dir, keys, older string) (err error) {
	open := func() (*storage.Store, error) { return storage.Open(ctx, Order{Dir: dir, Keys: keys}.options()) }
	store, err := open()
	if err != nil {
		return err
	}
	desk, err := till.Open(ctx, till.Config{Store: store, Environment: core.Sandbox, BaseURL: "embedded",
		Defaults: journal.Settings{Shop: "Al Noor Market", Till: "Till 2", Currency: "LYD", Cashier: "Amal"}})
	if err == nil {
		err = demo.Fill(ctx, desk, 20, 1, nil)
		desk.Close()
	}
	if err = errors.Join(err, store.Close()); err != nil || older == "" {
		return err
	}
	if err := copyFile(filepath.Join(dir, "till.db"), older); err != nil {
		return err
	}
	if store, err = open(); err != nil {
		return err
	}
	head, err := store.Head(ctx, "20261120")
	for n := uint64(1); n <= 5 && err == nil; n++ {
		row := journal.AuditRow{Seq: head.Audit + n, At: time.Now(), By: "Amal", Action: journal.AuditCopy}
		err = store.Commit(ctx, journal.Change{Audit: []journal.AuditRow{row}})
	}
	return errors.Join(err, store.Close())
}

// The ways in which a folder's name may lead to the file.
const (
	straight     = "straight"
	linkToFolder = "a link to the folder"
	linkToFile   = "a link to the file"
)

var ways = []string{straight, linkToFolder, linkToFile}

// lay lays a shop out below root: its data in a folder of a name, its key and
// the bank elsewhere.
func (s shop) lay(root, name, way string) (*place, Order, error) {
	p := &place{dir: filepath.Join(root, name), aside: filepath.Join(root, "aside"), older: filepath.Join(root, "older.db"), other: filepath.Join(root, "other.db")}
	o := Order{Dir: p.dir, Keys: filepath.Join(root, "keys"), Bank: filepath.Join(root, "bank")}
	for _, dir := range []string{root, p.aside} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			return p, o, err
		}
	}
	err := os.Mkdir(p.dir, 0o700)
	if way == linkToFolder {
		if err == nil {
			err = errors.Join(os.Remove(p.dir), os.Mkdir(filepath.Join(root, "linked folder"), 0o700), os.Symlink("linked folder", p.dir))
		}
	}
	if err != nil {
		return p, o, fmt.Errorf("%w: %w", errName, err)
	}
	p.path = filepath.Join(p.dir, "till.db")
	p.real = p.path
	if way == linkToFile {
		p.real = filepath.Join(root, "linked.db")
		err = os.Symlink(p.real, p.path)
	}
	return p, o, errors.Join(err, copyFile(s.db, p.real), copyFile(s.older, p.older), copyFile(s.other, p.other), os.CopyFS(o.Keys, os.DirFS(s.keys)))
}

// errName: the system does not take a name.
var errName = errors.New("no such name here")
