package service

import (
	"errors"
	"net/http"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
)

// named reads the payment of a call and checks that token, paymentId and orderId all speak of the same one.
func (c *call) named(tx *ledger.Tx) (*ledger.Record, error) {
	foreign := contract.Refuse(http.StatusUnauthorized, contract.CodeForeignPayment, "the token was issued for another payment")
	p, err := tx.PaymentByID(c.paymentID)
	if errors.Is(err, ledger.ErrNoPayment) {
		return nil, contract.Refuse(http.StatusUnauthorized, contract.CodeInvalidToken, "the token's payment is not known here")
	}
	if err != nil {
		return nil, err
	}
	if c.op.name != contract.OpStatus {
		id, e := c.fields.Text("paymentId", maxOrderID)
		if e != nil {
			return nil, e
		}
		if id != p.ID {
			return nil, foreign
		}
	}
	order, e := c.fields.Text("orderId", maxOrderID)
	if e != nil {
		return nil, e
	}
	if order != p.OrderID {
		return nil, foreign
	}
	return p, nil
}
