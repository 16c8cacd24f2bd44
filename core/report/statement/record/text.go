package record

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sanduq/core/money"
	"sanduq/core/report"
)

// maxCell is how many characters of one text are kept.
const maxCell = 4096

// Short is a text as it is kept: without blanks around it, and not endless.
func Short(s string) string {
	s = strings.TrimSpace(s)
	if len(s) <= maxCell {
		return s
	}
	return string(bytes.ToValidUTF8([]byte(s[:maxCell]), nil))
}

// noNames are what banks write where there is no name.
var noNames = map[string]bool{"NOTPROVIDED": true, "NONREF": true, "NOREF": true, "NONE": true, "NULL": true}

// Normal is a transaction's name as it is compared: letters and digits in one
// case, since banks leave hyphens out and blanks in, and digits as Fold has them.
// Blank is no name.
func Normal(id string) string { return normal(id, Fold) }

// Written is Normal with the digits that are in the file, as keys of lines have it.
func Written(id string) string { return normal(id, unicode.ToUpper) }

// Fold is a letter or a digit as it is compared: in one case, and as a digit of ASCII,
// with whatever keyboard it was typed.
func Fold(r rune) rune {
	for _, zero := range []rune{'٠', '۰', '０'} {
		if r >= zero && r <= zero+9 {
			return '0' + r - zero
		}
	}
	return unicode.ToUpper(r)
}

func normal(id string, fold func(rune) rune) string {
	out := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return fold(r)
		}
		return -1
	}, id)
	if len(out) < 4 || noNames[out] || strings.Trim(out, "0") == "" {
		return ""
	}
	return out
}

// Name adds what the bank calls a movement, once.
func Name(ids []string, text string) []string {
	if text = Short(text); Normal(text) == "" || len(ids) >= 32 {
		return ids
	}
	if slices.Contains(ids, text) {
		return ids
	}
	return append(ids, text)
}

// shortForm is what a spreadsheet makes of a long number: others look the same then.
var shortForm = regexp.MustCompile(`^\d[.,]\d+[eE]\+\d+$`)

// Distinct reports whether a text may be the name of one movement alone: a word says what kind of
// movement it is.
func Distinct(id string) bool {
	return strings.ContainsFunc(id, func(r rune) bool { return unicode.IsDigit(r) && Fold(r) != '0' }) && !shortForm.MatchString(id)
}

// Wire reads a number with a point, and at most a minus before it, into an amount
// of a currency; the code is why it cannot be.
func Wire(literal, currency string) (money.Amount, report.Code) {
	if _, err := money.FractionDigits(currency); err != nil {
		return money.Amount{}, report.CodeRowCurrency
	}
	a, err := money.ParseWire(literal, currency)
	switch {
	case errors.Is(err, money.ErrDigits):
		return money.Amount{}, report.CodeRowDigits
	case err != nil:
		return money.Amount{}, report.CodeRowAmount
	}
	return a, ""
}

// longNumber is how many digits a number may have before it is masked.
const longNumber = 9

// MaskNumbers hides all but the last four digits of long numbers, and of those
// that are parted by blanks or hyphens.
func MaskNumbers(s string) string {
	runes := []rune(s)
	var out strings.Builder
	for i := 0; i < len(runes); {
		if !unicode.IsDigit(runes[i]) {
			out.WriteRune(runes[i])
			i++
			continue
		}
		end, digits := i, 0
		for j := i; j < len(runes) && (unicode.IsDigit(runes[j]) || parted(runes, j)); j++ {
			if unicode.IsDigit(runes[j]) {
				digits++
				end = j + 1
			}
		}
		if digits < longNumber {
			out.WriteString(string(runes[i:end]))
		} else {
			out.WriteString("••••")
			out.WriteString(lastDigits(runes[i:end], 4))
		}
		i = end
	}
	return out.String()
}

// parted reports whether a rune stands between two digits of one number.
func parted(runes []rune, at int) bool {
	return (runes[at] == ' ' || runes[at] == '-' || runes[at] == '\u00a0') && at+1 < len(runes) && unicode.IsDigit(runes[at+1])
}

func lastDigits(runes []rune, n int) string {
	var out []rune
	for _, r := range runes {
		if unicode.IsDigit(r) {
			out = append(out, r)
		}
	}
	return string(out[len(out)-n:])
}

// isIBAN reports whether a text is an international account number, check
// digits and all.
func isIBAN(s string) bool {
	s = strings.ToUpper(strings.ReplaceAll(s, " ", ""))
	if len(s) < 15 || len(s) > 34 {
		return false
	}
	rest := 0
	for _, r := range s[4:] + s[:4] {
		switch {
		case r >= '0' && r <= '9':
			rest = (rest*10 + int(r-'0')) % 97
		case r >= 'A' && r <= 'Z':
			rest = (rest*100 + int(r-'A') + 10) % 97
		default:
			return false
		}
	}
	return rest == 1 && s[0] >= 'A' && s[1] >= 'A'
}
