//go:build e2e && linux

// Package packaged proves head office's Debian package: installed in a root folder of
// its own, served as its unit says on a PostgreSQL, upgraded, removed and purged; and its
// container image. make package-office-test makes the two packages and the image.
package packaged

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// machine is a root folder with dpkg's own records, and nothing else.
type machine struct {
	*testing.T
	root string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{t, t.TempDir()}
	for _, dir := range []string{"info", "updates", "triggers"} {
		if err := os.MkdirAll(m.path("/var/lib/dpkg/"+dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	m.write("/var/lib/dpkg/status", "")
	return m
}

func (m *machine) path(name string) string { return filepath.Join(m.root, name) }

func (m *machine) write(name, text string) {
	m.Helper()
	if err := os.WriteFile(m.path(name), []byte(text), 0o600); err != nil {
		m.Fatal(err)
	}
}

func (m *machine) read(name string) string {
	m.Helper()
	data, err := os.ReadFile(m.path(name))
	if err != nil {
		m.Fatal(err)
	}
	return string(data)
}

func (m *machine) there(name string) bool {
	_, err := os.Lstat(m.path(name))
	return err == nil
}

// dpkg works in the folder. What the package depends on is this machine's.
func (m *machine) dpkg(args ...string) {
	m.Helper()
	cmd := exec.Command("dpkg", append([]string{"--root=" + m.root, "--force-script-chrootless", "--force-depends", "--force-confold"}, args...)...)
	cmd.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8")
	if out, err := cmd.CombinedOutput(); err != nil {
		m.Fatalf("dpkg %v: %v\n%s", args, err, out)
	}
}

func (m *machine) version() string {
	m.Helper()
	out, err := exec.Command(m.path("/usr/bin/sanduq-office"), "--version").Output()
	if err != nil {
		m.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

const (
	unit    = "/lib/systemd/system/sanduq-office.service"
	flags   = "/etc/default/sanduq-office"
	wanted  = "/etc/systemd/system/multi-user.target.wants/sanduq-office.service"
	program = "/usr/bin/sanduq-office"
)

// TestFromInstallToPurge is the life of the package on one machine.
func TestFromInstallToPurge(t *testing.T) {
	first, next := os.Getenv("SANDUQ_OFFICE_DEB"), os.Getenv("SANDUQ_OFFICE_DEB_NEXT")
	if first == "" || next == "" {
		t.Fatal("SANDUQ_OFFICE_DEB and SANDUQ_OFFICE_DEB_NEXT name no packages; run make package-office-test")
	}
	m := newMachine(t)
	m.dpkg("-i", first)
	was := m.version()
	for name, mode := range map[string]os.FileMode{program: 0o755, unit: 0o644, flags: 0o644, "/etc/sanduq-office": os.ModeDir | 0o700, "/etc/sanduq-office/secrets": os.ModeDir | 0o700} {
		if info, err := os.Stat(m.path(name)); err != nil || info.Mode() != mode {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if to, err := os.Readlink(m.path(wanted)); err != nil || to != unit {
		t.Errorf("the service is not enabled: %q, %v", to, err)
	}
	m.configure()
	m.serve()
	kept := m.read(flags)

	m.dpkg("-i", next)
	if now := m.version(); now == was {
		t.Errorf("after the upgrade the version is still %s", now)
	}
	if m.read(flags) != kept {
		t.Error("the upgrade changed what the administrator has set")
	}
	m.serve()

	m.dpkg("--remove", "sanduq-office")
	if m.there(program) || m.there(unit) || m.read(flags) != kept {
		t.Error("remove left the program, or took the settings")
	}
	m.dpkg("--purge", "sanduq-office")
	if m.there(flags) || m.there(wanted) {
		t.Error("purge left the settings, or the service enabled")
	}
	if m.read("/etc/sanduq-office/secrets/webhook") != signing {
		t.Error("purge took what the administrator has written")
	}
	left, err := exec.Command("find", m.root, "-name", "*sanduq*", "-not", "-path", m.path("/etc/sanduq-office")+"*").Output()
	if err != nil || len(left) > 0 {
		t.Errorf("purge left %s, %v", left, err)
	}
}
