package service

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"net/http"
	"regexp"

	"sanduq/core/practice/sandbox/contract"
	"sanduq/core/practice/sandbox/ledger"
	"sanduq/core/practice/sandbox/payments"
	"sanduq/core/practice/sandbox/secret"
	"sanduq/core/practice/sandbox/tables"
)

const maxTries = 3

var otpForm = regexp.MustCompile(`^[0-9]{6}$`)

// RandomOTP returns six random digits.
func RandomOTP() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil { // never, since Go 1.24
		return "000000"
	}
	return fmt.Sprintf("%06d", n)
}

// submission is what both kinds of OTP submission say.
type submission struct {
	rail                                rail
	holder, institution, otp, reference string
}

func readSubmission(f contract.Fields, r rail) (submission, *contract.Refusal) {
	in := submission{rail: r}
	var e *contract.Refusal
	if in.otp, e = f.Text("otp", 16); e != nil {
		return in, e
	}
	if !otpForm.MatchString(in.otp) {
		return in, contract.Invalid("otp", "must be six digits")
	}
	if in.reference, e = f.Text("dphReference", 64); e != nil {
		return in, e
	}
	if in.institution, e = readInstitution(f, r.name); e != nil {
		return in, e
	}
	in.holder, e = r.number(f, r.submits)
	return in, e
}

// submitBank takes the code of a bank account. The reply is an acknowledgement, no more: the money moves later, and
// check-status tells.
func (s *Service) submitBank(c *call) (*contract.Reply, error) {
	in, e := readSubmission(c.fields, bankRail)
	if e != nil {
		return nil, e
	}
	amount, e := c.fields.Text("amount", 20)
	if e != nil {
		return nil, e
	}
	currency, e := c.fields.Text("currency", 8)
	if e != nil {
		return nil, e
	}
	check := func(p *ledger.Record) *contract.Refusal {
		if currency != p.Currency {
			return contract.Refuse(http.StatusUnprocessableEntity, contract.CodeAmountMismatch, "the payment has another currency")
		}
		if !tables.MajorString.MatchString(amount) {
			return contract.Refuse(http.StatusBadRequest, contract.CodeInvalidAmount, "amount: must be plain digits in major units")
		}
		if minor, err := tables.ParseMajor(amount, p.Info().Digits); err != nil || minor != p.Minor {
			return contract.Refuse(http.StatusUnprocessableEntity, contract.CodeAmountMismatch, "the payment has another amount")
		}
		return nil
	}
	if _, err := s.submit(c, in, check); err != nil {
		return nil, err
	}
	return contract.OK("accepted", "The payment request was accepted and is being settled."), nil
}

type walletData struct {
	PaymentStatus string `json:"paymentStatus"`
	TransactionID string `json:"transactionId,omitempty"`
}

// submitWallet takes the code of a wallet. Most wallets settle at once and the reply says how it ended; those that do
// not say PROCESSING, and check-status tells.
func (s *Service) submitWallet(c *call) (*contract.Reply, error) {
	in, e := readSubmission(c.fields, walletRail)
	if e != nil {
		return nil, e
	}
	l, err := s.submit(c, in, func(*ledger.Record) *contract.Refusal { return nil })
	if err != nil {
		return nil, err
	}
	return contract.OK("accepted", walletData{l.Status, l.TransactionID}), nil
}

// submit decides on a code in one transaction. A refusal that counts, such as a wrong code, is as durable as an
// acceptance: hence the verdict beside the transaction's own error.
func (s *Service) submit(c *call, in submission, check func(*ledger.Record) *contract.Refusal) (ledger.Leg, error) {
	var after ledger.Leg
	var verdict *contract.Refusal
	err := s.payments.Change(func(tx *ledger.Tx) error {
		p, err := c.named(tx)
		if err != nil {
			return err
		}
		if e := check(p); e != nil {
			return e
		}
		l := p.Leg(in.rail.own)
		if l.Code == nil { // the QR of this leg may have been paid in the meantime: that is the better answer
			if e := payments.Open(p, l); e != nil {
				return e
			}
			if l.Status == contract.StatusProcessing {
				return contract.Refuse(http.StatusConflict, contract.CodeInProgress, "the payment is being settled")
			}
		}
		if e := in.matches(l); e != nil {
			return e
		}
		if l.Code.Accepted {
			if in.otp != l.Code.OTP {
				return contract.Refuse(http.StatusUnprocessableEntity, contract.CodeWrongOTP, "the code is wrong")
			}
			after = *l // the same settlement again
			return nil
		}
		if e := payments.Open(p, l); e != nil {
			return e
		}
		if verdict, err = s.decide(tx, p, l, in); err != nil {
			return err
		}
		after = *l
		return s.payments.Touch(tx, p)
	})
	if err == nil && verdict != nil {
		err = verdict
	}
	return after, err
}

// matches checks that a submission belongs to the code that is out.
func (in submission) matches(l *ledger.Leg) *contract.Refusal {
	switch {
	case l.Code == nil || l.Route != in.rail.name:
		return contract.Refuse(http.StatusConflict, contract.CodeNotValidated, "no account was validated on this route")
	case in.reference != l.Code.Reference:
		return contract.Refuse(http.StatusConflict, contract.CodeStaleReference, "this dphReference is not the current one")
	case in.holder != l.Code.Holder || in.institution != l.Code.Institution:
		return contract.Refuse(http.StatusUnprocessableEntity, contract.CodeAccountMismatch, "another account was validated")
	}
	return nil
}

// decide decides on a code for an open leg and starts its settlement when the code is right.
func (s *Service) decide(tx *ledger.Tx, p *ledger.Record, l *ledger.Leg, in submission) (*contract.Refusal, error) {
	outcome := tables.OutcomeFor(l.Route, l.Code.Holder)
	now := s.clock.Now()
	if outcome == contract.CodeOTPExpired || now.Sub(l.Code.SentAt) >= s.payments.Times().Code {
		return contract.Refuse(http.StatusUnprocessableEntity, contract.CodeOTPExpired, "the code has expired"), nil
	}
	if outcome == contract.CodeWrongOTP || !secret.Same(in.otp, l.Code.OTP) || s.faults.SpendWrongCode() {
		if l.Code.Tries++; l.Code.Tries >= maxTries {
			l.Status, l.Reason, l.Plan = contract.StatusFailed, contract.CodeWrongOTP, nil
		}
		wrong := contract.Refuse(http.StatusUnprocessableEntity, contract.CodeWrongOTP, "the code is wrong")
		wrong.TriesLeft = maxTries - l.Code.Tries
		return wrong, nil
	}
	a, err := tx.Account(l.Holder(), p.Currency)
	switch {
	case err != nil:
		return nil, err
	case a.Balance < p.Minor:
		return contract.Refuse(http.StatusUnprocessableEntity, contract.CodeInsufficientFunds, "the account does not hold the amount"), nil
	case outcome == contract.CodeLimitExceeded:
		return contract.Refuse(http.StatusUnprocessableEntity, contract.CodeLimitExceeded, "the daily limit is used up"), nil
	}
	l.Code.Accepted = true
	switch {
	case outcome == tables.FailsInReply:
		l.Status, l.Reason = contract.StatusFailed, "DECLINED"
		return nil, nil
	case outcome == "" && in.rail.settlesSoon, outcome == tables.InReply:
		return nil, s.payments.Enter(tx, p, l, ledger.Step{At: now, Status: contract.StatusSuccess})
	case outcome == "" || outcome == contract.StatusProcessing:
		return nil, s.payments.Settlement(tx, p, l, s.payments.Times().Settle)
	}
	l.Status = contract.StatusProcessing
	return nil, s.payments.Plan(tx, p, l, s.payments.Steps(outcome, now.Add(s.payments.Times().Settle))...)
}
