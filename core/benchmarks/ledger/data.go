package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// perDay is how many sales a day of a history has: a million are one year's.
func perDay(n int) int { return max(400, n/365+1) }

var lastDay = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

func dayOf(i, n int) journal.Day { return journal.DayOf(lastDay.AddDate(0, 0, (i-n+1)/perDay(n))) }

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"

func pick(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = letters[r.IntN(len(letters))]
	}
	return string(b)
}

// transaction and reference of a sale follow from its place in the history.
func transaction(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 1))
	return fmt.Sprintf("%s-%s-%04d", pick(r, 4), pick(r, 4), r.IntN(10_000))
}

func reference(i int) string { return fmt.Sprintf("ORDER %07d", i) }

// change is the i-th sale of a history of n, as a shop's are: nine of ten paid
// by one of three routes, with a QR's text where there was one.
func change(i, n int) journal.Change {
	return changeOn(i, perDay(n), journal.NewSaleID(dayOf(i, n), perDay(n)-(n-1-i)%perDay(n)))
}

// changeOn is the i-th sale on a day of so many: a shop is open for eleven hours.
func changeOn(i, perDay int, id journal.SaleID) journal.Change {
	r := rand.New(rand.NewPCG(uint64(i), 2))
	at := id.Day().Time(time.UTC).Add(8*time.Hour + time.Duration(id.Number())*11*time.Hour/time.Duration(perDay) + time.Duration(r.Int64N(1e9)))
	after := func(seconds int) time.Time {
		return at.Add(time.Duration(seconds)*time.Second + time.Duration(r.Int64N(1e9)))
	}
	amount := money.Amount{Minor: int64(1+r.IntN(800)) * 250, Currency: "LYD"}
	route := []core.Route{core.RouteQR, core.RouteQR, core.RouteAccount, core.RouteWallet}[r.IntN(4)]
	order := id.Paper() + "-" + pick(r, 8)
	s := journal.Sale{ID: id, Version: 1, OrderID: order, Amount: amount, Environment: core.Sandbox, BaseURL: "embedded", Cashier: cashierOf(i, perDay),
		CreatedAt: at, UpdatedAt: after(60), Step: journal.StepSession, Route: route, AcknowledgedAt: after(60),
		History: []journal.HistoryEvent{{At: at, Code: journal.HistoryCharged}, {At: after(1), Code: journal.HistoryOpened}},
		Session: core.PaymentSession{PaymentID: "PRACTICE-" + pick(r, 12), OrderID: order, Amount: amount, Route: route, Rail: core.RailBank,
			UpdatedAt: after(58)}}
	if i%5 == 0 {
		s.Reference = reference(i)
	}
	if route == core.RouteQR {
		s.Session.QRPayload = fmt.Sprintf("00020101021226730014ly.practice.pay0151http://127.0.0.1:47821/pay/%s52045411530343454061%05d5802LY5914Al Noor Market6007Tripoli6304%04X",
			s.Session.PaymentID, amount.Minor, r.IntN(1<<16))
		s.History = append(s.History, journal.HistoryEvent{At: after(2), Code: journal.HistoryQRShown}, journal.HistoryEvent{At: after(30), Code: journal.HistoryConfirmed, Word: "PROCESSING"})
	} else {
		s.Institution, s.Session.InstitutionCode = "First Practice Bank", "FPB"
		s.Session.ByAccountNumber = route == core.RouteAccount
		s.Session.MaskedAccount = fmt.Sprintf("•••• %04d", r.IntN(10_000))
		s.Session.MaskedCustomer = pick(r, 1) + "••• " + pick(r, 1) + "•••"
		s.Session.DPHReference = "DPH-" + pick(r, 10)
		s.History = append(s.History, journal.HistoryEvent{At: after(20), Code: journal.HistoryCodeSent, Word: s.Session.MaskedCustomer}, journal.HistoryEvent{At: after(40), Code: journal.HistoryCodeTaken})
	}
	switch k := r.IntN(10_000); {
	case k < 5: // what nobody knows, and a manager watches
		s.Session.State, s.Session.RawStatus, s.Capped = core.StateWaitingPayment, "PROCESSING", true
		s.Watch = journal.Watch{Since: after(300), Last: after(3000), Tries: 9}
		return journal.Change{Sale: &s}
	case k < 700:
		s.Session.State, s.Session.RawStatus = core.StateFailed, "FAILED"
		s.Watch = journal.Watch{Since: after(60), Last: after(420), Tries: 1}
		s.History = append(s.History, journal.HistoryEvent{At: after(58), Code: journal.HistoryFailed, Word: "FAILED"})
		return journal.Change{Sale: &s}
	}
	s.Session.State, s.Session.RawStatus, s.Session.TransactionID = core.StateSuccess, "SUCCESS", transaction(i)
	s.SettledAt = after(58)
	s.History = append(s.History, journal.HistoryEvent{At: s.SettledAt, Code: journal.HistoryPaid, Word: "SUCCESS"})
	return journal.Change{Sale: &s, Receipt: &journal.Receipt{SaleID: id, OrderID: order, PaymentID: s.Session.PaymentID,
		TransactionID: s.Session.TransactionID, Reference: s.Reference, Amount: amount, Route: route, Payer: s.Session.MaskedAccount,
		Institution: s.Institution, SettledAt: s.SettledAt, Shop: "Al Noor Market", Till: "Till 2", Cashier: s.Cashier, Environment: core.Sandbox}}
}

// cashierOf is one of two who take turns by the week, or now and then a third.
func cashierOf(i, perDay int) string {
	if i%97 == 0 {
		return "Huda"
	}
	return []string{"Amal", "Bilal"}[i/(7*perDay)%2]
}

// number gives the receipt of a change its number, and a row of the audit with
// it, as the till does.
func number(c journal.Change, h *journal.Head) journal.Change {
	if c.Receipt != nil {
		h.Receipt++
		h.Audit++
		c.Receipt.Seq, c.Sale.ReceiptSeq = h.Receipt, h.Receipt
		c.Audit = []journal.AuditRow{{Seq: h.Audit, At: c.Receipt.SettledAt, By: c.Sale.Cashier, Action: journal.AuditSettled, SaleID: c.Sale.ID}}
	}
	return c
}
