package packaging

import (
	"bytes"
	"compress/gzip"
	"encoding/xml"
	"image/png"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// entry is a desktop entry's keys.
func entry(t *testing.T, name string) map[string]string {
	t.Helper()
	data, err := linux.ReadFile("linux/" + name + ".desktop")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		key, value, is := strings.Cut(line, "=")
		switch {
		case i == 0 && line != "[Desktop Entry]", i > 0 && !is:
			t.Errorf("%s: line %d is %q", name, i+1, line)
		case is && keys[key] != "":
			t.Errorf("%s: %s stands twice", name, key)
		}
		keys[key] = value
	}
	return keys
}

// once lays the files of the packages with a small binary; the icons take a
// moment.
var once = sync.OnceValues(func() (files []File, err error) {
	a, err := Load("../..")
	if err != nil {
		return nil, err
	}
	return Linux(a, Build{Binary: []byte("binary"), Card: []byte("card"), Date: "2026-11-21", Flags: parseHelp(page)})
})

func laid(t *testing.T) (App, map[string]File) {
	t.Helper()
	a, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return a, listed(t, files)
}

// listed are the files of a package by where they go.
func listed(t *testing.T, files []File) map[string]File {
	t.Helper()
	byPath := map[string]File{}
	for _, f := range files {
		if _, twice := byPath[f.Path]; twice || len(f.Data) == 0 {
			t.Errorf("%s is empty, or listed twice", f.Path)
		}
		byPath[f.Path] = f
	}
	return byPath
}

func TestMenuEntriesSayTheSameAsFyneApp(t *testing.T) {
	a, files := laid(t)
	live, practice := entry(t, a.Details.ID), entry(t, a.Practice())
	for key, want := range map[string]string{
		"Name": a.Details.Name, "GenericName": a.LinuxAndBSD.GenericName, "Comment": a.LinuxAndBSD.Comment, "Icon": a.Details.ID,
		"Categories": strings.Join(a.LinuxAndBSD.Categories, ";") + ";", "Keywords": strings.Join(a.LinuxAndBSD.Keywords, ";") + ";",
		"Exec": "sanduq", "Type": "Application", "Terminal": "false",
	} {
		if live[key] != want {
			t.Errorf("%s is %q, want %q", key, live[key], want)
		}
	}
	if practice["Exec"] != "sanduq --env sandbox" || practice["Icon"] == live["Icon"] || practice["Name"] == live["Name"] {
		t.Errorf("the practice entry is %v", practice)
	}
	for _, e := range []map[string]string{live, practice} {
		for _, key := range []string{"Name", "GenericName", "Comment", "Keywords"} {
			if e[key+"[ar]"] == "" || e[key+"[fr]"] == "" || !regexp.MustCompile(`\p{Arabic}`).MatchString(e[key+"[ar]"]) {
				t.Errorf("%s is not in all languages: %v", key, e)
			}
		}
		for _, size := range []string{"16x16", "48x48", "512x512"} {
			if _, there := files["usr/share/icons/hicolor/"+size+"/apps/"+e["Icon"]+".png"]; !there {
				t.Errorf("no icon %s of %s", e["Icon"], size)
			}
		}
		if !files["usr/bin/"+strings.Fields(e["Exec"])[0]].Run {
			t.Errorf("%q runs nothing of the package", e["Exec"])
		}
	}
}

// TestTheVersionIsTheSameEverywhere: FyneApp.toml states it.
func TestTheVersionIsTheSameEverywhere(t *testing.T) {
	a, files := laid(t)
	changes, err := linux.ReadFile("linux/changelog")
	if err != nil {
		t.Fatal(err)
	}
	if want := "sanduq (" + a.Details.Version + "-1) "; !strings.HasPrefix(string(changes), want) {
		t.Errorf("the changelog begins with %.30q, want %q", changes, want)
	}
	var meta struct {
		ID         string `xml:"id"`
		Launchable string `xml:"launchable"`
		Releases   []struct {
			Version string `xml:"version,attr"`
		} `xml:"releases>release"`
	}
	if err := xml.Unmarshal(files["usr/share/metainfo/ly.sanduq.till.metainfo.xml"].Data, &meta); err != nil {
		t.Fatal(err)
	}
	if meta.ID != a.Details.ID || meta.Launchable != a.Details.ID+".desktop" || len(meta.Releases) == 0 || meta.Releases[0].Version != a.Details.Version {
		t.Errorf("the metainfo says %+v, want version %s of %s", meta, a.Details.Version, a.Details.ID)
	}
	if !strings.Contains(unzipped(t, files["usr/share/man/man1/sanduq.1.gz"].Data), `"Sanduq `+a.Details.Version+`"`) {
		t.Error("the man page names another version")
	}
}

func unzipped(t *testing.T, data []byte) string {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestIconsHaveTheirSizesAndColours(t *testing.T) {
	for _, size := range Sizes {
		for _, practice := range []bool{false, true} {
			data, err := IconPNG(practice, size)
			if err != nil {
				t.Fatal(err)
			}
			again, _ := IconPNG(practice, size)
			picture, err := png.Decode(bytes.NewReader(data))
			if err != nil || picture.Bounds().Dx() != size || picture.Bounds().Dy() != size || !bytes.Equal(data, again) {
				t.Fatalf("%d: %v, %v", size, picture.Bounds(), err)
			}
			r, _, b, alpha := picture.At(size/2, 0).RGBA() // the edge's middle is ground
			if blue := b > r; alpha == 0 || blue == practice {
				t.Errorf("%d, practice %v: the ground is %v", size, practice, picture.At(size/2, 0))
			}
			if _, _, _, alpha := picture.At(0, 0).RGBA(); alpha == 0xffff {
				t.Errorf("%d: the corner is not round", size)
			}
		}
	}
}

func TestThePortableArchiveNeedsNoInstalling(t *testing.T) {
	_, files := laid(t)
	var names []string
	for _, f := range files {
		if name := f.Portable(); name != "" {
			names = append(names, name)
		}
	}
	for _, want := range []string{"sanduq", "install.sh", "README.txt", "LICENSES", "share/applications/ly.sanduq.till.desktop"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not in it: %q", want, names)
		}
	}
	for _, name := range names {
		if strings.Contains(name, "lintian") || strings.Contains(name, "Debian") {
			t.Errorf("%s is for Debian", name)
		}
	}
}
