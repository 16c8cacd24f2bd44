package startup_test

import (
	"errors"
	"strings"
	"testing"

	"sanduq/ui/startup"
	"sanduq/ui/words"
)

var codes = []string{startup.Environment, startup.BaseURL, startup.Keys, startup.Profile, startup.Bank, startup.BankFile,
	startup.Display,
	startup.NoWindow, startup.Raised, startup.Unasked, "STORE_LOCKED", "STORE_DAMAGED", "STORE_NEWER", "STORE_NO_KEY", "STORE_WRONG_KEY",
	"STORE_UNWRITABLE", "STORE_KEYRING", "STORE_KEYRING_LOCKED", "STORE_KEYRING_ABSENT", "STORE_PASSPHRASE", "STORE_FULL"}

func TestEveryProblemHasItsOwnSentence(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		seen := map[string]string{}
		for _, code := range codes {
			s := (&startup.Problem{Code: code, Detail: "D-E-T", Cause: errors.New("cause")}).Sentence(w)
			if twin := seen[s]; twin != "" {
				t.Errorf("%s: %s and %s say the same", lang, code, twin)
			}
			seen[s] = code
			if len(s) < 20 || strings.Contains(s, "⟨") || strings.Contains(s, "{") {
				t.Errorf("%s: %s says %q", lang, code, s)
			}
		}
	}
}

func TestUnknownCodesStillSaySomething(t *testing.T) {
	var out strings.Builder
	(&startup.Problem{Code: "NEW_ONE", Cause: errors.New("the cause")}).Print(&out, words.MustLoad(words.English))
	if s := out.String(); !strings.Contains(s, "the cause") || strings.Contains(s, "⟨") {
		t.Errorf("%q", s)
	}
}
