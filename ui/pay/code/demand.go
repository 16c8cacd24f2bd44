package code

import "sanduq/ui/pay/wording"

// demand is what a refusal calls for besides trying again.
type demand int

const (
	demandNothing demand = iota
	demandCode           // another code: it may be asked for at once
	demandAccount        // another account, or the same without its mistake
)

func demandOf(code string) demand {
	switch wording.Meaning(code) {
	case "OTP_EXPIRED", "OTP_ATTEMPTS", "STALE_REFERENCE":
		return demandCode
	case "INVALID_ACCOUNT", "ACCOUNT_BLOCKED", "ACCOUNT_CLOSED", "ACCOUNT_REFUSED":
		return demandAccount
	}
	return demandNothing
}
