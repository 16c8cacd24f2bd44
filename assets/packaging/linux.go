package packaging

import (
	"bytes"
	"compress/gzip"
	"embed"
	"fmt"
	"path"
	"strings"
)

//go:embed linux
var linux embed.FS

// File is one file of a package.
type File struct {
	Path string // in the installed system, from its root
	Data []byte
	Run  bool   // it is a program
	Only string // "deb", "rpm" or "tar"; blank is everywhere
}

// CardName is the file of the counter card, which is beside the documents of
// every package.
const CardName = "counter-card.pdf"

// Build is what a package is made of besides FyneApp.toml and the assets.
type Build struct {
	Binary []byte
	Card   []byte // the counter card, a PDF
	Date   string // of the commit
	Flags  []Flag // of the application
}

// Portable is where a file stands in the archive that needs no installing;
// blank where it is not in it.
func (f File) Portable() string {
	switch rest, inUsr := strings.CutPrefix(f.Path, "usr/"); {
	case f.Only == "deb" || f.Only == "rpm":
		return ""
	case inUsr && f.Run:
		return path.Base(rest)
	default:
		return rest
	}
}

// Linux lists the files of the Linux packages, without folders.
func Linux(a App, b Build) ([]File, error) {
	manual, err := Manual(a, b.Date, b.Flags)
	if err != nil {
		return nil, err
	}
	files := []File{
		{Path: "usr/bin/sanduq", Data: b.Binary, Run: true},
		{Path: "usr/share/man/man1/sanduq.1.gz", Data: zipped(manual)},
		{Path: "usr/share/doc/sanduq/" + CardName, Data: b.Card},
		{Path: "usr/share/doc/sanduq/copyright", Data: Copyright(true), Only: "deb"},
		{Path: "usr/share/licenses/sanduq/LICENSES", Data: Copyright(false), Only: "rpm"},
		{Path: "LICENSES", Data: Copyright(false), Only: "tar"},
	}
	for _, one := range []struct{ from, to, only string }{
		{a.Details.ID + ".desktop", "usr/share/applications/", ""},
		{a.Practice() + ".desktop", "usr/share/applications/", ""},
		{a.Details.ID + ".metainfo.xml", "usr/share/metainfo/", ""},
		{"README.Debian", "usr/share/doc/sanduq/", "deb"},
		{"sanduq.lintian-overrides", "usr/share/lintian/overrides/sanduq", "deb"},
		{"changelog", "usr/share/doc/sanduq/changelog.Debian.gz", "deb"},
		{"portable/README.txt", "README.txt", "tar"},
		{"portable/install.sh", "install.sh", "tar"},
	} {
		data, err := linux.ReadFile("linux/" + one.from)
		if err != nil {
			return nil, err
		}
		to := one.to
		if to[len(to)-1] == '/' {
			to += one.from
		}
		if path.Ext(to) == ".gz" {
			data = zipped(data)
		}
		files = append(files, File{Path: to, Data: data, Only: one.only, Run: path.Ext(to) == ".sh"})
	}
	for _, practice := range []bool{false, true} {
		name := a.Details.ID
		if practice {
			name = a.Practice()
		}
		files = append(files, File{Path: "usr/share/icons/hicolor/scalable/apps/" + name + ".svg", Data: IconSVG(practice)})
		for _, size := range Sizes {
			data, err := IconPNG(practice, size)
			if err != nil {
				return nil, err
			}
			files = append(files, File{Path: fmt.Sprintf("usr/share/icons/hicolor/%dx%d/apps/%s.png", size, size, name), Data: data})
		}
	}
	return files, nil
}

// zipped compresses without a name and a time, so that the same comes out
// every time.
func zipped(data []byte) []byte {
	var out bytes.Buffer
	z, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = z.Write(data) // a buffer refuses nothing
	_ = z.Close()
	return out.Bytes()
}
