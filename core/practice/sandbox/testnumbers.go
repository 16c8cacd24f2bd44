package sandbox

import "fmt"

// TestNumber is an account number, wallet id or amount ending that makes the service behave in a certain way. Any
// other account, wallet or amount simply pays.
type TestNumber struct {
	Route   string // RouteQR, RouteBank or RouteWallet
	Match   string // the account number or wallet id; for a QR the last two digits of the amount in minor units
	Outcome string // the error code or the status words that come of it
	When    string // the call at which it shows
	English string
	Arabic  string
}

// Where a row's outcome shows.
const (
	atValidation = "initiate-payment-request"
	atSubmit     = "payment-request"
	atWallet     = "process-payment-request"
	atStatus     = "check-status"
)

const (
	settlesNever = "NEVER_SETTLES"
	settlesLate  = "SETTLES_LATE"
	settlesTwice = "SETTLES_TWICE"
	inReply      = "TERMINAL_IN_REPLY"
	failsInReply = "FAILED_IN_REPLY"
	fastPath     = "SUCCESS_WITHOUT_PROCESSING"
	paysAfterEnd = "EXPIRED_THEN_SUCCESS"
	approvesSelf = "APPROVED_BY_ITSELF"
)

// testNumbers is the only place where test numbers stand: the service acts on it, the bank page and the README show it.
var testNumbers = []TestNumber{
	{RouteBank, "1000000001", codeInvalidAccount, atValidation, "There is no such account", "لا يوجد حساب بهذا الرقم"},
	{RouteBank, "1000000002", codeAccountBlocked, atValidation, "The account is blocked", "الحساب موقوف"},
	{RouteBank, "1000000003", codeInsufficientFunds, atSubmit, "The account is empty", "الحساب فارغ"},
	{RouteBank, "1000000004", codeLimitExceeded, atSubmit, "The daily limit is used up", "تم بلوغ الحد اليومي"},
	{RouteBank, "1000000005", settlesNever, atStatus, "Stays PROCESSING for ever", "تبقى قيد المعالجة دائماً"},
	{RouteBank, "1000000006", settlesLate, atStatus, "Settles after six minutes", "تُسوّى بعد ست دقائق"},
	{RouteBank, "1000000007", codeWrongOTP, atSubmit, "Every code is wrong; the third try fails the payment", "كل رمز خاطئ، والمحاولة الثالثة تُفشل الدفع"},
	{RouteBank, "1000000008", codeOTPExpired, atSubmit, "The code has expired when it arrives", "ينتهي الرمز عند وصوله"},
	{RouteBank, "1000000009", StatusFailed, atStatus, "The bank fails it after the acknowledgement", "يرفضها المصرف بعد قبول الرمز"},
	{RouteBank, "1000000010", settlesTwice, atStatus, "The settlement is delivered twice; money moves once", "تصل التسوية مرتين ويُخصم المبلغ مرة"},

	{RouteWallet, "0910000001", codeInvalidAccount, atValidation, "There is no such wallet", "لا توجد محفظة بهذا الرقم"},
	{RouteWallet, "0910000002", codeAccountBlocked, atValidation, "The wallet is blocked", "المحفظة موقوفة"},
	{RouteWallet, "0910000003", codeInsufficientFunds, atWallet, "The wallet is empty", "المحفظة فارغة"},
	{RouteWallet, "0910000004", codeLimitExceeded, atWallet, "The daily limit is used up", "تم بلوغ الحد اليومي"},
	{RouteWallet, "0910000005", settlesNever, atStatus, "Not terminal, stays PROCESSING for ever", "غير نهائية وتبقى قيد المعالجة دائماً"},
	{RouteWallet, "0910000006", settlesLate, atStatus, "Not terminal, settles after six minutes", "غير نهائية وتُسوّى بعد ست دقائق"},
	{RouteWallet, "0910000007", codeWrongOTP, atWallet, "Every code is wrong; the third try fails the payment", "كل رمز خاطئ، والمحاولة الثالثة تُفشل الدفع"},
	{RouteWallet, "0910000008", codeOTPExpired, atWallet, "The code has expired when it arrives", "ينتهي الرمز عند وصوله"},
	{RouteWallet, "0910000009", failsInReply, atWallet, "FAILED in the reply to the code", "تفشل في الرد على الرمز"},
	{RouteWallet, "0910000010", StatusProcessing, atWallet, "Not terminal: PROCESSING in the reply, SUCCESS soon after", "غير نهائية في الرد ثم تنجح بعد قليل"},
	{RouteWallet, "0910000011", inReply, atWallet, "SUCCESS in the reply to the code, as with any other wallet", "تنجح في الرد على الرمز كأي محفظة أخرى"},

	{RouteQR, "40", approvesSelf, atStatus, "Approved by itself after five seconds", "تتم الموافقة تلقائياً بعد خمس ثوانٍ"},
	{RouteQR, "41", StatusFailed, atStatus, "Declined by itself after five seconds", "تُرفض تلقائياً بعد خمس ثوانٍ"},
	{RouteQR, "42", StatusExpired, atStatus, "Expires by itself after five seconds", "تنتهي تلقائياً بعد خمس ثوانٍ"},
	{RouteQR, "43", settlesNever, atStatus, "Approved, then PROCESSING for ever", "تتم الموافقة ثم تبقى قيد المعالجة دائماً"},
	{RouteQR, "44", settlesLate, atStatus, "Approved, settles after six minutes", "تتم الموافقة وتُسوّى بعد ست دقائق"},
	{RouteQR, "45", paysAfterEnd, atStatus, "Says EXPIRED, and one minute later SUCCESS", "تنتهي ثم تنجح بعد دقيقة"},
	{RouteQR, "46", fastPath, atStatus, "SUCCESS at once, PROCESSING is never seen", "تنجح فوراً دون معالجة"},
	{RouteQR, "47", settlesTwice, atStatus, "The settlement is delivered twice; money moves once", "تصل التسوية مرتين ويُخصم المبلغ مرة"},
}

// TestNumbers returns the whole table, in the order in which the bank page shows it.
func TestNumbers() []TestNumber { return append([]TestNumber{}, testNumbers...) }

func outcomeFor(route, match string) string {
	for _, m := range testNumbers {
		if m.Route == route && m.Match == match {
			return m.Outcome
		}
	}
	return ""
}

// outcomeForAmount looks at the last two digits of the minor units: with 12.541 LYD it finds row 41.
func outcomeForAmount(minor int64) string { return outcomeFor(RouteQR, fmt.Sprintf("%02d", minor%100)) }

// Number is an account or wallet to practise with, and what it does: the Outcome of TestNumbers, empty for one that
// simply pays.
type Number struct{ Number, Outcome string }

// Numbers lists an ordinary number of a rail (RouteBank or RouteWallet) first, then those that do something particular.
func Numbers(rail string) []Number {
	all := []Number{{Number: map[string]string{RouteBank: "1234567890", RouteWallet: "0912345678"}[rail]}}
	for _, m := range testNumbers {
		if m.Route == rail {
			all = append(all, Number{Number: m.Match, Outcome: m.Outcome})
		}
	}
	return all
}
