package wording

import (
	"slices"
	"strings"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// spellings are the usual ways in which gateways name what they refused, by the
// name under which the catalogue has a sentence for it. They choose words and
// nothing else: what a refusal means for the money is the SDK's to know and the
// till's to act upon.
var spellings = map[string][]string{
	"WRONG_OTP": {"INVALID_OTP", "OTP_INVALID", "INCORRECT_OTP", "OTP_INCORRECT", "BAD_OTP", "OTP_WRONG", "OTP_MISMATCH", "OTP_NOT_VALID",
		"INVALID_OTP_CODE", "WRONG_CODE", "INVALID_CODE", "CODE_INVALID", "INCORRECT_CODE", "CODE_MISMATCH"},
	"OTP_EXPIRED": {"EXPIRED_OTP", "OTP_HAS_EXPIRED", "CODE_EXPIRED", "EXPIRED_CODE"},
	"OTP_ATTEMPTS": {"OTP_ATTEMPTS_EXCEEDED", "TOO_MANY_ATTEMPTS", "TOO_MANY_TRIES", "OTP_TRIES_EXCEEDED", "ATTEMPTS_EXCEEDED",
		"MAX_ATTEMPTS_EXCEEDED", "MAX_OTP_ATTEMPTS", "OTP_LOCKED", "OTP_BLOCKED"},
	"INSUFFICIENT_FUNDS": {"INSUFFICIENT_BALANCE", "NOT_ENOUGH_FUNDS", "NOT_ENOUGH_BALANCE", "NOT_ENOUGH_MONEY", "LOW_BALANCE"},
	"LIMIT_EXCEEDED": {"LIMIT_REACHED", "DAILY_LIMIT", "DAILY_LIMIT_EXCEEDED", "DAILY_LIMIT_REACHED", "AMOUNT_LIMIT_EXCEEDED",
		"TRANSACTION_LIMIT_EXCEEDED", "EXCEEDS_LIMIT", "OVER_LIMIT"},
	"INVALID_ACCOUNT": {"ACCOUNT_INVALID", "ACCOUNT_NOT_FOUND", "UNKNOWN_ACCOUNT", "INVALID_ACCOUNT_NUMBER", "INVALID_WALLET",
		"WALLET_INVALID", "WALLET_NOT_FOUND"},
	"ACCOUNT_BLOCKED": {"BLOCKED_ACCOUNT", "ACCOUNT_FROZEN", "ACCOUNT_INACTIVE", "ACCOUNT_SUSPENDED", "ACCOUNT_LOCKED", "ACCOUNT_DISABLED",
		"WALLET_BLOCKED", "WALLET_INACTIVE", "WALLET_SUSPENDED"},
	"ACCOUNT_CLOSED":  {"CLOSED_ACCOUNT", "WALLET_CLOSED"},
	"ACCOUNT_REFUSED": {"ACCOUNT_REJECTED", "ACCOUNT_NOT_ALLOWED", "WALLET_REFUSED", "WALLET_REJECTED"},
}

// meanings are the spellings by what is left of them when they are folded.
var meanings = func() map[string]string {
	all := map[string]string{}
	for meaning, others := range spellings {
		all[fold(meaning)] = meaning
		for _, other := range others {
			all[fold(other)] = meaning
		}
	}
	return all
}()

// fold leaves of a code its letters and digits, without regard to case: some
// write wrong-otp, some wrongOtp.
func fold(code string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToUpper(code))
}

// Meaning is the catalogue's name for a gateway's code; the code itself when it
// is not a usual one.
func Meaning(code string) string {
	if name, usual := meanings[fold(code)]; usual {
		return name
	}
	return code
}

// Failure is why the gateway said no, as far as it told.
func Failure(e screen.Env, v journal.View) string {
	code := refusedCode(v)
	if v.Refusal != nil {
		code = v.Refusal.Code
	}
	code = Meaning(code)
	for _, key := range []string{"failed." + code, "error." + code} {
		if code != "" && e.Words.Has(key) {
			return e.Words.T(key)
		}
	}
	return e.Words.T("failed.instruction")
}

// refusedCode is why the customer's code was refused, when that was the last
// thing that happened before the sale failed.
func refusedCode(v journal.View) string {
	for _, f := range slices.Backward(v.History) {
		switch f.Code {
		case journal.HistoryFailed, journal.HistoryRestored:
			continue
		case journal.HistoryCodeRefused:
			return f.Word
		}
		return ""
	}
	return ""
}

// Refusal is why a step was not taken, for people.
func Refusal(e screen.Env, v journal.View) string {
	r := v.Refusal
	if r == nil {
		return e.Words.T("refusal.none")
	}
	for _, key := range refusalKeys(v) {
		if e.Words.Has(key) {
			return e.Words.T(key)
		}
	}
	if r.Operation == core.OpSubmitOTP && r.Code != "" { // the pad is open again: the bank knows of no money
		return e.Words.T("refused.code", "code", r.Code)
	}
	return e.Words.T("refusal.code", "code", OrDash(r.Code))
}

// refusalKeys are the catalogue's keys for a refusal, from the most particular
// on: the same code says another thing of a wallet, or of a code than of a QR.
func refusalKeys(v journal.View) (keys []string) {
	code, at := Meaning(v.Refusal.Code), "refused."+string(v.Refusal.Operation)+"."
	for _, route := range []core.Route{v.Route, v.Session.Route} {
		keys = append(keys, at+string(route)+"."+code, "error."+string(route)+"."+code)
	}
	return append(keys, at+code, "error."+code)
}

// RefusalWord is a code of ours in words; the gateway's own stands as it came.
func RefusalWord(e screen.Env, code string) string {
	if e.Words.Has("refusal." + code) {
		return e.Words.T("refusal." + code)
	}
	return code
}
