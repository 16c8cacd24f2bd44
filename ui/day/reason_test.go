package day

import (
	"strconv"
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/words"
)

// TestWhatIsRefusedForItsLengthSaysHowLongItMayBe, in each language.
func TestWhatIsRefusedForItsLengthSaysHowLongItMayBe(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, code := range []journal.Code{journal.CodeReason, journal.CodeReference} {
			if said := words.MustLoad(lang).T("error." + string(code)); !strings.Contains(said, strconv.Itoa(journal.LongestReference)) {
				t.Errorf("%s: %s", lang, said)
			}
		}
	}
}
