package core

import "sanduq/core/wire"

// Package wire has the service's words, its calls, and what a deployment spells in
// its own way. What every program names stands here as well.
type (
	// Environment selects which of the service's two hosts is spoken to.
	Environment = wire.Environment
	// Institution is a bank or wallet provider that the customer can choose.
	Institution = wire.Institution
	// Operation names a call of the service.
	Operation = wire.Operation
	// PaymentAPI is the service as an SDK sees it. *Client speaks HTTP; tests bring
	// their own.
	PaymentAPI = wire.PaymentAPI
	// Rail is the network that a call uses on the gateway's side.
	Rail = wire.Rail
	// Route is the way in which the customer pays.
	Route = wire.Route
	// Secret holds a value that must reach no log, error, event or JSON document.
	Secret = wire.Secret
	// State is where a payment session stands. The words are the service's own.
	State = wire.State
)

// The words. Success is the only state that nothing ever leaves.
const (
	Sandbox = wire.Sandbox // test data only, no money moves
	Live    = wire.Live    // moves real funds

	StatePending        = wire.StatePending
	StateQRGenerated    = wire.StateQRGenerated
	StateOTPRequired    = wire.StateOTPRequired
	StateWaitingPayment = wire.StateWaitingPayment
	StateAuthorized     = wire.StateAuthorized
	StateSuccess        = wire.StateSuccess
	StateFailed         = wire.StateFailed
	StateExpired        = wire.StateExpired

	RouteQR      = wire.RouteQR
	RouteAccount = wire.RouteAccount
	RouteWallet  = wire.RouteWallet

	RailBank   = wire.RailBank
	RailWallet = wire.RailWallet

	OpInitiate        = wire.OpInitiate
	OpGenerateQR      = wire.OpGenerateQR
	OpValidateAccount = wire.OpValidateAccount
	OpSubmitOTP       = wire.OpSubmitOTP
	OpFetchStatus     = wire.OpFetchStatus
	OpInstitutions    = wire.OpInstitutions
)

// NewSecret wraps a value.
func NewSecret(value string) Secret { return wire.NewSecret(value) }
