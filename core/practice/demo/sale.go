package demo

import (
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till"
)

// sale makes up one that was opened at a moment and has ended since.
func (g *generator) sale(at time.Time) till.Past {
	s := journal.Sale{Version: 1, Amount: g.amount(), Cashier: g.set.Cashier,
		CreatedAt: at, Step: journal.StepSession, Route: g.route()}
	note(&s, at, journal.HistoryCharged, "")
	open := at.Add(g.seconds(1, 2))
	switch n := g.random.IntN(1000); {
	case n < 925:
		g.paid(&s, open)
	case n < 965:
		g.ended(&s, open, core.StateFailed, journal.HistoryFailed, "FAILED", g.seconds(20, 90))
	case n < 990:
		g.ended(&s, open, core.StateExpired, journal.HistoryExpired, "EXPIRED", g.seconds(280, 300))
	default:
		g.refused(&s, open)
	}
	return till.Past{Sale: s, Tail: g.letters(8), Settings: g.set}
}

// begun is a payment that was opened and shown to the customer.
func (g *generator) begun(s *journal.Sale, at time.Time) time.Time {
	s.Session = core.PaymentSession{PaymentID: "PRACTICE-" + g.letters(12), Amount: s.Amount, Route: s.Route, Rail: core.RailBank}
	note(s, at, journal.HistoryOpened, "")
	at = at.Add(g.seconds(1, 3))
	if s.Route.Scanned() {
		note(s, at, journal.HistoryQRShown, "")
		return at
	}
	offered := banks[s.Route]
	bank := offered[g.random.IntN(len(offered))]
	s.Institution = bank.Name
	s.Session.InstitutionCode, s.Session.Rail = bank.Code, bank.Rail
	s.Session.ByAccountNumber = bank.Rail == core.RailBank
	s.Session.MaskedAccount = "•••• " + g.digits(4)
	s.Session.MaskedCustomer = g.letters(1) + "••• " + g.letters(1) + "•••"
	at = at.Add(g.seconds(15, 40))
	note(s, at, journal.HistoryCodeSent, s.Session.MaskedCustomer)
	return at
}

func (g *generator) paid(s *journal.Sale, at time.Time) {
	at = g.begun(s, at).Add(g.seconds(8, 70))
	if s.Route.Scanned() {
		note(s, at, journal.HistoryConfirmed, "PROCESSING")
	} else {
		note(s, at, journal.HistoryCodeTaken, "")
	}
	at = at.Add(g.seconds(3, 20))
	note(s, at, journal.HistoryPaid, "SUCCESS")
	s.Session.State, s.Session.RawStatus = core.StateSuccess, "SUCCESS"
	s.Session.TransactionID = g.letters(4) + "-" + g.letters(4) + "-" + g.digits(4)
	s.SettledAt = at
	g.over(s, at)
}

// ended is a payment that the gateway ended without money. The plan of asking
// about it is over: it never reached a gateway.
func (g *generator) ended(s *journal.Sale, at time.Time, state core.State, fact, word string, after time.Duration) {
	at = g.begun(s, at).Add(after)
	note(s, at, fact, word)
	s.Session.State, s.Session.RawStatus = state, word
	s.Watch = journal.Watch{Since: at, Last: at.Add(time.Minute), Tries: 1}
	g.over(s, at)
}

// refused is a sale for which no payment was opened.
func (g *generator) refused(s *journal.Sale, at time.Time) {
	s.Step = journal.StepRejected
	s.Refusal = &journal.Refusal{Operation: core.OpInitiate, Code: "LIMIT_EXCEEDED", HTTPStatus: 422, At: at}
	note(s, at, journal.HistoryRejected, s.Refusal.Code)
	g.over(s, at)
}

// over is the cashier taking note of the end.
func (g *generator) over(s *journal.Sale, at time.Time) {
	s.AcknowledgedAt = at.Add(g.seconds(2, 12))
	s.UpdatedAt = s.AcknowledgedAt
	s.Session.UpdatedAt = at
}

func (g *generator) seconds(from, to int) time.Duration {
	return time.Duration(from)*time.Second + time.Duration(g.random.Int64N(int64(to-from)*int64(time.Second)+1))
}

// The signs of made-up names are hard to mistake for one another.
const (
	letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
	digits  = "0123456789"
)

func (g *generator) letters(n int) string { return g.pick(letters, n) }
func (g *generator) digits(n int) string  { return g.pick(digits, n) }

func (g *generator) pick(from string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteByte(from[g.random.IntN(len(from))])
	}
	return b.String()
}

func note(s *journal.Sale, at time.Time, code, word string) {
	s.History = append(s.History, journal.HistoryEvent{At: at, Code: code, Word: word})
}
