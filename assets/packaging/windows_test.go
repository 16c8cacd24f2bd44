package packaging

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"image/png"
	"regexp"
	"strings"
	"testing"
)

func laidForWindows(t *testing.T, version, commit string) map[string]string {
	t.Helper()
	a, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	a.Details.Version = version
	files, err := Windows(a, commit, []byte("card"))
	if err != nil {
		t.Fatal(err)
	}
	byPath := map[string]string{}
	for _, f := range files {
		byPath[f.Path] = string(f.Data)
	}
	return byPath
}

func TestTheInstallersOfWindowsAreOfOneBuild(t *testing.T) {
	type product struct {
		ID      string `xml:"Id,attr"`
		Upgrade string `xml:"UpgradeCode,attr"`
		Version string `xml:"Version,attr"`
	}
	read := func(version, commit string) product {
		files := laidForWindows(t, version, commit)
		var wix struct{ Product product }
		if err := xml.Unmarshal([]byte(files["sanduq.wxs"]), &wix); err != nil {
			t.Fatal(err)
		}
		if err := xml.Unmarshal([]byte(files["sanduq.exe.manifest"]), new(struct{})); err != nil {
			t.Errorf("the manifest: %v", err)
		}
		for name, want := range map[string]string{
			"sanduq.rc":           "FILEVERSION " + strings.ReplaceAll(version, ".", ",") + ",0\n",
			"sanduq.exe.manifest": `version="` + version + `.0" processorArchitecture="amd64"`,
		} {
			if !strings.Contains(files[name], want) {
				t.Errorf("%s does not say %q", name, want)
			}
		}
		return wix.Product
	}
	first, again, other, next := read("0.1.0", "a1"), read("0.1.0", "a1"), read("0.1.0", "b2"), read("0.2.0", "a1")
	if first != again || first.Version != "0.1.0" {
		t.Errorf("one build twice: %+v and %+v", first, again)
	}
	if first.ID == other.ID || first.ID == next.ID || !regexp.MustCompile(`^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$`).MatchString(first.ID) {
		t.Errorf("product codes %s, %s, %s", first.ID, other.ID, next.ID)
	}
	// This very code finds the versions that are installed.
	if code := "6D6F5A0B-7B1E-4C57-9D0A-2F1A5C0E9B41"; first.Upgrade != code || next.Upgrade != code {
		t.Errorf("the upgrade code changed to %s, %s: an installed till would not be replaced", first.Upgrade, next.Upgrade)
	}
}

func TestTheWindowIsSharpOnEveryMonitor(t *testing.T) {
	files := laidForWindows(t, "0.1.0", "a1")
	for _, want := range []string{">PerMonitorV2, PerMonitor<", `level="asInvoker"`, "{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"} {
		if !strings.Contains(files["sanduq.exe.manifest"], want) {
			t.Errorf("the manifest does not say %s", want)
		}
	}
	if !strings.Contains(files["sanduq.rc"], `1 24 "sanduq.exe.manifest"`) {
		t.Error("the manifest is not in the program")
	}
}

var sentence = regexp.MustCompile(`(?m)^!insertmacro say ([A-Z_]+) "([^"]*)" "([^"]*)" "([^"]*)"$`)

// TestTheInstallerSpeaksThreeLanguages: every word that it uses is there, in
// all of them, and none is there for nothing.
func TestTheInstallerSpeaksThreeLanguages(t *testing.T) {
	files := laidForWindows(t, "0.1.0", "a1")
	script, said := files["sanduq.nsi"], map[string]bool{}
	for _, m := range sentence.FindAllStringSubmatch(files["words.nsh"], -1) {
		said[m[1]] = true
		if m[2] == "" || m[4] == "" || !regexp.MustCompile(`\p{Arabic}`).MatchString(m[3]) {
			t.Errorf("%s is not in all languages", m[1])
		}
		if !strings.Contains(script, "$("+m[1]+")") {
			t.Errorf("%s is never said", m[1])
		}
		if strings.HasPrefix(m[1], "NAME_") { // entries of every language are removed
			for _, name := range m[2:] {
				if !strings.Contains(script, `Delete "$SMPROGRAMS\`+name+`.lnk"`) {
					t.Errorf("the entry %q stays when Sanduq is removed", name)
				}
			}
		}
	}
	for _, m := range regexp.MustCompile(`\$\(([A-Z_]+)\)`).FindAllStringSubmatch(script, -1) {
		if !said[m[1]] {
			t.Errorf("$(%s) has no words", m[1])
		}
	}
	if len(said) < 8 {
		t.Errorf("only %d sentences were read", len(said))
	}
}

func TestTheIconOfWindowsHoldsEverySize(t *testing.T) {
	for _, practice := range []bool{false, true} {
		data, err := IconICO(practice)
		if err != nil {
			t.Fatal(err)
		}
		if n := int(binary.LittleEndian.Uint16(data[4:])); n != len(icoSizes) {
			t.Fatalf("%d pictures, want %d", n, len(icoSizes))
		}
		end := 6 + 16*len(icoSizes)
		for i, size := range icoSizes {
			entry := data[6+16*i:]
			length, at := int(binary.LittleEndian.Uint32(entry[8:])), int(binary.LittleEndian.Uint32(entry[12:]))
			if int(entry[0]) != size%256 || at != end {
				t.Fatalf("picture %d is of %d pixels at %d, want %d at %d", i, entry[0], at, size, end)
			}
			picture := data[at : at+length]
			end += length
			if size == 256 {
				if p, err := png.Decode(bytes.NewReader(picture)); err != nil || p.Bounds().Dx() != size {
					t.Errorf("the large picture: %v", err)
				}
				continue
			}
			if w, h := binary.LittleEndian.Uint32(picture[4:]), binary.LittleEndian.Uint32(picture[8:]); int(w) != size || int(h) != 2*size {
				t.Errorf("the bitmap of %d is %d by %d", size, w, h)
			}
			drawn, err := Icon(practice, size)
			if err != nil {
				t.Fatal(err)
			}
			wrong := 0
			for y := range size {
				for x := range size {
					got, want := picture[40+4*(size*(size-1-y)+x):], drawn.RGBAAt(x, y) // the lowest line is the first
					near := func(part, premultiplied byte) bool {
						d := int(part)*int(got[3])/255 - int(premultiplied)
						return -2 <= d && d <= 2
					}
					if got[3] != want.A || !near(got[0], want.B) || !near(got[1], want.G) || !near(got[2], want.R) {
						wrong++
					}
				}
			}
			if wrong > 0 {
				t.Errorf("%d, practice %v: %d points are not those of the icon", size, practice, wrong)
			}
		}
		if end != len(data) {
			t.Errorf("%d bytes, %d of them pictures", len(data), end)
		}
	}
}

func TestTheLicencesOfWindowsAreThere(t *testing.T) {
	text := laidForWindows(t, "0.1.0", "a1")["LICENSES.txt"]
	if !strings.Contains(text, "github.com/danieljoos/wincred") || strings.Contains(text, "github.com/jfreymuth/pulse") {
		t.Error("the licences are those of another system")
	}
	if !strings.Contains(text, "Permission is hereby granted, free of charge") || strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\n") {
		t.Error("a licence is missing, or a line ends as on Linux")
	}
}
