package receipt

import "sanduq/core/money"

// Happened is all that is known of an order, for a customer who asks or for the bank.
type Happened struct {
	Issuer
	Order  string // what people call it
	Amount money.Amount
	Said   string // what it comes to, in one sentence
	Tries  []Try
}

// Try is one attempt: what it is called, and what happened in it, each with its time before it.
type Try struct {
	Name  string
	Steps []Line
}

// NewHappened says what happened with an order. It is no receipt, whatever it says, and begins and ends with that.
func NewHappened(h Happened, w Words) Slip {
	s := Slip{RTL: w.RTL()}
	if h.Test {
		s.Mark = w.Say(KeyTest)
	}
	lines := []Line{
		{LineSale, w.Say(KeySale), clean(h.Order)},
		{LineAsked, w.Say(KeyAsked), amountIn(h.Amount, w)},
	}
	if h.Cashier != "" {
		lines = append(lines, Line{LineCashier, w.Say(KeyCashier), clean(h.Cashier)})
	}
	lines = append(lines, Line{LinePrinted, w.Say(KeyPrinted), w.DateTime(h.At)})
	s.Parts = []Part{
		Title{w.Say(KeyNoReceipt)},
		Text{w.Say(KeyHappened)}, Fact{clean(h.Said)},
		Place{clean(h.Shop), h.under(w), NamesOf(h.Seller, w)},
		Rows{lines},
	}
	for _, t := range h.Tries {
		steps := make([]Line, len(t.Steps))
		for i, l := range t.Steps {
			steps[i] = Line{l.Kind, clean(l.Label), clean(l.Value)}
		}
		s.Parts = append(s.Parts, Text{clean(t.Name)}, Rows{steps})
	}
	s.Parts = append(s.Parts, Footer{w.Say(KeyNoReceipt)})
	return s
}
