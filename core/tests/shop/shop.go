// Package shop invents the sales of a shop and has the words of two languages,
// for the tests of reports and exports, and for measuring them.
package shop

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report"
	"sanduq/core/report/export"
)

// LastDay is the newest day of the invented sales.
var LastDay = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

const perDay = 400

// Token and Account are secrets that every invented sale carries where a
// mistake could take them from, and that no export may hold.
const (
	Token   = "eyJhbGciOiJIUzI1NiJ9.CANARY-TOKEN.x"
	Account = "0123456789014417"
)

var cashiers = []string{"Samira", "Yusuf", "مريم", "Huda"}

// Sale is the i-th of n, the last of which is on LastDay. The same numbers give
// the same sale.
func Sale(i, n int, currencies ...string) journal.Sale {
	r := rand.New(rand.NewPCG(uint64(i), 18))
	day := LastDay.AddDate(0, 0, (i-n+1)/perDay)
	number := i%perDay + 1
	at := day.Add(8*time.Hour + time.Duration(number)*90*time.Second + time.Duration(r.IntN(60))*time.Second)
	currency := "LYD"
	if len(currencies) > 0 {
		currency = currencies[r.IntN(len(currencies))]
	}
	amount := money.Amount{Minor: int64(1 + r.IntN(120_000)), Currency: currency}
	s := journal.Sale{ID: journal.NewSaleID(journal.DayOf(day), number), Version: 4, Amount: amount, Environment: core.Live, CreatedAt: at, UpdatedAt: at.Add(time.Minute),
		Cashier: cashiers[r.IntN(len(cashiers))], Step: journal.StepSession, Route: []core.Route{core.RouteQR, core.RouteQR, core.RouteAccount, core.RouteWallet}[r.IntN(4)]}
	s.OrderID = fmt.Sprintf("TILL-%s-%03d-%04x", s.ID.Day().Short(), number, r.IntN(1<<16))
	s.Session = core.PaymentSession{PaymentID: Token, OrderID: s.OrderID, Amount: amount, Route: s.Route, State: core.StateSuccess, QRPayload: Account, DPHReference: Token}
	if s.Route != core.RouteQR {
		s.Institution, s.Session.MaskedAccount = "First Practice Bank", fmt.Sprintf("•••• %04d", r.IntN(10_000))
	}
	switch {
	case i%5 == 0:
		s.Reference = fmt.Sprintf("INV-%06d", i)
	case i%97 == 0:
		s.Reference = `=HYPERLINK("http://example.org","click")`
	case i%53 == 0:
		s.Reference = "فاتورة " + fmt.Sprint(i)
	}
	switch k := r.IntN(100); {
	case k < 4:
		s.Session.State = core.StateFailed
	case k < 6:
		s.Session.State = core.StateExpired
	case k < 7:
		s.Session.State, s.SetAside = core.StateWaitingPayment, &journal.Decision{At: at, Reason: journal.AsideCustomerLeft}
	case k < 8:
		s.Session.State, s.Capped = core.StateWaitingPayment, true
	default:
		s.SettledAt, s.ReceiptSeq = at.Add(time.Duration(20+r.IntN(60))*time.Second), uint64(i+1)
		s.Session.TransactionID = fmt.Sprintf("%04X-%04X-%08d", r.IntN(1<<16), r.IntN(1<<16), i)
		if i%41 == 7 { // and given back
			s.PaidTwiceWith, s.OwedSince, s.OwedEnd = journal.NewSaleID(s.ID.Day(), 999), s.SettledAt, journal.DebtReturned
		}
	}
	return s
}

// Returned is what was given back of n sales: all of some, and a part of one in a
// hundred others.
func Returned(n int, currencies ...string) export.Returned {
	all := export.Returned{}
	for i := range n {
		switch s := Sale(i, n, currencies...); {
		case s.Returned():
			all[s.ID] = s.Amount.Minor
		case i%100 == 3 && s.Status() == journal.StatusPaid && s.Amount.Minor > 1:
			all[s.ID] = s.Amount.Minor / 2
		}
	}
	return all
}

// Sales is a sequence of n of them, oldest first.
func Sales(n int, currencies ...string) iter.Seq2[journal.Sale, error] {
	return func(yield func(journal.Sale, error) bool) {
		for i := range n {
			if !yield(Sale(i, n, currencies...), nil) {
				return
			}
		}
	}
}

// Each is a sequence of sales that are there.
func Each(sales []journal.Sale) iter.Seq2[journal.Sale, error] {
	return func(yield func(journal.Sale, error) bool) {
		for _, s := range sales {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// About is what the exports of the tests say of themselves.
func About(w export.Words) export.About {
	title, asked := "Sales", "Every state, every route"
	if w.RTL() {
		title, asked = "المبيعات", "كل الحالات، كل الطرق"
	}
	return export.About{Title: title, Shop: "Al Noor Market", Till: "2", Asked: asked, Period: report.Period{From: "20261101", To: "20261120"}, By: "Huda",
		At: time.Date(2026, 11, 20, 14, 31, 0, 0, time.UTC)}
}
