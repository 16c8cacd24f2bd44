package wording_test

import (
	"errors"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
	"sanduq/ui/pay/wording"
	"sanduq/ui/screen"
	"sanduq/ui/uitest/harness"
	"sanduq/ui/words"
)

// spelt are codes as gateways write them, by what each means to a cashier.
var spelt = map[string][]string{
	"WRONG_OTP":          {"WRONG_OTP", "INVALID_OTP", "OTP_INVALID", "INCORRECT_OTP", "OTP_MISMATCH", "WRONG_CODE", "INVALID_CODE"},
	"OTP_EXPIRED":        {"OTP_EXPIRED", "EXPIRED_OTP", "CODE_EXPIRED"},
	"OTP_ATTEMPTS":       {"OTP_ATTEMPTS_EXCEEDED", "TOO_MANY_ATTEMPTS", "OTP_LOCKED", "MAX_ATTEMPTS_EXCEEDED"},
	"INSUFFICIENT_FUNDS": {"INSUFFICIENT_FUNDS", "INSUFFICIENT_BALANCE", "NOT_ENOUGH_FUNDS"},
	"LIMIT_EXCEEDED":     {"LIMIT_EXCEEDED", "DAILY_LIMIT", "DAILY_LIMIT_EXCEEDED", "AMOUNT_LIMIT_EXCEEDED"},
	"ACCOUNT_BLOCKED":    {"ACCOUNT_BLOCKED", "ACCOUNT_FROZEN", "ACCOUNT_SUSPENDED", "WALLET_BLOCKED"},
	"ACCOUNT_CLOSED":     {"ACCOUNT_CLOSED"},
	"ACCOUNT_REFUSED":    {"ACCOUNT_REFUSED"},
	"INVALID_ACCOUNT":    {"INVALID_ACCOUNT", "ACCOUNT_NOT_FOUND", "INVALID_WALLET"},
}

// sentence is what the cashier reads in the language of w.
func sentence(w *words.Catalogue, v journal.View) string {
	return wording.Refusal(screen.Env{Words: w}, v)
}

// written are ways to write one code.
func written(code string) []string {
	camel := ""
	for i, part := range strings.Split(strings.ToLower(code), "_") {
		if i > 0 {
			part = strings.ToUpper(part[:1]) + part[1:]
		}
		camel += part
	}
	return []string{code, strings.ToLower(code), strings.ReplaceAll(code, "_", "-"), strings.ReplaceAll(code, "_", " "),
		strings.ReplaceAll(code, "_", ""), strings.ToLower(strings.ReplaceAll(code, "_", ".")), camel}
}

func refusedSale(op core.Operation, route core.Route, code string) journal.View {
	return harness.Sale(harness.Coded, harness.RefusedBy(op, code, harness.Noon), func(v *journal.View) { v.Route, v.Session.Route = route, route })
}

// TestEverySpellingHasTheSameSentence, in each language, for both ways to pay
// by code and both calls.
func TestEverySpellingHasTheSameSentence(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		for _, op := range []core.Operation{core.OpSubmitOTP, core.OpValidateAccount} {
			for _, route := range []core.Route{core.RouteAccount, core.RouteWallet} {
				said := map[string]string{}
				for meaning, codes := range spelt {
					want := sentence(w, refusedSale(op, route, codes[0]))
					if twin := said[want]; twin != "" || strings.Contains(want, "⟨") || strings.Contains(want, codes[0]) {
						t.Errorf("%s, %s, %s: %s says %q, as %q", lang, op, route, meaning, want, twin)
					}
					said[want] = meaning
					for _, code := range codes {
						for _, way := range written(code) {
							if got := sentence(w, refusedSale(op, route, way)); got != want {
								t.Errorf("%s, %s, %s: %q says %q, want %q", lang, op, route, way, got, want)
							}
						}
					}
				}
			}
		}
	}
}

// TestEveryDefiniteCodeHasASentence: what the SDK takes for a definite no is
// said in words, not as a code.
func TestEveryDefiniteCodeHasASentence(t *testing.T) {
	w := words.MustLoad(words.English)
	for _, code := range wire.DefaultProfile().DefiniteOTPCodes {
		if got := sentence(w, refusedSale(core.OpSubmitOTP, core.RouteAccount, code)); strings.Contains(got, code) {
			t.Errorf("%s: %q", code, got)
		}
	}
}

// TestEveryRefusalOfOursHasASentence: a code of the till's own is never shown.
func TestEveryRefusalOfOursHasASentence(t *testing.T) {
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		for _, code := range []string{journal.RefusalNotSent, journal.RefusalNoAnswer, journal.RefusalDenied, journal.RefusalUnanswered, journal.RefusalOtherCode,
			journal.RefusalStore, journal.RefusalElsewhere, journal.RefusalCode, journal.RefusalQR, journal.RefusalQRTaken} {
			got := sentence(w, refusedSale(core.OpSubmitOTP, core.RouteAccount, code))
			if strings.Contains(got, code) || strings.Contains(got, "⟨") {
				t.Errorf("%s: %s says %q", lang, code, got)
			}
		}
	}
}

// TestAFailedSaleSaysWhyHoweverItIsSpelt.
func TestAFailedSaleSaysWhyHoweverItIsSpelt(t *testing.T) {
	r := harness.New(t)
	for code, want := range map[string]string{"OTP_LOCKED": "Too many wrong codes. The bank has ended this payment.",
		"insufficient-balance": "Not enough money in the account.", "SWITCH_REPLY_17": "The bank did not make this payment."} {
		v := harness.Sale(harness.Coded, func(v *journal.View) {
			v.Session.State = core.StateFailed
			v.History = []journal.HistoryEvent{{At: harness.Noon, Code: journal.HistoryCodeRefused, Word: code}, {At: harness.Noon, Code: journal.HistoryFailed}}
		})
		if got := wording.Failure(r.Env, v); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}

// TestEveryCodeHasWords: whatever a printer does, a cashier reads what to do.
func TestEveryCodeHasWords(t *testing.T) {
	for _, lang := range words.Languages() {
		r := harness.New(t)
		if err := r.Env.Words.Use(lang); err != nil {
			t.Fatal(err)
		}
		for _, code := range []string{"", "bad-address", "unsupported", "unreachable", "gone", "not-allowed", "not-a-printer", "closed", "stalled",
			"busy", "refused", "paused", "no-paper", "cover-open", "off", "fault", "too-wide", "too-high", "empty", "stopped", "none", "draw", "unknown"} {
			if key := wording.PaperFault(code); !r.Env.Words.Has(key) || code != "" && !r.Env.Words.Has("printer."+code) {
				t.Errorf("%s: %q has no words", lang, code)
			}
		}
	}
	if wording.PaperFault("a new one") != "paper.do.settings" {
		t.Error(errors.New("an unknown code has nothing to do"))
	}
}

// TestACountOfQuestionsIsWhole: a planned question is counted once, and after a restart,
// which forgets those before it, there is no count.
func TestACountOfQuestionsIsWhole(t *testing.T) {
	v := harness.Sale(harness.Capped, func(v *journal.View) { v.Live.Asked, v.Watch.Tries = 37, 9 })
	if got := wording.Asked(v); got != 37 {
		t.Errorf("37 questions, 9 of them planned: %d", got)
	}
	v.History = append(v.History, journal.HistoryEvent{At: harness.Noon, Code: journal.HistoryRestored})
	if got := wording.Asked(v); got != 0 {
		t.Errorf("after a restart: %d", got)
	}
}
