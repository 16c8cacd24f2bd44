// Package assets carries everything the program shows or speaks that is not code: typefaces, icons, the catalogues of
// sentences, and the licence texts of third parties. All of it is compiled into the binary, so that a till has no
// files to lose beside its database.
//
// The package knows no toolkit: it hands out bytes. The slices are fresh copies, callers may keep them.
package assets

import (
	"embed"
	"io/fs"
	"path"
	"strings"

	"sanduq/assets/fonts"
)

//go:embed icons/*.svg licences/third-party.json translations/*.json app-256.png app-practice-256.png
var files embed.FS

// Font returns one weight of the program's only typeface, IBM Plex Sans Arabic: "Regular", "Medium", "SemiBold" or
// "Bold". ok is false for any other name.
func Font(weight string) (data []byte, ok bool) {
	data, err := fonts.Files.ReadFile(FontFile(weight))
	return data, err == nil
}

// Fonts holds the four weights by the names of FontFile, for what serves them as they are.
func Fonts() fs.FS { return fonts.Files }

// FontFile is the file name of a weight, for callers that need a name beside the bytes.
func FontFile(weight string) string { return "IBMPlexSansArabic-" + weight + ".woff" }

// Icon returns one icon of the family as SVG, drawn in currentColor on a grid of 24; app and app-practice have a grid
// of 64 and colours of their own. ok is false when there is no such icon.
func Icon(name string) (data []byte, ok bool) { return read("icons/" + name + ".svg") }

// Icons lists the names Icon knows, sorted.
func Icons() []string { return names("icons", ".svg") }

// AppIcon is the application's icon as a picture of 256 pixels; practice is the one on yellow.
func AppIcon(practice bool) []byte {
	name := "app-256.png"
	if practice {
		name = "app-practice-256.png"
	}
	data, _ := read(name)
	return data
}

// Translation returns the catalogue of one language ("en", "ar", "fr") as a flat JSON object of sentences.
func Translation(lang string) (data []byte, ok bool) { return read("translations/" + lang + ".json") }

// Languages lists the languages Translation knows, sorted.
func Languages() []string { return names("translations", ".json") }

func read(name string) ([]byte, bool) {
	if !fs.ValidPath(name) {
		return nil, false
	}
	data, err := files.ReadFile(name)
	return data, err == nil
}

func names(folder, ext string) []string {
	entries, err := files.ReadDir(folder)
	if err != nil {
		return nil
	}
	list := make([]string, 0, len(entries))
	for _, e := range entries {
		if path.Ext(e.Name()) == ext {
			list = append(list, strings.TrimSuffix(e.Name(), ext))
		}
	}
	return list
}
