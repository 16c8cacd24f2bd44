package codec

// words are texts that many records hold. Their numbers are on disk: append,
// never move or remove.
var words = []string{
	"",
	"LYD", "BHD", "KWD", "OMR", "TND", "USD", "EUR", "GBP", "EGP", "MAD", "DZD", "SAR", "AED", "QAR", "JOD", "IQD", "JPY",
	"sandbox", "live", "embedded",
	"intent", "notSent", "rejected", "createUnknown", "created", "qrIntent", "validateIntent", "otpIntent", "session",
	"qr", "account", "wallet", "bank",
	"pending", "qrGenerated", "otpRequired", "waitingPayment", "authorized", "success", "failed", "expired",
	"SUCCESS", "FAILED", "EXPIRED", "PROCESSING", "PENDING",
	"started", "done",
	"charged", "opened", "qrShown", "qrRefused", "confirmed", "codeSent", "accountRefused", "codeRefused", "codeTaken",
	"codeUnknown", "paid", "paidLate", "capped", "denied", "conflict", "restored", "unrestorable", "setAside", "toManager",
	"resolvedOutside", "replaced", "paidTwice",
	"settled", "settledLate", "copy", "settings", "alertRead", "practiceSales",
	"Sanduq", "behind",
	"cash", "shiftOpened", "shiftHanded", "counted", "shiftClosed", "cashIn", "cashOut", "owed", "owedNoted", "owedReturned", "owedKept", "rights",
	"in", "out", "hand", "bothLegs", "afterCash", "noted", "returned", "kept",
}

var wordNumbers = func() map[string]uint64 {
	numbers := make(map[string]uint64, len(words))
	for i, w := range words {
		numbers[w] = uint64(i)
	}
	return numbers
}()
