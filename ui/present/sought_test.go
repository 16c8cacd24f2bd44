package present_test

import (
	"strings"
	"testing"

	"sanduq/ui/present"
)

func TestASearchFindsDigitsOfEveryScript(t *testing.T) {
	for shown, typed := range map[string]string{
		"C-0042":                 "٤٢",
		"12,500 LYD":             "۱۲٫۵",
		"\u206812.500\u2069 د.ل": "١٢٫٥٠٠",
		"صندوق هدى":              "صُندوق\u200f",
		"Huda":                   "hUDA",
		"1\u00a0234,500":         "1234.5",
		"\u200fأُغلقت\u200f \u200e12\u200e": "أغلـقت",
	} {
		if !strings.Contains(present.Sought(shown), present.Sought(typed)) {
			t.Errorf("%q (%q) is not found by %q (%q)", shown, present.Sought(shown), typed, present.Sought(typed))
		}
	}
}
