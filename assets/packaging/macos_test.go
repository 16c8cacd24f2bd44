package packaging

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"strings"
	"testing"
)

func TestTheBundleSaysWhatFyneAppSays(t *testing.T) {
	a, err := Load("../..")
	if err != nil {
		t.Fatal(err)
	}
	files, err := MacOS(a, Build{Binary: []byte("program")})
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]File{}
	for _, f := range files {
		by[strings.TrimPrefix(f.Path, Bundle+"/Contents/")] = f
	}
	if f := by["MacOS/sanduq"]; !f.Run || string(f.Data) != "program" {
		t.Errorf("the program is %+v", f)
	}
	facts := dictionary(t, by["Info.plist"].Data)
	for key, want := range map[string]string{"CFBundleIdentifier": a.Details.ID, "CFBundleShortVersionString": a.Details.Version,
		"CFBundleName": a.Details.Name, "CFBundleExecutable": "sanduq", "CFBundleIconFile": "sanduq.icns", "CFBundlePackageType": "APPL"} {
		if facts[key] != want {
			t.Errorf("%s is %q, want %q", key, facts[key], want)
		}
	}
	if by["Resources/"+facts["CFBundleIconFile"]].Data == nil {
		t.Error("the icon is not in the bundle")
	}
	skeleton, err := MacOS(a, Build{})
	if err != nil || len(skeleton) != len(files)-1 {
		t.Errorf("the skeleton has %d files of %d, %v", len(skeleton), len(files), err)
	}
}

// dictionary reads the texts of a property list.
func dictionary(t *testing.T, list []byte) map[string]string {
	t.Helper()
	d, facts, key := xml.NewDecoder(bytes.NewReader(list)), map[string]string{}, ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return facts
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok || start.Name.Local != "key" && start.Name.Local != "string" {
			continue
		}
		var text string
		if err := d.DecodeElement(&text, &start); err != nil {
			t.Fatal(err)
		}
		if start.Name.Local == "key" {
			key = text
		} else if key != "" {
			facts[key], key = text, ""
		}
	}
}

func TestTheIconOfMacOSHoldsEverySize(t *testing.T) {
	icon, err := ICNS(true)
	if err != nil {
		t.Fatal(err)
	}
	if string(icon[:4]) != "icns" || int(binary.BigEndian.Uint32(icon[4:])) != len(icon) {
		t.Fatalf("begins with %q, %d bytes", icon[:8], len(icon))
	}
	seen := 0
	for rest := icon[8:]; len(rest) > 0; seen++ {
		n := int(binary.BigEndian.Uint32(rest[4:]))
		picture, err := png.DecodeConfig(bytes.NewReader(rest[8:n]))
		if want := icnsParts[seen]; err != nil || string(rest[:4]) != want.name || picture.Width != want.size || picture.Height != want.size {
			t.Errorf("%s is %+v, %v", rest[:4], picture, err)
		}
		rest = rest[n:]
	}
	if seen != len(icnsParts) {
		t.Errorf("%d pictures", seen)
	}
}
