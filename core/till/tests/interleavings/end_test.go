package interleavings

import (
	"fmt"
	"slices"
	"strings"

	"sanduq/core/till"
)

// lastLook is at a play's end.
func (w *world) lastLook(s scene) {
	w.numbers()
	settled := map[string]till.SaleID{}
	for _, id := range w.disk.paid {
		sale, _ := w.disk.newest(id)
		if other, twice := settled[sale.Session.TransactionID]; twice {
			w.breaks("%s and %s are paid by one transaction", other, id)
		}
		settled[sale.Session.TransactionID] = id
	}
	for id, transaction := range w.laws.promised {
		if sale, _ := w.disk.newest(id); !paid(sale) && settled[transaction] == "" {
			w.breaks("the gateway said SUCCESS of %s, but on the disk it is %s", id, sale.Status())
		}
	}
	for id := range w.disk.sales {
		sale, _ := w.disk.newest(id)
		w.linked(sale)
		w.told(sale)
		if held, ok := w.till.Sale(id); ok && held.Version != sale.Version {
			w.breaks("the till has version %d of %s, the disk version %d", held.Version, id, sale.Version)
		}
	}
	for order, n := range w.bank.initiated {
		if n > 1 {
			w.breaks("order %s was opened %d times", w.disk.saleOf(order), n)
		}
	}
	if s.ends != nil && len(w.broken) == 0 {
		s.ends(w)
	}
}

// numbers: receipts and audit rows have no gap, a sale has one receipt at most.
func (w *world) numbers() {
	seen := map[till.SaleID]bool{}
	for i, id := range w.disk.paid {
		r, err := w.disk.Receipt(w.t.Context(), uint64(i+1))
		if err != nil || r.SaleID != id {
			w.breaks("receipt %d is of %q, want %s: %v", i+1, r.SaleID, id, err)
		}
		if seen[id] {
			w.breaks("%s has two receipts", id)
		}
		seen[id] = true
	}
	for i, row := range w.disk.audit {
		if row.Seq != uint64(i+1) {
			w.breaks("audit row %d has the number %d", i+1, row.Seq)
		}
	}
}

// linked: a payment that was opened instead of another is known there.
func (w *world) linked(s till.Sale) {
	if s.Replaces == "" || w.bank.payments[s.OrderID] == nil {
		return
	}
	if old, _ := w.disk.newest(s.Replaces); !slices.Contains(old.Instead, s.ID) {
		w.breaks("%s replaces %s, which does not know it", s.ID, old.ID)
	}
}

// told: PAID TWICE is told once, at the later of two payments of one order.
func (w *world) told(s till.Sale) {
	earlier := w.paidBefore(s.ID)
	rows := 0
	for _, row := range w.disk.audit {
		if row.SaleID == s.ID && row.Action == till.AuditPaidTwice {
			rows++
		}
	}
	want := 0
	if len(earlier) > 0 {
		want = 1
		if !slices.Contains(earlier, s.PaidTwiceWith) {
			w.breaks("%s was paid after %s, but is told as paid twice with %q", s.ID, join(earlier), s.PaidTwiceWith)
		}
	} else if s.PaidTwiceWith != "" {
		w.breaks("%s is told as paid twice with %s, but nothing of its order was paid before", s.ID, s.PaidTwiceWith)
	}
	if rows != want || has(till.HistoryPaidTwice, s) != want {
		w.breaks("%s: paid twice is told in %d rows and %d facts, want %d of each", s.ID, rows, has(till.HistoryPaidTwice, s), want)
	}
}

// paidBefore returns the sales of the same order that have an earlier receipt;
// none when the sale has no receipt.
func (w *world) paidBefore(id till.SaleID) (out []till.SaleID) {
	k := slices.Index(w.disk.paid, id)
	for i := range max(k, 0) {
		if w.family(w.disk.paid[i]) == w.family(id) {
			out = append(out, w.disk.paid[i])
		}
	}
	return out
}

// family is the first sale of an order.
func (w *world) family(id till.SaleID) till.SaleID {
	for {
		s, _ := w.disk.newest(id)
		if s.Replaces == "" {
			return id
		}
		id = s.Replaces
	}
}

func join(ids []till.SaleID) string {
	var out []string
	for _, id := range ids {
		out = append(out, string(id))
	}
	return strings.Join(out, ", ")
}

// ended tells how every sale stands.
func (w *world) ended() string {
	var out []string
	for id := range w.disk.sales {
		s, _ := w.disk.newest(id)
		facts := ""
		for _, f := range s.History {
			facts += " " + f.Code
		}
		out = append(out, fmt.Sprint(id, s.Version, s.Step, s.Status(), s.ReceiptSeq, s.PaidTwiceWith, s.Instead, facts))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}
