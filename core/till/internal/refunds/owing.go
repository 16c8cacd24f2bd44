package refunds

import (
	"context"
	"slices"

	"sanduq/core/journal"
)

// Money is what the ledger says of the money that the bank brought for one sale.
type Money byte

// What became of it.
const (
	MoneyWhole Money = iota // nothing of it was ever owed back
	MoneyKept               // it was owed back, and the shop kept it, or a part of it
	MoneyOwed               // it is owed back, since it was not the only taking of its order
	MoneyGone               // it was returned, or is to be: its customer had not got the goods
)

// Taking is a sale of an order. Money is what became of its payment, where it is paid.
type Taking struct {
	Sale  journal.Sale
	Money Money
}

// stays reports whether a payment stands that is not to go back.
func (t Taking) stays() bool {
	return t.Sale.Status() == journal.StatusPaid && (t.Money == MoneyWhole || t.Money == MoneyKept)
}

// Owing is why the money of a sale is owed back. The zero value: it is not.
type Owing struct {
	With  journal.SaleID // that was paid, or taken in cash; blank where nothing else is on record
	Cause journal.DebtCause
}

// Owes says whether the money that the bank brings for s is owed back, by the other sales
// of its order. Of all takings of an order one is the order's; where cash is among them, it
// is the cash.
//
//	a taking of the order                                    stands
//	paid by the bank, nothing owed back, or kept             yes
//	  owed back as paid twice, or as after cash              beside cash alone: else the order's is another
//	  owed back since the customer had not got the goods     no
//	  returned, the whole of it                              no
//	cash that is recorded                                    yes
//	  taken off again                                        no
//	the word that the customer paid in cash                  yes: once, and not beside recorded cash
//	  that recording cash said by itself                     with that cash
//	  said before cash was recorded, or before it was
//	  taken off again                                        no, once it was: that was the cash
//	  said after cash was taken off again                    yes
//
//	and the money of s is owed back
//	beside a payment                                         as paid twice
//	beside recorded cash, or the word                        as after cash
//	beside nothing, its customer left, and no other
//	sale was opened instead of it                            as late
//	beside nothing                                           no
func Owes(s journal.Sale, others []Taking) Owing {
	var paid, owed, cash Owing
	for _, o := range others {
		switch {
		case o.stays() && paid.Cause == "":
			paid = Owing{o.Sale.ID, journal.DebtPaidTwice}
		case o.Sale.Status() == journal.StatusPaid && o.Money == MoneyOwed && owed.Cause == "":
			owed = Owing{o.Sale.ID, journal.DebtPaidTwice}
		case o.Sale.TookCash():
			cash = Owing{o.Sale.ID, journal.DebtAfterCash}
		}
	}
	if cash.Cause == "" && CashTaken(append(slices.Clip(others), Taking{Sale: s})) {
		cash.Cause = journal.DebtAfterCash
	}
	switch left := s.SetAside != nil && s.SetAside.Reason == journal.AsideCustomerLeft && len(s.Instead) == 0; {
	case paid.Cause != "":
		return paid
	case cash.Cause != "" && owed.Cause != "":
		return owed
	case cash.Cause != "":
		return cash
	case left:
		return Owing{Cause: journal.DebtLate}
	}
	return Owing{}
}

// CashTaken reports whether cash stands among the sales of an order, be it recorded or a
// word alone.
func CashTaken(order []Taking) bool {
	return slices.ContainsFunc(order, func(t Taking) bool {
		s := t.Sale
		if !s.SaidCash() {
			return s.TookCash()
		}
		return !slices.ContainsFunc(order, func(other Taking) bool { return other.Sale.Reversed != nil && wordOfCash(s, other.Sale) })
	})
}

// OwedByWord is the payment that is owed back once somebody says that the customer of an
// order paid in cash: the one of which nothing ever was; false where cash stands among its
// sales already, or no payment does.
func OwedByWord(order []Taking) (paid journal.Sale, there bool) {
	if CashTaken(order) {
		return journal.Sale{}, false
	}
	best := slices.IndexFunc(order, func(t Taking) bool { return t.stays() && t.Money == MoneyWhole })
	if best < 0 {
		best = slices.IndexFunc(order, Taking.stays)
	}
	if best < 0 {
		return journal.Sale{}, false
	}
	return order[best].Sale, true
}

// Released is the payment of an order that is owed back although it is the only taking left,
// since cash was taken off: of several the one that came first; false where there is none.
func Released(order []Taking) (paid journal.Sale, there bool) {
	for i, t := range order {
		others := slices.Delete(slices.Clone(order), i, i+1)
		if t.Sale.Status() == journal.StatusPaid && t.Money == MoneyOwed && Owes(t.Sale, others).Cause == "" && (!there || t.Sale.ReceiptSeq < paid.ReceiptSeq) {
			paid, there = t.Sale, true
		}
	}
	return paid, there
}

// wordOfCash reports whether the word at s that its customer paid in cash was the cash of
// a sale that was taken off again later. Each sale of an order that was opened after that
// has a later number, unless the books were set back.
func wordOfCash(s, off journal.Sale) bool {
	itself := slices.Contains(s.Instead, off.ID) && !slices.ContainsFunc(s.History, func(e journal.HistoryEvent) bool {
		return e.Code == journal.HistorySetAside && e.At.Equal(s.SetAside.At)
	})
	return itself || s.ID < off.ID && !s.SetAside.At.After(off.Reversed.At)
}

// Takings adds to the sales of an order what the ledger says of their money. It returns the
// store's error.
func (l *Ledger) Takings(ctx context.Context, order []journal.Sale) (all []Taking, err error) {
	for _, s := range order {
		t := Taking{Sale: s}
		if s.Status() == journal.StatusPaid {
			if d, there, err := l.own(ctx, s.ID); err != nil {
				return nil, err
			} else if there {
				t.Money = moneyOf(d)
			}
		}
		all = append(all, t)
	}
	return all, nil
}

// own is the newest entry of a sale's own money, its payment's second debit aside.
func (l *Ledger) own(ctx context.Context, id journal.SaleID) (d journal.Debt, there bool, err error) {
	for d, err := range l.debts(ctx, journal.DebtQuery{Sale: id}) {
		if err != nil || d.Sale == id && !d.Cause.Apart() {
			return d, err == nil, err
		}
	}
	return journal.Debt{}, false, nil
}

// moneyOf is what an entry says of the money that it is about.
func moneyOf(d journal.Debt) Money {
	switch {
	case d.Kept > 0 && d.Open() == 0:
		return MoneyKept
	case d.Open() > 0 && d.Cause != journal.DebtLate:
		return MoneyOwed
	}
	return MoneyGone
}
