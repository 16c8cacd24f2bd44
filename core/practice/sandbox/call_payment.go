package sandbox

import (
	"errors"
	"net/http"
)

// named reads the payment of a call and checks that token, paymentId and orderId all speak of the same one.
func (c *call) named(tx *ledgerTx) (*record, error) {
	foreign := refuse(http.StatusUnauthorized, codeForeignPayment, "the token was issued for another payment")
	p, err := tx.paymentByID(c.paymentID)
	if errors.Is(err, errNoPayment) {
		return nil, refuse(http.StatusUnauthorized, codeInvalidToken, "the token's payment is not known here")
	}
	if err != nil {
		return nil, err
	}
	if c.op.name != OpStatus {
		id, e := c.fields.text("paymentId", maxOrderID)
		if e != nil {
			return nil, e
		}
		if id != p.ID {
			return nil, foreign
		}
	}
	order, e := c.fields.text("orderId", maxOrderID)
	if e != nil {
		return nil, e
	}
	if order != p.OrderID {
		return nil, foreign
	}
	return p, nil
}
