package bank

import (
	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/secret"
)

// Handset is what one customer's phone shows of one order: enough to play the customer beside a till.
type Handset struct {
	Payee       string
	AmountMinor int64
	Currency    string
	Holder      string // masked; empty when none was named
	State       HandsetState
	Code        secret.Value // the newest one-time code that was sent for the payment; empty without one
}

// HandsetState is what the customer did.
type HandsetState string

// The states of a handset.
const (
	HandsetWaiting  HandsetState = "waiting"
	HandsetApproved HandsetState = "approved"
	HandsetDeclined HandsetState = "declined"
	HandsetExpired  HandsetState = "expired"
)

// inboxDepth is how many of the newest messages are searched for a code.
const inboxDepth = 30

// Handset returns what the customer's phone shows of an order; false while neither a QR nor a code has reached it.
func (s *Bank) Handset(order string) (Handset, bool) {
	v, found, err := s.PaymentByOrder(order)
	if err != nil || !found {
		return Handset{}, false
	}
	h := Handset{Payee: v.Payee, AmountMinor: v.AmountMinor, Currency: v.Currency, Holder: v.Holder, State: HandsetWaiting}
	switch v.Status {
	case contract.StatusPending:
		h.Code = s.newestCode(v.ID)
		return h, v.Open || h.Code.Reveal() != ""
	case contract.StatusSuccess, contract.StatusProcessing:
		h.State = HandsetApproved
	case contract.StatusFailed:
		h.State = HandsetDeclined
	case contract.StatusExpired:
		h.State = HandsetExpired
	}
	return h, true
}

func (s *Bank) newestCode(paymentID string) secret.Value {
	inbox, err := s.Inbox(inboxDepth)
	if err != nil {
		return secret.Value{}
	}
	for _, m := range inbox {
		if m.PaymentID == paymentID && m.Kind == ledger.MessageOTP {
			return m.OTP
		}
	}
	return secret.Value{}
}

// Press lets the customer act on the newest payment of an order: Approve, Decline or Expire, as a method value.
// ErrNoPayment when there is none.
func (s *Bank) Press(order string, act func(paymentID string) error) error {
	v, found, err := s.PaymentByOrder(order)
	if err == nil && !found {
		err = ErrNoPayment
	}
	if err != nil {
		return err
	}
	return act(v.ID)
}
