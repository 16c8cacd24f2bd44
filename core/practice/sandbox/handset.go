package sandbox

// Handset is what one customer's phone shows of one order: enough to play the customer beside a till.
type Handset struct {
	Payee       string
	AmountMinor int64
	Currency    string
	Holder      string // masked; empty when none was named
	State       HandsetState
	Code        Secret // the newest one-time code that was sent for the payment; empty without one
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
func (s *Server) Handset(order string) (Handset, bool) {
	v, found, err := s.PaymentByOrder(order)
	if err != nil || !found {
		return Handset{}, false
	}
	h := Handset{Payee: v.Payee, AmountMinor: v.AmountMinor, Currency: v.Currency, Holder: v.Holder, State: HandsetWaiting}
	switch v.Status {
	case StatusPending:
		h.Code = s.newestCode(v.ID)
		return h, v.Open || h.Code.Reveal() != ""
	case StatusSuccess, StatusProcessing:
		h.State = HandsetApproved
	case StatusFailed:
		h.State = HandsetDeclined
	case StatusExpired:
		h.State = HandsetExpired
	}
	return h, true
}

func (s *Server) newestCode(paymentID string) Secret {
	inbox, err := s.Inbox(inboxDepth)
	if err != nil {
		return Secret{}
	}
	for _, m := range inbox {
		if m.PaymentID == paymentID && m.Kind == MessageOTP {
			return m.OTP
		}
	}
	return Secret{}
}

// Press lets the customer act on the newest payment of an order: Approve, Decline or Expire, as a method value. ErrNoPayment
// when there is none.
func (s *Server) Press(order string, act func(paymentID string) error) error {
	v, found, err := s.PaymentByOrder(order)
	if err == nil && !found {
		err = ErrNoPayment
	}
	if err != nil {
		return err
	}
	return act(v.ID)
}

// BehaviourNamed is the reverse of Behaviour.String; an unknown name is Answers.
func BehaviourNamed(name string) Behaviour {
	for b := Answers; b <= Silent; b++ {
		if b.String() == name {
			return b
		}
	}
	return Answers
}

// Number is an account or wallet to practise with, and what it does: the Outcome of TestNumbers, empty for one that
// simply pays.
type Number struct{ Number, Outcome string }

// Numbers lists an ordinary number of a rail (RouteBank or RouteWallet) first, then those that do something particular.
func Numbers(rail string) []Number {
	all := []Number{{Number: map[string]string{RouteBank: "1234567890", RouteWallet: "0912345678"}[rail]}}
	for _, m := range testNumbers {
		if m.Route == rail {
			all = append(all, Number{Number: m.Match, Outcome: m.Outcome})
		}
	}
	return all
}
