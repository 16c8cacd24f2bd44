package typeset

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sanduq/ui/theme"
)

// shown writes a line as an eye reads it from left to right: pieces in visual order, Arabic in reading order inside [].
func shown(text string, mirrored bool) string {
	p := paragraph{}
	for _, r := range text {
		p.runes, p.style = append(p.runes, r), append(p.style, 0)
	}
	look := theme.Now()
	theme.Use(theme.Look{RTL: mirrored})
	defer theme.Use(look)
	p.resolveDirections()
	var b strings.Builder
	for _, x := range p.visual(span{0, len(p.runes)}) {
		s := strings.Trim(x.text, string(rightToLeftMark))
		if x.level%2 == 1 {
			s = "[" + s + "]"
		}
		b.WriteString(s)
	}
	return b.String()
}

func TestMixedLinesStandInOrder(t *testing.T) {
	for _, x := range []struct {
		text     string
		mirrored bool
		want     string
	}{
		{"Charge 12.500", false, "Charge 12.500"},
		{"Charge 12.500", true, "Charge 12.500"},
		{"تحصيل", true, "[تحصيل]"},
		{"تدريب. لا تنتقل أي أموال.", true, "[تدريب. لا تنتقل أي أموال.]"},
		{"بيع #12", true, "#12[بيع ]"},
		{"آخر رد 14:31:08: لم يُدفع بعد.", true, "[: لم يُدفع بعد.]14:31:08[آخر رد ]"},
		{"و \u2068#12\u2069 و \u2068#13\u2069.", true, "[.]#13[ و ]#12[و ]"},
		{"\u206812.500 د.ل\u2069 عن \u2068#12\u2069", true, "#12[ عن ][ د.ل]12.500"},
		{"قد يدفع \u206812.500\u2069 د.ل عن \u2068#12\u2069.", true, "[.]#12[ د.ل عن ]12.500[قد يدفع ]"},
		{"\u2068#12\u2069\u2068#13\u2069 و", true, "[ و]#13#12"},
		{"Paid \u206812.500 د.ل\u2069 for \u2068#12\u2069", false, "Paid [ د.ل]12.500 for #12"},
		{"\u2068سوق \u2068a\u2069 2", false, "2[ ]a[سوق ]"},
		{"Shop سوق 2.", false, "Shop 2[سوق ]."},
		{"سعر \u2067ab ج\u2069 و", true, "[ و][ ج]ab[سعر ]"},
		{"رمز QR (من المصرف)", true, "[ (من المصرف)]QR[رمز ]"},
		{"\u2068•••• 4417\u2069 من الحساب", true, "[ من الحساب]•••• 4417"},
		{"0123 4567 8901", true, "0123 4567 8901"},
		{"20 Nov 2026, 14:31", true, "20 Nov 2026, 14:31"},
		{"+2", true, "+2"},
		{"و +2 أخرى", true, "[ أخرى]+2[و ]"},
		{"العربية", false, "[العربية]"},
		{"Shop سوق النور 2 in town", false, "Shop 2[سوق النور ] in town"},
		{"Shop سوق, open", false, "Shop [سوق], open"},
		{"", true, ""},
		{"\u2069\u2068", true, ""},
	} {
		if got := shown(x.text, x.mirrored); got != x.want {
			t.Errorf("%q (mirrored %v): %q, want %q", x.text, x.mirrored, got, x.want)
		}
	}
}

// Ordering moves runes, it never loses or repeats one.
func TestOrderingKeepsEveryRune(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("abc 12.,#+-()سوق نور\u2068\u2069\u200f"))).Draw(t, "text")
		mirrored := rapid.Bool().Draw(t, "mirrored")
		count := func(s string) map[rune]int {
			m := map[rune]int{}
			for _, r := range s {
				if !control(r) {
					m[r]++
				}
			}
			return m
		}
		brackets := strings.NewReplacer("[", "", "]", "")
		want, got := count(text), count(brackets.Replace(shown(text, mirrored)))
		for r, n := range want {
			if got[r] != n {
				t.Fatalf("%q of %q: %d, want %d", r, text, got[r], n)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%q: %v", text, got)
		}
	})
}
