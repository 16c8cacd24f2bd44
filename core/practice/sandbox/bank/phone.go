package bank

import (
	"errors"
	"time"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/practice/sandbox/secret"
	"sanduq/core/practice/sandbox/tables"
)

// Errors of the customer's side.
var (
	ErrNoPayment = errors.New("sandbox: no such payment")
	ErrNotOpen   = errors.New("sandbox: the payment can no longer be approved or declined")
)

// Payment is what the customer's bank knows of a payment.
type Payment struct {
	ID            string
	OrderID       string
	Payee         string
	Description   string
	AmountMinor   int64
	Currency      string
	Digits        int    // fraction digits of the currency
	Amount        string // in major units, with all digits
	CreatedAt     time.Time
	ChangedAt     time.Time
	SettledAt     time.Time // when the money moved; zero until it did
	Status        string    // of the leg that matters most: paid, moving, else begun last
	Reason        string    // why it failed or expired: a code
	Route         string    // of contract; empty before the merchant chose
	Holder        string    // masked account number or wallet id
	Bank          string
	TransactionID string
	QR            string // the payload, once there is one
	Link          string // the customer's page
	Open          bool   // Approve, Decline and Expire are possible
	Duplicates    int    // other payments of the same order: should be zero
	Drill         string // what the customer was told to practise
}

// lateAfter is for how long after a payment was opened a till asks by itself, as the contract has it. What settles
// later may find nobody there.
const lateAfter = 5 * time.Minute

// Late says that the money moved after a till would have asked by itself. Whether the till still waited, or had set the
// sale aside, no bank is told.
func (p Payment) Late() bool {
	return p.Status == contract.StatusSuccess && !p.SettledAt.IsZero() && p.SettledAt.Sub(p.CreatedAt) > lateAfter
}

// Message is one message on the customer's phone.
type Message struct {
	ID        uint64
	At        time.Time
	Kind      string // ledger.MessageOTP or ledger.MessagePaid
	PaymentID string
	OrderID   string
	Payee     string
	Amount    string
	Currency  string
	Sender    string
	Holder    string       // masked
	OTP       secret.Value // of ledger.MessageOTP
	Again     bool         // the same code was asked for once more
}

func (s *Bank) view(tx *ledger.Tx, p *ledger.Record) (Payment, error) {
	o, err := tx.Order(p.OrderID)
	l := p.Main()
	v := Payment{ID: p.ID, OrderID: p.OrderID, Payee: p.Payee, Description: p.Description, AmountMinor: p.Minor,
		Currency: p.Currency, Digits: int(p.Info().Digits), Amount: p.Amount(), CreatedAt: p.CreatedAt,
		ChangedAt: p.ChangedAt, SettledAt: l.SettledAt, Status: l.Status, Reason: l.Reason, Route: l.Route, Holder: l.MaskedHolder(),
		Bank: l.Bank(), TransactionID: l.TransactionID, Link: s.PageOf(p.ID), Open: approvable(p),
		Duplicates: len(o.Payments) - 1, Drill: p.Drill}
	for _, payload := range p.QR {
		v.QR = payload
	}
	return v, err
}

// approvable says that the customer can act on the QR.
func approvable(p *ledger.Record) bool {
	return len(p.QR) > 0 && p.Shared.Status == contract.StatusPending && payments.Open(p, &p.Shared) == nil
}

// Payments returns the newest payments, at most limit of them.
func (s *Bank) Payments(limit int) ([]Payment, error) {
	return s.collect(limit, func(*ledger.Record) bool { return true })
}

// Pending returns the payments that wait for the customer, newest first, among the newest thousand.
func (s *Bank) Pending() ([]Payment, error) {
	return s.collect(1000, approvable)
}

func (s *Bank) collect(limit int, keep func(*ledger.Record) bool) (list []Payment, err error) {
	if err := s.payments.CatchUp(); err != nil {
		return nil, err
	}
	err = s.ledger.View(func(tx *ledger.Tx) error {
		var failed error
		seen := 0
		return errors.Join(tx.Newest(func(p *ledger.Record) bool {
			if seen++; seen > limit {
				return false
			}
			if keep(p) {
				var v Payment
				v, failed = s.view(tx, p)
				list = append(list, v)
			}
			return failed == nil
		}), failed)
	})
	return list, err
}

// PaymentByID finds a payment by its paymentId.
func (s *Bank) PaymentByID(id string) (v Payment, found bool, err error) {
	if err := s.payments.CatchUp(); err != nil {
		return v, false, err
	}
	err = s.ledger.View(func(tx *ledger.Tx) error {
		p, err := tx.PaymentByID(id)
		if err != nil {
			return err
		}
		v, err = s.view(tx, p)
		return err
	})
	if errors.Is(err, ledger.ErrNoPayment) {
		return v, false, nil
	}
	return v, err == nil, err
}

// PaymentByOrder finds the newest payment of an order.
func (s *Bank) PaymentByOrder(orderID string) (v Payment, found bool, err error) {
	var id string
	err = s.ledger.View(func(tx *ledger.Tx) error {
		o, err := tx.Order(orderID)
		if err != nil || len(o.Payments) == 0 {
			return err
		}
		p, err := tx.Payment(o.Payments[len(o.Payments)-1])
		id = p.ID
		return err
	})
	if err != nil || id == "" {
		return v, false, err
	}
	return s.PaymentByID(id)
}

// Approve is the customer's yes to a QR. The money moves after the settle delay.
func (s *Bank) Approve(paymentID string) error {
	return s.act(paymentID, func(tx *ledger.Tx, p *ledger.Record) error {
		l := &p.Shared
		l.Scanned()
		if outcome := tables.OutcomeForAmount(p.Minor); outcome != "" {
			now := s.clock.Now()
			steps := s.payments.Steps(outcome, now)
			if err := s.payments.Plan(tx, p, l, steps...); err != nil {
				return err
			}
			return s.payments.Advance(tx, p, now)
		}
		return s.payments.Settlement(tx, p, l, s.payments.Times().Settle)
	})
}

// Decline is the customer's no.
func (s *Bank) Decline(paymentID string) error {
	return s.end(paymentID, contract.StatusFailed, "DECLINED")
}

// Expire lets the payment run out at once, as if nobody had touched it for long.
func (s *Bank) Expire(paymentID string) error {
	return s.end(paymentID, contract.StatusExpired, "IDLE")
}

func (s *Bank) end(paymentID, status, reason string) error {
	return s.act(paymentID, func(_ *ledger.Tx, p *ledger.Record) error {
		p.Shared.Status, p.Shared.Reason, p.Shared.Plan = status, reason, nil
		return nil
	})
}

func (s *Bank) act(paymentID string, do func(*ledger.Tx, *ledger.Record) error) error {
	if err := s.payments.CatchUp(); err != nil {
		return err
	}
	err := s.payments.Change(func(tx *ledger.Tx) error {
		p, err := tx.PaymentByID(paymentID)
		if err != nil {
			return err
		}
		if !approvable(p) {
			return ErrNotOpen
		}
		if err := do(tx, p); err != nil {
			return err
		}
		return s.payments.Touch(tx, p)
	})
	if errors.Is(err, ledger.ErrNoPayment) {
		return ErrNoPayment
	}
	return err
}
