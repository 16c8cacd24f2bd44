package service

import (
	"net/http"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/secret"
	"sanduq/core/practice/sandbox/tables"
)

const (
	maxOrderID     = 64
	maxDescription = 200
)

type initiated struct {
	PaymentID string `json:"paymentId"`
	Token     string `json:"token"`
}

// initiate opens a payment. It is not idempotent: the same order twice is two payments, both of which can be paid, so
// the second one is remembered and said aloud.
func (s *Service) initiate(c *call) (*contract.Reply, error) {
	p, e := s.readInvoice(c.fields)
	if e != nil {
		return nil, e
	}
	now := s.clock.Now()
	p.ID, p.Payee = secret.ID(12), *s.merchant.Load()
	p.CreatedAt, p.ActiveAt, p.ChangedAt = now, now, now
	p.Shared.Status, p.Account.Status = contract.StatusPending, contract.StatusPending
	token, err := s.tokens.issue(p)
	if err != nil {
		return nil, err
	}
	var order ledger.Order
	if err := s.payments.Change(func(tx *ledger.Tx) (err error) {
		if order, err = tx.AddPayment(p); err != nil {
			return err
		}
		return tx.Wake(now.Add(s.payments.Times().Idle), p.Seq)
	}); err != nil {
		return nil, err
	}
	if n := len(order.Payments); n > 1 {
		s.logger.Warn("AN ORDER WAS OPENED MORE THAN ONCE: the customer could pay twice", "orderId", p.OrderID, "payments", n)
	}
	return contract.OK("payment opened", initiated{p.ID, token}), nil
}

func (s *Service) readInvoice(f contract.Fields) (*ledger.Record, *contract.Refusal) {
	p := &ledger.Record{}
	var e *contract.Refusal
	if p.OrderID, e = f.Text("orderId", maxOrderID); e != nil {
		return nil, e
	}
	if p.Description, e = f.Remark("description", maxDescription); e != nil {
		return nil, e
	}
	if p.Currency, e = f.Text("currency", 8); e != nil {
		return nil, e
	}
	info, known := tables.Currencies[p.Currency]
	if !known {
		return nil, contract.Refuse(http.StatusBadRequest, contract.CodeInvalidCurrency, "this currency is not served")
	}
	literal, e := f.Number("amount")
	if e != nil {
		return nil, e
	}
	minor, err := tables.ParseMajor(literal, info.Digits)
	if err != nil {
		return nil, contract.Refuse(http.StatusBadRequest, contract.CodeInvalidAmount, "amount: "+err.Error())
	}
	p.Minor = minor
	return p, nil
}

// noteArrival counts an initiate that a fault swallows before it is read, if a merchant really meant it: what a client
// sent twice shows in the count though one of the two opened nothing. One that is carried out is counted in the
// transaction that opens its payment. Other operations and bad requests are not counted.
func (c *call) noteArrival() {
	if c.op.name != contract.OpInitiate {
		return
	}
	f, e := contract.Parse(c.body)
	if e != nil || c.s.checkMerchant(c.r) != nil {
		return
	}
	p, e := c.s.readInvoice(f)
	if e != nil {
		return
	}
	if err := c.s.ledger.Update(func(tx *ledger.Tx) error { return tx.NoteArrival(p.OrderID) }); err != nil {
		c.s.logger.Error("an arrival could not be counted", "error", err)
	}
}
