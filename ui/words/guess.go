package words

import "strings"

// Guess picks the first of some wishes that names a language of the program: a
// language's code, or a locale such as "ar_LY.UTF-8" or "ar-LY". English when none does.
func Guess(wishes ...string) string {
	for _, wish := range wishes {
		lang, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(wish), "-", "_"), "_")
		for _, l := range Languages() {
			if lang == l {
				return l
			}
		}
	}
	return English
}
