package page

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"testing"

	"sanduq/core/practice/sandbox/bank"
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/tables"
)

// TestWordsAreComplete: all languages hold the same keys, and every key that a page names is among them. Names of
// institutions and meanings of test numbers stand in English in the tables.
func TestWordsAreComplete(t *testing.T) {
	english := languages[first].text
	tabled := map[string]bool{}
	for _, i := range tables.Institutions {
		tabled[i.Name] = true
	}
	for _, n := range tables.TestNumbers() {
		tabled[n.English] = true
	}
	if len(languages) < 3 {
		t.Fatal("languages are missing:", len(languages))
	}
	for lang, w := range languages {
		for key := range english {
			if w.text[key] == "" {
				t.Errorf("%s: %q has no sentence", lang, key)
			}
		}
		for key := range tabled {
			if lang != first && w.text[key] == "" {
				t.Errorf("%s: %q of the tables has no sentence", lang, key)
			}
		}
		for key, sentence := range w.text {
			if english[key] == "" && !tabled[key] || sentence == "" {
				t.Errorf("%s: %q is empty, or nobody asks for it", lang, key)
			}
		}
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

func TestThePageSpeaksWhatTheBrowserAsksFor(t *testing.T) {
	for _, c := range []struct{ url, chosen, browser, want string }{
		{"/bank", "", "", "en"}, {"/bank", "", "fr-TN,fr;q=0.9,en;q=0.8", "fr"}, {"/bank", "", "de-CH, AR;q=0.7, fr", "ar"},
		{"/bank", "ar", "fr", "ar"}, {"/bank?lang=fr", "ar", "en", "fr"}, {"/bank?lang=xx", "", "de", "en"}, {"/bank", "xx", "fr", "fr"},
	} {
		r := httptest.NewRequest(http.MethodGet, c.url, nil)
		r.Header.Set("Accept-Language", c.browser)
		if c.chosen != "" {
			r.AddCookie(&http.Cookie{Name: langCookie, Value: c.chosen})
		}
		w := httptest.NewRecorder()
		got := wordsFor(w, r)
		if got.Lang != c.want || len(got.Others()) != len(languages)-1 {
			t.Errorf("%+v: it speaks %s", c, got.Lang)
		}
		if kept := w.Header().Get("Set-Cookie") != ""; kept != (c.url == "/bank?lang=fr") {
			t.Errorf("%+v: chosen for good: %v", c, kept)
		}
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
