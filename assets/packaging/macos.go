package packaging

import (
	"bytes"
	_ "embed"
	"text/template"
)

var (
	//go:embed macos/Info.plist.in
	infoPlist string
	//go:embed macos/ar.strings
	arabicName []byte
)

// oldestMac is the oldest macOS that Go 1.26 builds for.
const oldestMac = "12.0"

// Bundle is the name of the application on macOS.
const Bundle = "Sanduq.app"

// MacOS lists the files of the bundle for macOS. Without a binary it is the
// bundle's skeleton, as far as it can be made on another system.
//
// There is no file of entitlements: under the hardened runtime the program
// needs none, and gets none.
func MacOS(a App, b Build) ([]File, error) {
	form, err := template.New("Info.plist").Parse(infoPlist)
	if err != nil {
		return nil, err
	}
	var info bytes.Buffer
	if err := form.Execute(&info, struct {
		App
		Oldest string
	}{a, oldestMac}); err != nil {
		return nil, err
	}
	icon, err := ICNS(false)
	if err != nil {
		return nil, err
	}
	const in = Bundle + "/Contents/"
	files := []File{
		{Path: in + "Info.plist", Data: info.Bytes()},
		{Path: in + "PkgInfo", Data: []byte("APPL????")},
		{Path: in + "Resources/sanduq.icns", Data: icon},
		{Path: in + "Resources/LICENSES", Data: Copyright(false)},
		{Path: in + "Resources/ar.lproj/InfoPlist.strings", Data: arabicName},
	}
	if b.Card != nil { // beside the bundle, in the disk image
		files = append(files, File{Path: CardName, Data: b.Card})
	}
	if b.Binary != nil {
		files = append(files, File{Path: in + "MacOS/sanduq", Data: b.Binary, Run: true})
	}
	return files, nil
}
