package customer

import (
	"time"

	"sanduq/core/journal"
)

// How long a customer sees that it is paid, and after that the receipt.
const (
	paidTime    = 3 * time.Second
	receiptTime = 20 * time.Second
)

// handover is the receipt in the customer's hand: after a sale was paid, for a
// while, whatever the cashier does but for the next sale. The zero value is
// none. What is shown is the receipt that is in the till's books, not what the
// till believes of it.
type handover struct {
	since time.Time // when the customer first saw that it is paid
	slip  journal.Receipt
	read  bool           // slip is there
	over  bool           // it could not be read: there will be none
	then  journal.SaleID // what the customer waited for before; blank for nothing
}

// scene is what the customer sees of a sale: what its record says, or the receipt
// of one that is paid.
func (h handover) scene(v journal.View, at time.Time) Scene {
	age := at.Sub(h.since)
	switch {
	case h.since.IsZero(), v.Status() != journal.StatusPaid, h.over, !h.read && age >= paidTime:
		return SceneOf(v)
	case age < paidTime:
		return Paid
	case age < paidTime+receiptTime:
		return Receipt
	}
	return Blank
}

// left is how much of the receipt's time is left.
func (h handover) left(at time.Time) time.Duration {
	return min(max(h.since.Add(paidTime+receiptTime).Sub(at), 0), receiptTime)
}

// hand begins to hand over the receipt of the sale that is shown, once it is
// paid.
func (s *Side) hand() {
	v := s.sale
	if s.deps.Receipt == nil || !s.handed.since.IsZero() || SceneOf(v) != Paid || v.Owed() {
		return
	}
	s.handed.since = s.env.Now()
	s.env.Go(func() {
		slip, err := s.deps.Receipt(s.env.Life, v.ReceiptSeq)
		s.env.Post(func() {
			if s.sale.ID != v.ID || s.handed.since.IsZero() || s.handed.read {
				return
			}
			s.handed.slip, s.handed.read, s.handed.over = slip, err == nil && slip.SaleID == v.ID, err != nil || slip.SaleID != v.ID
			s.present()
		})
	})
}

// HandOver puts the receipt of a paid sale before the customer once more, for as long as
// after its sale. Then they see again what they were waiting for, or at once when that has ended.
func (s *Side) HandOver(sale journal.Sale, slip journal.Receipt) {
	h := handover{since: s.env.Now().Add(-paidTime), slip: slip, read: true, then: s.handed.then}
	if !s.sale.Status().Ended() {
		h.then = s.sale.ID
	}
	s.sale, s.typed, s.handed = journal.View{Sale: sale}, 0, h
	s.present()
	s.deps.Changed()
	s.turn()
}

// Takes reports whether a customer with a screen of their own sees the receipt
// of a sale.
func (s *Side) Takes(id journal.SaleID) bool { return s.Shows(id) && s.view.Scene() == Receipt }

// present shows what is due of the sale, and nothing of it any more once its
// receipt had its time or its end was taken note of.
func (s *Side) present() {
	if s.sale.ID != "" && s.handed.scene(s.sale, s.env.Now()) == Blank {
		then := s.handed.then
		s.pin(journal.View{})
		s.Show(then)
		return
	}
	s.view.show(s.sale, s.typed, s.handed)
}
