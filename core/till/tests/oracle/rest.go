package oracle

import (
	"slices"

	"sanduq/core"
	"sanduq/core/journal"
)

func receipts(e Evidence, b *breaches) {
	of, sales := map[journal.SaleID][]journal.Receipt{}, e.byID()
	for _, r := range e.Receipts {
		of[r.SaleID] = append(of[r.SaleID], r)
		if _, ok := sales[r.SaleID]; !ok {
			b.add("number %d is of %s, which is not on the disk", r.Seq, r.SaleID)
		}
	}
	for _, s := range e.Sales {
		paid, all := s.Status() == journal.StatusPaid, of[s.ID]
		if paid != (len(all) == 1) || len(all) > 1 || paid != (s.ReceiptSeq != 0) {
			b.add("%s is %s, has number %d and %d receipts", s.ID, s.Status(), s.ReceiptSeq, len(all))
		}
		if (s.Session.State == core.StateSuccess) != paid {
			b.add("%s is settled, and %s without a receipt", s.ID, s.Status())
		}
		for _, r := range all {
			own := r.Seq == s.ReceiptSeq && r.OrderID == s.OrderID && r.PaymentID == s.Session.PaymentID && r.Amount == s.Amount &&
				(r.TransactionID == "" || r.TransactionID == s.Session.TransactionID)
			if !own || len(r.TransactionID) > longest {
				b.add("number %d of %s is not its own: %s, payment %s, %v, %d bytes of transaction", r.Seq, s.ID, r.OrderID, r.PaymentID,
					r.Amount, len(r.TransactionID))
			}
		}
	}
}

// longest is how long a transaction on a receipt may be, in bytes: longer ones
// make endless paper.
const longest = 512

func covered(e Evidence, b *breaches) {
	taken := e.debited()
	for _, r := range e.Receipts {
		if !slices.ContainsFunc(taken[r.OrderID], func(d Debit) bool {
			return d.Amount == r.Amount && d.Payment == r.PaymentID && (r.TransactionID == "" || d.Transaction == "" || r.TransactionID == d.Transaction)
		}) {
			b.add("number %d of %s, %v, transaction %q; taken for it: %+v", r.Seq, r.SaleID, r.Amount, r.TransactionID, taken[r.OrderID])
		}
	}
}

func known(e Evidence, b *breaches) {
	sales, told := e.byOrder(), map[string]bool{}
	for _, d := range e.Debits {
		s := sales[d.Order]
		if s.Status() == journal.StatusPaid && s.ID != "" || s.ResolvedOutside != nil || told[d.Order] || e.Excused != nil && e.Excused(d, s) {
			continue
		}
		told[d.Order] = true
		b.add("the gateway has the money of %q since %v, which is %s (%s, %s, watch %+v, denied %v, word %q, conflict %q)", s.ID, d.At,
			s.Status(), s.Step, s.Session.State, s.Watch.Next, s.Watch.Denied, s.Session.RawStatus, s.Session.Conflict)
	}
}

func onePayment(e Evidence, b *breaches) {
	for _, o := range e.Orders {
		if o.Arrived > 1 || o.Opened > 1 {
			b.add("initiate of %s arrived %d times and opened %d payments", o.ID, o.Arrived, o.Opened)
		}
	}
}

func oneTransaction(e Evidence, b *breaches) {
	payments, transactions := map[string]journal.SaleID{}, map[string]journal.SaleID{}
	claim := func(by map[string]journal.SaleID, name string, id journal.SaleID) {
		if other, there := by[name]; there && other != id && name != "" {
			b.add("%s and %s are both paid by %.40s", other, id, name)
		}
		by[name] = id
	}
	for _, r := range e.Receipts {
		claim(payments, r.PaymentID, r.SaleID)
		claim(transactions, r.TransactionID, r.SaleID)
	}
	for _, s := range e.Sales { // a transaction may become known after the receipt
		if s.ReceiptSeq != 0 {
			claim(transactions, s.Session.TransactionID, s.ID)
		}
	}
}

func numbered(e Evidence, b *breaches) {
	orders := map[string]journal.SaleID{}
	last, count := map[journal.Day]int{}, map[journal.Day]int{}
	for _, s := range e.Sales {
		if other, there := orders[s.OrderID]; there {
			b.add("%s and %s are of the same order", other, s.ID)
		}
		orders[s.OrderID] = s.ID
		count[s.ID.Day()]++
		last[s.ID.Day()] = max(last[s.ID.Day()], s.ID.Number())
	}
	for i, row := range e.Audit {
		if row.Seq != uint64(i+1) {
			b.add("audit row %d has the number %d", i+1, row.Seq)
			break
		}
	}
	if e.PutBack {
		return
	}
	for i, r := range e.Receipts {
		if r.Seq != uint64(i+1) {
			b.add("receipt %d stands where %d is next", r.Seq, i+1)
			break
		}
	}
	for day, n := range count {
		if last[day] != n {
			b.add("day %s has %d sales, the last is number %d", day, n, last[day])
		}
	}
}

func linked(e Evidence, b *breaches) {
	sales, arrived := e.byID(), e.arrived()
	for _, s := range e.Sales {
		opened := s.Session.PaymentID != "" || arrived[s.OrderID] > 0 && !e.PutBack // else it may have been forgotten in between
		if s.Replaces == "" || !opened {
			continue
		}
		if old := sales[s.Replaces]; !slices.Contains(old.Instead, s.ID) {
			b.add("%s was opened instead of %s, which does not know it: %q, %v", s.ID, s.Replaces, old.ReplacedBy, old.Instead)
		}
	}
}

func recorded(e Evidence, b *breaches) {
	if e.PutBack {
		return
	}
	sales := e.byOrder()
	for _, o := range e.Orders {
		if _, there := sales[o.ID]; !there && o.Arrived+o.Opened > 0 {
			b.add("%s arrived at the gateway and is not on the disk", o.ID)
		}
	}
}

func notSent(e Evidence, b *breaches) {
	arrived := e.arrived()
	for _, s := range e.Sales {
		if s.Step == journal.StepNotSent && arrived[s.OrderID] > 0 {
			b.add("%s says that nothing was sent, and initiate arrived %d times", s.ID, arrived[s.OrderID])
		}
	}
}

func watchEnds(e Evidence, b *breaches) {
	for _, s := range e.Sales {
		if s.Watchable() && !s.Watch.Since.IsZero() && s.Watch.Next.IsZero() && history(s, journal.HistoryWatchEnded) == 0 {
			b.add("nobody asks about %s any more (%s after %d answers), and it does not say so", s.ID, s.Status(), s.Watch.Tries)
		}
	}
}

// history counts a sale's events of one kind.
func history(s journal.Sale, code string) (n int) {
	for _, f := range s.History {
		if f.Code == code {
			n++
		}
	}
	return n
}
