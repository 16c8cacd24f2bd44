package packaging

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"path"
	"strings"
	"text/template"
)

//go:embed windows
var windows embed.FS

// Windows lists what windres, makensis and wixl read, all in one folder: the
// resources of the binary, the scripts of the installers, icons, licences.
// commit tells two builds of one version apart in the MSI; card is the counter
// card.
func Windows(a App, commit string, card []byte) ([]File, error) {
	facts := map[string]any{"App": a,
		"Numbers":     strings.ReplaceAll(a.Details.Version, ".", ",") + ",0",
		"ProductCode": productCode(a.Details.Version, commit)}
	var files []File
	entries, err := windows.ReadDir("windows")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := windows.ReadFile("windows/" + e.Name())
		if err != nil {
			return nil, err
		}
		if path.Ext(e.Name()) != ".nsi" && path.Ext(e.Name()) != ".nsh" {
			t, err := template.New(e.Name()).Option("missingkey=error").Parse(string(data))
			if err != nil {
				return nil, err
			}
			var out bytes.Buffer
			if err := t.Execute(&out, facts); err != nil {
				return nil, err
			}
			data = out.Bytes()
		}
		files = append(files, File{Path: strings.TrimSuffix(e.Name(), ".in"), Data: data})
	}
	for name, practice := range map[string]bool{"app.ico": false, "app-practice.ico": true} {
		data, err := IconICO(practice)
		if err != nil {
			return nil, err
		}
		files = append(files, File{Path: name, Data: data})
	}
	licences := strings.ReplaceAll(string(copyright("windows", false)), "\n", "\r\n")
	files = append(files, File{Path: CardName, Data: card})
	return append(files, File{Path: "LICENSES.txt", Data: []byte("\uFEFF" + licences)}), nil
}

// productCode names one build: to Windows Installer another version is another
// product, and the same version must be the same.
func productCode(version, commit string) string {
	sum := sha256.Sum256([]byte("sanduq " + version + " " + commit))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // a GUID of one's own making
	return fmt.Sprintf("%X-%X-%X-%X-%X", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}
