package cashier

import (
	"errors"
	"testing"

	"sanduq/core/till"
	"sanduq/ui/words"
)

// TestWhyNothingWasOpenedIsSaid: only of a disk that did not take it is it said that
// the till could not record it.
func TestWhyNothingWasOpenedIsSaid(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		for _, code := range []till.Code{till.CodeShift, till.CodeShiftCurrency, till.CodeSum, till.CodeFrozen, till.CodeDiskFull, till.CodeAmount, till.CodeUnavailable} {
			if got := notOpened(w, &till.Error{Code: code}); got != w.T("error."+string(code)) || got == w.T("opening.notRecorded") {
				t.Errorf("%s, %s: %q", lang, code, got)
			}
		}
		for _, err := range []error{&till.Error{Code: till.CodeStore}, errors.New("of nobody knows what")} {
			if got := notOpened(w, err); got != w.T("opening.notRecorded") {
				t.Errorf("%s, %v: %q", lang, err, got)
			}
		}
	}
}
