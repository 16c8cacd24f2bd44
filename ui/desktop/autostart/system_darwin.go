package autostart

import (
	"os"
	"path/filepath"
)

// System is where this computer keeps it, for the user who runs the program.
func System(id string) (Login, error) {
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	return Agent{User: filepath.Join(home, "Library", "LaunchAgents"), Shared: []string{"/Library/LaunchAgents"}, Label: id}, nil
}
