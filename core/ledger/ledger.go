// Package ledger is what a program needs of an SDK when it keeps the books of many
// payments and answers for each: whose a settlement is, whether a payment may be
// debited twice, and what to ask about after the machine stopped. A page that takes
// one payment needs none of it.
//
// It knows the standard library alone, and has no goroutine and no lock.
package ledger

import "context"

// Settlement is what an answer says a payment is, or was settled by, or is to be paid
// with.
type Settlement struct {
	PaymentID     string
	OrderID       string
	TransactionID string // blank from initiate, and where the gateway named none
	QRPayload     string // of a QR that is about to be shown; else blank
	Uncertain     bool   // of SecondSettlement alone: it may be the debit that is known
}

// Ledger is the part of a core.WebSDK that such a program uses; WebSDK.Ledger returns
// it. Its methods are safe for concurrent use.
type Ledger interface {
	// VerifySettlements makes the SDK ask before it takes a payment for its own
	// (TransactionID blank), before it shows a QR, and before it believes an answer that
	// says it was settled. An error that matches core.ErrConflict means that payment or
	// transaction are another order's, or that the QR can be paid for one: a status
	// answer then changes nothing but Conflict, and a QR is not shown. Any other error
	// counts as no answer, and so does a panic. verify is called without a
	// lock held and may block until its context ends.
	VerifySettlements(verify func(context.Context, Settlement) error)
	// PayableTwice reports whether the gateway might debit this payment twice: a code
	// left for the bank account, and a QR was asked for or a code left for a wallet; or
	// a code left for a leg by which money might have come already. One payment is
	// meant to be paid once; whether a gateway sees to it is not this side's knowledge,
	// so a program that answers for money asks on with SecondSettlement after the first
	// success.
	PayableTwice() bool
	// SecondSettlement asks, of a payment that is settled, each leg by which it may be
	// debited once more, and returns what a leg was settled by, where that may be money of
	// its own:
	//
	//   - A leg that names a transaction other than the receipt's was debited: that is
	//     certain.
	//   - A leg that did not settle the payment, said after the settlement that no money
	//     came by it (pending, failed, expired, or that it knows no such payment), and now
	//     says success without two transactions to compare, may have been debited, or may
	//     have learned late of the one debit: Settlement.Uncertain. Its transaction may be
	//     blank.
	//   - A leg that names the receipt's transaction, or none from the beginning, speaks of
	//     the payment as a whole. That is no evidence; nor is silence, or a word that
	//     nobody knows.
	//
	// The zero Settlement means that no such money is known at the moment. Of the session
	// nothing changes but SecondPending; an answer is an event like any call's. Errors:
	// core.ErrNoSession before the payment is settled, or where it cannot be PayableTwice;
	// otherwise as RefreshStatus.
	SecondSettlement(ctx context.Context) (Settlement, error)
	// AskBothLegs tells that the restored session is older than the last one: what
	// was done with the payment since is not known, so every status question asks
	// for the bank account and for QR and wallet, whatever the session says of its
	// route.
	AskBothLegs()
	// AskAboutLostQR tells that a QR was asked for when the machine stopped, and that
	// no snapshot knows what came of it: PaymentSession.QRLost. It may be out, and
	// paid, so that every later status question asks for QR and wallet too, whatever
	// the session says of its route.
	AskAboutLostQR()
}
