package storage

import (
	"context"

	"sanduq/core"
)

// Backups is what the room above makes of the engine, for the tests that need
// both. Go lets only tests outside of this package import it: one of them fills
// this in.
var Backups struct {
	Make    func(ctx context.Context, s *Store) (string, error)
	Restore func(ctx context.Context, o Options, backup string, code core.Secret) (string, error)
	Check   func(ctx context.Context, o Options, backup string, code core.Secret) error
	List    func(dir string) ([]string, error)
}

// Backup makes a backup in the store's folder.
func (s *Store) Backup(ctx context.Context) (string, error) { return Backups.Make(ctx, s) }

// Restore puts a backup back under the keys that are there.
func Restore(ctx context.Context, o Options, backup string) (string, error) {
	return Backups.Restore(ctx, o, backup, core.Secret{})
}
