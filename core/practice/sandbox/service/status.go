package service

import (
	"encoding/json"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
)

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
func (s *Service) checkStatus(c *call) (*contract.Reply, error) {
	if e := c.fields.Only("byAccountNumber", "orderId"); e != nil {
		return nil, e
	}
	byAccount, e := c.fields.Boolean("byAccountNumber")
	if e != nil {
		return nil, e
	}
	var data statusData
	err := s.ledger.View(func(tx *ledger.Tx) error {
		p, err := c.named(tx)
		if err != nil {
			return err
		}
		l := p.Leg(byAccount)
		data = statusData{l.Status, l.TransactionID, p.ID, p.OrderID, json.RawMessage(p.Amount()), p.Currency}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return contract.OK("status", data), nil
}
