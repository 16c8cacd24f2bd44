package statement

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
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

// sniff guesses the encoding of a text.
func sniff(data []byte) Encoding {
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
// bytes, while accents stand alone among plain letters.
func sniffWindows(data []byte) Encoding {
	runs, alone := 0, 0
	for i := 0; i < len(data); {
		if data[i] < 0x80 {
			i++
			continue
		}
		end := i
		for end < len(data) && data[end] >= 0x80 {
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

// decode turns a file into UTF-8 without a byte order mark; what is no text of
// the encoding is CodeEncoding.
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
		return nil, report.Refuse(report.CodeEncoding, fmt.Errorf("%q", as))
	}
	out, err := from.NewDecoder().Bytes(data)
	if err != nil {
		return nil, report.Refuse(report.CodeEncoding, err)
	}
	return bytes.TrimPrefix(out, []byte{0xef, 0xbb, 0xbf}), nil
}
