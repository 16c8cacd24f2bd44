package core

import (
	"time"

	"sanduq/core/money"
)

// CreateInvoiceRequest opens a payment session for one logical order. The service
// takes the same order sent twice for two payments, so IdempotencyKey is required
// and remembered. It never leaves the machine.
type CreateInvoiceRequest struct {
	OrderID        string
	Amount         money.Amount
	Description    string // optional
	IdempotencyKey string
}

// GenerateQRRequest asks for the QR payload of the current session.
type GenerateQRRequest struct {
	Rail Rail // blank means RailBank
}

// ValidateAccountRequest names the account (RailBank) or wallet (RailWallet)
// that is to pay. The gateway checks it and sends a one-time code.
type ValidateAccountRequest struct {
	Rail            Rail
	Account         Secret // account number or wallet ID
	InstitutionCode string
}

// SubmitOTPRequest hands over the customer's six-digit code.
type SubmitOTPRequest struct {
	OTP Secret
	// Again permits the one repetition that is allowed after polling ended
	// without an answer: the same code with the same reference.
	Again bool
}

// PollSchedule says when a poller asks. All times count from its start. The
// zero schedule is the default one; without Fast or FastFor there is no fast
// phase, and the default's Slow or Cap stands in for one that is missing.
type PollSchedule struct {
	Fast    time.Duration // interval of the first phase; 3 s
	FastFor time.Duration // length of the first phase; 30 s
	Slow    time.Duration // interval afterwards; 10 s
	Cap     time.Duration // when polling ends, whatever is known then; 5 min
}

// DefaultPollSchedule asks 37 times: at 3, 6 … 30 s, then 40, 50 … 300 s.
func DefaultPollSchedule() PollSchedule {
	return PollSchedule{Fast: 3 * time.Second, FastFor: 30 * time.Second, Slow: 10 * time.Second, Cap: 5 * time.Minute}
}

// Health is what is known of the connection to the gateway.
type Health struct {
	LastAnswer time.Time // zero before the first
	LastError  error     // of the newest call; nil when it was answered, unless by a 401
	Degraded   bool      // the newest call was not answered
	// Polling reports whether a poller runs; PollingUntil when its cap is.
	Polling      bool
	PollingSince time.Time
	PollingUntil time.Time
	Checking     bool   // a status request is in flight
	Checks       int    // status requests sent since the poller's start
	LastStatus   string // the newest word about this payment that was believed; of two legs the one that decides
	// ClockOffset is the gateway's clock less this computer's, by the Date
	// header of the newest answer; zero before one was heard.
	ClockOffset time.Duration
}

// Snapshot is a session put down for later: Public may be stored as it is,
// Secret must be sealed. Both carry a version.
type Snapshot struct {
	Public []byte // JSON
	Secret []byte // holds the bearer token and the account number
}
