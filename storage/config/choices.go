package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
)

// Choices are what setup remembers for the next start: which environment, and
// how its gateway is reached. They hold no secret. They lie beside the folders
// of the environments, since they say which of those is opened.
type Choices struct {
	Environment core.Environment `json:"environment,omitempty"` // blank: never chosen
	BaseURLLive string           `json:"baseUrlLive,omitempty"`
	Profile     string           `json:"profile,omitempty"` // path of the wire profile; blank for the usual one
	// Names are for the till of Environment, which was set up while another
	// environment ran and has no store of its own yet; nil once it has.
	Names *journal.Settings `json:"names,omitempty"`
}

const choicesName = "choices.json"

// ErrChoices matches a file of choices that is there but cannot be used. It is
// never taken for "nothing chosen": a till that was live would silently
// practise.
var ErrChoices = errors.New("storage: unusable choices")

// LoadChoices reads what was remembered in root; the zero value when nothing
// was. An error matches ErrChoices.
func LoadChoices(root string) (Choices, error) {
	text, err := files.Read(filepath.Join(root, choicesName), files.MaxSmall)
	if errors.Is(err, fs.ErrNotExist) {
		return Choices{}, nil
	}
	if err != nil {
		return Choices{}, fmt.Errorf("%w: %w", ErrChoices, err)
	}
	return parseChoices(text)
}

func parseChoices(text []byte) (Choices, error) {
	if len(text) > files.MaxSmall {
		return Choices{}, fmt.Errorf("%w: more than %d bytes", ErrChoices, files.MaxSmall)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var c Choices
	if err := decoder.Decode(&c); err != nil {
		return Choices{}, fmt.Errorf("%w: %w", ErrChoices, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return Choices{}, fmt.Errorf("%w: more than one document", ErrChoices)
	}
	if c.Environment != "" && c.Environment != core.Sandbox && c.Environment != core.Live {
		return Choices{}, fmt.Errorf("%w: no environment is called %q", ErrChoices, c.Environment)
	}
	return c, nil
}

// SaveChoices remembers c in root, for its owner only. Whatever happens, the
// file holds the old choices or the new ones. Errors match ErrUnwritable, or
// ErrChoices when c could not be read back.
func SaveChoices(root string, c Choices) error {
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrChoices, err)
	}
	text = append(text, '\n')
	back, err := parseChoices(text)
	if err != nil {
		return err
	}
	if back.Profile != c.Profile || back.BaseURLLive != c.BaseURLLive { // JSON takes no name that is not UTF-8
		return fmt.Errorf("%w: not readable as it was written", ErrChoices)
	}
	if err := os.MkdirAll(root, 0o700); err != nil {
		return fault.ErrUnwritable.Because(err)
	}
	return files.Replace(filepath.Join(root, choicesName), text) // CreateTemp makes it 0600
}

// ChoiceFile is the file of one root, for a screen.
type ChoiceFile struct{ Root string }

// Remembered is what LoadChoices reads.
func (f ChoiceFile) Remembered() (environment core.Environment, baseURLLive, profile string, err error) {
	c, err := LoadChoices(f.Root)
	return c.Environment, c.BaseURLLive, c.Profile, err
}

// Remember is SaveChoices, and forgets names.
func (f ChoiceFile) Remember(environment core.Environment, baseURLLive, profile string) error {
	return SaveChoices(f.Root, Choices{Environment: environment, BaseURLLive: baseURLLive, Profile: profile})
}

// GoLive lets the next start be live, by a gateway and with names for the till.
// The wire profile stays.
func (f ChoiceFile) GoLive(baseURLLive string, names journal.Settings) error {
	c, err := LoadChoices(f.Root)
	if err != nil {
		return err
	}
	return SaveChoices(f.Root, Choices{Environment: core.Live, BaseURLLive: baseURLLive, Profile: c.Profile, Names: &names})
}
