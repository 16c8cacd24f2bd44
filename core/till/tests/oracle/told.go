package oracle

import (
	"slices"

	"sanduq/core/journal"
)

// paidTwice looks at sales in the order of their receipts.
func paidTwice(e Evidence, b *breaches) {
	sales := e.byID()
	family := func(id journal.SaleID) journal.SaleID {
		return Family(id, func(id journal.SaleID) (journal.Sale, bool) { s, ok := sales[id]; return s, ok })
	}
	rows, earlier := e.rows(journal.AuditPaidTwice), map[journal.SaleID][]journal.SaleID{}
	paid := map[journal.SaleID][]journal.SaleID{}
	for _, r := range e.Receipts {
		first := family(r.SaleID)
		earlier[r.SaleID] = slices.Clone(paid[first])
		if len(paid[first]) > 0 || !left(sales[r.SaleID]) {
			paid[first] = append(paid[first], r.SaleID)
		}
	}
	for _, s := range e.Sales {
		before, with := earlier[s.ID], s.PaidTwiceWith
		told := history(s, journal.HistoryPaidTwice)
		own := with == s.ID && len(before) == 0 // by its own other leg
		switch {
		case len(before) == 0 && !own && with != "":
			b.add("%s says that it was paid twice with %s, and nothing of its order was paid before", s.ID, with)
		case len(before) > 0 && !slices.Contains(before, with):
			b.add("%s was paid after %v, and says %q", s.ID, before, with)
		}
		want := debitsTold(s)
		if rows[s.ID] != want || told != want && len(s.History) < journal.MaxHistory {
			b.add("%s was paid twice with %q: told in %d rows and %d events, not in %d each", s.ID, with, rows[s.ID], told, want)
		}
	}
}

// left reports whether the customer of a sale was the last one of its order, and went
// without the goods: its money goes back, so that another payment is the only one.
func left(s journal.Sale) bool {
	return s.SetAside != nil && s.SetAside.Reason == journal.AsideCustomerLeft && len(s.Instead) == 0
}

// debitsTold counts what is owed to be told of a sale that is not the only money
// of its order: once that another sale of the order was paid before, and once that
// its own payment was debited again, by the word that the gateway gave for it.
func debitsTold(s journal.Sale) (want int) {
	if s.PaidTwiceWith == "" {
		return 0
	}
	if s.PaidTwiceWith != s.ID {
		want = 1
	}
	for _, f := range s.History {
		if f.Code == journal.HistoryPaidTwice && (s.PaidTwiceWith == s.ID || f.Word != s.PaidTwiceWith.Paper()) {
			return want + 1
		}
	}
	return want
}

// rows counts the audit rows of one kind about each sale.
func (b Books) rows(actions ...journal.AuditAction) map[journal.SaleID]int {
	all := map[journal.SaleID]int{}
	for _, row := range b.Audit {
		if slices.Contains(actions, row.Action) {
			all[row.SaleID]++
		}
	}
	return all
}

func bothLegs(e Evidence, b *breaches) {
	taken, rows := e.debited(), e.rows(journal.AuditPaidTwice, journal.AuditMaybeTwice)
	for _, s := range e.Sales {
		all := taken[s.OrderID]
		if !slices.ContainsFunc(all, func(d Debit) bool { return d.ByAccount != all[0].ByAccount }) {
			continue // a QR and a wallet share one status question, whose one answer cannot tell of both
		}
		if s.PaidTwiceWith == "" && rows[s.ID] == 0 && s.ResolvedOutside == nil && (e.Untold == nil || !e.Untold(s, all)) {
			b.add("%s was debited by both legs, and does not say so: %+v", s.ID, all)
		}
	}
}

func decided(e Evidence, b *breaches) {
	by := map[journal.AuditAction]map[journal.SaleID]int{}
	for _, row := range e.Audit {
		if by[row.Action] == nil {
			by[row.Action] = map[journal.SaleID]int{}
		}
		by[row.Action][row.SaleID]++
	}
	settled := e.rows(journal.AuditSettled, journal.AuditSettledLate)
	for _, s := range e.Sales {
		if want := min(1, int(s.ReceiptSeq)); settled[s.ID] != want {
			b.add("%s is %s and %d rows say that it was settled", s.ID, s.Status(), settled[s.ID])
		}
		for _, d := range []struct {
			what   *journal.Decision
			action journal.AuditAction
			named  bool
		}{{s.WithManager, journal.AuditToManager, false}, {s.ResolvedOutside, journal.AuditResolvedOutside, true}} {
			if (d.what != nil) != (by[d.action][s.ID] > 0) || d.what != nil && d.named && (d.what.By == "" || d.what.Reason == "") {
				b.add("%s: %s %+v, and %d rows say so", s.ID, d.action, d.what, by[d.action][s.ID])
			}
		}
		if s.SetAside != nil && by[journal.AuditSetAside][s.ID]+by[journal.AuditReplaced][s.ID] == 0 {
			b.add("%s was set aside, and no row says so", s.ID)
		}
	}
}
