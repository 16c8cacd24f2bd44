// Package injected are the faults that proofs put between a till and its gateway
// or its disk on purpose, to see that a law is broken by them. Those that more
// than one proof injects have names; the others are made of what is bent: the
// answers to one kind of call, or what is written down.
package injected

import (
	"context"
	"errors"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/wire"
)

// API is a fault between the SDK and its client.
type API = func(core.PaymentAPI) core.PaymentAPI

// Store is a fault between the till and its disk.
type Store = func(journal.Store) journal.Store

// Status bends what comes of each question about a payment.
func Status(bend func(wire.StatusResult, error) (wire.StatusResult, error)) API {
	return func(a core.PaymentAPI) core.PaymentAPI { return status{a, bend} }
}

// Code bends what comes of each code that is handed in.
func Code(bend func(wire.OTPResult, error) (wire.OTPResult, error)) API {
	return func(a core.PaymentAPI) core.PaymentAPI { return code{a, bend} }
}

// Initiate bends what comes of opening a payment; again opens it once more.
func Initiate(bend func(out wire.InitiateResult, err error, again func() (wire.InitiateResult, error)) (wire.InitiateResult, error)) API {
	return func(a core.PaymentAPI) core.PaymentAPI { return initiate{a, bend} }
}

// Change bends what is written down: what it is given is a copy.
func Change(bend func(*journal.Change)) Store {
	return func(s journal.Store) journal.Store { return change{s, bend} }
}

// Sale bends each record that is written down.
func Sale(bend func(*journal.Sale)) Store {
	return Change(func(c *journal.Change) {
		if c.Sale != nil {
			bend(c.Sale)
		}
	})
}

// The faults that more than one proof injects.
var (
	// Eager sends initiate again when its reply is lost.
	Eager = Initiate(func(out wire.InitiateResult, err error, again func() (wire.InitiateResult, error)) (wire.InitiateResult, error) {
		if errors.Is(err, core.ErrOutcomeUnknown) {
			return again()
		}
		return out, err
	})
	// Hasty takes no answer for a no.
	Hasty = Status(func(out wire.StatusResult, err error) (wire.StatusResult, error) {
		if err != nil {
			return wire.StatusResult{State: core.StateFailed, RawStatus: "FAILED"}, nil
		}
		return out, nil
	})
	// Trusting takes the customer's confirmation for money.
	Trusting = Status(func(out wire.StatusResult, err error) (wire.StatusResult, error) {
		if out.State == core.StateWaitingPayment {
			out.State = core.StateSuccess
		}
		return out, err
	})
	// Blind does not compare whom an answer is about.
	Blind = Status(func(out wire.StatusResult, err error) (wire.StatusResult, error) {
		out.Conflict = ""
		return out, err
	})
	// Forgetful takes a code whose reply is lost for a refused one.
	Forgetful = Code(func(out wire.OTPResult, err error) (wire.OTPResult, error) {
		if errors.Is(err, core.ErrOutcomeUnknown) {
			err = &core.PaymentAPIError{Operation: core.OpSubmitOTP, HTTPStatus: 422, Code: "WRONG_OTP"}
		}
		return out, err
	})
	// Unlinking forgets by what a sale was replaced.
	Unlinking = Sale(func(s *journal.Sale) { s.ReplacedBy, s.Instead = "", nil })
)

type status struct {
	core.PaymentAPI
	bend func(wire.StatusResult, error) (wire.StatusResult, error)
}

// FetchStatus implements core.PaymentAPI.
func (s status) FetchStatus(ctx context.Context, c wire.StatusCall) (wire.StatusResult, error) {
	return s.bend(s.PaymentAPI.FetchStatus(ctx, c))
}

type code struct {
	core.PaymentAPI
	bend func(wire.OTPResult, error) (wire.OTPResult, error)
}

// SubmitOTP implements core.PaymentAPI.
func (o code) SubmitOTP(ctx context.Context, c wire.OTPCall) (wire.OTPResult, error) {
	return o.bend(o.PaymentAPI.SubmitOTP(ctx, c))
}

type initiate struct {
	core.PaymentAPI
	bend func(wire.InitiateResult, error, func() (wire.InitiateResult, error)) (wire.InitiateResult, error)
}

// Initiate implements core.PaymentAPI.
func (i initiate) Initiate(ctx context.Context, c wire.InitiateCall) (wire.InitiateResult, error) {
	out, err := i.PaymentAPI.Initiate(ctx, c)
	return i.bend(out, err, func() (wire.InitiateResult, error) { return i.PaymentAPI.Initiate(ctx, c) })
}

type change struct {
	journal.Store
	bend func(*journal.Change)
}

// Commit implements journal.Store.
func (s change) Commit(ctx context.Context, c journal.Change) error {
	s.bend(&c)
	return s.Store.Commit(ctx, c)
}
