package sandbox

import "net/http"

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
func (s *service) initiate(c *call) (*reply, error) {
	p, e := s.readInvoice(c.fields)
	if e != nil {
		return nil, e
	}
	now := s.clock.Now()
	p.ID, p.Payee = randomID(12), *s.merchant.Load()
	p.CreatedAt, p.ActiveAt, p.ChangedAt = now, now, now
	p.Shared.Status, p.Account.Status = StatusPending, StatusPending
	token, err := s.tokens.issue(p)
	if err != nil {
		return nil, err
	}
	var order orderRecord
	if err := s.payments.change(func(tx *ledgerTx) (err error) {
		if order, err = tx.addPayment(p); err != nil {
			return err
		}
		return tx.wake(now.Add(s.payments.times().Idle), p.Seq)
	}); err != nil {
		return nil, err
	}
	if n := len(order.Payments); n > 1 {
		s.logger.Warn("AN ORDER WAS OPENED MORE THAN ONCE: the customer could pay twice", "orderId", p.OrderID, "payments", n)
	}
	return ok("payment opened", initiated{p.ID, token}), nil
}

func (s *service) readInvoice(f fields) (*record, *apiError) {
	p := &record{}
	var e *apiError
	if p.OrderID, e = f.text("orderId", maxOrderID); e != nil {
		return nil, e
	}
	if p.Description, e = f.remark("description", maxDescription); e != nil {
		return nil, e
	}
	if p.Currency, e = f.text("currency", 8); e != nil {
		return nil, e
	}
	info, known := currencies[p.Currency]
	if !known {
		return nil, refuse(http.StatusBadRequest, codeInvalidCurrency, "this currency is not served")
	}
	literal, e := f.number("amount")
	if e != nil {
		return nil, e
	}
	minor, err := parseMajor(literal, info.digits)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, codeInvalidAmount, "amount: "+err.Error())
	}
	p.Minor = minor
	return p, nil
}

// noteArrival counts an initiate that a fault swallows before it is read, if a merchant really meant it: what a client
// sent twice shows in the count though one of the two opened nothing. One that is carried out is counted in the
// transaction that opens its payment. Other operations and bad requests are not counted.
func (c *call) noteArrival() {
	if c.op.name != OpInitiate {
		return
	}
	f, e := parseBody(c.body)
	if e != nil || c.s.checkMerchant(c.r) != nil {
		return
	}
	p, e := c.s.readInvoice(f)
	if e != nil {
		return
	}
	if err := c.s.ledger.update(func(tx *ledgerTx) error { return tx.noteArrival(p.OrderID) }); err != nil {
		c.s.logger.Error("an arrival could not be counted", "error", err)
	}
}
