package tables

import (
	"fmt"

	"sanduq/core/practice/sandbox/contract"
)

// TestNumber is an account number, wallet id or amount ending that makes the service behave in a certain way. Any
// other account, wallet or amount simply pays.
type TestNumber struct {
	Route   string // of contract
	Match   string // the account number or wallet id; for a QR the last two digits of the amount in minor units
	Outcome string // the error code or the status words that come of it
	When    string // the call at which it shows
	English string // for people; the pages have it in other languages too
}

// Given says in English what of a payment must be the Match.
func (n TestNumber) Given() string {
	if n.Route == contract.RouteQR {
		return "amount ends in " + n.Match
	}
	return n.Match
}

// Where a row's outcome shows.
const (
	atValidation = "initiate-payment-request"
	atSubmit     = "payment-request"
	atWallet     = "process-payment-request"
	atStatus     = "check-status"
)

const (
	SettlesNever = "NEVER_SETTLES"
	SettlesLate  = "SETTLES_LATE"
	SettlesTwice = "SETTLES_TWICE"
	InReply      = "TERMINAL_IN_REPLY"
	FailsInReply = "FAILED_IN_REPLY"
	FastPath     = "SUCCESS_WITHOUT_PROCESSING"
	PaysAfterEnd = "EXPIRED_THEN_SUCCESS"
	approvesSelf = "APPROVED_BY_ITSELF"
)

// testNumbers is the only place where test numbers stand: the service acts on it, the bank page and the README show it.
var testNumbers = []TestNumber{
	{contract.RouteBank, "1000000001", contract.CodeInvalidAccount, atValidation, "There is no such account"},
	{contract.RouteBank, "1000000002", contract.CodeAccountBlocked, atValidation, "The account is blocked"},
	{contract.RouteBank, "1000000003", contract.CodeInsufficientFunds, atSubmit, "The account is empty"},
	{contract.RouteBank, "1000000004", contract.CodeLimitExceeded, atSubmit, "The daily limit is used up"},
	{contract.RouteBank, "1000000005", SettlesNever, atStatus, "Stays PROCESSING for ever"},
	{contract.RouteBank, "1000000006", SettlesLate, atStatus, "Settles after six minutes"},
	{contract.RouteBank, "1000000007", contract.CodeWrongOTP, atSubmit, "Every code is wrong; the third try fails the payment"},
	{contract.RouteBank, "1000000008", contract.CodeOTPExpired, atSubmit, "The code has expired when it arrives"},
	{contract.RouteBank, "1000000009", contract.StatusFailed, atStatus, "The bank fails it after the acknowledgement"},
	{contract.RouteBank, "1000000010", SettlesTwice, atStatus, "The settlement is delivered twice; money moves once"},

	{contract.RouteWallet, "0910000001", contract.CodeInvalidAccount, atValidation, "There is no such wallet"},
	{contract.RouteWallet, "0910000002", contract.CodeAccountBlocked, atValidation, "The wallet is blocked"},
	{contract.RouteWallet, "0910000003", contract.CodeInsufficientFunds, atWallet, "The wallet is empty"},
	{contract.RouteWallet, "0910000004", contract.CodeLimitExceeded, atWallet, "The daily limit is used up"},
	{contract.RouteWallet, "0910000005", SettlesNever, atStatus, "Not terminal, stays PROCESSING for ever"},
	{contract.RouteWallet, "0910000006", SettlesLate, atStatus, "Not terminal, settles after six minutes"},
	{contract.RouteWallet, "0910000007", contract.CodeWrongOTP, atWallet, "Every code is wrong; the third try fails the payment"},
	{contract.RouteWallet, "0910000008", contract.CodeOTPExpired, atWallet, "The code has expired when it arrives"},
	{contract.RouteWallet, "0910000009", FailsInReply, atWallet, "FAILED in the reply to the code"},
	{contract.RouteWallet, "0910000010", contract.StatusProcessing, atWallet, "Not terminal: PROCESSING in the reply, SUCCESS soon after"},
	{contract.RouteWallet, "0910000011", InReply, atWallet, "SUCCESS in the reply to the code, as with any other wallet"},

	{contract.RouteQR, "40", approvesSelf, atStatus, "Approved by itself after five seconds"},
	{contract.RouteQR, "41", contract.StatusFailed, atStatus, "Declined by itself after five seconds"},
	{contract.RouteQR, "42", contract.StatusExpired, atStatus, "Expires by itself after five seconds"},
	{contract.RouteQR, "43", SettlesNever, atStatus, "Approved, then PROCESSING for ever"},
	{contract.RouteQR, "44", SettlesLate, atStatus, "Approved, settles after six minutes"},
	{contract.RouteQR, "45", PaysAfterEnd, atStatus, "Says EXPIRED, and one minute later SUCCESS"},
	{contract.RouteQR, "46", FastPath, atStatus, "SUCCESS at once, PROCESSING is never seen"},
	{contract.RouteQR, "47", SettlesTwice, atStatus, "The settlement is delivered twice; money moves once"},
}

// TestNumbers returns the whole table, in the order in which the bank page shows it.
func TestNumbers() []TestNumber { return append([]TestNumber{}, testNumbers...) }

// OutcomeFor returns what a number or an amount's ending does on a route; empty when it simply pays.
func OutcomeFor(route, match string) string {
	for _, m := range testNumbers {
		if m.Route == route && m.Match == match {
			return m.Outcome
		}
	}
	return ""
}

// OutcomeForAmount looks at the last two digits of the minor units: with 12.541 LYD it finds row 41.
func OutcomeForAmount(minor int64) string {
	return OutcomeFor(contract.RouteQR, fmt.Sprintf("%02d", minor%100))
}

// Number is an account or wallet to practise with, and what it does: the Outcome of TestNumbers, empty for one that
// simply pays.
type Number struct{ Number, Outcome string }

// Numbers lists an ordinary number of a rail first, then those that do something particular.
func Numbers(rail string) []Number {
	all := []Number{{Number: map[string]string{contract.RailBank: "1234567890", contract.RailWallet: "0912345678"}[rail]}}
	for _, m := range testNumbers {
		if m.Route == rail {
			all = append(all, Number{Number: m.Match, Outcome: m.Outcome})
		}
	}
	return all
}
