package core

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"

	"sanduq/core/wire"
)

const otpDigits = 6

// otpMark recognises a code that was submitted without keeping it. A hash of
// six digits hides little from someone who has both, so it is treated as a
// secret and leaves the engine only in a snapshot's secret half.
type otpMark struct {
	Salt      []byte `json:"salt,omitempty"`
	Hash      []byte `json:"hash,omitempty"`
	Reference string `json:"reference,omitempty"`
	// Capped is true once polling ended without an answer: the same code may
	// then be sent again.
	Capped bool `json:"capped,omitempty"`
	// Worded is true when the gateway refused the code in words that are not
	// on the list: a status answer that knows of no payment under way ends the
	// doubt then.
	Worded bool `json:"worded,omitempty"`
	// Definite is true when the gateway refused the code beyond doubt, but has
	// given no status since: somebody on the way may have delivered the code
	// twice, and the bank may have carried out the other one.
	Definite bool `json:"definite,omitempty"`
}

// otpSent says for which rails a one-time code left, whatever was answered:
// money may come by that leg from then on.
type otpSent struct {
	Bank   bool `json:"bank,omitempty"`
	Wallet bool `json:"wallet,omitempty"`
	// Again is true once a code left for a leg by which money might have come
	// already: an earlier code had left for it, or a QR was out.
	Again bool `json:"again,omitempty"`
	// TriesLeft is how many more codes the bank takes; 0 where that is not known.
	TriesLeft int `json:"triesLeft,omitempty"`
}

// count fills in how many tries a refused code leaves, where the reply does
// not say it, and notes it.
func (o *otpSent) count(refusal *PaymentAPIError) {
	wrong := wire.WrongOTP(refusal.Code)
	if refusal.TriesLeft == 0 && wrong && o.TriesLeft > 0 {
		refusal.TriesLeft = o.TriesLeft - 1
	}
	if wrong || refusal.TriesLeft > 0 {
		o.TriesLeft = refusal.TriesLeft
	}
}

// mark notes a code that leaves for the session as it stands.
func (o *otpSent) mark(s PaymentSession) {
	if s.Rail == RailWallet {
		o.Again = o.Again || o.Wallet || s.QROut()
		o.Wallet = true
		return
	}
	o.Again = o.Again || o.Bank
	o.Bank = true
}

// codeState is what is known of the codes of a session. The engine's lock guards it.
type codeState struct {
	account Secret // in full, for the code's submission
	name    string // masked, of the customer, while it is not to be shown
	mark    otpMark
	sent    otpSent
}

func newOTPMark(otp Secret, reference string) otpMark {
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	return otpMark{Salt: salt, Hash: hashOTP(salt, otp), Reference: reference}
}

func hashOTP(salt []byte, otp Secret) []byte {
	sum := sha256.Sum256(append(salt[:len(salt):len(salt)], otp.Reveal()...))
	return sum[:]
}

// same reports whether a code and reference are those of the mark.
func (m otpMark) same(otp Secret, reference string) bool {
	return len(m.Hash) > 0 && m.Reference == reference && subtle.ConstantTimeCompare(m.Hash, hashOTP(m.Salt, otp)) == 1
}

func checkOTP(otp Secret) error {
	code := otp.Reveal()
	valid := len(code) == otpDigits
	for _, c := range []byte(code) {
		valid = valid && c >= '0' && c <= '9'
	}
	if !valid {
		return notSent(fmt.Errorf("%w: a one-time code has %d digits", ErrInvalidRequest, otpDigits))
	}
	return nil
}

// admitOTPLocked decides whether a code may be sent now.
func (e *engine) admitOTPLocked(req SubmitOTPRequest) error {
	s := e.session
	switch {
	case !s.OTPUnresolved:
	case !req.Again || !e.repeatableLocked() || !e.code.mark.same(req.OTP, s.DPHReference):
		return notSent(ErrUnresolved)
	}
	if _, err := e.machine.Next(s.State, TriggerOTPAcknowledged); err != nil {
		return notSent(err)
	}
	if e.code.account.Empty() {
		return notSent(fmt.Errorf("%w: the account number is not known any more", ErrInvalidRequest))
	}
	return nil
}

// repeatableLocked reports whether a code whose outcome is open had as long for
// an answer as polling lasts: polling came to its cap, or nobody polls and the
// cap has passed since. A session of many that were restored is not polled, nor
// is one whose token was refused, or that has no status to ask for.
func (e *engine) repeatableLocked() bool {
	return e.code.mark.Capped || !e.poll.running() && e.now.Sub(e.session.UpdatedAt) >= e.poll.schedule.normal().Cap
}

// nameIn shows the name of the customer whose code was taken, where it was kept back
// until then. A QR that was paid beside the code says nothing of the account.
func (c *codeState) nameIn(s *PaymentSession, from State) {
	if from == StateOTPRequired && c.name != "" && (c.sent.Bank || c.sent.Wallet) && !s.Route.Scanned() &&
		s.State != StateFailed && s.State != StateExpired {
		s.MaskedCustomer, c.name = c.name, ""
	}
}
