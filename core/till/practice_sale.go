package till

import (
	"strings"
	"time"

	"sanduq/core"
)

// invented is a sale that still lacks its name and its receipt's number.
type invented struct {
	sale Sale
	tail string // of the order's name
	set  Settings
}

// sale makes up one that was opened at a moment and has ended since.
func (in *invention) sale(at time.Time) invented {
	s := Sale{Version: 1, Amount: in.amount(), Environment: core.Sandbox, BaseURL: in.base, Cashier: in.set.Cashier,
		CreatedAt: at, Step: StepSession, Route: in.route()}
	s.note(at, FactCharged, "")
	open := at.Add(in.seconds(1, 2))
	switch n := in.random.IntN(1000); {
	case n < 925:
		in.paid(&s, open)
	case n < 965:
		in.ended(&s, open, core.StateFailed, FactFailed, "FAILED", in.seconds(20, 90))
	case n < 990:
		in.ended(&s, open, core.StateExpired, FactExpired, "EXPIRED", in.seconds(280, 300))
	default:
		in.refused(&s, open)
	}
	return invented{sale: s, tail: in.letters(8), set: in.set}
}

// begun is a payment that was opened and shown to the customer.
func (in *invention) begun(s *Sale, at time.Time) time.Time {
	s.Session = core.PaymentSession{PaymentID: "PRACTICE-" + in.letters(12), Amount: s.Amount, Route: s.Route, Rail: core.RailBank}
	s.note(at, FactOpened, "")
	at = at.Add(in.seconds(1, 3))
	if s.Route == core.RouteQR {
		s.note(at, FactQRShown, "")
		return at
	}
	banks := inventedBanks[s.Route]
	bank := banks[in.random.IntN(len(banks))]
	s.Institution = bank.Name
	s.Session.InstitutionCode, s.Session.Rail = bank.Code, bank.Rail
	s.Session.ByAccountNumber = s.Route == core.RouteAccount
	s.Session.MaskedAccount = "•••• " + in.digits(4)
	s.Session.MaskedCustomer = in.letters(1) + "••• " + in.letters(1) + "•••"
	at = at.Add(in.seconds(15, 40))
	s.note(at, FactCodeSent, s.Session.MaskedCustomer)
	return at
}

func (in *invention) paid(s *Sale, at time.Time) {
	at = in.begun(s, at).Add(in.seconds(8, 70))
	if s.Route == core.RouteQR {
		s.note(at, FactConfirmed, "PROCESSING")
	} else {
		s.note(at, FactCodeTaken, "")
	}
	at = at.Add(in.seconds(3, 20))
	s.note(at, FactPaid, "SUCCESS")
	s.Session.State, s.Session.RawStatus = core.StateSuccess, "SUCCESS"
	s.Session.TransactionID = in.letters(4) + "-" + in.letters(4) + "-" + in.digits(4)
	s.SettledAt = at
	in.over(s, at)
}

// ended is a payment that the gateway ended without money. The plan of asking
// about it is over: it never reached a gateway.
func (in *invention) ended(s *Sale, at time.Time, state core.State, fact, word string, after time.Duration) {
	at = in.begun(s, at).Add(after)
	s.note(at, fact, word)
	s.Session.State, s.Session.RawStatus = state, word
	s.Watch = Watch{Since: at, Last: at.Add(firstWatches[0]), Tries: 1}
	in.over(s, at)
}

// refused is a sale for which no payment was opened.
func (in *invention) refused(s *Sale, at time.Time) {
	s.Step = StepRejected
	s.Refusal = &Refusal{Operation: core.OpInitiate, Code: "LIMIT_EXCEEDED", HTTPStatus: 422, At: at}
	s.note(at, FactRejected, s.Refusal.Code)
	in.over(s, at)
}

// over is the cashier taking note of the end.
func (in *invention) over(s *Sale, at time.Time) {
	s.AcknowledgedAt = at.Add(in.seconds(2, 12))
	s.UpdatedAt = s.AcknowledgedAt
	s.Session.UpdatedAt = at
}

// change gives the sale its name, and the next receipt when it is paid.
func (i invented) change(id SaleID, receipts *uint64) Change {
	s := i.sale
	s.ID = id
	s.OrderID = id.Paper() + "-" + i.tail
	if s.Session.PaymentID != "" {
		s.Session.OrderID = s.OrderID
	}
	if s.Session.State != core.StateSuccess {
		return Change{Sale: &s}
	}
	*receipts++
	s.ReceiptSeq = *receipts
	r := receiptOf(s, i.set, s.ReceiptSeq, s.SettledAt)
	return Change{Sale: &s, Receipt: &r}
}

func (in *invention) seconds(from, to int) time.Duration {
	return time.Duration(from)*time.Second + time.Duration(in.random.Int64N(int64(to-from)*int64(time.Second)+1))
}

// The signs of invented names are hard to mistake for one another.
const (
	inventedLetters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
	inventedDigits  = "0123456789"
)

func (in *invention) letters(n int) string { return in.pick(inventedLetters, n) }
func (in *invention) digits(n int) string  { return in.pick(inventedDigits, n) }

func (in *invention) pick(from string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(from[in.random.IntN(len(from))])
	}
	return b.String()
}
