//go:build e2e && linux

package packaged

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestTheContainer starts the image as its own configuration says, with secrets mounted
// where office.md says, in a time zone that only the image's own data knows.
func TestTheContainer(t *testing.T) {
	image := os.Getenv("SANDUQ_OFFICE_IMAGE")
	if image == "" {
		t.Fatal("SANDUQ_OFFICE_IMAGE names no image; run make package-office-test")
	}
	m := newMachine(t)
	if err := os.MkdirAll(m.path("/etc/sanduq-office"), 0o700); err != nil {
		t.Fatal(err)
	}
	m.prepare()
	b := builder{m, m.TempDir()}
	container := b.run("from", "oci-archive:"+image)
	defer b.run("rm", container)
	var about struct {
		OCIv1 struct {
			Config struct {
				User            string
				Entrypoint, Cmd []string
			} `json:"config"`
		}
	}
	if err := json.Unmarshal([]byte(b.run("inspect", container)), &about); err != nil {
		t.Fatal(err)
	}
	of := about.OCIv1.Config
	if of.User != "65532:65532" {
		t.Errorf("it runs as %q", of.User)
	}
	if files := b.files(container); slices.ContainsFunc(files, func(f string) bool { return strings.HasPrefix(f, "/bin/") || strings.HasSuffix(f, "/sh") }) || len(files) != 5 {
		t.Errorf("the image has %q", files)
	}

	secrets := m.TempDir()
	for _, name := range []string{"database", "cert.pem", "key.pem"} {
		if err := os.WriteFile(filepath.Join(secrets, name), []byte(m.read("/etc/sanduq-office/"+name)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	m.reachable(secrets)
	socket, owner := m.owner()
	args := append([]string{"run", "--isolation", "chroot", "--user", fmt.Sprintf("%d:%d", owner.Uid, owner.Gid),
		"--volume", secrets + ":/run/secrets:ro", "--volume", socket + ":" + socket, container, "--"}, slices.Concat(of.Entrypoint, of.Cmd)...)
	cmd := b.command(append(args, "--listen=127.0.0.1:0", "--zone=Africa/Tripoli")...)
	m.lives(cmd, func() error { return endProgram(cmd.Process.Pid) })
}

// builder is buildah with a store of its own.
type builder struct {
	*machine
	store string
}

func (b builder) command(args ...string) *exec.Cmd {
	return exec.CommandContext(b.Context(), "buildah", append([]string{"--storage-driver", "vfs", "--root", b.store + "/root", "--runroot", b.store + "/run"}, args...)...)
}

func (b builder) run(args ...string) string {
	b.Helper()
	cmd := b.command(args...)
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		b.Fatalf("buildah %v: %v\n%s", args, err, said.String())
	}
	return strings.TrimSpace(string(out))
}

// files are those of the image.
func (b builder) files(container string) (names []string) {
	b.Helper()
	root := b.run("mount", container)
	defer b.run("umount", container)
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, strings.TrimPrefix(path, root))
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return names
}

// endProgram tells the program below a process to end.
func endProgram(below int) error {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", below))
	if err != nil {
		return err
	}
	for _, list := range lists {
		children, err := os.ReadFile(list)
		if err != nil {
			return err
		}
		for pid := range strings.FieldsSeq(string(children)) {
			child, err := strconv.Atoi(pid)
			if err != nil {
				return err
			}
			if name, err := os.ReadFile("/proc/" + pid + "/comm"); err == nil && strings.TrimSpace(string(name)) == "sanduq-office" {
				return syscall.Kill(child, syscall.SIGTERM)
			}
			if endProgram(child) == nil {
				return nil
			}
		}
	}
	return fmt.Errorf("there is no sanduq-office below %d", below)
}
