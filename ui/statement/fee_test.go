package statement

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	bank "sanduq/core/report/statement"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// A rate is written as the sums beside it are.
func TestARateHasThePointOfItsLanguage(t *testing.T) {
	for lang, want := range map[string]string{words.English: "1.5", words.French: "1,5"} {
		h := build(t, lang, theme.Look{}, fyne.NewSize(1134, 520), sold(3))
		h.screen.opened.found.fee = bank.Fee{Rate: 150, Whole: 250}
		if said := h.screen.result.fee(); !strings.Contains(said, want) {
			t.Errorf("%s: %q", lang, said)
		}
	}
}
