package receipt

import "time"

// Words gives the sentences of one language. Implementations must be safe for concurrent use.
type Words interface {
	// Say returns the sentence of a key of the catalogue, with named values put in: Say("bar.till", "till", "2").
	Say(key string, args ...any) string
	// DateTime returns a moment as it stands on paper, to the second, in the shop's own time zone.
	DateTime(t time.Time) string
	// Currency returns the word for a currency beside an amount, such as "LYD".
	Currency(code string) string
	// RTL reports whether the language is written from right to left.
	RTL() bool
}

// The keys of the catalogue that slips use.
const (
	KeyPoint       = "number.point" // between whole and fraction; a point where the language has no word
	KeyNumber      = "receipt.number"
	KeyCashier     = "receipt.cashier"
	KeyTime        = "receipt.time"
	KeySale        = "receipt.sale"
	KeyTransaction = "receipt.transaction"
	KeyPaidFrom    = "receipt.from"
	KeyPaid        = "customer.paid"
	KeyQR          = "payer.qr"
	KeyBank        = "receipt.bank"
	KeyWalletOf    = "receipt.walletOf"
	KeyReference   = "receipt.reference"
	KeyTest        = "receipt.test"
	KeyTestNote    = "receipt.practice"
	KeyLate        = "receipt.late"
	KeyCopy        = "receipt.copy"
	KeyTill        = "bar.till"      // {till}
	KeyTillPlace   = "receipt.place" // {till}, {place}
	KeyOrder       = "slip.order"
	KeyAsked       = "slip.asked"
	KeyPrinted     = "slip.printed"
	KeyNoReceipt   = "slip.noReceipt"
	KeyUnknown     = "slip.unknown"
	KeyUnknownFact = "slip.unknown.fact"
	KeyUnknownDo   = "slip.unknown.do"
	KeyHappened    = "slip.happened"
	KeyTestWidth   = "slip.test.width" // {mm}, {dots}
	KeyTestEnds    = "slip.test.ends"
)
