// Package packaging holds what installers are made from, on every system: the
// facts of FyneApp.toml, the icons in all sizes, and the files that go beside
// the binary. Nothing else states a version, an identifier or a list of files;
// tests compare what the systems want to have in formats of their own.
//
// Linux is in the files beside this one and in the folder linux. Another
// system adds a folder and a list like Linux's and takes facts, icons and
// licences from here.
//
//sanduq:norace its tests draw icons and build programs, in one goroutine
package packaging

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"

	"github.com/BurntSushi/toml"
)

// App is what FyneApp.toml says.
type App struct {
	Website string
	Details struct {
		Name, ID, Version, Icon string
		Build                   int
	}
	LinuxAndBSD struct {
		GenericName, Comment string
		Categories, Keywords []string
	}
}

// Practice is the identifier of the second menu entry, which always practises.
func (a App) Practice() string { return a.Details.ID + ".practice" }

var plain = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+$`)

// Load reads FyneApp.toml in the project's folder.
func Load(root string) (App, error) {
	var a App
	if _, err := toml.DecodeFile(filepath.Join(root, "FyneApp.toml"), &a); err != nil {
		return a, err
	}
	if a.Details.ID == "" || a.Details.Name == "" {
		return a, errors.New("FyneApp.toml: the name or the identifier is missing")
	}
	if !plain.MatchString(a.Details.Version) {
		return a, fmt.Errorf("FyneApp.toml: version %q is not three numbers", a.Details.Version)
	}
	return a, nil
}
