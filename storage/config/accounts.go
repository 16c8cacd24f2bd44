package config

import (
	"errors"
	"io/fs"
	"path/filepath"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// AccountsFile is where the names of a shop's accounts stand, beside the till's data in
// dir. A bookkeeper edits it; it holds no secret.
func AccountsFile(dir string) string { return filepath.Join(dir, "accounts.json") }

// Accounts is what stands there. Where there is no such file one is made of the usual
// text. Errors match ErrUnwritable, or are those of reading.
func Accounts(dir string, usual []byte) ([]byte, error) {
	text, err := files.Read(AccountsFile(dir), files.MaxSmall)
	if !errors.Is(err, fs.ErrNotExist) {
		return text, err
	}
	if err := files.Replace(AccountsFile(dir), usual); err != nil {
		return nil, fault.ErrUnwritable.Because(err)
	}
	return usual, nil
}

// Remembered is a small file beside the till's data in which a part of the program keeps
// what it must not forget, and no secret: a path.
type Remembered string

// Load is what was saved last; nil for nothing.
func (r Remembered) Load() ([]byte, error) {
	text, err := files.Read(string(r), 1<<20)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// Save replaces it. Whatever happens, the file holds the old text or the new one.
func (r Remembered) Save(text []byte) error { return files.Replace(string(r), text) }
