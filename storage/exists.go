package storage

import (
	"path/filepath"

	"sanduq/storage/internal/files"
)

// Exists reports whether a folder holds a store, for whoever must not make one.
func Exists(dir string) (bool, error) { return files.Exists(filepath.Join(dir, files.Database)) }
