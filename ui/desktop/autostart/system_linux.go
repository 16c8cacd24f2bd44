package autostart

import (
	"os"
	"path/filepath"
)

// System is where this computer keeps it, for the user who runs the program.
func System(id string) (Login, error) {
	home, err := os.UserConfigDir() // XDG_CONFIG_HOME, or ~/.config
	if err != nil {
		return nil, err
	}
	d := Desktop{User: filepath.Join(home, "autostart"), Icon: id}
	shared := os.Getenv("XDG_CONFIG_DIRS")
	if shared == "" {
		shared = "/etc/xdg"
	}
	for _, dir := range filepath.SplitList(shared) {
		if filepath.IsAbs(dir) {
			d.Shared = append(d.Shared, filepath.Join(dir, "autostart"))
		}
	}
	return d, nil
}
