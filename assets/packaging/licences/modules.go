package licences

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sanduq/assets"
)

// systems are those that the application is built for.
var systems = []string{"darwin", "linux", "windows"}

// Tags are the build tags of the application. A test compares them with the
// Makefile's.
const Tags = "migrated_fynedo,no_emoji,x11"

// module is one module of the application's.
type module struct {
	path, version, dir string
	systems            []string
	packages           []string // the folders of those that are used
}

// modulesOf asks the go tool which packages of which modules a program is built
// from, on each system. Nothing is compiled.
func modulesOf(ctx context.Context, root, program string, systems []string) ([]*module, error) {
	all := map[string]*module{}
	for _, system := range systems {
		const form = `{{with .Module}}{{if not .Main}}{{.Path}}{{"\t"}}{{.Version}}{{"\t"}}{{.Dir}}{{"\t"}}{{$.Dir}}{{end}}{{end}}`
		cmd := exec.CommandContext(ctx, "go", "list", "-deps", "-tags", Tags, "-f", form, program)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=1")
		var complaints bytes.Buffer
		cmd.Stderr = &complaints
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w: %s", system, err, complaints.Bytes())
		}
		for sc := bufio.NewScanner(bytes.NewReader(out)); sc.Scan(); {
			part := strings.Split(sc.Text(), "\t")
			if len(part) != 4 || part[0] == "sanduq" { // ours, of another module
				continue
			}
			m := all[part[0]]
			if m == nil {
				m = &module{path: part[0], version: part[1], dir: part[2]}
				all[m.path] = m
			}
			if !slices.Contains(m.systems, system) {
				m.systems = append(m.systems, system)
			}
			if !slices.Contains(m.packages, part[3]) {
				m.packages = append(m.packages, part[3])
			}
		}
	}
	list := make([]*module, 0, len(all))
	for _, m := range all {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b *module) int { return cmp.Compare(a.path, b.path) })
	return list, nil
}

// goLibrary is the library of the language itself, parts of which are in every
// program.
func goLibrary(ctx context.Context) (assets.ThirdParty, error) {
	p := assets.ThirdParty{Name: "Go", Licences: nil}
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return p, err
	}
	root := strings.TrimSpace(string(out))
	for _, name := range []string{"LICENSE", "PATENTS"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return p, err
		}
		p.Licences = append(p.Licences, Identify(data)...)
		p.Texts = append(p.Texts, assets.Licence{File: name, Text: clean(data)})
	}
	return p, nil
}
