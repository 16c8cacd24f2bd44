package statement

import (
	"bytes"

	"sanduq/core/report"
)

// magics are the beginnings of files that are known and are not read here.
var magics = []struct {
	begin string
	code  report.Code
}{
	{"%PDF-", report.CodePDF},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", report.CodeXLS},
	{"\x09\x08\x10\x00\x00\x06", report.CodeXLS},
	{"\x89PNG", report.CodePicture}, {"\xff\xd8\xff", report.CodePicture}, {"GIF8", report.CodePicture}, {"BM", report.CodePicture}, {"II*\x00", report.CodePicture}, {"MM\x00*", report.CodePicture},
	{"\x1f\x8b", report.CodeArchive}, {"7z\xbc\xaf\x27\x1c", report.CodeArchive}, {"Rar!", report.CodeArchive}, {"PK\x05\x06", report.CodeArchive},
}

// refused is the code of a file that is known by its beginning; blank for none.
func refused(data []byte) report.Code {
	for _, m := range magics {
		if bytes.HasPrefix(data, []byte(m.begin)) && (len(m.begin) > 2 || bytes.IndexByte(data[:min(len(data), 512)], 0) >= 0 || m.begin == "\x1f\x8b") {
			return m.code
		}
	}
	if !bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return ""
	}
	head := data[:min(len(data), 4096)]
	switch { // the names of its first files stand at the beginning, unpacked
	case bytes.Contains(head, []byte("application/vnd.oasis.opendocument")), bytes.Contains(data[:min(len(data), 64)], []byte("mimetype")):
		return report.CodeODS
	case bytes.Contains(data, []byte("xl/workbook.xml")) || bytes.Contains(data, []byte("xl/workbook.bin")) || bytes.Contains(data, []byte("[Content_Types].xml")):
		return "" // the workbook's own reader says what is wrong with it
	}
	return report.CodeArchive
}

// markup is the code of a document in angle brackets that is no statement.
func markup(text []byte) report.Code {
	head := bytes.ToLower(text[:min(len(text), 8192)])
	switch {
	case bytes.Contains(head, []byte("<html")), bytes.Contains(head, []byte("<!doctype html")), bytes.Contains(head, []byte("<table")), bytes.Contains(head, []byte("<body")):
		return report.CodeHTML
	case bytes.Contains(head, []byte("cstmrcdttrfinitn")), bytes.Contains(head, []byte("cstmrdrctdbtinitn")), bytes.Contains(head, []byte("pain.0")):
		return report.CodeOrder
	}
	return report.CodeXML
}
