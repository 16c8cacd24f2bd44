package sandbox

import "encoding/json"

// messages walks the inbox from the newest on; with a paymentID, only that payment's messages.
func (s *Server) messages(limit int, paymentID string) (list []Message, err error) {
	err = s.ledger.view(func(tx *ledgerTx) error {
		c := tx.Bucket(bucketMessages).Cursor()
		for k, v := c.Last(); k != nil && len(list) < limit; k, v = c.Prev() {
			var m messageRecord
			if err := json.Unmarshal(v, &m); err != nil {
				return err
			}
			p, err := tx.payment(m.Payment)
			if err != nil {
				return err
			}
			if paymentID != "" && p.ID != paymentID {
				continue
			}
			list = append(list, Message{ID: m.Seq, At: m.At, Kind: m.Kind, PaymentID: p.ID, OrderID: p.OrderID,
				Payee: p.Payee, Amount: p.amount(), Currency: p.Currency, Sender: m.Sender, Holder: m.Holder,
				OTP: NewSecret(m.OTP), Again: m.Replayed})
		}
		return nil
	})
	return list, err
}

// Duplicate is an order that was opened more than once, which a merchant must never do.
type Duplicate struct {
	OrderID    string
	PaymentIDs []string
}

// Duplicates returns every order with more than one payment. It should be empty.
func (s *Server) Duplicates() (list []Duplicate, err error) {
	err = s.ledger.view(func(tx *ledgerTx) error {
		return tx.Bucket(bucketTwice).ForEach(func(k, _ []byte) error {
			o, err := tx.order(string(k))
			if err != nil {
				return err
			}
			d := Duplicate{OrderID: string(k)}
			for _, seq := range o.Payments {
				p, err := tx.payment(seq)
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

// CheckLedger verifies that money is conserved and that no payment was settled twice; nil means that all is well.
func (s *Server) CheckLedger() error {
	return s.ledger.view(func(tx *ledgerTx) error { return tx.check() })
}
