package service

import (
	"net/http"
	"regexp"

	"sanduq/core/practice/sandbox/contract"
)

// rail is what differs between the two rails on which an account pays by a code.
type rail struct {
	name        string // the route and the rail of its institutions
	validates   string // the field with the account's number when the code is asked for
	submits     string // and when it is handed in
	longest     int    // signs of such a number
	form        *regexp.Regexp
	called      string // such a number
	own         bool   // it has a leg of its own; else it shares the QR's
	settlesSoon bool   // the reply to the code says how it ended, unless the table of test numbers says otherwise
}

var (
	bankRail = rail{name: contract.RailBank, validates: "accountNumber", submits: "debitorAccNumber", longest: 34,
		form: regexp.MustCompile(`^[0-9A-Z]{4,34}$`), called: "an account number", own: true} // a local number or an IBAN
	walletRail = rail{name: contract.RailWallet, validates: "walletId", submits: "walletId", longest: 40,
		form: regexp.MustCompile(`^\+?[0-9A-Za-z@._-]{3,40}$`), called: "a wallet id", settlesSoon: true}
)

// number reads the number of an account from a field.
func (r rail) number(f contract.Fields, field string) (string, *contract.Refusal) {
	number, e := f.Text(field, r.longest)
	if e == nil && !r.form.MatchString(number) {
		e = contract.Refuse(http.StatusUnprocessableEntity, contract.CodeInvalidAccount, "this is not "+r.called)
	}
	return number, e
}
