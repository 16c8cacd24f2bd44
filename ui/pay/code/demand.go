package code

import (
	"sanduq/core"
	"sanduq/ui/pay/wording"
)

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

// proceed is the primary: what the last refusal calls for, until a digit is
// typed; then the code.
func (c *Code) proceed() {
	switch c.demanded() {
	case demandCode:
		c.askAgain()
	case demandAccount:
		c.correct()
	default:
		c.submit()
	}
}

func (c *Code) demanded() demand {
	if len(c.digits) > 0 || c.busy() || !c.shown {
		return demandNothing
	}
	return c.next
}

func (c *Code) correctKey() string {
	if c.view.Session.Route == core.RouteWallet {
		return "otp.correctWallet"
	}
	return "otp.correctAccount"
}
