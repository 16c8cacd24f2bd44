package bank

import (
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/secret"
)

// Inbox returns the newest messages on the customer's phone, at most limit of them, newest first.
func (s *Bank) Inbox(limit int) (list []Message, err error) { return s.Messages(limit, "") }

// Messages walks the inbox from the newest on; with a paymentID, only that payment's messages.
func (s *Bank) Messages(limit int, paymentID string) (list []Message, err error) {
	err = s.ledger.View(func(tx *ledger.Tx) error {
		return tx.NewestMessages(func(m ledger.Message) (more bool, err error) {
			p, err := tx.Payment(m.Payment)
			if err != nil {
				return false, err
			}
			if paymentID == "" || p.ID == paymentID {
				list = append(list, Message{ID: m.Seq, At: m.At, Kind: m.Kind, PaymentID: p.ID, OrderID: p.OrderID,
					Payee: p.Payee, Amount: p.Amount(), Currency: p.Currency, Sender: m.Sender, Holder: m.Holder,
					OTP: secret.New(m.OTP), Again: m.Replayed})
			}
			return len(list) < limit, nil
		})
	})
	return list, err
}

// Duplicate is an order that was opened more than once, which a merchant must never do.
type Duplicate struct {
	OrderID    string
	PaymentIDs []string
}

// Duplicates returns every order with more than one payment. It should be empty.
func (s *Bank) Duplicates() (list []Duplicate, err error) {
	err = s.ledger.View(func(tx *ledger.Tx) error {
		return tx.OrdersOpenedTwice(func(orderID string, o ledger.Order) error {
			d := Duplicate{OrderID: orderID}
			for _, seq := range o.Payments {
				p, err := tx.Payment(seq)
				if err != nil {
					return err
				}
				d.PaymentIDs = append(d.PaymentIDs, p.ID)
			}
			list = append(list, d)
			return nil
		})
	})
	return list, err
}
