package core

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"sanduq/core/internal/fold"
	"sanduq/core/internal/object"
	"sanduq/core/wire"
)

// codec writes the bodies of a profile's calls and reads their replies.
type codec struct{ wire.Profile }

// meanings folds the words once, for look-ups.
func (p codec) meanings() map[string]State {
	folded := make(map[string]State, len(p.StatusWords))
	for word, state := range p.StatusWords {
		folded[fold.Word(word)] = state
	}
	return folded
}

// definiteCodes folds the list once, for look-ups.
func (p codec) definiteCodes() map[string]bool {
	folded := make(map[string]bool, len(p.DefiniteOTPCodes))
	for _, code := range p.DefiniteOTPCodes {
		folded[fold.Code(code)] = true
	}
	return folded
}

// The bodies. Members stand in alphabetical order.

func initiateBody(call wire.InitiateCall) *body {
	b := new(body).literal("amount", call.Amount.Major()) // a number, exact to the last digit
	b.string("currency", call.Amount.Currency)
	if call.Description != "" {
		b.string("description", call.Description)
	}
	return b.string("orderId", call.OrderID)
}

func qrBody(call wire.QRCall) *body {
	return new(body).string("orderId", call.OrderID).string("paymentId", call.PaymentID)
}

func validateBody(call wire.ValidateCall) *body {
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

func otpBody(call wire.OTPCall) *body {
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

func statusBody(call wire.StatusCall) *body {
	return new(body).literal("byAccountNumber", strconv.FormatBool(call.ByAccountNumber)).string("orderId", call.OrderID)
}

func (p codec) readInitiate(data json.RawMessage, call wire.InitiateCall) (wire.InitiateResult, error) {
	o, err := object.Decode(data)
	if err != nil {
		return wire.InitiateResult{}, err
	}
	id, err := o.Need(wire.FieldPaymentID)
	if err != nil {
		return wire.InitiateResult{}, err
	}
	if len(id) > maxIdentifier || hasControl(id) {
		return wire.InitiateResult{}, object.Malformed("a payment identifier of %d bytes", len(id))
	}
	token, err := o.Need("token")
	if err != nil {
		return wire.InitiateResult{}, err
	}
	found, err := p.compare(o, identity{orderID: call.OrderID, amount: call.Amount}, false)
	if err == nil && found.conflict != "" {
		err = fmt.Errorf("%w: %s", ErrConflict, found.conflict)
	}
	return wire.InitiateResult{PaymentID: id, Token: NewSecret(token)}, err
}

func (p codec) readQR(data json.RawMessage, call wire.QRCall) (wire.QRResult, error) {
	o, err := object.Decode(data)
	if err != nil {
		return wire.QRResult{}, err
	}
	payload, err := o.Need("qrCode")
	if err == nil && len(payload) > maxQRPayload {
		err = object.Malformed("a QR payload of %d bytes", len(payload))
	}
	if err == nil {
		err = p.sameOnly(o, identity{paymentID: call.PaymentID, orderID: call.OrderID})
	}
	return wire.QRResult{Payload: payload}, err
}

// codeNotSent is our own code for an answer that accepted the account and yet
// says that no one-time code went out.
const codeNotSent = "OTP_NOT_SENT"

func (p codec) readValidate(data json.RawMessage, call wire.ValidateCall) (wire.ValidateResult, error) {
	o, err := object.Decode(data)
	if err != nil {
		return wire.ValidateResult{}, err
	}
	sent, there, err := o.Flag("otpSent")
	if err != nil {
		return wire.ValidateResult{}, err
	}
	if there && !sent {
		return wire.ValidateResult{}, &PaymentAPIError{Operation: OpValidateAccount, HTTPStatus: 200, Code: codeNotSent}
	}
	if err := p.sameOnly(o, identity{paymentID: call.PaymentID, orderID: call.OrderID}); err != nil {
		return wire.ValidateResult{}, err
	}
	reference, err := o.Text("dphReference")
	if err == nil && len(reference) > maxIdentifier {
		err = object.Malformed("a reference of %d bytes", len(reference))
	}
	if err != nil {
		return wire.ValidateResult{}, err
	}
	name, err := o.Text("customerName")
	tries := p.triesIn(o)
	if tries == 0 {
		tries = p.OTPTries
	}
	return wire.ValidateResult{DPHReference: reference, CustomerName: NewSecret(scrub(name, maxName, nil)), NameLater: p.CustomerNameAfterCode, TriesLeft: tries}, err
}

// triesIn is how many tries are left by one of some objects; 0 where none says a
// usable number. It moves no money: whatever is odd counts as not said.
func (p codec) triesIn(objects ...object.Object) int {
	for _, o := range objects {
		literal, _ := o.Scalar(p.OTPTriesField)
		if n, err := strconv.Atoi(literal); err == nil && p.OTPTriesField != "" && 0 < n && n <= wire.MaxTries {
			return n
		}
	}
	return 0
}

// readBankOTP accepts a string and nothing else: the acknowledgement.
func readBankOTP(data json.RawMessage) (wire.OTPResult, error) {
	var acknowledgement *string
	if json.Unmarshal(data, &acknowledgement) != nil || acknowledgement == nil {
		return wire.OTPResult{}, object.Malformed("the acknowledgement is not a string")
	}
	return wire.OTPResult{}, nil
}

// readWalletOTP reads data that may say something final: an object, a string
// that is a mere acknowledgement, or nothing. What it names of the payment is
// compared as in a status answer.
func (p codec) readWalletOTP(data json.RawMessage, call wire.OTPCall, meanings map[string]State) (wire.OTPResult, error) {
	if data = bytes.TrimSpace(data); len(data) == 0 || string(data) == "null" || data[0] == '"' {
		return wire.OTPResult{}, nil
	}
	o, err := object.Decode(data)
	if err != nil {
		return wire.OTPResult{}, err
	}
	word, err := o.Text("paymentStatus")
	if err != nil {
		return wire.OTPResult{}, err
	}
	transaction, err := transactionOf(o)
	if err != nil {
		return wire.OTPResult{}, err
	}
	found, err := p.compare(o, identity{call.PaymentID, call.OrderID, call.Amount}, false)
	return wire.OTPResult{
		State: meanings[fold.Word(word)], RawStatus: strings.TrimSpace(word),
		TransactionID: transaction, Conflict: found.conflict,
	}, err
}

// errNoStatus is a well-formed answer about the right payment that has no status.
// It tells nothing, but for one thing: it was given.
var errNoStatus = object.Malformed("member paymentStatus is missing")

// readStatus reads a status answer and compares what it names with the call's
// session.
func (p codec) readStatus(data json.RawMessage, call wire.StatusCall, meanings map[string]State) (wire.StatusResult, error) {
	o, err := object.Decode(data)
	if err != nil {
		return wire.StatusResult{}, err
	}
	word, err := o.Text("paymentStatus")
	if err != nil {
		return wire.StatusResult{}, err
	}
	transaction, err := transactionOf(o)
	if err != nil {
		return wire.StatusResult{}, err
	}
	found, err := p.compare(o, identity{call.PaymentID, call.OrderID, call.Amount}, true)
	if err == nil && word == "" {
		if found.conflict != "" {
			return wire.StatusResult{}, object.Malformed("member paymentStatus is missing, %s", found.conflict)
		}
		return wire.StatusResult{}, errNoStatus
	}
	return wire.StatusResult{
		State: meanings[fold.Word(word)], RawStatus: strings.TrimSpace(word),
		TransactionID: transaction, Conflict: found.conflict, Named: found.named,
	}, err
}

// readInstitutions reads the list. One without a rail fits both. An entry for a
// rail that is not ours is left out, and so is one that cannot be read: a bank
// that nobody can choose must not take the others with it.
func readInstitutions(data json.RawMessage) ([]Institution, error) {
	var rows []json.RawMessage
	if json.Unmarshal(data, &rows) != nil || rows == nil {
		return nil, object.Malformed("the institution list is no list")
	}
	list := make([]Institution, 0, len(rows))
	for _, row := range rows {
		if one, err := readInstitution(row); err == nil {
			list = append(list, one)
		}
	}
	if len(list) == 0 && len(rows) > 0 {
		return nil, object.Malformed("no entry of the institution list can be read")
	}
	return list, nil
}

func readInstitution(row json.RawMessage) (Institution, error) {
	o, err := object.Decode(row)
	if err != nil {
		return Institution{}, err
	}
	code, err := o.Scalar("code")
	if err != nil || strings.TrimSpace(code) == "" || len(code) > maxIdentifier || hasControl(code) {
		return Institution{}, object.Malformed("an institution has no usable code")
	}
	name, err := o.Text("name")
	if err != nil {
		return Institution{}, err
	}
	if strings.TrimSpace(name) == "" {
		name = code // a row without words is nothing to choose from
	}
	word, err := o.Text("rail")
	if err != nil {
		return Institution{}, err
	}
	rail := Rail(strings.ToLower(strings.TrimSpace(word)))
	if rail != "" && !rail.Known() {
		return Institution{}, object.Malformed("an institution's rail")
	}
	return Institution{Code: code, Name: scrub(name, maxName, nil), Rail: rail}, nil
}
