package core

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"sanduq/core/wire"
)

// Initiate implements PaymentAPI. The request reaches the wire at most once.
func (c *Client) Initiate(ctx context.Context, call wire.InitiateCall) (result wire.InitiateResult, err error) {
	if err := c.built(); err != nil {
		return result, err
	}
	if !c.hasKeys() {
		return result, errNoKeys()
	}
	r, err := c.post(OpInitiate, c.profile.Paths.Initiate, initiateBody(call), Secret{})
	if err != nil {
		return result, err
	}
	r.merchant = true
	err = c.call(ctx, r, func(data json.RawMessage) (err error) {
		result, err = c.profile.readInitiate(data, call)
		return err
	})
	return result, err
}

// GenerateQR implements PaymentAPI.
func (c *Client) GenerateQR(ctx context.Context, call wire.QRCall) (result wire.QRResult, err error) {
	if err := c.built(); err != nil {
		return result, err
	}
	path := c.profile.Paths.BankQR
	if call.Rail == RailWallet {
		path = c.profile.Paths.WalletQR
	}
	r, err := c.bearer(OpGenerateQR, path, qrBody(call), call.Token)
	if err != nil {
		return result, err
	}
	r.paymentID = call.PaymentID
	err = c.call(ctx, r, func(data json.RawMessage) (err error) {
		result, err = c.profile.readQR(data, call)
		return err
	})
	return result, err
}

// ValidateAccount implements PaymentAPI.
func (c *Client) ValidateAccount(ctx context.Context, call wire.ValidateCall) (result wire.ValidateResult, err error) {
	if err := c.built(); err != nil {
		return result, err
	}
	path := c.profile.Paths.BankValidate
	if call.Rail == RailWallet {
		path = c.profile.Paths.WalletValidate
	}
	r, err := c.bearer(OpValidateAccount, path, validateBody(call), call.Token, call.Account)
	if err != nil {
		return result, err
	}
	r.paymentID = call.PaymentID
	err = c.call(ctx, r, func(data json.RawMessage) (err error) {
		result, err = c.profile.readValidate(data, call)
		return err
	})
	return result, err
}

// SubmitOTP implements PaymentAPI.
func (c *Client) SubmitOTP(ctx context.Context, call wire.OTPCall) (result wire.OTPResult, err error) {
	if err := c.built(); err != nil {
		return result, err
	}
	path := c.profile.Paths.BankOTP
	if call.Rail == RailWallet {
		path = c.profile.Paths.WalletOTP
	}
	r, err := c.bearer(OpSubmitOTP, path, otpBody(call), call.Token, call.Account, call.OTP)
	if err != nil {
		return result, err
	}
	r.permit = call.Permit
	r.paymentID = call.PaymentID
	err = c.call(ctx, r, func(data json.RawMessage) (err error) {
		if call.Rail == RailWallet {
			result, err = c.profile.readWalletOTP(data, call, c.meanings)
			result.RawStatus = hideDigits(scrub(result.RawStatus, 64, r.secrets))
			result.Conflict = scrub(result.Conflict, 300, r.secrets)
			return err
		}
		result, err = readBankOTP(data)
		return err
	})
	return result, err
}

// FetchStatus implements PaymentAPI.
func (c *Client) FetchStatus(ctx context.Context, call wire.StatusCall) (result wire.StatusResult, err error) {
	if err := c.built(); err != nil {
		return result, err
	}
	if c.StatusPath() == "" {
		return result, notSent(ErrUnsupported)
	}
	r, err := c.bearer(OpFetchStatus, c.StatusPath(), statusBody(call), call.Token)
	if err != nil {
		return result, err
	}
	if r.merchant = c.profile.StatusPathRequiresMerchantAuth; r.merchant && !c.hasKeys() {
		return result, errNoKeys()
	}
	r.paymentID = call.PaymentID
	err = c.call(ctx, r, func(data json.RawMessage) (err error) {
		result, err = c.profile.readStatus(data, call, c.meanings)
		result.RawStatus = hideDigits(scrub(result.RawStatus, 64, r.secrets))
		result.Conflict = scrub(result.Conflict, 300, r.secrets)
		return err
	})
	return result, err
}

// FetchInstitutions implements PaymentAPI.
func (c *Client) FetchInstitutions(ctx context.Context, token Secret) (list []Institution, err error) {
	if err := c.built(); err != nil {
		return nil, err
	}
	if token.Empty() {
		return nil, errNoToken()
	}
	r := request{op: OpInstitutions, method: http.MethodGet, path: c.profile.Paths.Institutions,
		token: token, secrets: append([]Secret{token}, c.secrets...)}
	err = c.call(ctx, r, func(data json.RawMessage) (err error) {
		list, err = readInstitutions(data)
		return err
	})
	return list, err
}

// bearer prepares a POST that needs the session's token.
func (c *Client) bearer(op Operation, path string, b *body, token Secret, secrets ...Secret) (request, error) {
	if token.Empty() {
		return request{}, errNoToken()
	}
	return c.post(op, path, b, token, secrets...)
}

func (c *Client) hasKeys() bool { return !c.apiKey.Empty() && !c.secretKey.Empty() }

func errNoKeys() error {
	return notSent(fmt.Errorf("%w: no merchant keys", ErrInvalidRequest))
}

func errNoToken() error {
	return notSent(fmt.Errorf("%w: no bearer token", ErrInvalidRequest))
}
