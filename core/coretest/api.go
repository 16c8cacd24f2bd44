package coretest

import (
	"context"
	"sync"

	"sanduq/core"
	"sanduq/core/wire"
)

// Script is what one operation answers, call by call. The last step repeats; a
// script without steps answers with what a healthy service would. Safe for
// concurrent use; the zero value is ready.
type Script[T any] struct {
	mu    sync.Mutex
	steps []step[T]
	calls int
}

type step[T any] struct {
	value T
	err   error
}

// Say adds answers.
func (s *Script[T]) Say(values ...T) *Script[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range values {
		s.steps = append(s.steps, step[T]{value: v})
	}
	return s
}

// Fail adds an error: core.ErrNotSent, a *core.PaymentAPIError, or any other for
// an outcome that nobody knows.
func (s *Script[T]) Fail(err error) *Script[T] {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = append(s.steps, step[T]{err: err})
	return s
}

// Calls returns how often the operation was called.
func (s *Script[T]) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

func (s *Script[T]) next(usual T) (T, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if len(s.steps) == 0 {
		return usual, nil
	}
	now := s.steps[0]
	if len(s.steps) > 1 {
		s.steps = s.steps[1:]
	}
	return now.value, now.err
}

// API is a core.PaymentAPI that answers by script. Unscripted it opens payment
// "P-1" with token "token", shows a QR, sends codes, takes them, and reports
// PENDING. The zero value is ready; set NoStatus before an SDK is built over it.
type API struct {
	Initiations  Script[wire.InitiateResult]
	QRs          Script[wire.QRResult]
	Validations  Script[wire.ValidateResult]
	Codes        Script[wire.OTPResult]
	Statuses     Script[wire.StatusResult]
	Institutions Script[[]core.Institution]
	NoStatus     bool // the deployment has no status call
}

var _ core.PaymentAPI = (*API)(nil)

// Status answers, ready to be scripted.
var (
	Pending   = wire.StatusResult{State: core.StatePending, RawStatus: "PENDING"}
	Confirmed = wire.StatusResult{State: core.StateWaitingPayment, RawStatus: "PROCESSING"}
	Paid      = wire.StatusResult{State: core.StateSuccess, RawStatus: "SUCCESS", TransactionID: "T-1"}
	Failed    = wire.StatusResult{State: core.StateFailed, RawStatus: "FAILED"}
	Expired   = wire.StatusResult{State: core.StateExpired, RawStatus: "EXPIRED"}
)

// Initiate implements core.PaymentAPI.
func (a *API) Initiate(context.Context, wire.InitiateCall) (wire.InitiateResult, error) {
	return a.Initiations.next(wire.InitiateResult{PaymentID: "P-1", Token: core.NewSecret("token")})
}

// GenerateQR implements core.PaymentAPI.
func (a *API) GenerateQR(context.Context, wire.QRCall) (wire.QRResult, error) {
	return a.QRs.next(wire.QRResult{Payload: "SANDUQ-practice"})
}

// ValidateAccount implements core.PaymentAPI.
func (a *API) ValidateAccount(context.Context, wire.ValidateCall) (wire.ValidateResult, error) {
	return a.Validations.next(wire.ValidateResult{DPHReference: "D-1", CustomerName: core.NewSecret("Amal Ben Ali")})
}

// SubmitOTP implements core.PaymentAPI.
func (a *API) SubmitOTP(context.Context, wire.OTPCall) (wire.OTPResult, error) {
	return a.Codes.next(wire.OTPResult{})
}

// FetchStatus implements core.PaymentAPI.
func (a *API) FetchStatus(context.Context, wire.StatusCall) (wire.StatusResult, error) {
	return a.Statuses.next(Pending)
}

// FetchInstitutions implements core.PaymentAPI.
func (a *API) FetchInstitutions(context.Context, core.Secret) ([]core.Institution, error) {
	return a.Institutions.next([]core.Institution{
		{Code: "FPB", Name: "First Practice Bank", Rail: core.RailBank},
		{Code: "PWL", Name: "Practice Wallet", Rail: core.RailWallet},
	})
}

// StatusPath implements core.PaymentAPI.
func (a *API) StatusPath() string {
	if a.NoStatus {
		return ""
	}
	return "/web-payment/check-status"
}
