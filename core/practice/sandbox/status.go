package sandbox

import "encoding/json"

type statusData struct {
	PaymentStatus string          `json:"paymentStatus"`
	TransactionID string          `json:"transactionId"` // empty until the money has moved
	PaymentID     string          `json:"paymentId"`
	OrderID       string          `json:"orderId"`
	Amount        json.RawMessage `json:"amount"` // a number with all the currency's digits
	Currency      string          `json:"currency"`
}

// checkStatus answers for one leg of the payment that the token names: byAccountNumber=true for the bank account,
// false for QR and wallet. The body holds these two members and no other.
func (s *service) checkStatus(c *call) (*reply, error) {
	if e := c.fields.only("byAccountNumber", "orderId"); e != nil {
		return nil, e
	}
	byAccount, e := c.fields.boolean("byAccountNumber")
	if e != nil {
		return nil, e
	}
	var data statusData
	err := s.ledger.view(func(tx *ledgerTx) error {
		p, err := c.named(tx)
		if err != nil {
			return err
		}
		l := p.leg(byAccount)
		data = statusData{l.Status, l.TransactionID, p.ID, p.OrderID, json.RawMessage(p.amount()), p.Currency}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return ok("status", data), nil
}
