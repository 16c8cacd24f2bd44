package packaging

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestThePortableInstallerLeavesNothingOfItsOwn installs into a home and
// removes again. The start at login stays where it starts another copy.
func TestThePortableInstallerLeavesNothingOfItsOwn(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("for Linux")
	}
	dir := t.TempDir()
	home, from := filepath.Join(dir, "the home"), filepath.Join(dir, "archive")
	put := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	_, files := laid(t)
	for _, f := range files {
		if there := f.Portable(); there == "sanduq" || there == "install.sh" || strings.HasSuffix(there, ".desktop") {
			put(filepath.Join(from, there), string(f.Data))
		}
	}
	run := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "sh", append([]string{filepath.Join(from, "install.sh")}, args...)...)
		cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	left := func() (all []string) {
		_ = filepath.WalkDir(home, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				rel, _ := filepath.Rel(home, name)
				all = append(all, rel)
			}
			return nil
		})
		return all
	}
	const login = ".config/autostart/sanduq.desktop"
	for starts, want := range map[string][]string{
		filepath.Join(home, ".local/bin/sanduq"): nil,
		"/usr/bin/sanduq":                        {login},
	} {
		run()
		put(filepath.Join(home, login), "[Desktop Entry]\nTryExec="+starts+"\nExec=\""+starts+"\"\n")
		if got := left(); !slices.Contains(got, ".local/bin/sanduq") || !slices.Contains(got, ".local/share/applications/ly.sanduq.till.desktop") {
			t.Errorf("installed are %q", got)
		}
		run("remove")
		if got := left(); !slices.Equal(got, want) {
			t.Errorf("a start of %s: %q are left, want %q", starts, got, want)
		}
		_ = os.Remove(filepath.Join(home, login))
	}
}
