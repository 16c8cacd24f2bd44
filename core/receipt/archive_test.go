package receipt

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sanduq/core/tests/needs"
)

// TestAPDFIsForArchives holds what ISO 19005-2 asks of a file for level B against the
// files: an identifier, XMP that is not packed and says the same as the facts, a profile
// of colours, all fonts inside, no key, no script and no image that is smoothed. It is no
// proof of all of the standard.
func TestAPDFIsForArchives(t *testing.T) {
	d := newTestDrawer(t)
	receiptPDF, err := d.PDF(NewContent(sample(), Copy{}, arabic{}))
	if err != nil {
		t.Fatal(err)
	}
	p := d.Listing(Listing{Title: "Sales <1> & مبيعات", By: "Huda"})
	p.Table("A", []ListingColumn{{Head: "المبلغ", Width: 1}})
	p.Row([]string{"1 234.500"}, false)
	var listing bytes.Buffer
	if err := p.Finish(&listing); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"receipt": receiptPDF, "listing": listing.Bytes()} {
		sound(t, name, data)
		path := filepath.Join(t.TempDir(), "file.pdf")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		open, err := exec.CommandContext(t.Context(), needs.Program(t, "qpdf", "test"), "--qdf", "--object-streams=disable", path, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`/OutputIntents \[`, `/S /GTS_PDFA1`, `/N 3`, `/Metadata \d+ 0 R`, `acsp`, `mntrRGB XYZ `} {
			if !regexp.MustCompile(want).Match(open) {
				t.Errorf("%s has no %s", name, want)
			}
		}
		if !regexp.MustCompile(`(?m)^/ID \[<([0-9a-f]{32})> <([0-9a-f]{32})>\]$`).Match(data) {
			t.Errorf("%s has no identifier", name)
		}
		for _, never := range []string{"/Encrypt", "/JavaScript", "/AA", "/OpenAction", "/Interpolate true", "/LZWDecode"} {
			if regexp.MustCompile(`(?m)^ *` + never + `\b`).Match(open) {
				t.Errorf("%s has %s", name, never)
			}
		}
		if fonts, files := bytes.Count(open, []byte("/Type /FontDescriptor")), bytes.Count(open, []byte("/FontFile2")); fonts != files || name == "listing" && fonts == 0 {
			t.Errorf("%s: %d fonts, %d are inside", name, fonts, files)
		}
		begin, end := bytes.Index(data, []byte("<?xpacket begin")), bytes.Index(data, []byte("<?xpacket end"))
		if begin < 0 || end < begin {
			t.Fatalf("%s has no XMP", name)
		}
		xmp := string(data[begin:end])
		for dec := xml.NewDecoder(strings.NewReader(xmp)); ; {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v in %s", name, err, xmp)
			}
		}
		for _, want := range []string{"<pdfaid:part>2</pdfaid:part>", "<pdfaid:conformance>B</pdfaid:conformance>", "<pdf:Producer>Sanduq</pdf:Producer>"} {
			if !strings.Contains(xmp, want) {
				t.Errorf("%s: no %s in %s", name, want, xmp)
			}
		}
		info, err := exec.CommandContext(t.Context(), needs.Program(t, "pdfinfo", "test"), path).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, info)
		}
		title := map[string]string{"receipt": NewContent(sample(), Copy{}, arabic{}).Number, "listing": "Sales <1> & مبيعات"}[name]
		if !strings.Contains(string(info), title) || !strings.Contains(string(info), "Sanduq") {
			t.Errorf("%s: %s", name, info)
		}
		t.Logf("%s\n%s", name, info)
	}
}
