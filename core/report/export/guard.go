package export

import (
	"strings"
	"unicode"
)

// guard makes text harmless to spreadsheets that take what begins with =, +, -
// or @ for a formula: an apostrophe goes before it. A program that splits lines
// at another separator than the comma would find such a beginning in the middle
// of a text too, so that it is guarded after every separator and quotation mark.
func guard(s string) string {
	if !strings.ContainsAny(s, "=+-@＝＋－＠") {
		return s
	}
	var out strings.Builder
	begins := true
	for _, r := range s {
		if begins && formula(r) {
			out.WriteByte('\'')
		}
		if !unicode.IsSpace(r) || separator(r) { // what follows blanks begins where they begin
			begins = separator(r)
		}
		out.WriteRune(r)
	}
	return out.String()
}

func formula(r rune) bool {
	switch r {
	case '=', '+', '-', '@', '＝', '＋', '－', '＠':
		return true
	}
	return false
}

func separator(r rune) bool {
	switch r {
	case ',', ';', '|', '"', '\t', '\r', '\n', '\u061b', '\u060c':
		return true
	}
	return false
}
