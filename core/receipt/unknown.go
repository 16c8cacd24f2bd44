package receipt

import (
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/seller"
)

// Issuer is who hands out a slip that is no receipt, and when.
type Issuer struct {
	Shop, Place, Till, Cashier string
	At                         time.Time
	Test                       bool // no money can have moved
	Seller                     seller.Seller
}

func (i Issuer) under(w Words) string { return under(i.Till, i.Place, w) }

// Unknown is a payment of which nobody can say yet whether it came.
type Unknown struct {
	Issuer
	SaleID  journal.SaleID
	OrderID string // what the service knows it by
	Amount  money.Amount
	Began   time.Time
}

// NewUnknown says to the customer that it is not known yet whether a payment has come, and how it can be looked up. It
// never looks like a receipt: it begins and ends with what it is not, and its amount is one line among others.
func NewUnknown(u Unknown, w Words) Slip {
	s := Slip{RTL: w.RTL()}
	if u.Test {
		s.Mark = w.Say(KeyTest)
	}
	lines := []Line{
		{LineSale, w.Say(KeySale), u.SaleID.Paper()},
		{LineOrder, w.Say(KeyOrder), orBlank(clean(u.OrderID))},
		{LineAsked, w.Say(KeyAsked), amountIn(u.Amount, w)},
		{LineTime, w.Say(KeyTime), w.DateTime(u.Began)},
	}
	if u.Cashier != "" {
		lines = append(lines, Line{LineCashier, w.Say(KeyCashier), clean(u.Cashier)})
	}
	lines = append(lines, Line{LinePrinted, w.Say(KeyPrinted), w.DateTime(u.At)})
	s.Parts = []Part{
		Title{w.Say(KeyNoReceipt)},
		Fact{w.Say(KeyUnknown)},
		Text{w.Say(KeyUnknownFact)}, Text{w.Say(KeyUnknownDo)},
		Place{clean(u.Shop), u.under(w), NamesOf(u.Seller, w)},
		Rows{lines},
	}
	if code := clean(u.OrderID); code != "" {
		s.Parts = append(s.Parts, Code{code})
	}
	s.Parts = append(s.Parts, Footer{w.Say(KeyNoReceipt)})
	return s
}

// amountIn is an amount within a line. From right to left the currency comes out left of the number, as in an Amount.
func amountIn(a money.Amount, w Words) string {
	return strings.Replace(a.Major(), ".", point(w), 1) + " " + clean(w.Currency(a.Currency))
}
