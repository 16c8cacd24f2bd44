package ask

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sanduq/core/money"
)

// fold is how words are compared: small letters, without accents, vowel signs
// and articles, digits in one script, without what stands around a word.
func fold(s string) string {
	s = strings.Map(func(r rune) rune {
		if d, ok := money.Digit(r); ok {
			return d
		}
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r), r == 'ـ', r == '•':
			return -1
		case r == 'ى':
			return 'ي'
		case r == 'ة':
			return 'ه'
		case r == '٫', r == '،':
			return ','
		case r == '’':
			return '\''
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(s))
	s = strings.Trim(s, ",;:!?\"'«»“”()")
	if rest, ok := strings.CutPrefix(s, "ال"); ok && len([]rune(rest)) > 2 {
		return rest
	}
	return s
}
