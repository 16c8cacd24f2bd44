package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// officeName is the file that makes a computer the office's. It is one of its own,
// so that a program which does not know it opens the till.
const officeName = "office.json"

// ErrOffice matches a file of the shown office that is there but cannot be used.
var ErrOffice = errors.New("storage: unusable name of the shown office")

type shownOffice struct {
	Address string `json:"address"`
}

// ShownOffice is the address of the office that this computer shows in the place of
// its till; blank for none. An error matches ErrOffice.
func ShownOffice(root string) (address string, err error) {
	text, err := files.Read(filepath.Join(root, officeName), files.MaxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrOffice, err)
	}
	var kept shownOffice
	if err := json.Unmarshal(text, &kept); err != nil {
		return "", fmt.Errorf("%w: %w", ErrOffice, err)
	}
	if kept.Address == "" {
		return "", fmt.Errorf("%w: it names none", ErrOffice)
	}
	return kept.Address, nil
}

// ShowOffice lets the next start show an office; a blank address lets it open the
// till. Errors match ErrUnwritable.
func ShowOffice(root, address string) error {
	path := filepath.Join(root, officeName)
	if address == "" {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fault.ErrUnwritable.Because(err)
		}
		return nil
	}
	text, err := json.Marshal(shownOffice{address})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrOffice, err)
	}
	if err := os.MkdirAll(root, 0o700); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return files.Replace(path, append(text, '\n'))
}
