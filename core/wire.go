package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sanduq/core/money"
)

// The bodies. Members stand in alphabetical order.

func initiateBody(call InitiateCall) *body {
	b := new(body).literal("amount", call.Amount.Major()) // a number, exact to the last digit
	b.string("currency", call.Amount.Currency)
	if call.Description != "" {
		b.string("description", call.Description)
	}
	return b.string("orderId", call.OrderID)
}

func qrBody(call QRCall) *body {
	return new(body).string("orderId", call.OrderID).string("paymentId", call.PaymentID)
}

func validateBody(call ValidateCall) *body {
	b := new(body)
	if call.Rail != RailWallet {
		b.string("accountNumber", call.Account.Reveal())
	}
	b.string("institutionCode", call.InstitutionCode).string("orderId", call.OrderID).string("paymentId", call.PaymentID)
	if call.Rail == RailWallet {
		b.string("walletId", call.Account.Reveal())
	}
	return b
}

func otpBody(call OTPCall) *body {
	b := new(body)
	if call.Rail != RailWallet {
		b.string("amount", call.Amount.Major()) // a string here
		b.string("currency", call.Amount.Currency).string("debitorAccNumber", call.Account.Reveal())
	}
	b.string("dphReference", call.DPHReference).string("institutionCode", call.InstitutionCode)
	b.string("orderId", call.OrderID).string("otp", call.OTP.Reveal()).string("paymentId", call.PaymentID)
	if call.Rail == RailWallet {
		b.string("walletId", call.Account.Reveal())
	}
	return b
}

func statusBody(call StatusCall) *body {
	return new(body).literal("byAccountNumber", strconv.FormatBool(call.ByAccountNumber)).string("orderId", call.OrderID)
}

func readInitiate(data json.RawMessage) (InitiateResult, error) {
	o, err := decodeObject(data)
	if err != nil {
		return InitiateResult{}, err
	}
	id, err := o.need("paymentId")
	if err != nil {
		return InitiateResult{}, err
	}
	token, err := o.need("token")
	if err != nil {
		return InitiateResult{}, err
	}
	return InitiateResult{PaymentID: id, Token: NewSecret(token)}, nil
}

func readQR(data json.RawMessage) (QRResult, error) {
	o, err := decodeObject(data)
	if err != nil {
		return QRResult{}, err
	}
	payload, err := o.need("qrCode")
	return QRResult{Payload: payload}, err
}

// codeNotSent is our own code for an answer that accepted the account and yet
// says that no one-time code went out.
const codeNotSent = "OTP_NOT_SENT"

func readValidate(data json.RawMessage) (ValidateResult, error) {
	o, err := decodeObject(data)
	if err != nil {
		return ValidateResult{}, err
	}
	sent, there, err := o.flag("otpSent")
	if err != nil {
		return ValidateResult{}, err
	}
	if there && !sent {
		return ValidateResult{}, &PaymentAPIError{Operation: OpValidateAccount, HTTPStatus: 200, Code: codeNotSent}
	}
	reference, err := o.text("dphReference")
	if err != nil {
		return ValidateResult{}, err
	}
	name, err := o.text("customerName")
	return ValidateResult{DPHReference: reference, CustomerName: NewSecret(name)}, err
}

// readBankOTP accepts a string and nothing else: the acknowledgement.
func readBankOTP(data json.RawMessage) (OTPResult, error) {
	var acknowledgement *string
	if json.Unmarshal(data, &acknowledgement) != nil || acknowledgement == nil {
		return OTPResult{}, badReply("the acknowledgement is not a string")
	}
	return OTPResult{}, nil
}

// readWalletOTP reads data that may say something final: an object, a string
// that is a mere acknowledgement, or nothing.
func readWalletOTP(data json.RawMessage, meanings map[string]State) (OTPResult, error) {
	if data = bytes.TrimSpace(data); len(data) == 0 || string(data) == "null" || data[0] == '"' {
		return OTPResult{}, nil
	}
	o, err := decodeObject(data)
	if err != nil {
		return OTPResult{}, err
	}
	word, err := o.text("paymentStatus")
	if err != nil {
		return OTPResult{}, err
	}
	transaction, err := o.scalar("transactionId")
	return OTPResult{
		State: meanings[foldWord(word)], RawStatus: strings.TrimSpace(word), TransactionID: transaction,
	}, err
}

// readStatus reads a status answer and compares the declared members with the
// call's session.
func (p WireProfile) readStatus(data json.RawMessage, call StatusCall, meanings map[string]State) (StatusResult, error) {
	o, err := decodeObject(data)
	if err != nil {
		return StatusResult{}, err
	}
	word, err := o.need("paymentStatus")
	if err != nil {
		return StatusResult{}, err
	}
	transaction, err := o.scalar("transactionId")
	if err != nil {
		return StatusResult{}, err
	}
	conflict, err := p.compare(o, call)
	return StatusResult{
		State: meanings[foldWord(word)], RawStatus: strings.TrimSpace(word),
		TransactionID: transaction, Conflict: conflict,
	}, err
}

// compare returns in what an answer differs from the session, blank for
// nothing.
func (p WireProfile) compare(o object, call StatusCall) (string, error) {
	var differences []string
	for _, field := range []struct{ name, ours string }{
		{fieldPaymentID, call.PaymentID}, {fieldOrderID, call.OrderID}, {fieldCurrency, call.Amount.Currency},
	} {
		if !p.declares(field.name) {
			continue
		}
		theirs, err := o.need(field.name)
		if err != nil {
			return "", err
		}
		if theirs != field.ours {
			differences = append(differences, fmt.Sprintf("%s is %q, not %q", field.name, theirs, field.ours))
		}
	}
	if p.declares(fieldAmount) {
		theirs, err := o.scalar(fieldAmount)
		if err != nil || theirs == "" {
			return "", badReply("member amount is missing or no number")
		}
		if amount, err := money.ParseWire(theirs, call.Amount.Currency); err != nil || amount != call.Amount {
			differences = append(differences, fmt.Sprintf("amount is %q, not %s", theirs, call.Amount.Major()))
		}
	}
	return strings.Join(differences, "; "), nil
}

// readInstitutions reads the list. An entry for a rail that is not ours is
// left out; one without a rail fits both.
func readInstitutions(data json.RawMessage) ([]Institution, error) {
	var rows []json.RawMessage
	if json.Unmarshal(data, &rows) != nil || rows == nil {
		return nil, badReply("the institution list is no list")
	}
	list := make([]Institution, 0, len(rows))
	for _, row := range rows {
		o, err := decodeObject(row)
		if err != nil {
			return nil, err
		}
		code, err := o.scalar("code")
		if err != nil || code == "" {
			return nil, badReply("an institution has no code")
		}
		name, err := o.text("name")
		if err != nil {
			return nil, err
		}
		word, err := o.text("rail")
		if err != nil {
			return nil, err
		}
		rail := Rail(strings.ToLower(strings.TrimSpace(word)))
		if slices.Contains([]Rail{"", RailBank, RailWallet}, rail) {
			list = append(list, Institution{Code: code, Name: name, Rail: rail})
		}
	}
	return list, nil
}
