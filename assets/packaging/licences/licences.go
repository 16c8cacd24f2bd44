// Package licences finds out what work of others the application is built
// from, on every system that it is built for, and under which licences. The
// result is kept in assets/licences/third-party.json, which travels in the
// application; a test compares the two.
//
//sanduq:norace its tests read files, in one goroutine
package licences

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"

	"sanduq/assets"
)

// Allowed are the licences, by SPDX identifier, that work in the application
// may have.
var Allowed = map[string]string{
	"MIT": "", "BSD-2-Clause": "", "BSD-3-Clause": "", "Apache-2.0": "", "ISC": "", "Unlicense": "", "OFL-1.1": "",
	"Zlib":                 "the C code of GLFW, below go-gl/glfw",
	"Bitstream-Vera":       "the toolkit's monospaced typeface",
	"LicenseRef-ICC-sRGB":  "the colour profile of PDFs: copied, embedded and sold without restriction",
	"LicenseRef-Go-Patent": "the patent grant that comes with the Go team's modules",
}

// unread are licence files of work that is not in the application.
var unread = map[string]string{
	"theme/font/LICENSE_EmojiOneColor.txt": "left out by the tag no_emoji",
}

// judged names the licence of texts in which the scanner sees none, by what
// they say.
var judged = []struct{ says, id string }{
	{"made available by the International Color Consortium", "LicenseRef-ICC-sRGB"},
	{"Additional IP Rights Grant (Patents)", "LicenseRef-Go-Patent"},
	{"Bitstream Vera", "Bitstream-Vera"},
	{"This product includes software developed at CoreOS, Inc.", "Apache-2.0"}, // a NOTICE, which that licence wants passed on
	{"SoundCloud Ltd. (http://soundcloud.com/)", "Apache-2.0"},                 // those of Prometheus
}

// names are the files in which licences stand.
var names = regexp.MustCompile(`(?i)^(un)?(licen[sc]e|copying|notice|patents|ofl)([-_.][-_.a-z0-9]*)?$`)

// Collect lists the work of others in the application whose source is in
// root: modules, the Go library and the typeface. It runs the go tool.
func Collect(ctx context.Context, root string) ([]assets.ThirdParty, error) {
	all, err := collect(ctx, root, ".", systems)
	if err != nil {
		return nil, err
	}
	face, err := os.ReadFile(filepath.Join(root, "assets", "licences", "IBM-Plex-Sans-Arabic-OFL.txt"))
	if err != nil {
		return nil, err
	}
	all = append(all, assets.ThirdParty{Name: "IBM Plex Sans Arabic", Licences: []string{"OFL-1.1"},
		Texts: []assets.Licence{{File: "LICENSE.txt", Text: clean(face)}}})
	sort(all)
	return all, nil
}

// CollectOffice lists the work of others in head office's program, which is made for
// Linux.
func CollectOffice(ctx context.Context, root string) ([]assets.ThirdParty, error) {
	all, err := collect(ctx, filepath.Join(root, "core", "office", "server"), "./sanduq-office", []string{"linux"})
	for i := range all {
		all[i].Systems = nil
	}
	sort(all)
	return all, err
}

func sort(all []assets.ThirdParty) {
	slices.SortFunc(all, func(a, b assets.ThirdParty) int {
		return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

// collect lists the modules of a program, and the Go library.
func collect(ctx context.Context, root, program string, systems []string) (all []assets.ThirdParty, err error) {
	modules, err := modulesOf(ctx, root, program, systems)
	if err != nil {
		return nil, err
	}
	for _, m := range modules {
		p, err := m.read()
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	golang, err := goLibrary(ctx)
	return append(all, golang), err
}

// Forbidden reports which work has no licence, or one that is not allowed.
func Forbidden(all []assets.ThirdParty) (why []string) {
	for _, p := range all {
		if len(p.Texts) == 0 || len(p.Licences) == 0 {
			why = append(why, p.Name+": no licence was found")
		}
		for _, id := range p.Licences {
			if _, ok := Allowed[id]; !ok {
				why = append(why, fmt.Sprintf("%s: %s is not on the list of allowed licences", p.Name, id))
			}
		}
	}
	return why
}

// read collects the licence texts of what is used of a module.
func (m *module) read() (assets.ThirdParty, error) {
	p := assets.ThirdParty{Name: m.path, Version: m.version, Systems: m.systems}
	if len(p.Systems) == len(systems) {
		p.Systems = nil
	}
	for _, dir := range m.folders() {
		if err := addTexts(&p, m.dir, dir); err != nil {
			return p, err
		}
	}
	slices.Sort(p.Licences)
	p.Licences = slices.Compact(p.Licences)
	return p, nil
}

// folders are the folders in which licences of used code can stand: those of
// the packages, those above them, and those below that hold no package of
// their own, such as C sources and typefaces.
func (m *module) folders() []string {
	seen := map[string]bool{}
	for _, pkg := range m.packages {
		for d := pkg; ; d = filepath.Dir(d) {
			seen[d] = true
			if d == m.dir || len(d) <= len(m.dir) {
				break
			}
		}
		_ = filepath.WalkDir(pkg, func(d string, e fs.DirEntry, err error) error {
			if err != nil || !e.IsDir() || d == pkg {
				return err
			}
			if e.Name() == "testdata" || isPackage(d) {
				return filepath.SkipDir
			}
			seen[d] = true
			return nil
		})
	}
	list := make([]string, 0, len(seen))
	for d := range seen {
		list = append(list, d)
	}
	slices.Sort(list)
	return list
}

func isPackage(dir string) bool {
	found, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	return len(found) > 0
}

func addTexts(p *assets.ThirdParty, root, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		rel, _ := filepath.Rel(root, file)
		rel = filepath.ToSlash(rel)
		if _, skip := unread[rel]; skip || e.IsDir() || !names.MatchString(e.Name()) || filepath.Ext(rel) == ".go" {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		ids := Identify(data)
		if len(ids) == 0 {
			ids = []string{"unknown:" + rel}
		}
		p.Licences = append(p.Licences, ids...)
		p.Texts = append(p.Texts, assets.Licence{File: rel, Text: clean(data)})
	}
	return nil
}

// Identify names the licences that a text is.
func Identify(text []byte) (ids []string) {
	for _, j := range judged {
		if strings.Contains(string(text), j.says) {
			return []string{j.id}
		}
	}
	for _, m := range licensecheck.Scan(text).Match {
		if !m.IsURL && !slices.Contains(ids, m.ID) {
			ids = append(ids, m.ID)
		}
	}
	return ids
}

// clean makes a text the same on every system.
func clean(data []byte) string {
	text := strings.ReplaceAll(strings.TrimPrefix(string(data), "\uFEFF"), "\r\n", "\n")
	return strings.TrimRight(strings.ToValidUTF8(text, "?"), "\n") + "\n"
}
