package export

import (
	"regexp"
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

// numbers are texts that a spreadsheet takes for something else than they are: a number
// that loses its last digits, its point or what is around it (12345678901234567, 1.50, 1E5,
// (12), $5), a date or a time (3-11, 1/2, MAR1, 5 juin, 12:30, 5 pm), a truth. Spreadsheets
// know the digits of all scripts.
var numbers = regexp.MustCompile(`^(?i:` +
	`\d{12,}` +
	`|\d*[.,]\d[\d.,]*|\d[\d.,]*[.,]` +
	`|[\d.,]+ ?e ?\d+|[\d.,]+e[+-]\d+` +
	`|[\d.,]+ ?%|% ?[\d.,]+` +
	`|\([\d.,]+\)|[$€£¥] ?[\d.,]+|[\d.,]+ ?[$€£¥]` +
	`|\d+ ?[-/.:' ] ?\d[-/.:,' \d]*(?: ?[ap]\.?m?\.?)?|\d{1,2} ?[ap]\.?m?\.?` +
	`|(?:\d{1,4}[-/. ]*)?(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|f[ée]vr?(?:ier)?|avr(?:il)?|mai|juin|juil(?:let)?|ao[uû]t|déc(?:embre)?|märz|mrz|okt(?:ober)?|dez(?:ember)?)[-/., ]*(?:\d{1,4}(?:[-/., ]+\d{1,4})?)?` +
	`|true|false|wahr|falsch|vrai|faux` +
	`)$`)

// numeric reports whether a spreadsheet takes a text for a number, a date or a truth and
// shows another text then. None of such texts has a quotation mark.
func numeric(s string) bool {
	if s == "" || len(s) > 64 || strings.ContainsRune(s, '"') {
		return false
	}
	s = strings.TrimSpace(s)
	if s == "" {
		return false
	}
	if first := []rune(s)[0]; len(s) > 1 && strings.ContainsRune("0٠۰０", first) && strings.TrimLeftFunc(s, unicode.IsDigit) == "" {
		return true
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r):
			return '1' // of any script; which one does not matter here
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, s)
	return numbers.MatchString(s)
}
