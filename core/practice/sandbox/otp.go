package sandbox

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"net/http"
	"regexp"
)

const maxTries = 3

var otpForm = regexp.MustCompile(`^[0-9]{6}$`)

func randomOTP() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil { // never, since Go 1.24
		return "000000"
	}
	return fmt.Sprintf("%06d", n)
}

// submission is what both kinds of OTP submission say.
type submission struct {
	route, holder, institution, otp, reference string
}

func readSubmission(f fields, route string) (submission, *apiError) {
	in := submission{route: route}
	var e *apiError
	if in.otp, e = f.text("otp", 16); e != nil {
		return in, e
	}
	if !otpForm.MatchString(in.otp) {
		return in, invalid("otp", "must be six digits")
	}
	if in.reference, e = f.text("dphReference", 64); e != nil {
		return in, e
	}
	if in.institution, e = readInstitution(f, route); e != nil {
		return in, e
	}
	if route == RouteBank {
		in.holder, e = accountNumber(f, "debitorAccNumber")
	} else {
		in.holder, e = walletID(f)
	}
	return in, e
}

// submitBank takes the code of a bank account. The reply is an acknowledgement, no more: the money moves later, and
// check-status tells.
func (s *service) submitBank(c *call) (*reply, error) {
	in, e := readSubmission(c.fields, RouteBank)
	if e != nil {
		return nil, e
	}
	amount, e := c.fields.text("amount", 20)
	if e != nil {
		return nil, e
	}
	currency, e := c.fields.text("currency", 8)
	if e != nil {
		return nil, e
	}
	check := func(p *record) *apiError {
		if currency != p.Currency {
			return refuse(http.StatusUnprocessableEntity, codeAmountMismatch, "the payment has another currency")
		}
		if !majorString.MatchString(amount) {
			return refuse(http.StatusBadRequest, codeInvalidAmount, "amount: must be plain digits in major units")
		}
		if minor, err := parseMajor(amount, p.info().digits); err != nil || minor != p.Minor {
			return refuse(http.StatusUnprocessableEntity, codeAmountMismatch, "the payment has another amount")
		}
		return nil
	}
	if _, err := s.submit(c, in, check); err != nil {
		return nil, err
	}
	return ok("accepted", "The payment request was accepted and is being settled."), nil
}

type walletData struct {
	PaymentStatus string `json:"paymentStatus"`
	TransactionID string `json:"transactionId,omitempty"`
}

// submitWallet takes the code of a wallet. Most wallets settle at once and the reply says how it ended; those that do
// not say PROCESSING, and check-status tells.
func (s *service) submitWallet(c *call) (*reply, error) {
	in, e := readSubmission(c.fields, RouteWallet)
	if e != nil {
		return nil, e
	}
	l, err := s.submit(c, in, func(*record) *apiError { return nil })
	if err != nil {
		return nil, err
	}
	return ok("accepted", walletData{l.Status, l.TransactionID}), nil
}

// submit decides on a code in one transaction. A refusal that counts, such as a wrong code, is as durable as an
// acceptance: hence the verdict beside the transaction's own error.
func (s *service) submit(c *call, in submission, check func(*record) *apiError) (leg, error) {
	var after leg
	var verdict *apiError
	err := s.payments.change(func(tx *ledgerTx) error {
		p, err := c.named(tx)
		if err != nil {
			return err
		}
		if e := check(p); e != nil {
			return e
		}
		l := p.leg(in.route == RouteBank)
		if l.Code == nil { // the QR of this leg may have been paid in the meantime: that is the better answer
			if e := openLeg(p, l); e != nil {
				return e
			}
			if l.Status == StatusProcessing {
				return refuse(http.StatusConflict, codeInProgress, "the payment is being settled")
			}
		}
		if e := in.matches(l); e != nil {
			return e
		}
		if l.Code.Accepted {
			if in.otp != l.Code.OTP {
				return refuse(http.StatusUnprocessableEntity, codeWrongOTP, "the code is wrong")
			}
			after = *l // the same settlement again
			return nil
		}
		if e := openLeg(p, l); e != nil {
			return e
		}
		if verdict, err = s.decide(tx, p, l, in.otp); err != nil {
			return err
		}
		after = *l
		return s.payments.touch(tx, p)
	})
	if err == nil && verdict != nil {
		err = verdict
	}
	return after, err
}

// matches checks that a submission belongs to the code that is out.
func (in submission) matches(l *leg) *apiError {
	switch {
	case l.Code == nil || l.Route != in.route:
		return refuse(http.StatusConflict, codeNotValidated, "no account was validated on this route")
	case in.reference != l.Code.Reference:
		return refuse(http.StatusConflict, codeStaleReference, "this dphReference is not the current one")
	case in.holder != l.Code.Holder || in.institution != l.Code.Institution:
		return refuse(http.StatusUnprocessableEntity, codeAccountMismatch, "another account was validated")
	}
	return nil
}

// decide decides on a code for an open leg and starts its settlement when the code is right.
func (s *service) decide(tx *ledgerTx, p *record, l *leg, otp string) (*apiError, error) {
	outcome := outcomeFor(l.Route, l.Code.Holder)
	now := s.clock.Now()
	if outcome == codeOTPExpired || now.Sub(l.Code.SentAt) >= s.payments.times().Code {
		return refuse(http.StatusUnprocessableEntity, codeOTPExpired, "the code has expired"), nil
	}
	if outcome == codeWrongOTP || !same(otp, l.Code.OTP) || s.faults.spendWrongCode() {
		if l.Code.Tries++; l.Code.Tries >= maxTries {
			l.Status, l.Reason, l.Plan = StatusFailed, codeWrongOTP, nil
		}
		return refuse(http.StatusUnprocessableEntity, codeWrongOTP, "the code is wrong"), nil
	}
	a, err := tx.account(l.holder(), p.Currency)
	switch {
	case err != nil:
		return nil, err
	case a.Balance < p.Minor:
		return refuse(http.StatusUnprocessableEntity, codeInsufficientFunds, "the account does not hold the amount"), nil
	case outcome == codeLimitExceeded:
		return refuse(http.StatusUnprocessableEntity, codeLimitExceeded, "the daily limit is used up"), nil
	}
	l.Code.Accepted = true
	switch {
	case outcome == failsInReply:
		l.Status, l.Reason = StatusFailed, "DECLINED"
		return nil, nil
	case outcome == "" && l.Route == RouteWallet, outcome == inReply:
		return nil, s.payments.take(tx, p, l, step{At: now, Status: StatusSuccess})
	case outcome == "" || outcome == StatusProcessing:
		return nil, s.payments.settlement(tx, p, l, s.payments.times().Settle)
	}
	l.Status = StatusProcessing
	return nil, s.payments.plan(tx, p, l, s.payments.outcomeSteps(outcome, now.Add(s.payments.times().Settle))...)
}
