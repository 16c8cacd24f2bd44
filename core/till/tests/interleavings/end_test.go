package interleavings

import (
	"fmt"
	"slices"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
)

// lastLook is at a play's end.
func (w *world) lastLook(s scene) {
	e := w.evidence()
	settled := map[string]bool{}
	for _, sale := range e.Sales {
		if paid(sale) {
			settled[sale.Session.TransactionID] = true
		}
		if held, ok := w.till.Sale(sale.ID); ok && held.Version != sale.Version {
			w.breaks("the till has version %d of %s, the disk version %d", held.Version, sale.ID, sale.Version)
		}
	}
	e.Excused = func(d oracle.Debit, _ journal.Sale) bool { return settled[d.Transaction] } // by another sale, which shares it
	w.broke(oracle.Validate(e))
	if s.ends != nil && len(w.broken) == 0 {
		s.ends(w)
	}
}

// evidence is what is on the disk, and what the gateway has said of money.
func (w *world) evidence() oracle.Evidence {
	e := oracle.Evidence{Books: oracle.Books{Sales: w.law.Newest(), Receipts: w.disk.receipts, Audit: w.disk.audit}}
	for order, n := range w.bank.initiated {
		e.Orders = append(e.Orders, oracle.Order{ID: order, Arrived: n})
	}
	for id, transaction := range w.laws.promised {
		s, _ := w.law.Sale(id)
		e.Debits = append(e.Debits, oracle.Debit{Order: s.OrderID, Payment: s.Session.PaymentID, Transaction: transaction, Amount: s.Amount})
	}
	return e
}

// broke says which laws were broken.
func (w *world) broke(all []oracle.Breach) {
	for _, b := range all {
		w.breaks("%v", b)
	}
}

// ended tells how every sale stands.
func (w *world) ended() string {
	var out []string
	for _, s := range w.law.Newest() {
		facts := ""
		for _, f := range s.History {
			facts += " " + f.Code
		}
		out = append(out, fmt.Sprint(s.ID, s.Version, s.Step, s.Status(), s.ReceiptSeq, s.PaidTwiceWith, s.Instead, facts))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}
