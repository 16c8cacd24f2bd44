package page

import (
	"regexp"
	"slices"
	"testing"

	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/tables"
)

// TestWordsAreComplete: both languages hold the same keys, and every key that a page names is among them.
func TestWordsAreComplete(t *testing.T) {
	for key, sentence := range english {
		if arabic[key] == "" || sentence == "" {
			t.Errorf("%s is not in both languages", key)
		}
	}
	if len(english) != len(arabic) {
		t.Errorf("%d keys in English, %d in Arabic", len(english), len(arabic))
	}
	named := regexp.MustCompile(`W\.T "([^"]+)"`)
	for _, file := range []string{"frame.html", "bank.html", "payment.html", "message.html"} {
		page, err := pageFiles.ReadFile("pages/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(page), -1) {
			if english[m[1]] == "" {
				t.Errorf("%s names %q, which has no sentence", file, m[1])
			}
		}
	}
	for _, key := range slices.Concat([]string{"onlyHere", "unknown", "broken", "nothingOpen", "DECLINED", "IDLE", "TEST_NUMBER", contract.CodeWrongOTP,
		contract.CodeInsufficientFunds, contract.CodeAlreadyPaid}, statusKeys("", "short-"), drillKeys()) {
		if english[key] == "" {
			t.Errorf("%q has no sentence", key)
		}
	}
}

func TestEveryBankHasAnArabicName(t *testing.T) {
	for _, i := range tables.Institutions {
		if arabicBanks[i.Name] == "" {
			t.Errorf("%s has none", i.Name)
		}
	}
	if len(arabicBanks) != len(tables.Institutions) {
		t.Errorf("%d names for %d institutions", len(arabicBanks), len(tables.Institutions))
	}
}

func TestThousandsStandInGroups(t *testing.T) {
	for digits, want := range map[string]string{"0": "0", "999": "999", "1250": "1\u202f250", "123456": "123\u202f456", "1234567": "1\u202f234\u202f567"} {
		if got := grouped(digits); got != want {
			t.Errorf("%s reads %q, want %q", digits, got, want)
		}
	}
}

func statusKeys(prefixes ...string) (keys []string) {
	for _, p := range prefixes {
		for _, s := range []string{contract.StatusPending, contract.StatusProcessing, contract.StatusSuccess, contract.StatusFailed, contract.StatusExpired} {
			keys = append(keys, p+s)
		}
	}
	return keys
}

func drillKeys() (keys []string) {
	for _, d := range []bank.Drill{bank.DrillSlowBank, bank.DrillWalksAway, bank.DrillPaysLate, bank.DrillWrongCode, bank.DrillNoNetwork, bank.DrillCalm} {
		keys = append(keys, string(d))
	}
	return append(keys, string(bank.DrillWalksAway)+"-on", string(bank.DrillPaysLate)+"-on")
}
