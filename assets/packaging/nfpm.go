package packaging

import (
	"encoding/json"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// Recommended by the Debian package: a keyring for live keys, the bus by which
// it is reached, and drawing without a graphics driver.
var recommended = []string{"libgl1-mesa-dri", "default-dbus-session-bus | dbus-session-bus", "gnome-keyring | plasma-workspace | keepassxc"}

type object = map[string]any

// NFPM is the configuration from which nfpm makes a package of one format,
// "deb" or "rpm". The files are expected below stage; epoch is the time of the
// commit.
func NFPM(a App, format string, files []File, l Libraries, stage string, epoch time.Time) ([]byte, error) {
	var contents []object
	for _, f := range files {
		if f.Only != "" && f.Only != format {
			continue
		}
		mode := 0o644
		if f.Run {
			mode = 0o755
		}
		contents = append(contents, object{"src": filepath.Join(stage, filepath.FromSlash(f.Path)), "dst": "/" + f.Path,
			"file_info": object{"mode": mode, "mtime": epoch, "owner": "root", "group": "root"}})
	}
	if format == "rpm" { // which removes only the folders that a package owns
		for _, dir := range ownFolders(files) {
			contents = append(contents, object{"type": "dir", "dst": "/" + dir, "file_info": object{"mode": 0o755, "mtime": epoch, "owner": "root", "group": "root"}})
		}
	}
	config := object{
		"name": "sanduq", "arch": "amd64", "platform": "linux", "version": a.Details.Version, "release": "1", "version_schema": "none",
		"section": "misc", "priority": "optional", "maintainer": "Sanduq <till@sanduq.invalid>", "vendor": "Sanduq",
		"homepage": a.Website, "mtime": epoch, "disable_globbing": true, "contents": contents,
		"description": "point of sale for payments from bank accounts and wallets\n" +
			"The cashier types an amount, the customer scans a QR code or pays from a bank\n" +
			"account or a wallet, and the window shows whether the money has come. It never\n" +
			"says \"paid\" unless the gateway said so and that is on disk.\n" +
			"Without an account it starts for practice: no money moves.",
	}
	switch format {
	case "deb":
		config["deb"] = object{"compression": "xz"}
		config["depends"], config["recommends"] = l.Deb(), recommended
	case "rpm":
		config["license"] = "LicenseRef-proprietary"
		config["rpm"] = object{"compression": "xz", "buildhost": "localhost", "group": "Applications/Productivity",
			"summary": "Point of sale for payments from bank accounts and wallets"}
		config["depends"], config["recommends"] = l.RPM(), []string{"mesa-dri-drivers", "gnome-keyring"}
	default:
		return nil, fmt.Errorf("no package of format %q", format)
	}
	return json.MarshalIndent(config, "", " ")
}

// ownFolders are the folders that bear the package's name, and nobody else's
// files lie in.
func ownFolders(files []File) (all []string) {
	for _, f := range files {
		if dir := path.Dir(f.Path); path.Base(dir) == "sanduq" && (f.Only == "" || f.Only == "rpm") && !slices.Contains(all, dir) {
			all = append(all, dir)
		}
	}
	return all
}
