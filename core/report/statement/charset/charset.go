package charset

import (
	"bytes"
	"fmt"
	"regexp"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"

	"sanduq/core/report"
)

// Encoding is how the text of a file is written.
type Encoding string

// The encodings.
const (
	UTF8        Encoding = "utf-8"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
	Windows1256 Encoding = "windows-1256" // Arabic
	Windows1252 Encoding = "windows-1252" // western European
)

// Sniff guesses the encoding of a text.
func Sniff(data []byte) Encoding {
	switch {
	case bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}):
		return UTF8
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}):
		return UTF16LE
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		return UTF16BE
	}
	if e, ok := sniffUTF16(data[:min(len(data), 4096)]); ok {
		return e
	}
	if utf8.Valid(data) {
		return UTF8
	}
	return sniffWindows(data)
}

// XML decodes a document by its mark, by the encoding that it names, or as UTF-8.
// What it names is left in the text: the reader of the text knows that it is UTF-8.
func XML(data []byte) ([]byte, error) {
	as := Sniff(data)
	if as != UTF16LE && as != UTF16BE && !bytes.HasPrefix(data, []byte{0xef, 0xbb, 0xbf}) {
		as = UTF8
		if found := named.FindSubmatch(data[:min(len(data), 400)]); found != nil {
			as = Encoding(bytes.ToLower(found[1]))
		}
		if as == UTF8 && !utf8.Valid(data) { // it says nothing, or something wrong
			as = Sniff(data)
		}
	}
	switch as {
	case "us-ascii", "ascii", "utf8":
		as = UTF8
	case "iso-8859-1", "latin1": // as all browsers do
		as = Windows1252
	case "utf-16":
		as = UTF8 // its label is wrong: nothing in it is UTF-16
	}
	return Decode(data, as)
}

var named = regexp.MustCompile(`<\?xml[^>]*encoding=["']([A-Za-z0-9._:-]+)["']`)

// sniffUTF16 looks for the zero bytes of digits and separators, which are on
// one side of each pair.
func sniffUTF16(data []byte) (Encoding, bool) {
	var zero [2]int
	for i, b := range data {
		if b == 0 {
			zero[i%2]++
		}
	}
	pairs := len(data) / 2
	switch {
	case pairs > 1 && zero[1] > pairs/5 && zero[0] < zero[1]/8+1:
		return UTF16LE, true
	case pairs > 1 && zero[0] > pairs/5 && zero[1] < zero[0]/8+1:
		return UTF16BE, true
	}
	return "", false
}

// sniffWindows tells Arabic from western text: Arabic words are runs of high
// bytes, while accents stand alone among plain letters. Below 0xc0 are marks, such as
// the blank between thousands.
func sniffWindows(data []byte) Encoding {
	runs, alone := 0, 0
	for i := 0; i < len(data); {
		if data[i] < 0xc0 {
			i++
			continue
		}
		end := i
		for end < len(data) && data[end] >= 0xc0 {
			end++
		}
		if end-i > 1 {
			runs += end - i
		} else {
			alone++
		}
		i = end
	}
	if runs > alone {
		return Windows1256
	}
	return Windows1252
}

// Decode turns a file into UTF-8 without a byte order mark, with a line feed at the end of
// each line: some programs write a carriage return alone. What is no text of the encoding
// is CodeEncoding.
func Decode(data []byte, as Encoding) ([]byte, error) {
	text, err := decode(data, as)
	if err == nil && bytes.IndexByte(text, '\n') < 0 {
		text = bytes.ReplaceAll(text, []byte{'\r'}, []byte{'\n'})
	}
	return text, err
}

func decode(data []byte, as Encoding) ([]byte, error) {
	var from encoding.Encoding
	switch as {
	case UTF8:
		data = bytes.TrimPrefix(data, []byte{0xef, 0xbb, 0xbf})
		if !utf8.Valid(data) {
			return nil, report.Refuse(report.CodeEncoding, fmt.Errorf("no %s", as))
		}
		return data, nil
	case UTF16LE:
		from = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	case UTF16BE:
		from = unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	case Windows1256:
		from = charmap.Windows1256
	case Windows1252:
		from = charmap.Windows1252
	default:
		var err error
		if from, err = ianaindex.IANA.Encoding(string(as)); err != nil || from == nil {
			return nil, report.Refuse(report.CodeEncoding, fmt.Errorf("%q", as))
		}
	}
	out, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return nil, report.Refuse(report.CodeEncoding, err)
	}
	return bytes.TrimPrefix(out, []byte{0xef, 0xbb, 0xbf}), nil
}
