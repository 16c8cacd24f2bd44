package update

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Known is what is remembered across restarts. It decides nothing about money:
// a file that is lost or unreadable only means that nobody is asked until a
// person switches it on again.
type Known struct {
	On       bool      `json:"on"`                // a person wants to be told
	Asked    time.Time `json:"asked,omitzero"`    // when a question began, whatever came of it
	Answered time.Time `json:"answered,omitzero"` // when an answer was last good
	Issued   time.Time `json:"issued,omitzero"`   // of the newest statement
	Version  Version   `json:"version,omitzero"`  // that it named
}

// Memory keeps what is known.
type Memory interface {
	Load() (Known, error)
	Save(Known) error
}

// File is a Memory: the path of a file.
type File string

const maxFile = 4 << 10

// Load returns the zero value where there is no file.
func (f File) Load() (Known, error) {
	file, err := os.Open(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return Known{}, nil
	}
	if err != nil {
		return Known{}, fmt.Errorf("update: what is known cannot be read: %w", err)
	}
	text, err := io.ReadAll(io.LimitReader(file, maxFile))
	if err = errors.Join(err, file.Close()); err != nil {
		return Known{}, fmt.Errorf("update: what is known cannot be read: %w", err)
	}
	var k Known
	if err := strict(text, &k); err != nil {
		return Known{}, err
	}
	return k, nil
}

// Save replaces the file: the old content or the new, never half of one.
func (f File) Save(k Known) (err error) {
	text, err := json.Marshal(k)
	if err != nil {
		return fmt.Errorf("update: %w", err)
	}
	aside, err := os.CreateTemp(filepath.Dir(string(f)), ".update-*")
	if err != nil {
		return fmt.Errorf("update: what is known cannot be kept: %w", err)
	}
	_, err = aside.Write(append(text, '\n'))
	if err = errors.Join(err, aside.Sync(), aside.Close()); err == nil {
		err = os.Rename(aside.Name(), string(f))
	}
	if err != nil {
		return fmt.Errorf("update: what is known cannot be kept: %w", errors.Join(err, os.Remove(aside.Name())))
	}
	return nil
}
