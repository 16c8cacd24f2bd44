//go:build linux

package collector

import (
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/office"
)

// TestACodeAsItIsCopied from a message in Arabic is the code that was sent: with marks of direction around it, other
// dashes, small letters, and digits of the keyboard that somebody has.
func TestACodeAsItIsCopied(t *testing.T) {
	p := newPlace(t)
	number, err := p.AddTill(t.Context(), "Harbour", "2", core.Live)
	if err != nil {
		t.Fatal(err)
	}
	arabic := strings.NewReplacer("2", "٢", "3", "٣", "4", "٤", "5", "٥", "6", "۶", "7", "۷", "8", "٨", "9", "٩")
	for name, typed := range map[string]func(string) string{
		"as it is":           func(code string) string { return code },
		"marks of direction": func(code string) string { return "\u2067\u200e" + code + "\u2069\n" },
		"another dash":       func(code string) string { return strings.ReplaceAll(strings.ToLower(code), "-", "\u2011") },
		"narrow spaces":      func(code string) string { return strings.ReplaceAll(code, "-", "\u202f") },
		"Arabic digits":      func(code string) string { return arabic.Replace(code) },
	} {
		code, err := p.Code(t.Context(), number)
		for ; err == nil && !strings.ContainsAny(code.Reveal(), "23456789"); code, err = p.Code(t.Context(), number) {
		}
		if err != nil {
			t.Fatal(err)
		}
		var e office.Enrolled
		if err := ask(p.url+"/v1/enrol", "", jsonBody(office.Enrol{Version: 1, Code: typed(code.Reveal()), Environment: core.Live}), &e); err != nil || e.Till != number {
			t.Errorf("%s: %v", name, err)
		}
	}
}
