package cashier

import (
	"errors"
	"testing"

	"sanduq/core/journal"
	"sanduq/ui/words"
)

// TestWhyNothingWasOpenedIsSaid: only of a disk that did not take it is it said that
// the till could not record it.
func TestWhyNothingWasOpenedIsSaid(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		for _, code := range []journal.Code{journal.CodeShift, journal.CodeShiftCurrency, journal.CodeSum, journal.CodeFrozen, journal.CodeDiskFull, journal.CodeAmount, journal.CodeUnavailable} {
			if got := notOpened(w, &journal.Error{Code: code}); got != w.T("error."+string(code)) || got == w.T("opening.notRecorded") {
				t.Errorf("%s, %s: %q", lang, code, got)
			}
		}
		for _, err := range []error{&journal.Error{Code: journal.CodeStore}, errors.New("of nobody knows what")} {
			if got := notOpened(w, err); got != w.T("opening.notRecorded") {
				t.Errorf("%s, %v: %q", lang, err, got)
			}
		}
	}
}
