// Package archive makes a PDF one that is kept for years: PDF/A-2b (ISO 19005-2). Its
// fonts are inside, which the caller sees to; its colours are those of a profile that is
// inside, it says in XMP what it is, and it has an identifier. It is not tagged: the PDF
// library writes no structure tree.
//
// It knows the PDF library and no document of the till's. It has no state.
package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// Declare gives a document its title, author and date, and makes it say what it is: the
// facts of an archive's file and its XMP must be the same. at is never the zero time, which
// the library takes for "now". It is called before the document is written.
func Declare(doc *fpdf.Fpdf, title, author string, at time.Time) {
	doc.SetCreationDate(at.UTC())
	doc.SetModificationDate(at.UTC())
	doc.SetTitle(title, true)
	doc.SetAuthor(author, true)
	doc.SetProducer(producer, true)
	doc.AddOutputIntent(fpdf.OutputIntentType{SubtypeIdent: fpdf.OutputIntent_GTS_PDFA1, OutputConditionIdentifier: "sRGB", Info: "sRGB", ICCProfile: screenColours()})
	doc.SetXmpMetadata([]byte(about(title, author, at)))
}

const producer = "Sanduq"

// about is XMP.
func about(title, author string, at time.Time) string {
	text := func(s string) string {
		var b strings.Builder
		_ = xml.EscapeText(&b, []byte(s)) // a Builder takes all
		return b.String()
	}
	creator := ""
	if author != "" {
		creator = "<dc:creator><rdf:Seq><rdf:li>" + text(author) + "</rdf:li></rdf:Seq></dc:creator>"
	}
	const form = "2006-01-02T15:04:05"
	return "<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
		`<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/"` +
		` xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">` +
		`<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance><dc:format>application/pdf</dc:format>` +
		`<dc:title><rdf:Alt><rdf:li xml:lang="x-default">` + text(title) + `</rdf:li></rdf:Alt></dc:title>` + creator +
		`<xmp:CreateDate>` + at.UTC().Format(form) + `</xmp:CreateDate><xmp:ModifyDate>` + at.UTC().Format(form) + `</xmp:ModifyDate>` +
		`<pdf:Producer>` + producer + `</pdf:Producer></rdf:Description></rdf:RDF></x:xmpmeta>` + "\n<?xpacket end=\"r\"?>"
}

var infoAt = regexp.MustCompile(`(/Info )(\d+)( 0 R\n)`)

// Identify gives a written file an identifier, which follows from what is in it. The library
// names the profile, which it writes behind the facts about the document, in their place:
// that is mended.
func Identify(file []byte) ([]byte, error) {
	trailer := []byte("\ntrailer\n<<\n")
	at := bytes.LastIndex(file, trailer)
	if at < 0 {
		return nil, fmt.Errorf("archive: the PDF has no trailer")
	}
	info := infoAt.FindSubmatchIndex(file[at:])
	if info == nil {
		return nil, fmt.Errorf("archive: the PDF has no facts about it")
	}
	number, err := strconv.Atoi(string(file[at+info[4] : at+info[5]]))
	if err != nil {
		return nil, fmt.Errorf("archive: the PDF's facts: %w", err)
	}
	file = slices.Replace(file, at+info[4], at+info[5], []byte(strconv.Itoa(number-1))...)
	sum := sha256.Sum256(file)
	id := hex.EncodeToString(sum[:16])
	return slices.Insert(file, at+len(trailer), []byte("/ID [<"+id+"> <"+id+">]\n")...), nil
}

// screenColours is a profile of version 2 (ICC.1:2001-04): the primaries of sRGB
// (IEC 61966-2-1), adapted to the white of D50, with a gamma of 2.2.
func screenColours() []byte {
	fixed := func(all ...float64) (out []byte) {
		for _, v := range all {
			out = binary.BigEndian.AppendUint32(out, uint32(int32(v*65536+.5)))
		}
		return out
	}
	of := func(kind string, data ...byte) []byte { return append([]byte(kind+"\x00\x00\x00\x00"), data...) }
	const name = "sRGB"
	described := append(binary.BigEndian.AppendUint32(nil, uint32(len(name)+1)), name+"\x00"...)
	described = append(described, make([]byte, 4+4+2+1+67)...) // without names in other scripts
	curve := of("curv", 0, 0, 0, 1, 2, 0x33)
	tags := []struct {
		name string
		data []byte
	}{
		{"desc", of("desc", described...)}, {"cprt", of("text", []byte("No copyright, use freely\x00")...)}, {"wtpt", of("XYZ ", fixed(.9642, 1, .8249)...)},
		{"rXYZ", of("XYZ ", fixed(.43607, .22249, .01392)...)}, {"gXYZ", of("XYZ ", fixed(.38515, .71687, .09708)...)}, {"bXYZ", of("XYZ ", fixed(.14307, .06061, .7141)...)},
		{"rTRC", curve}, {"gTRC", curve}, {"bTRC", curve},
	}
	table := binary.BigEndian.AppendUint32(nil, uint32(len(tags)))
	var body []byte
	for _, t := range tags {
		table = append(table, t.name...)
		table = binary.BigEndian.AppendUint32(table, uint32(128+4+12*len(tags)+len(body)))
		table = binary.BigEndian.AppendUint32(table, uint32(len(t.data)))
		body = append(append(body, t.data...), make([]byte, (4-len(t.data)%4)%4)...)
	}
	head := make([]byte, 128)
	binary.BigEndian.PutUint32(head, uint32(128+len(table)+len(body)))
	binary.BigEndian.PutUint32(head[8:], 0x02100000)
	copy(head[12:], "mntrRGB XYZ ")
	copy(head[24:], []byte{0x07, 0xe2, 0, 1, 0, 1}) // a date, which never changes
	copy(head[36:], "acsp")
	copy(head[68:], fixed(.9642, 1, .8249))
	return append(append(head, table...), body...)
}
