package receipts

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// outcomes are the sentences of what an order comes to.
var outcomes = map[journal.Outcome]string{
	journal.OutcomePaid: "happened.paid", journal.OutcomePaidOpen: "happened.paidOpen", journal.OutcomePaidCash: "happened.paidCash",
	journal.OutcomePaidTwice: "happened.paidTwice", journal.OutcomeMaybe: "happened.maybeTwice", journal.OutcomeNotPaid: "happened.notPaid", journal.OutcomeResolved: "happened.resolved",
	journal.OutcomeCash: "happened.cash", journal.OutcomeAside: "happened.aside", journal.OutcomeUnknown: "happened.unknown", journal.OutcomeOpen: "happened.open",
	journal.OutcomeTaken: "happened.cashTaken", journal.OutcomeReturned: "happened.returned", journal.OutcomeKept: "happened.kept", journal.OutcomeReversed: "happened.reversed",
}

// concluded is what an order comes to, in one sentence that is true of every
// attempt of it.
func (d Deps) concluded(env screen.Env, c journal.Conclusion) string {
	w, key := env.Words, outcomes[c.Outcome]
	if c.Outcome == journal.OutcomePaid && !c.Watched {
		key = "happened.paid.clear" // while its other leg is asked about, that much is not known
	}
	number := ""
	if c.Other != "" {
		number = present.Number(c.Other)
	}
	said := w.T(key, "time", d.moment(env, c.At), "number", number)
	if env.Practice {
		return w.T("happened.practice", "said", said)
	}
	return said
}

// moment is a time of today, or a time and its day.
func (d Deps) moment(env screen.Env, t time.Time) string {
	if t.IsZero() {
		return present.None
	}
	t = t.In(zone(env))
	if journal.DayOf(t) == d.History.Today() {
		return clock(env, t)
	}
	return env.Words.Moment(t)
}

// fromTheBank are the events that are the bank's word; all others are the till's.
var fromTheBank = map[string]bool{
	journal.HistoryRejected: true, journal.HistoryOpened: true, journal.HistoryQRRefused: true, journal.HistoryConfirmed: true, journal.HistoryCodeSent: true,
	journal.HistoryAccountRefused: true, journal.HistoryCodeRefused: true, journal.HistoryCodeTaken: true, journal.HistoryPaid: true, journal.HistoryPaidLate: true,
	journal.HistoryFailed: true, journal.HistoryExpired: true, journal.HistoryDenied: true, journal.HistoryConflict: true,
}

// final are the events that end a matter: they are what a reader looks for.
var final = map[string]bool{journal.HistoryPaid: true, journal.HistoryPaidLate: true, journal.HistoryFailed: true, journal.HistoryExpired: true,
	journal.HistoryPaidTwice:  true,
	journal.HistoryMaybeTwice: true, journal.HistoryAfterCash: true}

// whose says whose word an event is.
func whose(env screen.Env, code string) string {
	if fromTheBank[code] {
		return env.Words.T("happened.bank")
	}
	return env.Words.T("happened.till")
}

// tryName is what an attempt is called: its place, its number and where it was
// to be paid from.
func tryName(env screen.Env, n int, s journal.Sale) string {
	return env.Words.T("happened.try", "n", n, "number", present.Number(s.ID), "from", from(env, s))
}

// from is the way to pay of a sale, with what is known of the account.
func from(env screen.Env, s journal.Sale) string {
	_, key := present.Route(s.Route)
	institution, masked := present.Account(s)
	return strings.Join(slices.DeleteFunc([]string{env.Words.T(key), institution, masked}, func(s string) bool { return s == "" }), " ")
}

// slip is the whole story for paper and for a file: customers take it along.
func (h *happened) slip() receipt.Slip {
	env, d := h.env, h.deps
	env.Words = env.ForCustomers()
	set := d.History.Settings()
	out := receipt.Happened{Order: h.sale.ID.Paper(), Amount: h.sale.Amount, Said: d.concluded(env, h.said),
		Issuer: receipt.Issuer{Shop: set.Shop, Place: set.Place, Till: set.Till, Seller: set.Seller,
			Cashier: h.sale.Cashier, At: env.Now(), Test: journal.Receipt{Environment: h.sale.Environment}.Test()}}
	for i, s := range h.attempts {
		t := receipt.Try{Name: tryName(env, i+1, s)}
		for _, e := range s.History {
			t.Steps = append(t.Steps, receipt.Line{Kind: receipt.LineTime, Label: seconds(env, e.At) + " " + whose(env, e.Code), Value: fact(env, s, e)})
		}
		out.Tries = append(out.Tries, t)
	}
	return receipt.NewHappened(out, onPaper(env))
}

// forTheBank is what the bank needs to find the payments, one line for each
// attempt that it knows. No more of an account than is on a receipt.
func (h *happened) forTheBank() string {
	var lines []string
	for _, s := range h.attempts {
		if s.Session.PaymentID == "" {
			continue
		}
		lines = append(lines, strings.Join([]string{s.OrderID, s.Session.PaymentID, cmp.Or(s.Session.TransactionID, present.None),
			s.Amount.Major() + " " + s.Amount.Currency, s.CreatedAt.In(zone(h.env)).Format("2006-01-02 15:04:05")}, "\t"))
	}
	return strings.Join(lines, "\n")
}
