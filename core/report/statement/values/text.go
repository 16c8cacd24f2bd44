package values

import (
	"strings"
	"unicode"
)

// Western turns digits of any family in use into 0 to 9, and takes marks of
// direction away.
func Western(s string) string {
	plain := true
	for i := 0; plain && i < len(s); i++ {
		plain = s[i] < 0x80
	}
	if plain {
		return strings.TrimSpace(s)
	}
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return '0' + r - '٠'
		case r >= '۰' && r <= '۹':
			return '0' + r - '۰'
		case strings.ContainsRune("\u00ad\u2010\u2011\u2012–—\u2015\u2212\ufe63\uff0d", r):
			return '-'
		case unicode.In(r, unicode.Cf):
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, s))
}

// Key is a word as it is compared: letters and digits alone, in one case,
// without what Arabic, French and German may add to their letters.
func Key(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case 'é', 'è', 'ê', 'ë', 'É', 'È', 'Ê':
			return 'e'
		case 'û', 'ù', 'ü', 'Ü':
			return 'u'
		case 'à', 'â', 'ä', 'Ä':
			return 'a'
		case 'î', 'ï':
			return 'i'
		case 'ô', 'ö', 'Ö':
			return 'o'
		case 'ç':
			return 'c'
		case 'أ', 'إ', 'آ':
			return 'ا'
		case 'ى':
			return 'ي'
		case 'ـ':
			return -1
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '#' {
			return unicode.ToLower(r)
		}
		return -1
	}, Western(s))
}

func digitsOnly(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
